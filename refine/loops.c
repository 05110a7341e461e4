/* Tarjan's algorithm (SIAM J. Comput. 1972), with an explicit stack: inlined programs
 * are deep. */
#include "loops.h"

struct tarjan {
  const struct ha_program *program;
  uint32_t *first_edge, *next_edge; /* edges by source location */
  uint32_t *index, *low, *loop;
  uint32_t *cursor; /* the edge to look at next */
  bool *on_stack;
  ha_loc *stack, *path;
  uint32_t stacked, depth, counter, loops;
};

static void enter(struct tarjan *t, ha_loc loc) {
  t->index[loc] = t->low[loc] = ++t->counter;
  t->cursor[loc] = t->first_edge[loc];
  t->stack[t->stacked++] = loc;
  t->on_stack[loc] = true;
  t->path[t->depth++] = loc;
}

static bool has_self_loop(const struct tarjan *t, ha_loc loc) {
  for (uint32_t e = t->first_edge[loc]; e; e = t->next_edge[e])
    if (t->program->edges.at[e].to == loc)
      return true;
  return false;
}

static void pop_component(struct tarjan *t, ha_loc root) {
  bool cyclic = t->stack[t->stacked - 1] != root || has_self_loop(t, root);
  uint32_t number = cyclic ? ++t->loops : 0;
  for (ha_loc loc = 0; loc != root;) {
    loc = t->stack[--t->stacked];
    t->on_stack[loc] = false;
    t->loop[loc] = number;
  }
}

static void leave(struct tarjan *t) {
  ha_loc loc = t->path[--t->depth];
  if (t->low[loc] == t->index[loc])
    pop_component(t, loc);
  if (t->depth && t->low[loc] < t->low[t->path[t->depth - 1]])
    t->low[t->path[t->depth - 1]] = t->low[loc];
}

static void search(struct tarjan *t, ha_loc root) {
  enter(t, root);
  while (t->depth) {
    ha_loc loc = t->path[t->depth - 1];
    uint32_t edge = t->cursor[loc];
    if (!edge) {
      leave(t);
      continue;
    }
    t->cursor[loc] = t->next_edge[edge];
    ha_loc to = t->program->edges.at[edge].to;
    if (!t->index[to])
      enter(t, to);
    else if (t->on_stack[to] && t->index[to] < t->low[loc])
      t->low[loc] = t->index[to];
  }
}

uint32_t *ha_loops_number(struct ha_arena *arena, const struct ha_program *p) {
  uint32_t locs = p->locs.count;
  struct tarjan t = {
      .program = p,
      .first_edge = ha_arena_alloc(arena, locs * sizeof(uint32_t)),
      .next_edge = ha_arena_alloc(arena, p->edges.count * sizeof(uint32_t)),
      .index = ha_arena_alloc(arena, locs * sizeof(uint32_t)),
      .low = ha_arena_alloc(arena, locs * sizeof(uint32_t)),
      .loop = ha_arena_alloc(arena, locs * sizeof(uint32_t)),
      .cursor = ha_arena_alloc(arena, locs * sizeof(uint32_t)),
      .on_stack = ha_arena_alloc(arena, locs * sizeof(bool)),
      .stack = ha_arena_alloc(arena, locs * sizeof(ha_loc)),
      .path = ha_arena_alloc(arena, locs * sizeof(ha_loc)),
  };
  for (uint32_t e = p->edges.count; e-- > 1;) {
    t.next_edge[e] = t.first_edge[p->edges.at[e].from];
    t.first_edge[p->edges.at[e].from] = e;
  }
  for (ha_loc loc = 1; loc < locs; loc++)
    if (!t.index[loc])
      search(&t, loc);
  return t.loop;
}
