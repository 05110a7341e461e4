/* A number counts the nodes that a walk has behind it: with what is still ahead of the
 * walk it makes the counter of the list's header.  Where the walk is bounded by that
 * counter, nothing else says that its pointer is not null yet. */
#include "../domain/vocab.h"
#include "entry.h"
#include "live.h"
#include "predicates_impl.h"

enum { MOST_NUMBERS = 4 };

/* dist(link, x, null) */
static ha_term length(struct ha_predicate_maker *f, ha_field link, ha_term x) {
  ha_term args[] = {ha_sym(f->t, ha_vocab_field(f->vocab, link)), x, ha_null(f->t)};
  return ha_term_make(f->t, HA_TERM_DIST, 0, args, 3);
}

static bool is_known(const struct ha_predicate_maker *f, ha_field field) {
  return field && ha_vocab_find(f->vocab, HA_MEANS_FIELD, field);
}

static ha_field link_of(const struct ha_predicate_maker *f, ha_type node) {
  const struct ha_type_info *t = ha_type_get(f->program->types, node);
  for (ha_field field = t->first; field < t->first + t->fields; field++)
    if (ha_field_is_link(f->program->types, field) && is_known(f, field) &&
        ha_entry_field(f->options->entry, field)->role == HA_ROLE_NEXT)
      return field;
  return 0;
}

static ha_term_vec numbers(struct ha_predicate_maker *f) {
  ha_term_vec out = {0};
  for (ha_var v = 1; v < f->program->vars.count && out.count < MOST_NUMBERS; v++) {
    ha_symbol symbol = ha_vocab_find(f->vocab, HA_MEANS_VAR, v);
    if (symbol && ha_live_at(f->live, f->loc, v) &&
        ha_symbol_get(f->t, symbol)->sort == HA_SORT_INT)
      HA_PUSH(f->arena, out, ha_sym(f->t, symbol));
  }
  return out;
}

/* number + length of what is ahead = counter */
static void add_walks(struct ha_predicate_maker *f, ha_type node, ha_field link,
                      ha_term counter) {
  ha_term_vec all = numbers(f);
  for (unsigned i = 0; i < f->pointers.count; i++) {
    bool is_walk = f->pointers.at[i].pointee == node &&
                   ha_term_get(f->t, f->pointers.at[i].term)->op == HA_TERM_SYM;
    for (unsigned k = 0; is_walk && k < all.count; k++) {
      ha_term sum[] = {all.at[k], length(f, link, f->pointers.at[i].term)};
      ha_predicate_add(
          f, ha_eq(f->t, ha_term_make(f->t, HA_TERM_ADD, 0, sum, 2), counter));
    }
  }
}

static void add_header(struct ha_predicate_maker *f, const struct ha_header *h,
                       ha_term x) {
  ha_field link = link_of(f, h->node);
  if (!link || !is_known(f, h->head))
    return;
  ha_term counter =
      ha_select(f->t, ha_sym(f->t, ha_vocab_field(f->vocab, h->count)), x);
  ha_term head = ha_select(f->t, ha_sym(f->t, ha_vocab_field(f->vocab, h->head)), x);
  ha_predicate_add(f, ha_eq(f->t, counter, length(f, link, head)));
  add_walks(f, h->node, link, counter);
}

void ha_predicates_count(struct ha_predicate_maker *f) {
  const struct ha_entry *entry = f->options->entry;
  for (unsigned k = 1; entry && k < entry->headers.count; k++) {
    const struct ha_header *h = &entry->headers.at[k];
    if (!is_known(f, h->count))
      continue;
    ha_type record = ha_field_get(f->program->types, h->count)->owner;
    for (unsigned i = 0; i < f->pointers.count; i++)
      if (f->pointers.at[i].pointee == record)
        add_header(f, h, f->pointers.at[i].term);
  }
}
