/* Engine `flow`: proofs that hold for all heaps, from types and null tests alone.
 *
 * The idea: in C code that is right for simple reasons, each pointer is null or
 * points to a live object of its type, and each dereference is guarded by a test.
 * That is an invariant of memory which ordinary stores keep (flow_state.h), so no
 * shape has to be known.  A forward analysis carries it through the program with
 * value numbers (so `if (x->next) x->next->data` is understood), blocks of this run
 * followed exactly while nothing else points to them, and a few states per location
 * so that branches stay apart.
 *
 * What it proves, it proves for every input the entry admits and in every number of
 * loop iterations: the states at the loop heads are the inductive invariant, and a
 * last pass over all edges checks both that they are inductive and each assert.
 *
 * Limits: after a free of an object that others may point to, or an unknown call,
 * nothing at large is trusted any more; integers are followed only as constants;
 * which node is which is never known.  Those checks stay unknown. */
#include "../domain/flow_eval.h"
#include "../domain/flow_step.h"
#include "engine.h"
#include "entry.h"

enum {
  STATES_PER_LOCATION = 12, /* beyond that they are joined */
  EDGE_LIMIT = 20000        /* edges executed before giving up */
};

struct analysis {
  struct ha_flow_context c;
  struct ha_flow_regions regions;
  struct ha_task *task;
  struct ha_flow_state **states; /* by location */
  bool *merged;                  /* by location: one joined state from now on */
  uint32_t *out_begin, *out;     /* edges by the location they leave */
  ha_loc *order;                 /* the locations, each after those that lead to it … */
  uint32_t *rank;                /* … but for loops; and where each is in it */
  bool *queued;                  /* by rank: it has states to follow */
  uint32_t first;                /* nothing before that rank is queued */
  unsigned edges_run;
};

static bool has_pointer_union(const struct ha_types *types, ha_type type) {
  const struct ha_type_info *info = ha_type_get(types, type);
  if (info->kind != HA_TYPE_UNION)
    return false;
  for (unsigned i = 0; i < info->fields; i++) {
    const struct ha_field_info *field = ha_field_get(types, info->first + i);
    enum ha_type_kind kind = ha_type_get(types, field->type)->kind;
    if (kind != HA_TYPE_INT && kind != HA_TYPE_FLOAT)
      return true;
  }
  return false;
}

static void number_regions(struct analysis *a) {
  const struct ha_program *p = a->c.program;
  a->regions.of_cmd =
      ha_arena_alloc(a->c.arena, (p->cmds.count + 1) * sizeof(uint32_t));
  a->regions.of_obj =
      ha_arena_alloc(a->c.arena, (p->objs.count + 1) * sizeof(uint32_t));
  a->c.regions = 1;
  for (unsigned i = 1; i < p->cmds.count; i++)
    if (p->cmds.at[i].op == HA_CMD_NEW || p->cmds.at[i].op == HA_CMD_ALLOCA)
      a->regions.of_cmd[i] = a->c.regions++;
  for (unsigned o = 1; o < p->objs.count; o++)
    if (p->objs.at[o].kind == HA_OBJ_LOCAL)
      a->regions.of_obj[o] = a->c.regions++;
}

static void index_edges(struct analysis *a) {
  const struct ha_program *p = a->c.program;
  a->out_begin = ha_arena_alloc(a->c.arena, (p->locs.count + 2) * sizeof *a->out_begin);
  a->out = ha_arena_alloc(a->c.arena, p->edges.count * sizeof *a->out);
  for (uint32_t e = 1; e < p->edges.count; e++)
    a->out_begin[p->edges.at[e].from + 2]++;
  for (ha_loc l = 1; l <= p->locs.count; l++)
    a->out_begin[l + 1] += a->out_begin[l];
  for (uint32_t e = 1; e < p->edges.count; e++)
    a->out[a->out_begin[p->edges.at[e].from + 1]++] = e;
}

/* Reverse postorder: a state is joined with all that arrive there before it is
 * followed, and a loop is stable before what comes after it is looked at. */
static void order_locations(struct analysis *a) {
  const struct ha_program *p = a->c.program;
  uint32_t *at = ha_arena_alloc(a->c.arena, p->locs.count * sizeof *at);
  ha_loc *stack = ha_arena_alloc(a->c.arena, p->locs.count * sizeof *stack);
  uint32_t depth = 0, left = p->locs.count;
  a->order = ha_arena_alloc(a->c.arena, p->locs.count * sizeof *a->order);
  a->rank = ha_arena_alloc(a->c.arena, p->locs.count * sizeof *a->rank);
  stack[depth++] = p->entry;
  at[p->entry] = a->out_begin[p->entry] + 1; /* 0: not met */
  while (depth) {
    ha_loc loc = stack[depth - 1];
    uint32_t next = at[loc] - 1;
    if (next == a->out_begin[loc + 1]) {
      a->order[--left] = loc;
      a->rank[loc] = left;
      depth--;
      continue;
    }
    at[loc]++;
    ha_loc to = p->edges.at[a->out[next]].to;
    if (!at[to]) {
      at[to] = a->out_begin[to] + 1;
      stack[depth++] = to;
    }
  }
}

static void prepare(struct analysis *a) {
  const struct ha_program *p = a->c.program;
  a->c.slots = p->vars.count + p->objs.count;
  a->c.types = ha_types_count(p->types);
  for (ha_type t = 0; t < a->c.types; t++)
    a->c.unions |= has_pointer_union(p->types, t);
  number_regions(a);
  a->states = ha_arena_alloc(a->c.arena, p->locs.count * sizeof *a->states);
  a->merged = ha_arena_alloc(a->c.arena, p->locs.count * sizeof *a->merged);
  a->queued = ha_arena_alloc(a->c.arena, p->locs.count * sizeof *a->queued);
  index_edges(a);
  order_locations(a);
}

static void assume_root(struct analysis *a, struct ha_flow_state *s,
                        const struct ha_root *root) {
  if (!root->param || root->shape == HA_SHAPE_SCALAR || root->shape == HA_SHAPE_OPAQUE)
    return;
  const struct ha_program *p = a->c.program;
  ha_type pointee = ha_type_get(p->types, p->vars.at[root->param].type)->elem;
  s->slots[root->param] =
      ha_flow_number(&a->c, s,
                     (struct ha_flow_value){.may = root->required ? GOOD : NIL | GOOD,
                                            .type = pointee});
}

static struct ha_flow_state *entry_state(struct analysis *a) {
  const struct ha_program *p = a->c.program;
  struct ha_flow_state *s = ha_flow_state_new(&a->c);
  for (unsigned i = 0; i < a->task->entry->roots.count; i++)
    assume_root(a, s, &a->task->entry->roots.at[i]);
  for (unsigned o = 1; o < p->objs.count; o++)
    if (p->objs.at[o].kind != HA_OBJ_LOCAL)
      s->slots[p->vars.count + o] = ha_flow_number(
          &a->c, s, (struct ha_flow_value){.may = GOOD, .type = p->objs.at[o].type});
  return s;
}

static void enqueue(struct analysis *a, ha_loc loc) {
  uint32_t rank = a->rank[loc];
  a->queued[rank] = true;
  a->first = rank < a->first ? rank : a->first;
}

/* The first location in the order that has states to follow; 0: there is none. */
static ha_loc dequeue(struct analysis *a) {
  while (a->first < a->c.program->locs.count && !a->queued[a->first])
    a->first++;
  if (a->first == a->c.program->locs.count)
    return 0;
  a->queued[a->first] = false;
  return a->order[a->first];
}

static struct ha_flow_state *join_all(struct analysis *a,
                                      struct ha_flow_state *states) {
  struct ha_flow_state *joined = states;
  for (struct ha_flow_state *s = states->next; s; s = s->next)
    joined = ha_flow_join(&a->c, joined, s);
  return joined;
}

/* Adds a state to a location; the location is looked at again if that is news.  False:
 * it is not, and nothing of the state is kept. */
static bool arrive(struct analysis *a, ha_loc loc, struct ha_flow_state *s) {
  unsigned count = 0;
  for (struct ha_flow_state *old = a->states[loc]; old; old = old->next, count++)
    if (ha_flow_leq(&a->c, s, old))
      return false;
  s->next = a->states[loc];
  a->states[loc] = s;
  if (count + 1 > STATES_PER_LOCATION || a->merged[loc]) {
    struct ha_flow_state *before = s->next, *joined = join_all(a, s);
    bool news = !a->merged[loc] || !ha_flow_leq(&a->c, joined, before);
    a->merged[loc] = true;
    a->states[loc] = news ? joined : before;
    a->states[loc]->next = NULL;
    if (!news)
      return false;
  }
  enqueue(a, loc);
  return true;
}

/* Does the assert hold in all heaps of the state?  For a dereference an address just
 * after null is null, too (interp.c), and who knows what is no known address. */
static bool is_certain(struct analysis *a, struct ha_flow_state *s,
                       const struct ha_cmd_row *cmd) {
  const struct ha_program *p = a->c.program;
  const struct ha_expr_row *row = &p->exprs.at[cmd->a];
  if (p->checks.at[cmd->check].kind == HA_CHECK_NULL_DEREF && row->op == HA_EXPR_NE &&
      ha_flow_value_of(&a->c, s, row->a).may & (BAD | CONST))
    return false;
  return ha_flow_truth(&a->c, s, cmd->a) == HA_FLOW_TRUE;
}

/* Runs an edge on a copy of a state; NULL if it cannot be passed.  With `proved`,
 * each assert that is not certain loses its mark. */
static struct ha_flow_state *run_edge(struct analysis *a,
                                      const struct ha_edge_row *edge,
                                      const struct ha_flow_state *from, bool *proved) {
  const struct ha_program *p = a->c.program;
  struct ha_flow_state *s = ha_flow_state_copy(&a->c, from);
  a->edges_run++;
  for (uint32_t i = edge->first; i < edge->first + edge->count; i++) {
    const struct ha_cmd_row *cmd = &p->cmds.at[i];
    if (proved && cmd->op == HA_CMD_ASSERT && !is_certain(a, s, cmd))
      proved[cmd->check] = false;
    if (!ha_flow_step(&a->c, &a->regions, s, i))
      return NULL;
  }
  ha_flow_compact(&a->c, s);
  return s;
}

static bool give_up(const struct analysis *a) {
  return a->edges_run > EDGE_LIMIT || ha_budget_spent(&a->task->budget);
}

static void follow(struct analysis *a, ha_loc loc, const struct ha_flow_state *s) {
  for (uint32_t i = a->out_begin[loc]; i < a->out_begin[loc + 1]; i++) {
    const struct ha_edge_row *edge = &a->c.program->edges.at[a->out[i]];
    size_t mark = ha_arena_mark(a->c.arena);
    struct ha_flow_state *after = run_edge(a, edge, s, NULL);
    if (!after || !arrive(a, edge->to, after))
      ha_arena_reset(a->c.arena, mark);
  }
}

static struct ha_flow_state *not_followed(struct ha_flow_state *states) {
  while (states && states->followed)
    states = states->next;
  return states;
}

static bool fixpoint(struct analysis *a) {
  arrive(a, a->c.program->entry, entry_state(a));
  for (ha_loc loc; (loc = dequeue(a));)
    for (struct ha_flow_state *s; (s = not_followed(a->states[loc]));) {
      s->followed = true;
      follow(a, loc, s);
      if (give_up(a))
        return false;
    }
  return true;
}

static bool covered(struct analysis *a, ha_loc loc, const struct ha_flow_state *s) {
  for (const struct ha_flow_state *old = a->states[loc]; old; old = old->next)
    if (ha_flow_leq(&a->c, s, old))
      return true;
  if (!a->merged[loc] || !a->states[loc])
    return false;
  return ha_flow_leq(&a->c, ha_flow_join(&a->c, a->states[loc], s), a->states[loc]);
}

/* The states are an inductive invariant: checked here, not assumed from the way
 * they were found.  Returns which asserts hold in all of them, NULL if it is not. */
static bool *judge(struct analysis *a) {
  const struct ha_program *p = a->c.program;
  bool *proved = ha_arena_alloc(a->c.arena, (p->checks.count + 1) * sizeof *proved);
  for (unsigned i = 1; i < p->checks.count; i++)
    proved[i] = true;
  for (unsigned e = 1; e < p->edges.count; e++) {
    const struct ha_edge_row *edge = &p->edges.at[e];
    for (struct ha_flow_state *s = a->states[edge->from]; s; s = s->next) {
      size_t mark = ha_arena_mark(a->c.arena);
      struct ha_flow_state *after = run_edge(a, edge, s, proved);
      bool holds = !after || covered(a, edge->to, after);
      ha_arena_reset(a->c.arena, mark);
      if (!holds)
        return NULL;
    }
  }
  return proved;
}

/* "p == null || alloc(p)" for each pointer of the source that the states know. */
static const char *describe(struct analysis *a, struct ha_flow_state *s) {
  const struct ha_program *p = a->c.program;
  struct ha_arena *arena = a->task->arena;
  const char *text = NULL;
  for (unsigned v = 1; v < p->vars.count; v++) {
    const struct ha_var_row *var = &p->vars.at[v];
    if (!var->source_name || !ha_type_is_ptr(p->types, var->type))
      continue;
    uint8_t may = ha_flow_slot(s, v)->may;
    const char *part = NULL;
    if (may == NIL)
      part = ha_arena_printf(arena, "%s == null", var->name);
    else if (may == (NIL | GOOD) || may == (NIL | PRIVATE))
      part = ha_arena_printf(arena, "(%s == null || alloc(%s))", var->name, var->name);
    else if (!(may & (NIL | BAD)))
      part = ha_arena_printf(arena, "%s != null && alloc(%s)", var->name, var->name);
    if (part)
      text = text ? ha_arena_printf(arena, "%s && %s", text, part) : part;
  }
  return text ? text : "true";
}

static void report(struct analysis *a, const bool *proved) {
  const struct ha_program *p = a->c.program;
  struct ha_result *result = a->task->result;
  bool any = false;
  for (unsigned i = 1; i < p->checks.count; i++) {
    struct ha_check_result *check = &result->checks[i];
    if (check->verdict != HA_UNKNOWN)
      continue;
    check->engine = "flow";
    any |= proved[i];
    if (proved[i])
      check->verdict = HA_PROVED;
    else
      check->why =
          "needs the shape of the heap, which types and null tests do not tell";
  }
  if (!any)
    return;
  for (unsigned l = 1; l < p->locs.count; l++)
    if (p->locs.at[l].loop_head && a->states[l])
      HA_PUSH(a->task->arena, result->invariants,
              (struct ha_invariant){l, describe(a, join_all(a, a->states[l])), NULL});
  HA_PUSH(a->task->arena, result->assumes,
          "every pointer in the input is null or points to a live object of its type");
}

static void explain(struct ha_task *task, const char *why) {
  for (unsigned i = 1; i < task->program->checks.count; i++) {
    struct ha_check_result *check = &task->result->checks[i];
    if (check->verdict == HA_UNKNOWN && !check->why) {
      check->engine = "flow";
      check->why = why;
    }
  }
}

static void run(struct ha_task *task) {
  struct ha_arena *scratch = ha_arena_new();
  struct analysis a = {.c = {.arena = scratch, .program = task->program}, .task = task};
  prepare(&a);
  const bool *proved = fixpoint(&a) ? judge(&a) : NULL;
  if (proved)
    report(&a, proved);
  else
    explain(task, give_up(&a) ? "too many paths for types and null tests"
                              : "the states found are not an invariant");
  ha_arena_free(scratch);
}

const struct ha_engine ha_engine_flow = {
    "flow", "types, null tests and ownership: proofs without shapes", run};
