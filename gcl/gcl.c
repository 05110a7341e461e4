/* Construction of programs: tables, edges, commands. */
#include "gcl.h"
#include <assert.h>

const char *const ha_expr_text[] = {
#define HA_EXPR(name, text, arity, form) text,
#include "expr_op.def"
#undef HA_EXPR
};

const uint8_t ha_expr_arity[] = {
#define HA_EXPR(name, text, arity, form) arity,
#include "expr_op.def"
#undef HA_EXPR
};

const char *const ha_cmd_text[] = {
#define HA_CMD(name, text) text,
#include "gcl_op.def"
#undef HA_CMD
};

const char *const ha_check_id[] = {
#define HA_CHECK(name, id, cwe, on, memory) id,
#include "checks.def"
#undef HA_CHECK
};

const int ha_check_cwe[] = {
#define HA_CHECK(name, id, cwe, on, memory) cwe,
#include "checks.def"
#undef HA_CHECK
};

const char *const ha_origin_text[] = {
#define HA_ORIGIN(name, text, free_choice) text,
#include "origins.def"
#undef HA_ORIGIN
};

const char *const ha_formula_kind_text[] = {
#define HA_FORMULA(name, text) text,
#include "formulas.def"
#undef HA_FORMULA
};

const bool ha_origin_is_free_choice[] = {
#define HA_ORIGIN(name, text, free_choice) free_choice,
#include "origins.def"
#undef HA_ORIGIN
};

struct ha_program *ha_program_new(struct ha_arena *arena, struct ha_types *types,
                                  const char *name) {
  struct ha_program *p = ha_arena_alloc(arena, sizeof *p);
  p->arena = arena;
  p->types = types;
  p->name = ha_arena_strdup(arena, name);
  HA_PUSH(arena, p->exprs, (struct ha_expr_row){0});
  HA_PUSH(arena, p->vars, (struct ha_var_row){0});
  HA_PUSH(arena, p->objs, (struct ha_obj_row){0});
  HA_PUSH(arena, p->poss, (struct ha_pos_row){0});
  HA_PUSH(arena, p->checks, (struct ha_check_row){0});
  HA_PUSH(arena, p->formulas, (struct ha_formula_row){0});
  HA_PUSH(arena, p->locs, (struct ha_loc_row){0});
  HA_PUSH(arena, p->edges, (struct ha_edge_row){0});
  HA_PUSH(arena, p->cmds, (struct ha_cmd_row){0});
  return p;
}

uint32_t ha_edge_begin(struct ha_program *p, ha_loc from, ha_loc to) {
  struct ha_edge_row edge = {.from = from, .to = to, .first = p->cmds.count};
  HA_PUSH(p->arena, p->edges, edge);
  return p->edges.count - 1;
}

void ha_cmd_push(struct ha_program *p, struct ha_cmd_row cmd) {
  assert(p->edges.count > 1 && "a command before the first edge");
  HA_PUSH(p->arena, p->cmds, cmd);
  p->edges.at[p->edges.count - 1].count++;
}
