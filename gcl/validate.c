/* The tables themselves: rows in range, names unique, no chain without end.  The rest
 * relies on it, so it comes first. */
#include "validate.h"
#include "names.h"
#include "validator.h"
#include <stdarg.h>
#include <stdio.h>

bool ha_validator_fail(struct validator *v, const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (!v->why)
    v->why = ha_arena_strdup(v->p->arena, text);
  return false;
}

static bool valid_type(struct validator *v, ha_type type, const char *whose) {
  return type < ha_types_count(v->p->types) ||
         ha_validator_fail(v, "%s has a type that does not exist", whose);
}

static bool valid_pos(struct validator *v, ha_pos pos, const char *whose) {
  return pos < v->p->poss.count ||
         ha_validator_fail(v, "%s has a position that does not exist", whose);
}

static bool valid_poss(struct validator *v) {
  for (ha_pos pos = 1; pos < v->p->poss.count; pos++)
    if (v->p->poss.at[pos].call >= pos)
      return ha_validator_fail(v, "position %u is called from a later one", pos);
  return true;
}

static bool new_name(struct validator *v, struct ha_names *names, const char *name,
                     uint32_t id, const char *what) {
  if (!name || !*name)
    return ha_validator_fail(v, "%s %u has no name", what, id);
  if (ha_names_get(names, name))
    return ha_validator_fail(v, "two %ss are called '%s'", what, name);
  ha_names_put(v->p->arena, names, name, id);
  return true;
}

static bool valid_var(struct validator *v, struct ha_names *names, ha_var id) {
  const struct ha_var_row *var = &v->p->vars.at[id];
  if (!new_name(v, names, var->name, id, "variable") ||
      !valid_type(v, var->type, var->name) || !valid_pos(v, var->pos, var->name))
    return false;
  enum ha_type_kind kind = ha_type_get(v->p->types, var->type)->kind;
  return kind == HA_TYPE_INT || kind == HA_TYPE_FLOAT || kind == HA_TYPE_PTR ||
         ha_validator_fail(v, "variable '%s' is no scalar", var->name);
}

static bool valid_vars(struct validator *v) {
  struct ha_names names = {0};
  for (ha_var id = 1; id < v->p->vars.count; id++)
    if (!valid_var(v, &names, id))
      return false;
  return true;
}

static bool valid_relocs(struct validator *v, const struct ha_obj_row *obj) {
  uint64_t pointer = ha_types_ptr_bytes(v->p->types);
  for (unsigned i = 0; i < obj->relocs.count; i++) {
    const struct ha_reloc *reloc = &obj->relocs.at[i];
    if (reloc->target == 0 || reloc->target >= v->p->objs.count)
      return ha_validator_fail(v, "a pointer in '%s' goes to no object", obj->name);
    if (obj->size < pointer || reloc->offset > obj->size - pointer)
      return ha_validator_fail(v, "a pointer in '%s' lies outside", obj->name);
  }
  return true;
}

static bool valid_obj(struct validator *v, struct ha_names *names, ha_obj id) {
  const struct ha_obj_row *obj = &v->p->objs.at[id];
  if (!new_name(v, names, obj->name, id, "object") ||
      !valid_type(v, obj->type, obj->name) || !valid_pos(v, obj->pos, obj->name))
    return false;
  if (obj->kind == HA_OBJ_LOCAL && (obj->init || obj->relocs.count))
    return ha_validator_fail(v, "local object '%s' has an initialiser", obj->name);
  return valid_relocs(v, obj);
}

static bool valid_objs(struct validator *v) {
  struct ha_names names = {0};
  for (ha_obj id = 1; id < v->p->objs.count; id++)
    if (!valid_obj(v, &names, id))
      return false;
  return true;
}

static bool valid_signature(struct validator *v) {
  const struct ha_program *p = v->p;
  bool *taken = ha_arena_alloc(p->arena, p->vars.count * sizeof *taken);
  for (unsigned i = 0; i < p->params.count; i++) {
    ha_var var = p->params.at[i];
    if (var == 0 || var >= p->vars.count || p->vars.at[var].kind != HA_VAR_PARAM)
      return ha_validator_fail(v, "parameter %u is no parameter variable", i + 1);
    if (taken[var])
      return ha_validator_fail(v, "'%s' is taken twice", p->vars.at[var].name);
    taken[var] = true;
  }
  for (ha_var var = 1; var < p->vars.count; var++)
    if (p->vars.at[var].kind == HA_VAR_PARAM && !taken[var])
      return ha_validator_fail(v, "parameter '%s' is not taken", p->vars.at[var].name);
  return p->result < p->vars.count || ha_validator_fail(v, "the result is no variable");
}

static bool valid_checks(struct validator *v) {
  for (ha_check c = 1; c < v->p->checks.count; c++) {
    const struct ha_check_row *check = &v->p->checks.at[c];
    if ((unsigned)check->kind >= HA_CHECK_KINDS)
      return ha_validator_fail(v, "check %u has no kind", c);
    if (!valid_pos(v, check->pos, "a check"))
      return false;
  }
  for (unsigned i = 0; i < v->p->limitations.count; i++)
    if (!valid_pos(v, v->p->limitations.at[i].pos, "a limitation"))
      return false;
  return true;
}

static bool valid_formula(struct validator *v, ha_formula id) {
  const struct ha_formula_row *row = &v->p->formulas.at[id];
  if ((unsigned)row->kind >= HA_FORMULA_KINDS || !row->text)
    return ha_validator_fail(v, "formula %u has no kind or no text", id);
  for (unsigned i = 0; i < row->names.count; i++) {
    const struct ha_formula_name *name = &row->names.at[i];
    bool ghost = name->ghost && name->ghost < v->p->formulas.count &&
                 v->p->formulas.at[name->ghost].kind == HA_FORMULA_GHOST;
    bool var = name->var && name->var < v->p->vars.count;
    bool object = name->object && name->object < v->p->objs.count;
    if (!name->name || var + object + ghost != 1)
      return ha_validator_fail(v, "a name in formula %u means nothing", id);
  }
  return valid_pos(v, row->pos, "a formula");
}

static bool valid_formulas(struct validator *v) {
  for (ha_formula id = 1; id < v->p->formulas.count; id++)
    if (!valid_formula(v, id))
      return false;
  return true;
}

static bool valid_edges(struct validator *v) {
  const struct ha_program *p = v->p;
  if (p->entry == 0 || p->entry >= p->locs.count)
    return ha_validator_fail(v, "there is no entry location");
  for (ha_loc l = 1; l < p->locs.count; l++)
    if (!valid_pos(v, p->locs.at[l].pos, "a location"))
      return false;
  for (uint32_t e = 1; e < p->edges.count; e++) {
    const struct ha_edge_row *edge = &p->edges.at[e];
    if (edge->from == 0 || edge->from >= p->locs.count || edge->to == 0 ||
        edge->to >= p->locs.count)
      return ha_validator_fail(v, "edge %u leads from or to no location", e);
    if (edge->first == 0 || edge->first > p->cmds.count ||
        edge->count > p->cmds.count - edge->first)
      return ha_validator_fail(v, "edge %u has commands that do not exist", e);
  }
  return true;
}

const char *ha_program_validate(const struct ha_program *program) {
  struct validator v = {.p = program};
  (void)(valid_poss(&v) && valid_vars(&v) && valid_objs(&v) && valid_signature(&v) &&
         valid_checks(&v) && valid_formulas(&v) && valid_edges(&v) &&
         ha_validator_exprs(&v) && ha_validator_cmds(&v) && ha_validator_graph(&v));
  return v.why;
}
