/* Locations and edges while they are drafted, and how the drafts become a program:
 * unreachable parts are dropped, chains merged into single edges, locations numbered
 * in reverse postorder, and the targets of back edges of one depth-first walk marked
 * as loop heads.  Every cycle contains such an edge, so every cycle, also of an
 * irreducible graph, passes through a loop head. */
#include "lowering.h"
#include <assert.h>
#include <string.h>

ha_loc ha_flow_location(struct ha_lowering *lowering) {
  HA_PUSH(lowering->scratch, lowering->locs, (struct ha_loc_row){.pos = lowering->pos});
  return lowering->locs.count - 1;
}

void ha_flow_start(struct ha_lowering *lowering, ha_loc from) {
  HA_PUSH(lowering->scratch, lowering->edges, (struct ha_edge_draft){.from = from});
  lowering->current = lowering->edges.count - 1;
}

void ha_flow_goto(struct ha_lowering *lowering, ha_loc to) {
  if (lowering->current != HA_NOWHERE)
    lowering->edges.at[lowering->current].to = to;
  lowering->current = HA_NOWHERE;
}

void ha_flow_branch(struct ha_lowering *lowering, ha_expr condition, ha_loc yes,
                    ha_loc no) {
  if (lowering->current == HA_NOWHERE)
    return;
  uint64_t known;
  if (ha_expr_is_const(lowering, condition, &known)) {
    ha_flow_goto(lowering, known & 1 ? yes : no);
    return;
  }
  ha_loc fork = ha_flow_location(lowering);
  ha_flow_goto(lowering, fork);
  ha_flow_start(lowering, fork);
  ha_emit_assume(lowering, condition);
  ha_flow_goto(lowering, yes);
  ha_flow_start(lowering, fork);
  ha_emit_assume(lowering, ha_expr_not(lowering->program, condition));
  ha_flow_goto(lowering, no);
}

void ha_flow_stop(struct ha_lowering *lowering) {
  if (lowering->current == HA_NOWHERE)
    return;
  if (!lowering->dead) {
    lowering->dead = ha_flow_location(lowering);
    lowering->locs.at[lowering->dead].exit = true;
  }
  ha_emit_assume(lowering, ha_expr_const(lowering->program,
                                         ha_type_int(lowering->types, 1, false), 0));
  ha_flow_goto(lowering, lowering->dead);
}

/* The draft graph while it is simplified. */
struct graph {
  struct ha_lowering *lowering;
  struct ha_edge_draft *edges;
  uint32_t edge_count, loc_count;
  bool *reached;
  bool *gone;                /* edges that were merged away */
  uint32_t *in_count;        /* reachable edges only */
  uint32_t *out_begin, *out; /* edges by source: out[out_begin[l] .. out_begin[l+1]) */
  uint32_t *only_out;        /* per location: its single outgoing edge + 1, else 0 */
};

static void index_edges(struct graph *g) {
  struct ha_arena *arena = g->lowering->scratch;
  g->out_begin = ha_arena_alloc(arena, (g->loc_count + 2) * sizeof *g->out_begin);
  g->out = ha_arena_alloc(arena, (g->edge_count + 1) * sizeof *g->out);
  for (uint32_t e = 0; e < g->edge_count; e++)
    g->out_begin[g->edges[e].from + 1]++;
  for (uint32_t l = 0; l < g->loc_count; l++)
    g->out_begin[l + 1] += g->out_begin[l];
  uint32_t *next = ha_arena_alloc(arena, (g->loc_count + 1) * sizeof *next);
  memcpy(next, g->out_begin, (g->loc_count + 1) * sizeof *next);
  for (uint32_t e = 0; e < g->edge_count; e++)
    g->out[next[g->edges[e].from]++] = e;
}

static void mark_reachable(struct graph *g, ha_loc entry) {
  uint32_t *stack = ha_arena_alloc(g->lowering->scratch, g->loc_count * sizeof *stack);
  uint32_t depth = 0;
  g->reached[entry] = true;
  stack[depth++] = entry;
  while (depth) {
    ha_loc loc = stack[--depth];
    for (uint32_t i = g->out_begin[loc]; i < g->out_begin[loc + 1]; i++) {
      ha_loc to = g->edges[g->out[i]].to;
      g->in_count[to]++;
      if (!g->reached[to]) {
        g->reached[to] = true;
        stack[depth++] = to;
      }
    }
  }
}

static void append(struct graph *g, struct ha_edge_draft *edge,
                   const struct ha_edge_draft *more) {
  for (uint32_t i = 0; i < more->cmds.count; i++)
    HA_PUSH(g->lowering->scratch, edge->cmds, more->cmds.at[i]);
}

/* Follows the edge through locations that only pass control on: those with no other
 * way in, and those whose only way out does nothing. */
static void extend(struct graph *g, uint32_t e) {
  for (uint32_t hops = 0; hops < g->loc_count; hops++) {
    ha_loc via = g->edges[e].to;
    uint32_t next = g->only_out[via];
    if (!next || next - 1 == e || g->edges[next - 1].to == via)
      return;
    struct ha_edge_draft *after = &g->edges[next - 1];
    if (g->in_count[via] == 1) {
      append(g, &g->edges[e], after);
      g->gone[next - 1] = true;
    } else if (after->cmds.count == 0) {
      bool was_last = --g->in_count[via] == 0;
      g->gone[next - 1] = was_last;
      g->in_count[after->to] += !was_last;
    } else {
      return;
    }
    g->edges[e].to = after->to;
  }
}

static void simplify(struct graph *g, ha_loc entry) {
  for (ha_loc l = 1; l < g->loc_count; l++)
    if (g->out_begin[l + 1] - g->out_begin[l] == 1 && l != entry)
      g->only_out[l] = g->out[g->out_begin[l]] + 1;
  for (uint32_t e = 0; e < g->edge_count; e++)
    if (g->reached[g->edges[e].from] && !g->gone[e])
      extend(g, e);
  for (uint32_t e = 0; e < g->edge_count; e++)
    g->gone[e] |= !g->reached[g->edges[e].from] ||
                  (!g->in_count[g->edges[e].from] && g->edges[e].from != entry);
}

/* The final walk: numbers the locations and finds the loop heads. */
struct numbering {
  uint32_t *number; /* by draft location; 0: not there */
  ha_loc *order;    /* by number */
  bool *head;
  uint32_t count;
};

static struct numbering number_locations(struct graph *g, ha_loc entry) {
  struct ha_arena *arena = g->lowering->scratch;
  struct numbering n = {
      .number = ha_arena_alloc(arena, g->loc_count * sizeof *n.number),
      .order = ha_arena_alloc(arena, (g->loc_count + 1) * sizeof *n.order),
      .head = ha_arena_alloc(arena, g->loc_count * sizeof *n.head)};
  enum { FRESH, OPEN, DONE };
  uint8_t *state = ha_arena_alloc(arena, g->loc_count);
  uint32_t *stack = ha_arena_alloc(arena, g->loc_count * sizeof *stack);
  uint32_t *next = ha_arena_alloc(arena, g->loc_count * sizeof *next);
  ha_loc *left = ha_arena_alloc(arena, g->loc_count * sizeof *left);
  uint32_t depth = 0, done = 0;
  stack[depth++] = entry;
  state[entry] = OPEN;
  next[entry] = g->out_begin[entry + 1];
  while (depth) {
    ha_loc loc = stack[depth - 1];
    if (next[loc] == g->out_begin[loc]) {
      state[loc] = DONE;
      left[done++] = loc;
      depth--;
      continue;
    }
    uint32_t e = g->out[--next[loc]];
    ha_loc to = g->edges[e].to;
    n.head[to] |= !g->gone[e] && state[to] == OPEN;
    if (g->gone[e] || state[to] != FRESH)
      continue;
    state[to] = OPEN;
    next[to] = g->out_begin[to + 1];
    stack[depth++] = to;
  }
  while (done) {
    n.order[++n.count] = left[--done];
    n.number[n.order[n.count]] = n.count;
  }
  return n;
}

static ha_pos first_position(const struct graph *g, ha_loc loc) {
  for (uint32_t i = g->out_begin[loc]; i < g->out_begin[loc + 1]; i++)
    if (!g->gone[g->out[i]] && g->edges[g->out[i]].cmds.count)
      return g->edges[g->out[i]].cmds.at[0].pos;
  return g->lowering->locs.at[loc].pos;
}

static void emit_program(struct graph *g, const struct numbering *n, ha_loc entry) {
  struct ha_program *p = g->lowering->program;
  for (uint32_t i = 1; i <= n->count; i++)
    HA_PUSH(p->arena, p->locs,
            (struct ha_loc_row){.loop_head = n->head[n->order[i]],
                                .exit = g->lowering->locs.at[n->order[i]].exit,
                                .pos = n->order[i] == entry
                                           ? g->lowering->locs.at[entry].pos
                                           : first_position(g, n->order[i])});
  p->entry = n->number[entry];
  for (uint32_t i = 1; i <= n->count; i++) {
    ha_loc loc = n->order[i];
    for (uint32_t k = g->out_begin[loc]; k < g->out_begin[loc + 1]; k++) {
      if (g->gone[g->out[k]])
        continue;
      const struct ha_edge_draft *edge = &g->edges[g->out[k]];
      ha_edge_begin(p, i, n->number[edge->to]);
      for (uint32_t c = 0; c < edge->cmds.count; c++)
        ha_cmd_push(p, edge->cmds.at[c]);
    }
  }
}

void ha_flow_finish(struct ha_lowering *lowering, ha_loc entry) {
  struct ha_arena *arena = lowering->scratch;
  struct graph g = {.lowering = lowering,
                    .edges = lowering->edges.at,
                    .edge_count = lowering->edges.count,
                    .loc_count = lowering->locs.count};
  g.reached = ha_arena_alloc(arena, g.loc_count * sizeof *g.reached);
  g.gone = ha_arena_alloc(arena, (g.edge_count + 1) * sizeof *g.gone);
  g.in_count = ha_arena_alloc(arena, g.loc_count * sizeof *g.in_count);
  g.only_out = ha_arena_alloc(arena, g.loc_count * sizeof *g.only_out);
  index_edges(&g);
  mark_reachable(&g, entry);
  simplify(&g, entry);
  struct numbering n = number_locations(&g, entry);
  emit_program(&g, &n, entry);
}
