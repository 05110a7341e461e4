/* Over which objects a variable without a type ranges: those of the struct whose fields
 * are used on it (`v->next`), else of what it is compared with, reached from or looked
 * for in. */
#include "../gcl/arena.h"
#include "formula_check.h"
#include "formula_type.h"
#include <string.h>

enum { MAX_TRIALS = 200 };

static bool is_name(const struct ha_syntax *s, const char *name) {
  return s->kind == HA_SYNTAX_NAME && !strcmp(s->text, name);
}

static bool hides(const struct ha_syntax *s, const char *name) {
  return (s->kind == HA_SYNTAX_FORALL || s->kind == HA_SYNTAX_EXISTS) &&
         !strcmp(s->text, name);
}

static ha_type owner_of(const struct ha_check_formula *c, const struct ha_syntax *s) {
  bool several;
  if (s->kind == HA_SYNTAX_CALL && !strcmp(s->text, "old") && s->count == 1)
    return owner_of(c, s->args[0]);
  if (s->kind == HA_SYNTAX_FIELD && *s->text == ':')
    return ha_type_find(c->types, s->args[0]->text);
  ha_field field =
      s->kind == HA_SYNTAX_NAME ? ha_formula_field(c->types, s->text, &several) : 0;
  return field ? ha_field_get(c->types, field)->owner : 0;
}

/* v->f */
static ha_type from_fields(const struct ha_check_formula *c, const struct ha_syntax *s,
                           const char *name) {
  if (hides(s, name))
    return 0;
  ha_type found = 0;
  if (s->kind == HA_SYNTAX_FIELD && *s->text == '-' && is_name(s->args[0], name))
    found = owner_of(c, s->args[1]);
  for (unsigned i = 0; !found && i < s->count; i++)
    found = from_fields(c, s->args[i], name);
  return found;
}

/* What a subtree points to, or has in it, as far as that can be told now. */
static ha_type guess(struct ha_check_formula *c, const struct ha_syntax *s,
                     const char *name) {
  if (is_name(s, name) || c->trials >= MAX_TRIALS)
    return 0;
  struct ha_text_error ignored;
  struct ha_check_formula trial = *c;
  trial.error = &ignored;
  trial.trials++;
  HA_PUSH(c->arena, trial.bound, (struct ha_bound){name, HA_SORT_OBJ, 0});
  struct ha_meant m = ha_check_value(&trial, s, HA_SORT_NONE);
  c->trials = trial.trials;
  return m.term ? m.pointee : 0;
}

static bool joins(const struct ha_syntax *s) {
  if (s->kind == HA_SYNTAX_CALL)
    return true;
  return s->kind == HA_SYNTAX_BINARY &&
         (!strcmp(s->text, "==") || !strcmp(s->text, "!=") || !strcmp(s->text, "in"));
}

/* v == t, v in S, reach(f, x, v): the type of what stands beside v */
static ha_type from_beside(struct ha_check_formula *c, const struct ha_syntax *s,
                           const char *name) {
  bool direct = false;
  for (unsigned i = 0; i < s->count; i++)
    direct |= is_name(s->args[i], name);
  ha_type found = 0;
  for (unsigned i = s->count; direct && !found && i-- > 0;)
    found = guess(c, s->args[i], name);
  for (unsigned i = 0; direct && !found && i < s->count; i++)
    found = s->kind == HA_SYNTAX_CALL ? owner_of(c, s->args[i]) : 0;
  return found;
}

static ha_type from_uses(struct ha_check_formula *c, const struct ha_syntax *s,
                         const char *name) {
  if (hides(s, name))
    return 0;
  ha_type found = joins(s) ? from_beside(c, s, name) : 0;
  for (unsigned i = 0; !found && i < s->count; i++)
    found = from_uses(c, s->args[i], name);
  return found;
}

ha_type ha_check_infer(struct ha_check_formula *c, const struct ha_syntax *s,
                       const char *name) {
  ha_type found = from_fields(c, s, name);
  return found ? found : from_uses(c, s, name);
}
