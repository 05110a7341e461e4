/* Commands and source positions. */
#include "parser.h"
#include "typing.h"
#include <string.h>

static uint32_t coordinate(struct parser *ps, const char *what) {
  return (uint32_t)ha_parser_number(ps, UINT32_MAX, what);
}

static const char *parse_file(struct parser *ps) {
  const char *file = ps->file;
  if (ha_parser_accept(ps, "?"))
    file = NULL;
  else if (ha_parser_peek(ps, 0)->kind == HA_TOKEN_QUOTED)
    file = ha_parser_string(ps, NULL);
  else
    return file;
  ha_parser_expect(ps, ":");
  return file;
}

static struct ha_pos_row parse_point(struct parser *ps) {
  struct ha_pos_row row = {.file = parse_file(ps), .function = ps->p->name};
  row.line = coordinate(ps, "a line");
  ha_parser_expect(ps, ":");
  row.column = coordinate(ps, "a column");
  if (ha_parser_accept(ps, "-")) {
    row.end_line = coordinate(ps, "a line");
    ha_parser_expect(ps, ":");
    row.end_column = coordinate(ps, "a column");
  }
  if (ha_parser_accept(ps, "in")) {
    const char *function = ha_parser_name(ps, "a function");
    row.function = *function ? function : NULL;
  }
  return row;
}

/* Equal positions are one row, found by a key that spells them out. */
static ha_pos intern_pos(struct parser *ps, struct ha_pos_row row) {
  const char *key =
      ha_arena_printf(ps->arena, "%u:%u-%u:%u<%u %s\n%s", row.line, row.column,
                      row.end_line, row.end_column, row.call,
                      row.function ? row.function : "\n", row.file ? row.file : "\n");
  ha_pos known = ha_names_get(&ps->poss, key);
  if (known)
    return known;
  HA_PUSH(ps->arena, ps->p->poss, row);
  ha_names_put(ps->arena, &ps->poss, key, ps->p->poss.count - 1);
  return ps->p->poss.count - 1;
}

/* `inner < outer < outermost`; a call gets its row before what it calls. */
ha_pos ha_parser_pos(struct parser *ps) {
  if (!ha_parser_accept(ps, "at"))
    return 0;
  HA_VEC(struct ha_pos_row) chain = {0};
  do {
    struct ha_pos_row row = parse_point(ps);
    HA_PUSH(ps->arena, chain, row);
  } while (ha_parser_accept(ps, "<"));
  ha_pos pos = 0;
  while (!ps->failed && chain.count) {
    chain.at[--chain.count].call = pos;
    pos = intern_pos(ps, chain.at[chain.count]);
  }
  return pos;
}

static void parse_operand(struct parser *ps, struct ha_cmd_row *cmd, unsigned index) {
  ha_expr *const operands[] = {&cmd->a, &cmd->b, &cmd->c};
  if (!ps->failed)
    *operands[index] = ha_parser_expr(ps, ha_typing_command(ps->p, cmd, index));
}

static void parse_operands(struct parser *ps, struct ha_cmd_row *cmd, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    if (i)
      ha_parser_expect(ps, ",");
    parse_operand(ps, cmd, i);
  }
}

/* `*base` or `base->field`. */
static void parse_access(struct parser *ps, struct ha_cmd_row *cmd) {
  bool cell = ha_parser_accept(ps, "*");
  uint32_t where = ps->at;
  cmd->a = ha_parser_base(ps);
  if (!cell)
    ha_parser_expect(ps, "->");
  if (ps->failed)
    return;
  ha_type base = ps->p->exprs.at[cmd->a].type;
  if (!cell) {
    cmd->field = ha_parser_selection(ps, base);
    return;
  }
  ha_type scalar = ha_typing_pointee(ps->p, base);
  enum ha_type_kind kind = ha_type_get(ps->p->types, scalar)->kind;
  if (kind == HA_TYPE_INT || kind == HA_TYPE_FLOAT || kind == HA_TYPE_PTR)
    cmd->field = ha_type_cell(ps->p->types, scalar);
  else
    ha_parser_fail_at(ps, where, "the base points to no scalar; say base->T::*");
}

/* Is there an access here, a LOAD's or STORE's? */
static bool sees_access(const struct parser *ps) {
  const struct ha_token *token = ha_parser_peek(ps, 0);
  if (ha_parser_sees(ps, "*"))
    return true;
  if (ha_parser_sees(ps, "("))
    return token->match && ha_parser_sees_ahead(ps, token->match - ps->at + 1, "->");
  return ha_parser_sees_name(ps, 0) && ha_parser_sees_ahead(ps, 1, "->");
}

static void parse_new(struct parser *ps, struct ha_cmd_row *cmd, enum ha_cmd_op op) {
  cmd->op = op;
  cmd->type = ha_parser_type(ps);
  ha_parser_expect(ps, ",");
  parse_operand(ps, cmd, 0);
}

static void parse_assignment(struct parser *ps, struct ha_cmd_row *cmd) {
  if (sees_access(ps)) {
    cmd->op = HA_CMD_STORE;
    parse_access(ps, cmd);
    ha_parser_expect(ps, ":=");
    parse_operand(ps, cmd, 1);
    return;
  }
  cmd->var = ha_parser_var(ps);
  ha_parser_expect(ps, ":=");
  if (ha_parser_accept(ps, ha_cmd_text[HA_CMD_NEW])) {
    parse_new(ps, cmd, HA_CMD_NEW);
  } else if (ha_parser_accept(ps, ha_cmd_text[HA_CMD_ALLOCA])) {
    parse_new(ps, cmd, HA_CMD_ALLOCA);
  } else if (sees_access(ps)) {
    cmd->op = HA_CMD_LOAD;
    parse_access(ps, cmd);
  } else {
    cmd->op = HA_CMD_ASSIGN;
    parse_operand(ps, cmd, 0);
  }
}

static void parse_assert(struct parser *ps, struct ha_cmd_row *cmd) {
  parse_operand(ps, cmd, 0);
  ha_parser_expect(ps, "@");
  uint32_t where = ps->at;
  cmd->check = (ha_check)ha_parser_number(ps, UINT32_MAX, "a check");
  if (!ps->failed && (cmd->check == 0 || cmd->check >= ps->p->checks.count))
    ha_parser_fail_at(ps, where, "there is no such check");
}

static void parse_origin(struct parser *ps, struct ha_cmd_row *cmd) {
  enum {
#define HA_ORIGIN(name, text, free_choice) ORIGIN_##name,
#include "origins.def"
#undef HA_ORIGIN
    ORIGINS
  };
  if (cmd->op != HA_CMD_HAVOC && !ha_parser_sees(ps, "("))
    return;
  ha_parser_expect(ps, "(");
  cmd->origin = (uint8_t)ha_parser_one_of(ps, ha_origin_text, ORIGINS, "an origin");
  if (!ha_parser_sees(ps, ")"))
    cmd->callee = ha_parser_name(ps, "a function");
  ha_parser_expect(ps, ")");
}

static void parse_havoc(struct parser *ps, struct ha_cmd_row *cmd) {
  if (cmd->op == HA_CMD_HAVOC)
    cmd->var = ha_parser_var(ps);
  else if (cmd->op == HA_CMD_HAVOC_FIELD)
    parse_access(ps, cmd);
  else if (cmd->op == HA_CMD_HAVOC_BYTES)
    parse_operands(ps, cmd, 2);
  else if (!ha_parser_accept(ps, "globals"))
    parse_operands(ps, cmd, 1);
  parse_origin(ps, cmd);
}

static void parse_object(struct parser *ps, struct ha_cmd_row *cmd) {
  uint32_t where = ps->at;
  cmd->object = ha_names_get(&ps->objs, ha_parser_name(ps, "an object"));
  if (!cmd->object)
    ha_parser_fail_at(ps, where, "there is no such object");
}

/* What follows the keyword. */
static void parse_rest(struct parser *ps, struct ha_cmd_row *cmd) {
  switch ((enum ha_cmd_op)cmd->op) {
  case HA_CMD_ASSERT:
    parse_assert(ps, cmd);
    break;
  case HA_CMD_ASSUME:
  case HA_CMD_NOTE:
  case HA_CMD_UNWIND:
  case HA_CMD_FREE:
    parse_operands(ps, cmd, 1);
    break;
  case HA_CMD_COPY:
  case HA_CMD_FILL:
    parse_operands(ps, cmd, 3);
    break;
  case HA_CMD_ENTER:
  case HA_CMD_LEAVE:
    parse_object(ps, cmd);
    break;
  case HA_CMD_HAVOC:
  case HA_CMD_HAVOC_FIELD:
  case HA_CMD_HAVOC_BYTES:
  case HA_CMD_HAVOC_REACH:
    parse_havoc(ps, cmd);
    break;
  default: /* skip; the rest has no keyword in front */
    break;
  }
}

static bool has_keyword(enum ha_cmd_op op) {
  return op != HA_CMD_ASSIGN && op != HA_CMD_LOAD && op != HA_CMD_STORE &&
         op != HA_CMD_NEW && op != HA_CMD_ALLOCA;
}

void ha_parser_cmd(struct parser *ps) {
  struct ha_cmd_row cmd = {0};
  unsigned op = HA_CMD_SKIP;
  while (op <= HA_CMD_FILL && !(has_keyword(op) && ha_parser_sees(ps, ha_cmd_text[op])))
    op++;
  if (op <= HA_CMD_FILL) {
    cmd.op = (uint8_t)op;
    ps->at++;
    parse_rest(ps, &cmd);
  } else {
    parse_assignment(ps, &cmd);
  }
  cmd.pos = ha_parser_pos(ps);
  ha_parser_expect(ps, ";");
  if (!ps->failed)
    ha_cmd_push(ps->p, cmd);
}
