/* Random programs, for round trips.  They mean nothing and need not be valid: every row
 * the text form can express is wanted, with types that the reader would not expect and
 * names that are words of the language. */
#ifndef HEAPABS_TEST_RANDOM_PROGRAM_H
#define HEAPABS_TEST_RANDOM_PROGRAM_H

#include "gcl/gcl.h"
#include <stdint.h>

struct dice {
  uint64_t state;
};

/* xorshift64*: the same programs on every run. */
static inline uint32_t roll(struct dice *dice, uint32_t sides) {
  dice->state ^= dice->state >> 12;
  dice->state ^= dice->state << 25;
  dice->state ^= dice->state >> 27;
  return (uint32_t)((dice->state * UINT64_C(2685821657736338717)) >> 33) % sides;
}

static inline uint64_t roll64(struct dice *dice) {
  uint64_t high = roll(dice, UINT32_C(1) << 31), low = roll(dice, UINT32_C(1) << 31);
  return (high << 32 | low) >> roll(dice, 64);
}

struct maker {
  struct dice dice;
  struct ha_arena *arena;
  struct ha_types *types;
  struct ha_program *p;
  HA_VEC(ha_type) all; /* types to pick from */
  HA_VEC(ha_field) fields;
};

static inline bool one_in(struct maker *m, uint32_t n) {
  return roll(&m->dice, n) == 0;
}

static inline const char *make_name(struct maker *m, uint32_t serial) {
  static const char *const odd[] = {"x",    "null", "i32",      "new",   "two words",
                                    "f.x",  "at",   "live",     "a\"b",  "havoc-field",
                                    "loop", "ü",    "back\\up", "const", "tab\there",
                                    "\x01", "zero", "struct",   "goto",  "$1"};
  const char *base = odd[roll(&m->dice, sizeof odd / sizeof *odd)];
  return one_in(m, 2) ? ha_arena_printf(m->arena, "v%u", serial)
                      : ha_arena_printf(m->arena, "%s%.*u", base, serial > 15, serial);
}

static inline ha_type pick_type(struct maker *m) {
  return m->all.at[roll(&m->dice, m->all.count)];
}

static inline bool is_scalar(struct maker *m, ha_type type) {
  enum ha_type_kind kind = ha_type_get(m->types, type)->kind;
  return kind == HA_TYPE_INT || kind == HA_TYPE_FLOAT || kind == HA_TYPE_PTR;
}

static inline ha_type pick_scalar(struct maker *m) {
  ha_type type;
  do
    type = pick_type(m);
  while (!is_scalar(m, type));
  return type;
}

static inline ha_type pick_pointer(struct maker *m) {
  return ha_type_ptr(m->types, pick_type(m));
}

static inline void make_record(struct maker *m, uint32_t serial) {
  const char *name = one_in(m, 4) ? NULL : make_name(m, serial);
  ha_type record = ha_type_record(m->types, name, one_in(m, 4));
  HA_PUSH(m->arena, m->all, ha_type_ptr(m->types, record));
  if (name && one_in(m, 5))
    ha_type_set_by_typedef(m->types, record);
  if (one_in(m, 6))
    return; /* incomplete */
  struct ha_field_info fields[8] = {{0}};
  unsigned count = roll(&m->dice, 8);
  for (unsigned i = 0; i < count; i++) {
    struct ha_field_info *field = &fields[i];
    do
      field->type = pick_type(m);
    while (ha_type_get(m->types, field->type)->kind == HA_TYPE_VOID ||
           ha_type_get(m->types, field->type)->kind == HA_TYPE_FUNC ||
           ha_type_get(m->types, field->type)->size > 1000);
    field->name = one_in(m, 6) ? "" : make_name(m, i);
    field->offset = roll(&m->dice, 64);
    if (ha_type_get(m->types, field->type)->kind == HA_TYPE_INT && one_in(m, 2)) {
      field->bit_offset = (uint8_t)roll(&m->dice, 4);
      field->bit_width = (uint8_t)(1 + roll(&m->dice, 4));
    }
  }
  ha_type_complete(m->types, record, 2000, fields, count);
  HA_PUSH(m->arena, m->all, record);
  for (unsigned i = 0; i < count; i++)
    HA_PUSH(m->arena, m->fields, ha_type_get(m->types, record)->first + i);
}

static inline void make_types(struct maker *m) {
  HA_PUSH(m->arena, m->all, 0);
  HA_PUSH(m->arena, m->all, ha_type_func(m->types));
  HA_PUSH(m->arena, m->all, ha_type_float(m->types, 8));
  static const unsigned widths[] = {1, 8, 16, 32, 33, 64, 128};
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
    for (int is_signed = 0; is_signed < 2; is_signed++)
      HA_PUSH(m->arena, m->all, ha_type_int(m->types, widths[i], is_signed));
  HA_PUSH(m->arena, m->fields, ha_type_cell(m->types, pick_scalar(m)));
  for (uint32_t i = 0; i < 12; i++) {
    make_record(m, i);
    HA_PUSH(m->arena, m->all, pick_pointer(m));
    ha_type elem = pick_pointer(m);
    HA_PUSH(m->arena, m->all, ha_type_array(m->types, elem, roll(&m->dice, 5)));
    HA_PUSH(m->arena, m->fields, ha_type_cell(m->types, pick_scalar(m)));
  }
}

static inline ha_pos make_pos(struct maker *m) {
  if (one_in(m, 3))
    return 0;
  static const char *const files[] = {"a.c", "a.c", "dir/b \"x\".h", NULL};
  static const char *const functions[] = {"f", "f", "g", "at", NULL};
  struct ha_pos_row pos = {.file = files[roll(&m->dice, 4)],
                           .line = roll(&m->dice, 1000),
                           .column = roll(&m->dice, 80),
                           .function = functions[roll(&m->dice, 5)]};
  if (one_in(m, 2)) {
    pos.end_line = pos.line + 1;
    pos.end_column = roll(&m->dice, 80);
  }
  if (one_in(m, 3))
    pos.call = roll(&m->dice, m->p->poss.count);
  HA_PUSH(m->arena, m->p->poss, pos);
  return m->p->poss.count - 1;
}

static inline void make_object(struct maker *m, uint32_t serial) {
  struct ha_obj_row obj = {.kind = roll(&m->dice, 4), .type = pick_type(m)};
  obj.name = ha_arena_printf(m->arena, "%s.%u", make_name(m, serial), serial);
  obj.size = roll(&m->dice, 64);
  obj.is_const = one_in(m, 2);
  obj.is_extern = one_in(m, 4);
  if (one_in(m, 2)) {
    uint8_t *init = ha_arena_alloc(m->arena, obj.size);
    for (uint64_t i = 0; i < obj.size; i++)
      init[i] = one_in(m, 3) ? (uint8_t)roll(&m->dice, 256) : 0;
    obj.init = init;
  }
  for (uint64_t offset = 0; offset + 8 <= obj.size && one_in(m, 2); offset += 8) {
    struct ha_reloc reloc = {.offset = offset, .target = 1 + roll(&m->dice, 4)};
    if (one_in(m, 2))
      reloc.addend = (int64_t)roll(&m->dice, 100) - 50;
    HA_PUSH(m->arena, obj.relocs, reloc);
  }
  obj.pos = make_pos(m);
  HA_PUSH(m->arena, m->p->objs, obj);
}

static inline void make_variable(struct maker *m, uint32_t serial) {
  struct ha_var_row var = {.kind = roll(&m->dice, 4), .type = pick_scalar(m)};
  var.name =
      ha_arena_printf(m->arena, "%s%.*u", make_name(m, serial), serial > 0, serial);
  var.source_name = one_in(m, 2) ? var.name : one_in(m, 2) ? NULL : "y";
  var.pos = make_pos(m);
  HA_PUSH(m->arena, m->p->vars, var);
}

static inline ha_expr make_expr(struct maker *m, unsigned depth);

static inline ha_expr make_atom(struct maker *m) {
  struct ha_expr_row row = {.op = roll(&m->dice, HA_EXPR_FORMULA + 1)};
  row.type = row.op == HA_EXPR_NULL ? pick_pointer(m) : pick_scalar(m);
  const struct ha_type_info *type = ha_type_get(m->types, row.type);
  switch (row.op) {
  case HA_EXPR_CONST:
    row.imm = roll64(&m->dice);
    if (one_in(m, 3))
      row.imm = ~row.imm;
    if (type->kind == HA_TYPE_INT && type->bits < 64)
      row.imm &= (UINT64_C(1) << type->bits) - 1;
    else if (type->size < 8)
      row.imm &= (UINT64_C(1) << 8 * type->size) - 1;
    break;
  case HA_EXPR_VAR:
    row.imm = 1 + roll(&m->dice, m->p->vars.count - 1);
    if (!one_in(m, 8))
      row.type = m->p->vars.at[row.imm].type;
    break;
  case HA_EXPR_FORMULA:
    row.imm = 1 + roll(&m->dice, m->p->formulas.count - 1);
    row.type = ha_type_truth(m->types);
    break;
  case HA_EXPR_OBJ:
    row.imm = 1 + roll(&m->dice, m->p->objs.count - 1);
    if (!one_in(m, 8))
      row.type = ha_type_ptr(m->types, m->p->objs.at[row.imm].type);
    break;
  }
  return ha_expr_intern(m->p, row);
}

/* Often of the type a reader expects, to see that it is left out and found again. */
static inline ha_type make_result_type(struct maker *m, const struct ha_expr_row *row) {
  if (one_in(m, 2))
    return ha_type_truth(m->types);
  return one_in(m, 2) ? m->p->exprs.at[row->a].type : pick_scalar(m);
}

static inline ha_expr make_expr(struct maker *m, unsigned depth) {
  if (depth == 0 || one_in(m, 4))
    return make_atom(m);
  struct ha_expr_row row = {.op = HA_EXPR_ADD +
                                  roll(&m->dice, HA_EXPR_MEMCMP + 1 - HA_EXPR_ADD)};
  ha_expr *const operands[] = {&row.a, &row.b, &row.c};
  for (unsigned i = 0; i < ha_expr_arity[row.op]; i++)
    *operands[i] = make_expr(m, depth - 1);
  if (row.op == HA_EXPR_NOLEAK && one_in(m, 2))
    row.a = 0;
  if (row.op == HA_EXPR_ELEM)
    row.imm = pick_type(m);
  if (row.op == HA_EXPR_FIELD || row.op == HA_EXPR_CONTAINER)
    row.imm = m->fields.at[roll(&m->dice, m->fields.count)];
  row.type =
      row.op == HA_EXPR_FIELD || row.op == HA_EXPR_CONTAINER || row.op == HA_EXPR_ELEM
          ? pick_pointer(m)
          : make_result_type(m, &row);
  return ha_expr_intern(m->p, row);
}

/* A column that the command does not have stays empty: it has no text either. */
static inline void clear_columns(struct ha_cmd_row *cmd) {
  static const uint8_t operands[] = {
      [HA_CMD_ASSUME] = 1, [HA_CMD_ASSERT] = 1,      [HA_CMD_ASSIGN] = 1,
      [HA_CMD_LOAD] = 1,   [HA_CMD_STORE] = 2,       [HA_CMD_NEW] = 1,
      [HA_CMD_ALLOCA] = 1, [HA_CMD_FREE] = 1,        [HA_CMD_HAVOC_FIELD] = 1,
      [HA_CMD_COPY] = 3,   [HA_CMD_HAVOC_BYTES] = 2, [HA_CMD_HAVOC_REACH] = 1,
      [HA_CMD_FILL] = 3,   [HA_CMD_NOTE] = 1,        [HA_CMD_UNWIND] = 1};
  bool allocates = cmd->op == HA_CMD_NEW || cmd->op == HA_CMD_ALLOCA;
  bool accesses = cmd->op == HA_CMD_LOAD || cmd->op == HA_CMD_STORE ||
                  cmd->op == HA_CMD_HAVOC_FIELD;
  if (operands[cmd->op] < 3)
    cmd->c = 0;
  if (operands[cmd->op] < 2)
    cmd->b = 0;
  if (operands[cmd->op] < 1)
    cmd->a = 0;
  if (!allocates)
    cmd->type = 0;
  if (!accesses)
    cmd->field = 0;
  if (cmd->op != HA_CMD_ENTER && cmd->op != HA_CMD_LEAVE)
    cmd->object = 0;
}

static inline void make_command(struct maker *m) {
  struct ha_cmd_row cmd = {.op = roll(&m->dice, HA_CMD_FILL + 1), .pos = make_pos(m)};
  cmd.var = 1 + roll(&m->dice, m->p->vars.count - 1);
  cmd.a = make_expr(m, 4);
  cmd.b = make_expr(m, 3);
  cmd.c = make_expr(m, 2);
  cmd.field = m->fields.at[roll(&m->dice, m->fields.count)];
  cmd.type = pick_type(m);
  cmd.object = 1 + roll(&m->dice, m->p->objs.count - 1);
  cmd.check = 1 + roll(&m->dice, m->p->checks.count - 1);
  cmd.origin = (uint8_t)roll(&m->dice, HA_ORIGIN_UNMODELLED + 1);
  cmd.callee = one_in(m, 2) ? make_name(m, 3) : NULL;
  if (cmd.op == HA_CMD_HAVOC_REACH && one_in(m, 2))
    cmd.a = 0;
  clear_columns(&cmd);
  ha_cmd_push(m->p, cmd);
}

static inline void make_formula(struct maker *m) {
  struct ha_formula_row row = {.kind = roll(&m->dice, HA_FORMULA_KINDS),
                               .text = "x != \"null\"",
                               .pos = make_pos(m)};
  for (uint32_t i = roll(&m->dice, 3); i; i--) {
    struct ha_formula_name name = {.name = make_name(m, i)};
    if (one_in(m, 3))
      name.ghost = 1 + roll(&m->dice, 3);
    else if (one_in(m, 2))
      name.object = 1 + roll(&m->dice, m->p->objs.count - 1);
    else
      name.var = 1 + roll(&m->dice, m->p->vars.count - 1);
    HA_PUSH(m->arena, row.names, name);
  }
  HA_PUSH(m->arena, m->p->formulas, row);
}

static inline void make_graph(struct maker *m) {
  uint32_t count = 2 + roll(&m->dice, 5);
  for (ha_loc l = 1; l <= count; l++) {
    HA_PUSH(m->arena, m->p->locs,
            (struct ha_loc_row){
                .loop_head = one_in(m, 3), .exit = one_in(m, 3), .pos = make_pos(m)});
    for (uint32_t edges = roll(&m->dice, 3); edges; edges--) {
      ha_edge_begin(m->p, l, 1 + roll(&m->dice, count));
      for (uint32_t commands = roll(&m->dice, 5); commands; commands--)
        make_command(m);
    }
  }
  m->p->entry = 1 + roll(&m->dice, count);
}

static inline struct ha_program *random_program(struct ha_arena *arena, uint64_t seed) {
  struct maker maker = {.dice = {seed * 0x9e3779b97f4a7c15 + 1}, .arena = arena};
  struct maker *m = &maker;
  m->types = ha_types_new(arena, one_in(m, 3) ? 4 : 8);
  m->p = ha_program_new(arena, m->types, "f");
  m->p->is_static = one_in(m, 2);
  m->p->address_taken = one_in(m, 2);
  m->p->has_recursion = one_in(m, 2);
  make_types(m);
  for (uint32_t i = 1; i <= 4; i++)
    make_object(m, i);
  for (uint32_t i = 0; i < 8; i++)
    make_variable(m, i);
  for (uint32_t i = roll(&m->dice, 3); i; i--)
    HA_PUSH(arena, m->p->params, 1 + roll(&m->dice, 8));
  m->p->result = roll(&m->dice, 9);
  for (uint32_t i = 0; i < 3; i++)
    HA_PUSH(arena, m->p->checks,
            (struct ha_check_row){.kind = roll(&m->dice, HA_CHECK_KINDS),
                                  .pos = make_pos(m),
                                  .text = one_in(m, 3) ? "" : "p->next[\"a\"]",
                                  .base = one_in(m, 3) ? "" : "p"});
  for (uint32_t i = 0; i < 3; i++)
    make_formula(m);
  for (uint32_t i = roll(&m->dice, 3); i; i--)
    HA_PUSH(arena, m->p->limitations,
            (struct ha_limitation){.pos = make_pos(m), .what = "unknown-call:qsort"});
  make_graph(m);
  return m->p;
}

#endif
