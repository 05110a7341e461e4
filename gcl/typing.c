/* One switch per question; see the header for what they are for. */
#include "typing.h"

static ha_type truth(const struct ha_program *p) { return ha_type_truth(p->types); }

static ha_type size(const struct ha_program *p) { return ha_type_size(p->types); }

static ha_type address(const struct ha_program *p) { return ha_type_ptr(p->types, 0); }

ha_type ha_typing_pointee(const struct ha_program *p, ha_type pointer) {
  const struct ha_type_info *info = ha_type_get(p->types, pointer);
  return info->kind == HA_TYPE_PTR ? info->elem : 0;
}

ha_type ha_typing_operand(const struct ha_program *p, enum ha_expr_op op,
                          unsigned index, ha_type wanted, ha_type first) {
  switch (op) {
  case HA_EXPR_EQ:
  case HA_EXPR_NE:
  case HA_EXPR_ULT:
  case HA_EXPR_ULE:
  case HA_EXPR_SLT:
  case HA_EXPR_SLE:
    return index ? first : 0;
  case HA_EXPR_NOT:
  case HA_EXPR_LAND:
  case HA_EXPR_LOR:
    return truth(p);
  case HA_EXPR_ITE:
    return index ? wanted : truth(p);
  case HA_EXPR_ELEM:
    return index ? ha_type_int(p->types, 8 * ha_types_ptr_bytes(p->types), true) : 0;
  case HA_EXPR_ACCESS:
    return index ? size(p) : address(p);
  case HA_EXPR_MEMCHR:
    if (index == 1)
      return ha_type_int(p->types, 8, false);
    return index == 2 ? size(p) : address(p);
  case HA_EXPR_STRNCMP:
  case HA_EXPR_MEMCMP:
    return index == 2 ? size(p) : address(p);
  case HA_EXPR_LIVE:
  case HA_EXPR_FREEABLE:
  case HA_EXPR_NOLEAK:
  case HA_EXPR_BLOCKSIZE:
  case HA_EXPR_STRLEN:
  case HA_EXPR_STRCMP:
    return address(p);
  default: /* arithmetic is of one type throughout */
    if (ha_expr_arity[op] == 2)
      return index ? first : wanted;
    return 0;
  }
}

ha_type ha_typing_result(const struct ha_program *p, enum ha_expr_op op, ha_type a,
                         ha_type b, uint64_t imm) {
  switch (op) {
  case HA_EXPR_EQ:
  case HA_EXPR_NE:
  case HA_EXPR_ULT:
  case HA_EXPR_ULE:
  case HA_EXPR_SLT:
  case HA_EXPR_SLE:
  case HA_EXPR_NOT:
  case HA_EXPR_LAND:
  case HA_EXPR_LOR:
  case HA_EXPR_LIVE:
  case HA_EXPR_ACCESS:
  case HA_EXPR_FREEABLE:
  case HA_EXPR_INIT:
  case HA_EXPR_NOLEAK:
    return truth(p);
  case HA_EXPR_ITE:
    return b;
  case HA_EXPR_FIELD:
    return ha_type_ptr(p->types, ha_field_get(p->types, (ha_field)imm)->type);
  case HA_EXPR_CONTAINER:
    return ha_type_ptr(p->types, ha_field_get(p->types, (ha_field)imm)->owner);
  case HA_EXPR_ELEM:
    return ha_type_ptr(p->types, (ha_type)imm);
  case HA_EXPR_BLOCKSIZE:
  case HA_EXPR_STRLEN:
  case HA_EXPR_MEMCHR:
    return size(p);
  case HA_EXPR_STRCMP:
  case HA_EXPR_STRNCMP:
  case HA_EXPR_MEMCMP:
    return ha_type_int(p->types, 32, true);
  default:
    return ha_expr_arity[op] == 2 ? a : 0;
  }
}

ha_type ha_typing_command(const struct ha_program *p, const struct ha_cmd_row *cmd,
                          unsigned index) {
  switch ((enum ha_cmd_op)cmd->op) {
  case HA_CMD_ASSUME:
  case HA_CMD_ASSERT:
  case HA_CMD_NOTE:
    return truth(p);
  case HA_CMD_ASSIGN:
    return p->vars.at[cmd->var].type;
  case HA_CMD_STORE:
    return index == 1 ? ha_field_get(p->types, cmd->field)->type : 0;
  case HA_CMD_NEW:
  case HA_CMD_ALLOCA:
    return size(p);
  case HA_CMD_UNWIND:
  case HA_CMD_FREE:
  case HA_CMD_HAVOC_REACH:
    return address(p);
  case HA_CMD_HAVOC_BYTES:
    return index == 1 ? size(p) : address(p);
  case HA_CMD_COPY:
    return index == 2 ? size(p) : address(p);
  case HA_CMD_FILL:
    if (index == 1)
      return ha_type_int(p->types, 8, false);
    return index == 2 ? size(p) : address(p);
  default:
    return 0;
  }
}
