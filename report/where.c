#include "where.h"

const struct ha_pos_row *ha_where_get(const struct ha_program *program, ha_pos pos) {
  static const struct ha_pos_row nowhere = {.file = "", .function = ""};
  return pos && pos < program->poss.count ? &program->poss.at[pos] : &nowhere;
}

ha_pos ha_where_outermost(const struct ha_program *program, ha_pos pos) {
  while (ha_where_get(program, pos)->call)
    pos = ha_where_get(program, pos)->call;
  return pos;
}

const char *ha_where_callee(const struct ha_program *program, ha_pos pos) {
  const char *callee = NULL;
  for (; ha_where_get(program, pos)->call; pos = ha_where_get(program, pos)->call)
    callee = ha_where_get(program, pos)->function;
  return callee;
}
