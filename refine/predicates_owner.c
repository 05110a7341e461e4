/* Nothing else points to what x points to: after x is freed no live object leads to it.
 * Fields that own what they point to are those of the entry policy (init_memory.h);
 * what it promises of the input is a candidate everywhere. */
#include "../domain/vocab.h"
#include "init_memory.h"
#include "predicates_impl.h"

static bool frees(const struct ha_program *p) {
  for (uint32_t c = 1; c < p->cmds.count; c++)
    if (p->cmds.at[c].op == HA_CMD_FREE)
      return true;
  return false;
}

/* ∀v live. f(v) = x → x = null, or what `but` says of v. */
static void add_root(struct ha_predicate_maker *f, ha_field field, ha_term x,
                     ha_term but) {
  struct ha_terms *t = f->t;
  ha_term v = ha_term_bound(t, 0, HA_SORT_OBJ);
  ha_type owner = ha_field_get(f->program->types, field)->owner;
  ha_term is_live = ha_select(t, ha_sym(t, ha_vocab_alloc(f->vocab, owner)), v);
  ha_term value = ha_select(t, ha_sym(t, ha_vocab_field(f->vocab, field)), v);
  ha_term leads = ha_and(t, is_live, ha_eq(t, value, x));
  ha_term is_null = ha_eq(t, x, ha_null(t));
  ha_predicate_add(
      f, ha_forall(t, HA_SORT_OBJ, ha_implies(t, leads, ha_or(t, is_null, but))));
}

/* The place that `pp` points to is the one that leads to `*pp`. */
static void add_place(struct ha_predicate_maker *f, ha_field field,
                      const struct ha_predicate_target *target) {
  struct ha_terms *t = f->t;
  ha_term tag = ha_select(t, ha_sym(t, ha_vocab_tag(f->vocab)), target->place);
  ha_symbol container = ha_vocab_container(f->vocab, field);
  ha_term base = ha_select(t, ha_sym(t, container), target->place);
  ha_term is_it = ha_and(t, ha_eq(t, tag, ha_int(t, field)),
                         ha_eq(t, base, ha_term_bound(t, 0, HA_SORT_OBJ)));
  add_root(f, field, target->contents, is_it);
}

static void add_field(struct ha_predicate_maker *f, ha_field field) {
  ha_type pointee = ha_init_owned(f->vocab, f->options->entry, field);
  for (unsigned i = 0; pointee && i < f->pointers.count; i++)
    if (f->pointers.at[i].pointee == pointee)
      add_root(f, field, f->pointers.at[i].term, ha_false(f->t));
  for (unsigned i = 0; pointee && i < f->links.count; i++)
    if (f->links.at[i].pointee == pointee)
      add_place(f, field, &f->links.at[i]);
}

void ha_predicates_owner(struct ha_predicate_maker *f) {
  if (!frees(f->program))
    return;
  ha_term_vec memory = ha_init_memory(f->vocab, f->options->entry);
  for (unsigned i = 0; i < memory.count; i++)
    ha_predicate_add(f, memory.at[i]);
  for (ha_symbol s = 0; (s = ha_vocab_next(f->vocab, s));) {
    struct ha_meaning_row m = ha_vocab_meaning(f->vocab, s);
    if (m.means == HA_MEANS_FIELD)
      add_field(f, m.id);
  }
}
