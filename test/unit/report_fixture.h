/* A program with a refuted check, built by hand: what the report tests start from.
 *
 *   struct node { int data; struct node *next; };
 *   1 int f(struct node *x) {
 *   2   struct node *y = x->next;
 *   3   return y->data;           // null-deref of 'y' if x is the only node
 *   4 } */
#ifndef HEAPABS_TEST_REPORT_FIXTURE_H
#define HEAPABS_TEST_REPORT_FIXTURE_H

#include "gcl/gcl.h"
#include "gcl/interp.h"
#include "gcl/verdict.h"
#include <stdio.h>
#include <string.h>

static unsigned failures;

#define EXPECT(condition)                                                              \
  do {                                                                                 \
    if (!(condition)) {                                                                \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                           \
      failures++;                                                                      \
    }                                                                                  \
  } while (0)

/* Prints the text, too: a test that looks for a part of it is hard to read without. */
#define EXPECT_HAS(text, part)                                                         \
  do {                                                                                 \
    if (!strstr(text, part)) {                                                         \
      printf("%s:%d: no \"%s\" in:\n%s\n", __FILE__, __LINE__, part, text);            \
      failures++;                                                                      \
    }                                                                                  \
  } while (0)

struct fixture {
  struct ha_arena *arena;
  struct ha_types *types;
  struct ha_program *program;
  ha_type node, node_ptr, int32;
  ha_field data, next;
  ha_var x, y;
  struct ha_result result;
  struct ha_check_result checks[8];
  struct ha_witness witness;
};

static inline ha_pos fixture_pos(struct fixture *f, unsigned line, unsigned column,
                                 const char *function, ha_pos call) {
  HA_PUSH(f->arena, f->program->poss,
          (struct ha_pos_row){.file = "f.c",
                              .line = line,
                              .column = column,
                              .function = function,
                              .call = call});
  return f->program->poss.count - 1;
}

static inline void fixture_types(struct fixture *f) {
  f->types = ha_types_new(f->arena, 8);
  f->int32 = ha_type_int(f->types, 32, true);
  f->node = ha_type_record(f->types, "node", false);
  f->node_ptr = ha_type_ptr(f->types, f->node);
  struct ha_field_info fields[] = {
      {.owner = f->node, .name = "data", .offset = 0, .type = f->int32},
      {.owner = f->node, .name = "next", .offset = 8, .type = f->node_ptr}};
  ha_type_complete(f->types, f->node, 16, fields, 2);
  f->data = ha_field_find(f->types, f->node, "data");
  f->next = ha_field_find(f->types, f->node, "next");
}

static inline ha_var fixture_var(struct fixture *f, const char *name,
                                 enum ha_var_kind kind, ha_type type) {
  HA_PUSH(f->arena, f->program->vars,
          (struct ha_var_row){
              .name = name, .source_name = name, .kind = kind, .type = type});
  return f->program->vars.count - 1;
}

static inline ha_check fixture_check(struct fixture *f, enum ha_check_kind kind,
                                     ha_pos pos, const char *text, const char *base) {
  HA_PUSH(f->arena, f->program->checks, (struct ha_check_row){kind, pos, text, base});
  return f->program->checks.count - 1;
}

static inline void fixture_body(struct fixture *f, ha_pos second, ha_pos third) {
  struct ha_program *p = f->program;
  for (int i = 0; i < 2; i++)
    HA_PUSH(f->arena, p->locs, (struct ha_loc_row){.exit = i == 1});
  p->entry = 1;
  p->locs.at[1].pos = fixture_pos(f, 1, 5, "f", 0);
  ha_edge_begin(p, 1, 2);
  ha_expr x = ha_expr_var(p, f->x), y = ha_expr_var(p, f->y);
  ha_expr null = ha_expr_null(p, f->node_ptr);
  ha_type truth = ha_type_int(f->types, 1, false);
  ha_check on_x = fixture_check(f, HA_CHECK_NULL_DEREF, second, "x->next", "x");
  ha_check on_y = fixture_check(f, HA_CHECK_NULL_DEREF, third, "y->data", "y");
  ha_cmd_push(p,
              (struct ha_cmd_row){.op = HA_CMD_ASSERT,
                                  .a = ha_expr_make(p, HA_EXPR_NE, truth, x, null, 0),
                                  .check = on_x,
                                  .pos = second});
  ha_cmd_push(
      p, (struct ha_cmd_row){
             .op = HA_CMD_LOAD, .var = f->y, .a = x, .field = f->next, .pos = second});
  ha_cmd_push(p,
              (struct ha_cmd_row){.op = HA_CMD_ASSERT,
                                  .a = ha_expr_make(p, HA_EXPR_NE, truth, y, null, 0),
                                  .check = on_y,
                                  .pos = third});
  ha_cmd_push(
      p,
      (struct ha_cmd_row){
          .op = HA_CMD_LOAD, .var = p->result, .a = y, .field = f->data, .pos = third});
}

/* One node: data 7, next null. */
static inline void fixture_witness(struct fixture *f) {
  struct ha_machine *machine = ha_machine_new(f->arena, 8);
  struct ha_run *run = ha_run_new(f->arena, f->program, machine, false);
  ha_block block = ha_machine_alloc(machine, HA_BLOCK_ENTRY, 16, f->node, NULL);
  uint64_t address = ha_machine_block(machine, block)->address;
  ha_machine_write(machine, address, 4, (struct ha_value){.bits = 7});
  struct ha_value *args = ha_arena_alloc(f->arena, sizeof *args);
  args->bits = address;
  f->witness = (struct ha_witness){
      .entry = machine, .args = args, .obj_address = run->obj_address};
}

/* With `callee`, line 3 lies in a function of that name, called at line 9 of f. */
static inline void fixture_init(struct fixture *f, const char *callee) {
  memset(f, 0, sizeof *f);
  f->arena = ha_arena_new();
  fixture_types(f);
  struct ha_program *p = f->program = ha_program_new(f->arena, f->types, "f");
  f->x = fixture_var(f, "x", HA_VAR_PARAM, f->node_ptr);
  f->y = fixture_var(f, "y", HA_VAR_LOCAL, f->node_ptr);
  p->result = fixture_var(f, "result", HA_VAR_RESULT, f->int32);
  HA_PUSH(f->arena, p->params, f->x);
  ha_pos call = callee ? fixture_pos(f, 9, 3, "f", 0) : 0;
  ha_pos third = fixture_pos(f, 3, 13, callee ? callee : "f", call);
  fixture_body(f, fixture_pos(f, 2, 23, "f", 0), third);
  fixture_witness(f);
  HA_PUSH(f->arena, f->witness.steps,
          (struct ha_step){third, "", "x = n0 → NULL, y = NULL", NULL});
  f->checks[1] = (struct ha_check_result){.verdict = HA_PROVED, .engine = "test"};
  f->checks[2] = (struct ha_check_result){
      .verdict = HA_REFUTED, .engine = "test", .witness = &f->witness};
  f->result = (struct ha_result){.program = p,
                                 .verdict = HA_REFUTED,
                                 .engine = "test",
                                 .ms = 1.25,
                                 .checks = f->checks};
}

static inline int fixture_end(void) {
  EXPECT(ha_arena_live() == 0);
  return failures ? 1 : 0;
}

#endif
