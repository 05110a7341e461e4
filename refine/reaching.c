/* A walk backwards from the load, over all edges that lead there.  The place looked
 * for is (base expression, field); a copy on the way renames the base, an allocation
 * of it ends the way: fresh memory is nobody's input. */
#include "reaching.h"

enum { WALK = 256 /* edges walked per load; beyond, the input is assumed */ };

/* The rest of an edge that is still to be walked, back from command `end`. */
struct stretch {
  uint32_t edge, end;
  ha_expr base;
};

struct ha_reaching {
  struct ha_arena *arena;
  const struct ha_program *program;
  uint32_t *first, *incoming; /* by location: incoming[first[l] .. first[l+1]) */
  uint32_t *edge_of;          /* by command */
  ha_expr *seen;              /* by edge: the base it was walked with */
  HA_VEC(struct stretch) work;
};

/* What the walk for one load, or for one variable, is about. */
struct quest {
  ha_field field; /* 0: the variable that is the base */
  bool input;
  bool own; /* a variable: null, or an address, made by the code */
  void (*stored)(void *context, ha_expr value);
  void *context;
};

struct ha_reaching *ha_reaching_new(struct ha_arena *arena,
                                    const struct ha_program *p) {
  struct ha_reaching *r = ha_arena_alloc(arena, sizeof *r);
  *r = (struct ha_reaching){.arena = arena, .program = p};
  r->first = ha_arena_alloc(arena, (p->locs.count + 2) * sizeof *r->first);
  r->incoming = ha_arena_alloc(arena, (p->edges.count + 1) * sizeof *r->incoming);
  r->edge_of = ha_arena_alloc(arena, p->cmds.count * sizeof *r->edge_of);
  r->seen = ha_arena_alloc(arena, (p->edges.count + 1) * sizeof *r->seen);
  for (uint32_t e = 1; e < p->edges.count; e++)
    r->first[p->edges.at[e].to + 2]++;
  for (ha_loc l = 1; l <= p->locs.count; l++)
    r->first[l + 1] += r->first[l];
  for (uint32_t e = 1; e < p->edges.count; e++) {
    const struct ha_edge_row *edge = &p->edges.at[e];
    r->incoming[r->first[edge->to + 1]++] = e;
    for (uint32_t c = 0; c < edge->count; c++)
      r->edge_of[edge->first + c] = e;
  }
  return r;
}

static ha_expr plain(const struct ha_program *p, ha_expr expr) {
  while (p->exprs.at[expr].op == HA_EXPR_CAST)
    expr = p->exprs.at[expr].a;
  return expr;
}

/* The variable at the bottom of a base; 0 if it is an object's address. */
static ha_var bottom(const struct ha_program *p, ha_expr base) {
  while (ha_expr_arity[p->exprs.at[base].op])
    base = p->exprs.at[base].a;
  return p->exprs.at[base].op == HA_EXPR_VAR ? (ha_var)p->exprs.at[base].imm : 0;
}

/* The base variable is set by `cmd`: is there a way on, and under which name? */
static bool rename_base(const struct ha_program *p, struct quest *q,
                        const struct ha_cmd_row *cmd, ha_expr *base) {
  if (cmd->op == HA_CMD_NEW || cmd->op == HA_CMD_ALLOCA)
    return false;
  ha_expr from = cmd->op == HA_CMD_ASSIGN ? plain(p, cmd->a) : 0;
  if (from && p->exprs.at[from].op == HA_EXPR_NULL)
    return false; /* nothing is loaded from null */
  if (!from || p->exprs.at[from].op != HA_EXPR_VAR ||
      p->exprs.at[*base].op != HA_EXPR_VAR) {
    q->input = true;
    return false;
  }
  *base = from;
  return true;
}

/* The variable looked for is set by `cmd`: to the value of another one? */
static bool trace_copy(const struct ha_program *p, struct quest *q,
                       const struct ha_cmd_row *cmd, ha_expr *base) {
  ha_expr from = cmd->op == HA_CMD_ASSIGN ? plain(p, cmd->a) : 0;
  unsigned op = p->exprs.at[from].op;
  q->own |= from && (op == HA_EXPR_NULL || op == HA_EXPR_OBJ || op == HA_EXPR_FIELD ||
                     op == HA_EXPR_CONTAINER || op == HA_EXPR_ELEM);
  *base = from;
  return from && op == HA_EXPR_VAR;
}

/* One command back; false if the way ends here. */
static bool step(const struct ha_program *p, struct quest *q,
                 const struct ha_cmd_row *cmd, ha_expr *base) {
  bool same_place = cmd->a && ha_expr_equal(p, plain(p, cmd->a), *base);
  ha_var var = bottom(p, *base);
  if (!q->field)
    return cmd->var != var || trace_copy(p, q, cmd, base);
  switch (cmd->op) {
  case HA_CMD_STORE:
    if (cmd->field != q->field || !same_place)
      return true;
    q->stored(q->context, cmd->b);
    return false;
  case HA_CMD_FILL:
    return !same_place;
  case HA_CMD_COPY:
    q->input |= same_place;
    return !same_place;
  default:
    return !var || cmd->var != var || rename_base(p, q, cmd, base);
  }
}

static void push_incoming(struct ha_reaching *r, struct quest *q, ha_loc loc,
                          ha_expr base) {
  const struct ha_program *p = r->program;
  q->input |= q->field && loc == p->entry;
  for (uint32_t i = r->first[loc]; i < r->first[loc + 1]; i++) {
    uint32_t e = r->incoming[i];
    const struct ha_edge_row *edge = &p->edges.at[e];
    if (r->seen[e] == base)
      continue;
    q->input |= q->field && r->seen[e]; /* a second name for one place: give up */
    if (r->seen[e])
      continue;
    r->seen[e] = base;
    HA_PUSH(r->arena, r->work, (struct stretch){e, edge->first + edge->count, base});
  }
}

static void walk(struct ha_reaching *r, struct quest *q) {
  const struct ha_program *p = r->program;
  for (unsigned walked = 0; walked < r->work.count && !q->input; walked++) {
    struct stretch s = r->work.at[walked];
    const struct ha_edge_row *edge = &p->edges.at[s.edge];
    bool goes_on = true;
    while (goes_on && s.end > edge->first)
      goes_on = step(p, q, &p->cmds.at[--s.end], &s.base);
    if (goes_on)
      push_incoming(r, q, edge->from, s.base);
    q->input |= walked == WALK;
  }
}

static void seek(struct ha_reaching *r, struct quest *q, uint32_t cmd, ha_expr base) {
  r->work.count = 0;
  HA_PUSH(r->arena, r->work, (struct stretch){r->edge_of[cmd], cmd, base});
  walk(r, q);
  for (unsigned i = 0; i < r->work.count; i++)
    r->seen[r->work.at[i].edge] = 0;
}

bool ha_reaching_input(struct ha_reaching *r, uint32_t cmd,
                       void (*stored)(void *context, ha_expr value), void *context) {
  const struct ha_cmd_row *load = &r->program->cmds.at[cmd];
  struct quest q = {.field = load->field, .stored = stored, .context = context};
  seek(r, &q, cmd, plain(r->program, load->a));
  return q.input;
}

bool ha_reaching_own(struct ha_reaching *r, uint32_t cmd, ha_expr value) {
  struct quest q = {0};
  ha_expr base = plain(r->program, value);
  if (r->program->exprs.at[base].op != HA_EXPR_VAR)
    return true;
  seek(r, &q, cmd, base);
  return q.own;
}
