/* The whole program in the text form; the grammar is in README.md. */
#include "printer.h"
#include "text.h"
#include "words.h"
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const var_kind[] = {
    [HA_VAR_PARAM] = "param",
    [HA_VAR_LOCAL] = "local",
    [HA_VAR_TEMP] = "temp",
    [HA_VAR_RESULT] = "result",
};

static const char *const obj_kind[] = {
    [HA_OBJ_GLOBAL] = "global",
    [HA_OBJ_LOCAL] = "object",
    [HA_OBJ_STRING] = "string",
    [HA_OBJ_FUNCTION] = "function",
};

/* The first file in the order in which positions are printed. */
static const char *first_file(const struct ha_program *p) {
  for (ha_obj o = 1; o < p->objs.count; o++)
    if (p->poss.at[p->objs.at[o].pos].file)
      return p->poss.at[p->objs.at[o].pos].file;
  for (ha_var v = 1; v < p->vars.count; v++)
    if (p->poss.at[p->vars.at[v].pos].file)
      return p->poss.at[p->vars.at[v].pos].file;
  for (ha_check c = 1; c < p->checks.count; c++)
    if (p->poss.at[p->checks.at[c].pos].file)
      return p->poss.at[p->checks.at[c].pos].file;
  return NULL;
}

static void print_header(const struct printer *to) {
  fputs("program ", to->out);
  ha_word_print(to->out, to->p->name);
  if (to->p->is_static)
    fputs(" static", to->out);
  if (to->p->address_taken)
    fputs(" address-taken", to->out);
  if (to->p->has_recursion)
    fputs(" recursive", to->out);
  fprintf(to->out, ";\npointers %u;\n", ha_types_ptr_bytes(to->p->types));
  if (to->file) {
    fputs("file ", to->out);
    ha_word_print_quoted(to->out, to->file, strlen(to->file));
    fputs(";\n", to->out);
  }
}

/* Zeroes from `i` on. */
static uint64_t zeroes(const struct ha_obj_row *obj, uint64_t i) {
  uint64_t end = i;
  while (end < obj->size && obj->init[end] == 0)
    end++;
  return end - i;
}

/* Bytes as strings, with longer runs of zero as `zero n`. */
static void print_init(const struct printer *to, const struct ha_obj_row *obj) {
  enum { WORTH_COUNTING = 4 };
  fputs(" =", to->out);
  for (uint64_t i = 0; i < obj->size;) {
    uint64_t end = i, run = 0;
    while (end < obj->size && (run = zeroes(obj, end)) < WORTH_COUNTING)
      end += run ? run : 1;
    if (end > i) {
      putc(' ', to->out);
      ha_word_print_quoted(to->out, (const char *)obj->init + i, end - i);
    }
    if (end < obj->size) {
      fprintf(to->out, " zero %" PRIu64, run);
      end += run;
    }
    i = end;
  }
}

static void print_relocs(const struct printer *to, const struct ha_obj_row *obj) {
  for (unsigned i = 0; i < obj->relocs.count; i++) {
    const struct ha_reloc *reloc = &obj->relocs.at[i];
    fprintf(to->out, "%s +%" PRIu64 " &", i ? "," : " with", reloc->offset);
    ha_word_print(to->out, to->p->objs.at[reloc->target].name);
    if (reloc->addend < 0)
      fprintf(to->out, " - %" PRIu64, -(uint64_t)reloc->addend);
    else if (reloc->addend)
      fprintf(to->out, " + %" PRId64, reloc->addend);
  }
}

static void print_object(const struct printer *to, const struct ha_obj_row *obj) {
  fprintf(to->out, "%s ", obj_kind[obj->kind]);
  ha_word_print(to->out, obj->name);
  fputs(": ", to->out);
  ha_printer_type(to, obj->type);
  fprintf(to->out, ", %" PRIu64 "%s%s", obj->size, obj->is_const ? " const" : "",
          obj->is_extern ? " extern" : "");
  if (obj->init)
    print_init(to, obj);
  print_relocs(to, obj);
  ha_printer_pos(to, obj->pos);
  fputs(";\n", to->out);
}

/* A parameter or local is called as in the source, a temporary has no name there;
 * `as` says otherwise. */
static void print_source_name(const struct printer *to, const struct ha_var_row *var) {
  bool named = var->kind == HA_VAR_PARAM || var->kind == HA_VAR_LOCAL;
  const char *usual = named ? var->name : "", *real = var->source_name;
  if (strcmp(usual, real ? real : "") == 0)
    return;
  fputs(" as ", to->out);
  ha_word_print(to->out, real ? real : "");
}

static void print_variable(const struct printer *to, const struct ha_var_row *var) {
  fprintf(to->out, "%s ", var_kind[var->kind]);
  ha_word_print(to->out, var->name);
  fputs(": ", to->out);
  ha_printer_type(to, var->type);
  print_source_name(to, var);
  ha_printer_pos(to, var->pos);
  fputs(";\n", to->out);
}

static void print_signature(const struct printer *to) {
  const struct ha_program *p = to->p;
  for (unsigned i = 0; i < p->params.count; i++) {
    fputs(i ? ", " : "takes ", to->out);
    ha_word_print(to->out, p->vars.at[p->params.at[i]].name);
  }
  if (p->params.count)
    fputs(";\n", to->out);
  if (p->result) {
    fputs("returns ", to->out);
    ha_word_print(to->out, p->vars.at[p->result].name);
    fputs(";\n", to->out);
  }
}

static void print_check(const struct printer *to, ha_check id) {
  const struct ha_check_row *check = &to->p->checks.at[id];
  const char *text = check->text ? check->text : "";
  const char *base = check->base ? check->base : "";
  fprintf(to->out, "check %" PRIu32 " %s ", id, ha_check_id[check->kind]);
  ha_word_print_quoted(to->out, text, strlen(text));
  if (*base) {
    fputs(" of ", to->out);
    ha_word_print_quoted(to->out, base, strlen(base));
  }
  ha_printer_pos(to, check->pos);
  fputs(";\n", to->out);
}

static void print_meaning(const struct printer *to,
                          const struct ha_formula_name *name) {
  ha_word_print(to->out, name->name);
  fputs(" = ", to->out);
  if (name->ghost) {
    fprintf(to->out, "#%" PRIu32, name->ghost);
    return;
  }
  if (name->object)
    putc('&', to->out);
  ha_word_print(to->out, name->object ? to->p->objs.at[name->object].name
                                      : to->p->vars.at[name->var].name);
}

static void print_formula(const struct printer *to, ha_formula id) {
  const struct ha_formula_row *row = &to->p->formulas.at[id];
  fprintf(to->out, "formula %" PRIu32 " %s ", id, ha_formula_kind_text[row->kind]);
  ha_word_print_quoted(to->out, row->text, strlen(row->text));
  for (unsigned i = 0; i < row->names.count; i++) {
    fputs(i ? ", " : " where ", to->out);
    print_meaning(to, &row->names.at[i]);
  }
  ha_printer_pos(to, row->pos);
  fputs(";\n", to->out);
}

static void print_limitation(const struct printer *to,
                             const struct ha_limitation *limitation) {
  fputs("limitation ", to->out);
  ha_word_print_quoted(to->out, limitation->what, strlen(limitation->what));
  ha_printer_pos(to, limitation->pos);
  fputs(";\n", to->out);
}

static void print_edge(const struct printer *to, const struct ha_edge_row *edge) {
  fprintf(to->out, "  goto %" PRIu32 " {\n", edge->to);
  for (uint32_t i = 0; i < edge->count; i++) {
    const struct ha_cmd_row *cmd = &to->p->cmds.at[edge->first + i];
    fputs("    ", to->out);
    ha_printer_cmd(to, cmd);
    ha_printer_pos(to, cmd->pos);
    fputs(";\n", to->out);
  }
  fputs("  }\n", to->out);
}

/* Edges by their source, each list in the order of the table. */
static uint32_t *edges_by_source(const struct ha_program *p, uint32_t **head) {
  uint32_t *next = ha_arena_alloc(p->arena, p->edges.count * sizeof *next);
  *head = ha_arena_alloc(p->arena, p->locs.count * sizeof **head);
  for (uint32_t e = p->edges.count; e-- > 1;) {
    next[e] = (*head)[p->edges.at[e].from];
    (*head)[p->edges.at[e].from] = e;
  }
  return next;
}

static void print_locations(const struct printer *to) {
  uint32_t *first, *next = edges_by_source(to->p, &first);
  for (ha_loc l = 1; l < to->p->locs.count; l++) {
    const struct ha_loc_row *loc = &to->p->locs.at[l];
    fprintf(to->out, "loc %" PRIu32 "%s%s%s", l, l == to->p->entry ? " entry" : "",
            loc->loop_head ? " loop" : "", loc->exit ? " exit" : "");
    ha_printer_pos(to, loc->pos);
    if (!first[l]) {
      fputs(";\n", to->out);
      continue;
    }
    fputs(" {\n", to->out);
    for (uint32_t e = first[l]; e; e = next[e])
      print_edge(to, &to->p->edges.at[e]);
    fputs("}\n", to->out);
  }
}

void ha_program_print(const struct ha_program *program, FILE *out) {
  struct printer to = {.p = program, .out = out, .file = first_file(program)};
  ha_printer_collect(&to);
  print_header(&to);
  ha_printer_records(&to);
  for (ha_obj o = 1; o < program->objs.count; o++)
    print_object(&to, &program->objs.at[o]);
  for (ha_var v = 1; v < program->vars.count; v++)
    print_variable(&to, &program->vars.at[v]);
  print_signature(&to);
  for (ha_check c = 1; c < program->checks.count; c++)
    print_check(&to, c);
  for (ha_formula f = 1; f < program->formulas.count; f++)
    print_formula(&to, f);
  for (unsigned i = 0; i < program->limitations.count; i++)
    print_limitation(&to, &program->limitations.at[i]);
  print_locations(&to);
}

typedef void printing(const struct printer *to, const void *what);

/* Prints into memory and moves the text to the program's arena. */
static const char *to_text(const struct ha_program *program, printing *print,
                           const void *what) {
  char *text = NULL;
  size_t len = 0;
  FILE *out = open_memstream(&text, &len);
  if (!out)
    return "";
  struct printer to = {.p = program, .out = out, .for_people = true};
  print(&to, what);
  fclose(out);
  const char *kept = ha_arena_strndup(program->arena, text, len);
  free(text);
  return kept;
}

static void expr_printing(const struct printer *to, const void *what) {
  ha_printer_expr(to, *(const ha_expr *)what, 0);
}

static void cmd_printing(const struct printer *to, const void *what) {
  ha_printer_cmd(to, what);
}

const char *ha_expr_print(const struct ha_program *program, ha_expr expr) {
  return to_text(program, expr_printing, &expr);
}

const char *ha_cmd_print(const struct ha_program *program,
                         const struct ha_cmd_row *cmd) {
  return to_text(program, cmd_printing, cmd);
}
