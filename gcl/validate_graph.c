/* The control flow graph.
 *
 * Exclusive by form: of two edges that leave one location, some conjunct of the first
 * one's guard is the negation of one of the second's, or both compare one term with
 * different constants.  That the guards cover all cases is left to the interpreter,
 * which blocks where they do not. */
#include "validator.h"

/* Edges by source location: first[l] .. first[l+1]-1 in `edges`. */
struct graph {
  uint32_t *first, *edges;
};

static struct graph graph_of(const struct ha_program *p) {
  struct graph g;
  g.first = ha_arena_alloc(p->arena, (p->locs.count + 2) * sizeof *g.first);
  g.edges = ha_arena_alloc(p->arena, p->edges.count * sizeof *g.edges);
  for (uint32_t e = 1; e < p->edges.count; e++)
    g.first[p->edges.at[e].from + 2]++;
  for (ha_loc l = 1; l <= p->locs.count; l++)
    g.first[l + 1] += g.first[l];
  for (uint32_t e = 1; e < p->edges.count; e++)
    g.edges[g.first[p->edges.at[e].from + 1]++] = e;
  return g;
}

static ha_expr guard(const struct ha_program *p, uint32_t e) {
  const struct ha_edge_row *edge = &p->edges.at[e];
  const struct ha_cmd_row *cmd = &p->cmds.at[edge->first];
  return edge->count && cmd->op == HA_CMD_ASSUME ? cmd->a : 0;
}

static const struct ha_expr_row *get(const struct ha_program *p, ha_expr e) {
  return &p->exprs.at[e];
}

/* The comparison that holds exactly when `op` does not, with the sides swapped if
 * *swapped; HA_EXPR_CONST if there is none. */
static enum ha_expr_op opposite(enum ha_expr_op op, bool *swapped) {
  *swapped = op != HA_EXPR_EQ && op != HA_EXPR_NE;
  switch (op) {
  case HA_EXPR_EQ:
    return HA_EXPR_NE;
  case HA_EXPR_NE:
    return HA_EXPR_EQ;
  case HA_EXPR_ULT:
    return HA_EXPR_ULE;
  case HA_EXPR_ULE:
    return HA_EXPR_ULT;
  case HA_EXPR_SLT:
    return HA_EXPR_SLE;
  case HA_EXPR_SLE:
    return HA_EXPR_SLT;
  default:
    return HA_EXPR_CONST;
  }
}

static bool both(const struct ha_program *p, ha_expr a, ha_expr b, ha_expr x,
                 ha_expr y) {
  return ha_expr_equal(p, a, x) && ha_expr_equal(p, b, y);
}

static bool differ(const struct ha_program *p, ha_expr a, ha_expr b) {
  const struct ha_expr_row *x = get(p, a), *y = get(p, b);
  return x->op == HA_EXPR_CONST && y->op == HA_EXPR_CONST && x->imm != y->imm;
}

/* Two conjuncts that cannot both hold. */
static bool clash(const struct ha_program *p, ha_expr a, ha_expr b) {
  const struct ha_expr_row *x = get(p, a), *y = get(p, b);
  bool swapped;
  enum ha_expr_op not_x = opposite(x->op, &swapped);
  if (x->op == HA_EXPR_NOT && ha_expr_equal(p, x->a, b))
    return true;
  if (y->op == HA_EXPR_NOT && ha_expr_equal(p, y->a, a))
    return true;
  if ((x->op == HA_EXPR_CONST && !x->imm) || (y->op == HA_EXPR_CONST && !y->imm))
    return true;
  if (x->op == HA_EXPR_EQ && y->op == HA_EXPR_EQ)
    return (ha_expr_equal(p, x->a, y->a) && differ(p, x->b, y->b)) ||
           (ha_expr_equal(p, x->b, y->b) && differ(p, x->a, y->a));
  if (not_x == HA_EXPR_CONST || y->op != not_x)
    return false;
  return swapped ? both(p, x->a, x->b, y->b, y->a) : both(p, x->a, x->b, y->a, y->b);
}

/* A disjunction excludes what both sides exclude, a conjunction what either does; the
 * former are split first, which loses nothing. */
static bool exclude(const struct ha_program *p, ha_expr a, ha_expr b) {
  const struct ha_expr_row *x = get(p, a), *y = get(p, b);
  if (clash(p, a, b))
    return true;
  if (x->op == HA_EXPR_LOR)
    return exclude(p, x->a, b) && exclude(p, x->b, b);
  if (y->op == HA_EXPR_LOR)
    return exclude(p, a, y->a) && exclude(p, a, y->b);
  if (x->op == HA_EXPR_LAND)
    return exclude(p, x->a, b) || exclude(p, x->b, b);
  return y->op == HA_EXPR_LAND && (exclude(p, a, y->a) || exclude(p, a, y->b));
}

static bool valid_branches(struct validator *v, const struct graph *g, ha_loc l) {
  for (uint32_t i = g->first[l]; i < g->first[l + 1]; i++) {
    ha_expr a = guard(v->p, g->edges[i]);
    if (!a)
      return ha_validator_fail(v, "location %u: a branch does not begin with assume",
                               l);
    for (uint32_t j = i + 1; j < g->first[l + 1]; j++) {
      ha_expr b = guard(v->p, g->edges[j]);
      if (b && !exclude(v->p, a, b))
        return ha_validator_fail(v, "location %u: two guards do not exclude each other",
                                 l);
    }
  }
  return true;
}

static bool valid_locations(struct validator *v, const struct graph *g) {
  for (ha_loc l = 1; l < v->p->locs.count; l++) {
    uint32_t count = g->first[l + 1] - g->first[l];
    if (v->p->locs.at[l].exit && count)
      return ha_validator_fail(v, "location %u is an exit with edges", l);
    if (!v->p->locs.at[l].exit && !count)
      return ha_validator_fail(v, "location %u is no exit and has no edge", l);
    if (count > 1 && !valid_branches(v, g, l))
      return false;
  }
  return true;
}

/* Depth-first with an explicit stack: without the edges into loop heads the graph must
 * have no cycle. */
static bool search(struct validator *v, const struct graph *g, ha_loc root,
                   uint8_t *colour, ha_loc *path, uint32_t *next) {
  enum { WHITE, GREY, BLACK };
  unsigned depth = 0;
  path[depth++] = root;
  colour[root] = GREY;
  next[root] = g->first[root];
  while (depth) {
    ha_loc l = path[depth - 1];
    if (next[l] == g->first[l + 1]) {
      colour[l] = BLACK;
      depth--;
      continue;
    }
    ha_loc to = v->p->edges.at[g->edges[next[l]++]].to;
    if (v->p->locs.at[to].loop_head || colour[to] == BLACK)
      continue;
    if (colour[to] == GREY)
      return ha_validator_fail(v, "a cycle through location %u has no loop head", to);
    colour[to] = GREY;
    next[to] = g->first[to];
    path[depth++] = to;
  }
  return true;
}

static bool valid_cycles(struct validator *v, const struct graph *g) {
  uint32_t count = v->p->locs.count;
  uint8_t *colour = ha_arena_alloc(v->p->arena, count * sizeof *colour);
  ha_loc *path = ha_arena_alloc(v->p->arena, count * sizeof *path);
  uint32_t *next = ha_arena_alloc(v->p->arena, count * sizeof *next);
  for (ha_loc l = 1; l < count; l++)
    if (!colour[l] && !search(v, g, l, colour, path, next))
      return false;
  return true;
}

enum assigned { UNREACHED, YES, NO }; /* NO: missing on some path */

static bool assigns(const struct ha_cmd_row *cmd, ha_var var) {
  return cmd->var == var &&
         (cmd->op == HA_CMD_ASSIGN || cmd->op == HA_CMD_LOAD || cmd->op == HA_CMD_NEW ||
          cmd->op == HA_CMD_ALLOCA || cmd->op == HA_CMD_HAVOC);
}

/* What is known of the result after an edge; a false assumption ends the path. */
static enum assigned after(const struct ha_program *p, const struct ha_edge_row *edge,
                           enum assigned before) {
  for (uint32_t i = 0; i < edge->count; i++) {
    const struct ha_cmd_row *cmd = &p->cmds.at[edge->first + i];
    const struct ha_expr_row *a = get(p, cmd->a);
    if ((cmd->op == HA_CMD_ASSUME || cmd->op == HA_CMD_ASSERT) &&
        a->op == HA_EXPR_CONST && a->imm == 0)
      return UNREACHED;
    if (assigns(cmd, p->result))
      before = YES;
  }
  return before;
}

/* Each location goes up at most twice, from UNREACHED over YES to NO, so a work list
 * without duplicates never holds more than all of them. */
static bool valid_result(struct validator *v, const struct graph *g) {
  const struct ha_program *p = v->p;
  uint8_t *state = ha_arena_alloc(p->arena, p->locs.count * sizeof *state);
  bool *waiting = ha_arena_alloc(p->arena, p->locs.count * sizeof *waiting);
  ha_loc *work = ha_arena_alloc(p->arena, p->locs.count * sizeof *work);
  unsigned count = 0;
  state[p->entry] = p->vars.at[p->result].kind == HA_VAR_PARAM ? YES : NO;
  work[count++] = p->entry;
  while (count) {
    ha_loc l = work[--count];
    waiting[l] = false;
    for (uint32_t i = g->first[l]; i < g->first[l + 1]; i++) {
      const struct ha_edge_row *edge = &p->edges.at[g->edges[i]];
      uint8_t reached = after(p, edge, state[l]);
      if (reached <= state[edge->to])
        continue;
      state[edge->to] = reached;
      if (!waiting[edge->to])
        work[count++] = edge->to;
      waiting[edge->to] = true;
    }
  }
  for (ha_loc l = 1; l < p->locs.count; l++)
    if (p->locs.at[l].exit && state[l] == NO)
      return ha_validator_fail(v, "location %u is reached without a result", l);
  return true;
}

bool ha_validator_graph(struct validator *v) {
  struct graph g = graph_of(v->p);
  return valid_locations(v, &g) && valid_cycles(v, &g) &&
         (!v->p->result || valid_result(v, &g));
}
