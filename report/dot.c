/* Graphviz: the control flow on the left, the witness's heaps as clusters beside it. */
#include "../gcl/graph.h"
#include "../gcl/text.h"
#include "../gcl/verdict.h"
#include "explain.h"
#include "where.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_COMMANDS = 12, MAX_WORD = 90 };

struct dot {
  struct ha_arena *arena;
  const struct ha_result *result;
  FILE *out;
};

/* Inside of quotes; `\l` ends a line that is set to the left.  In a record the signs of
 * its own grammar are escaped. */
static void put_text(struct dot *d, const char *text, bool in_record) {
  unsigned length = 0;
  for (; *text && length < MAX_WORD; text++, length++) {
    if (*text == '"' || *text == '\\' || (in_record && strchr("{}|<> ", *text)))
      fputc('\\', d->out);
    fputc(*text == '\n' ? ' ' : *text, d->out);
  }
  while (((unsigned char)*text & 0xc0) == 0x80) /* the rest of a character */
    fputc(*text++, d->out);
  fputs(*text ? "…" : "", d->out);
}

/* ---- control flow ---- */

static const char *invariant_at(const struct ha_result *result, ha_loc loc) {
  for (unsigned i = 0; i < result->invariants.count; i++)
    if (result->invariants.at[i].loc == loc)
      return result->invariants.at[i].formula;
  return NULL;
}

static void put_location(struct dot *d, ha_loc loc) {
  const struct ha_program *p = d->result->program;
  const struct ha_loc_row *row = &p->locs.at[loc];
  const char *invariant = invariant_at(d->result, loc);
  const char *what = loc == p->entry ? "entry" : row->exit ? "exit" : "";
  if (row->loop_head)
    what = "loop";
  fprintf(d->out, "  l%u [shape=%s, label=\"%s", loc,
          row->loop_head ? "box, style=rounded" : "ellipse", what);
  if (row->pos)
    fprintf(d->out, "%sline %u", *what ? ", " : "", ha_where_get(p, row->pos)->line);
  if (invariant) {
    fputs("\\l", d->out);
    put_text(d, invariant, false);
    fputs("\\l", d->out);
  }
  fputs("\"];\n", d->out);
}

/* Is there a check that fails among the edge's commands? */
static bool fails(const struct ha_result *result, const struct ha_edge_row *edge) {
  const struct ha_program *p = result->program;
  for (uint32_t i = edge->first; i < edge->first + edge->count; i++)
    if (p->cmds.at[i].op == HA_CMD_ASSERT &&
        result->checks[p->cmds.at[i].check].verdict == HA_REFUTED)
      return true;
  return false;
}

static void put_edge(struct dot *d, const struct ha_edge_row *edge) {
  const struct ha_program *p = d->result->program;
  fprintf(d->out, "  l%u -> l%u [label=\"", edge->from, edge->to);
  for (uint32_t i = 0; i < edge->count && i < MAX_COMMANDS; i++) {
    put_text(d, ha_cmd_print(p, &p->cmds.at[edge->first + i]), false);
    fputs("\\l", d->out);
  }
  if (edge->count > MAX_COMMANDS)
    fprintf(d->out, "… %u more\\l", edge->count - MAX_COMMANDS);
  fputs(fails(d->result, edge) ? "\", color=red, fontcolor=red];\n" : "\"];\n", d->out);
}

/* ---- heaps ---- */

static void put_slot_value(struct dot *d, const struct ha_graph_slot *slot) {
  if (slot->is_null)
    fputs(" = NULL", d->out);
  else if (slot->value) {
    fputs(" = ", d->out);
    put_text(d, slot->value, true);
  }
}

static unsigned index_of(const struct ha_graph *graph, const char *id) {
  unsigned i = 0;
  while (i < graph->nodes.count && strcmp(graph->nodes.at[i].id, id))
    i++;
  return i;
}

static void put_block(struct dot *d, const struct ha_graph *graph, unsigned step,
                      unsigned node) {
  const struct ha_graph_node *n = &graph->nodes.at[node];
  bool freed = !strcmp(n->state, "freed");
  fprintf(d->out, "    s%u_%u [shape=record%s, label=\"{", step, node,
          freed ? ", style=dashed, color=red" : "");
  put_text(d, n->id, true);
  fputs(freed ? " freed" : "", d->out);
  for (unsigned i = 0; i < n->fields.count; i++) {
    fprintf(d->out, "|<f%u> ", i);
    put_text(d, n->fields.at[i].name, true);
    put_slot_value(d, &n->fields.at[i]);
  }
  fputs("}\"];\n", d->out);
  for (unsigned i = 0; i < n->fields.count; i++)
    if (n->fields.at[i].to)
      fprintf(d->out, "    s%u_%u:f%u -> s%u_%u;\n", step, node, i, step,
              index_of(graph, n->fields.at[i].to));
}

static void put_variable(struct dot *d, const struct ha_graph *graph, unsigned step,
                         unsigned var) {
  const struct ha_graph_slot *v = &graph->vars.at[var];
  fprintf(d->out, "    v%u_%u [shape=plaintext, label=\"", step, var);
  put_text(d, v->name, false);
  if (!v->to)
    put_slot_value(d, v);
  fputs("\"];\n", d->out);
  if (v->to)
    fprintf(d->out, "    v%u_%u -> s%u_%u;\n", step, var, step, index_of(graph, v->to));
}

static void put_step(struct dot *d, const struct ha_step *step, unsigned number) {
  const struct ha_graph *graph = step->graph;
  fprintf(d->out, "  subgraph cluster_%u {\n    label=\"%u. line %u: ", number,
          number + 1, ha_where_get(d->result->program, step->pos)->line);
  put_text(d, step->what ? step->what : "", false);
  fprintf(d->out, "\";\n    h%u [shape=point, style=invis];\n", number);
  for (unsigned i = 0; i < graph->nodes.count; i++)
    put_block(d, graph, number, i);
  for (unsigned i = 0; i < graph->vars.count; i++)
    put_variable(d, graph, number, i);
  fputs("  }\n", d->out);
  if (number)
    fprintf(d->out, "  h%u -> h%u [style=invis];\n", number - 1, number);
}

static void put_heaps(struct dot *d) {
  const struct ha_program *p = d->result->program;
  for (ha_check id = 1; id < p->checks.count; id++) {
    const struct ha_witness *witness = d->result->checks[id].witness;
    if (!witness)
      continue;
    for (unsigned i = 0; i < witness->steps.count; i++)
      if (witness->steps.at[i].graph)
        put_step(d, &witness->steps.at[i], i);
    return;
  }
}

const char *ha_report_dot(struct ha_arena *arena, const struct ha_result *result) {
  char *text = NULL;
  size_t size = 0;
  const struct ha_program *p = result->program;
  struct dot d = {arena, result, open_memstream(&text, &size)};
  if (!d.out)
    return "";
  fputs("digraph \"", d.out);
  put_text(&d, p->name, false);
  fputs("\" {\n  node [fontname=monospace, fontsize=10];\n"
        "  edge [fontname=monospace, fontsize=9];\n",
        d.out);
  for (ha_loc loc = 1; loc < p->locs.count; loc++)
    put_location(&d, loc);
  for (unsigned i = 1; i < p->edges.count; i++)
    put_edge(&d, &p->edges.at[i]);
  put_heaps(&d);
  fputs("}\n", d.out);
  fclose(d.out);
  const char *copy = ha_arena_strdup(arena, text);
  free(text);
  return copy;
}
