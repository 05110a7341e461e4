#include "scope.h"
#include "interp.h"
#include <string.h>

/* It has no position of its own where debug information had none; then it is shown
 * everywhere. */
static bool is_running(const struct ha_program *p, ha_pos pos, ha_pos call) {
  return !pos || p->poss.at[pos].call == call;
}

/* Has an earlier variable the same name and value?  One of the source may have become
 * several, as it was read in several types. */
static bool is_told(const struct ha_run *run, ha_var var, ha_pos call) {
  const struct ha_var_row *rows = run->program->vars.at, *row = &rows[var];
  const struct ha_value *value = &run->vars[var];
  for (ha_var other = 1; other < var; other++) {
    const struct ha_value *known = &run->vars[other];
    if (rows[other].source_name && is_running(run->program, rows[other].pos, call) &&
        !strcmp(rows[other].source_name, row->source_name) && !known->undef &&
        !value->undef && known->bits == value->bits)
      return true;
  }
  return false;
}

bool ha_scope_shows_var(const struct ha_run *run, ha_var var, ha_pos call) {
  const struct ha_var_row *row = &run->program->vars.at[var];
  bool never_set = run->vars[var].undef && row->kind == HA_VAR_LOCAL;
  return row->source_name && is_running(run->program, row->pos, call) && !never_set &&
         !is_told(run, var, call);
}

bool ha_scope_shows_obj(const struct ha_run *run, ha_obj obj, ha_pos call) {
  const struct ha_obj_row *row = &run->program->objs.at[obj];
  uint64_t address = run->obj_address[obj];
  bool is_local = row->kind == HA_OBJ_LOCAL;
  if (!address || row->is_const || (!is_local && row->kind != HA_OBJ_GLOBAL) ||
      (is_local && !is_running(run->program, row->pos, call)))
    return false;
  ha_block block = ha_machine_find(run->machine, address);
  return block && ha_machine_block(run->machine, block)->live;
}
