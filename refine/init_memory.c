#include "init_memory.h"
#include "../domain/vocab.h"
#include "entry.h"

enum { MOST_OWNERS = 8 };

struct memory {
  struct ha_arena *arena;
  struct ha_terms *t;
  struct ha_vocab *vocab;
  const struct ha_program *program;
  const struct ha_entry *entry;
  ha_field owners[MOST_OWNERS]; /* fields that own what they point to */
  unsigned count;
  ha_term_vec out;
};

static const struct ha_type_info *info(const struct ha_program *p, ha_type type) {
  return ha_type_get(p->types, type);
}

static bool is_owning_role(enum ha_role role) {
  return role == HA_ROLE_NEXT || role == HA_ROLE_CHILD || role == HA_ROLE_HEAD ||
         role == HA_ROLE_DATA;
}

/* Locals of the type may point anywhere: they are cursors, most of the time. */
static bool is_local(const struct ha_program *p, ha_type type) {
  for (ha_obj o = 1; o < p->objs.count; o++)
    if (p->objs.at[o].kind == HA_OBJ_LOCAL && p->objs.at[o].type == type)
      return true;
  return false;
}

ha_type ha_init_owned(struct ha_vocab *vocab, const struct ha_entry *entry,
                      ha_field field) {
  const struct ha_program *p = ha_vocab_program(vocab);
  const struct ha_field_info *f = ha_field_get(p->types, field);
  const struct ha_place *place = ha_entry_field(entry, field);
  if (info(p, f->type)->kind != HA_TYPE_PTR ||
      info(p, f->owner)->kind != HA_TYPE_RECORD || f->name[0] == '*' ||
      !is_owning_role(place->role) || place->like_param || place->like_field ||
      place->container || is_local(p, f->owner) ||
      !ha_vocab_find(vocab, HA_MEANS_FIELD, field))
    return 0;
  ha_type pointee = info(p, f->type)->elem;
  bool is_known = pointee && ha_vocab_find(vocab, HA_MEANS_ALLOC, pointee) &&
                  ha_vocab_find(vocab, HA_MEANS_ALLOC, f->owner);
  return is_known ? pointee : 0;
}

/* ---- words ---- */

static ha_term object(const struct memory *m, unsigned depth) {
  return ha_term_bound(m->t, depth, HA_SORT_OBJ);
}

static ha_term at(struct memory *m, ha_field field, ha_term x) {
  return ha_select(m->t, ha_sym(m->t, ha_vocab_field(m->vocab, field)), x);
}

static ha_term live(struct memory *m, ha_field field, ha_term x) {
  ha_type owner = ha_field_get(m->program->types, field)->owner;
  return ha_select(m->t, ha_sym(m->t, ha_vocab_alloc(m->vocab, owner)), x);
}

static ha_term is_null(const struct memory *m, ha_term x) {
  return ha_eq(m->t, x, ha_null(m->t));
}

static void add_for_all(struct memory *m, ha_term premise, ha_term conclusion,
                        unsigned variables) {
  ha_term formula = ha_implies(m->t, premise, conclusion);
  while (variables--)
    formula = ha_forall(m->t, HA_SORT_OBJ, formula);
  HA_PUSH(m->arena, m->out, formula);
}

/* ---- what is said of a field, and of two ---- */

/* It is null or points to the start of a live block. */
static void points_to_block(struct memory *m, ha_field field) {
  ha_term value = at(m, field, object(m, 0));
  ha_type pointee = ha_init_owned(m->vocab, m->entry, field);
  ha_term heap = ha_sym(m->t, ha_vocab_heap(m->vocab));
  ha_term alloc = ha_sym(m->t, ha_vocab_alloc(m->vocab, pointee));
  ha_term tag = ha_select(m->t, ha_sym(m->t, ha_vocab_tag(m->vocab)), value);
  bool is_record = info(m->program, pointee)->kind == HA_TYPE_RECORD;
  ha_term there[] = {ha_select(m->t, alloc, value), ha_select(m->t, heap, value),
                     is_record ? ha_true(m->t) : ha_eq(m->t, tag, ha_int(m->t, 0))};
  for (unsigned i = 0; i < 3; i++)
    if (there[i] != ha_true(m->t))
      add_for_all(m, live(m, field, object(m, 0)),
                  ha_or(m->t, is_null(m, value), there[i]), 1);
}

/* ∀v live. f*(v, null) */
static void ends(struct memory *m, ha_field link) {
  ha_term map = ha_sym(m->t, ha_vocab_field(m->vocab, link));
  add_for_all(m, live(m, link, object(m, 0)),
              ha_reach(m->t, map, object(m, 0), ha_null(m->t)), 1);
}

/* ∀v, w live. f(v) = g(w) ≠ null → v = w, and not at all if f is not g */
static void apart(struct memory *m, ha_field f, ha_field g) {
  ha_term v = object(m, 1), w = object(m, 0), fv = at(m, f, v);
  ha_term given[] = {live(m, f, v), live(m, g, w), ha_eq(m->t, fv, at(m, g, w)),
                     ha_not(m->t, is_null(m, fv))};
  add_for_all(m, ha_all(m->t, HA_TERM_AND, given, 4),
              f == g ? ha_eq(m->t, v, w) : ha_false(m->t), 2);
}

static bool frees(const struct ha_program *p) {
  for (uint32_t c = 1; c < p->cmds.count; c++)
    if (p->cmds.at[c].op == HA_CMD_FREE)
      return true;
  return false;
}

static void find_owners(struct memory *m) {
  for (ha_symbol s = 0; (s = ha_vocab_next(m->vocab, s));) {
    struct ha_meaning_row row = ha_vocab_meaning(m->vocab, s);
    if (row.means == HA_MEANS_FIELD && m->count < MOST_OWNERS &&
        ha_init_owned(m->vocab, m->entry, row.id))
      m->owners[m->count++] = row.id;
  }
}

ha_term_vec ha_init_memory(struct ha_vocab *vocab, const struct ha_entry *entry) {
  struct ha_terms *terms = ha_vocab_terms(vocab);
  struct memory m = {.arena = ha_terms_arena(terms),
                     .t = terms,
                     .vocab = vocab,
                     .program = ha_vocab_program(vocab),
                     .entry = entry};
  find_owners(&m);
  for (unsigned i = 0; i < m.count && frees(m.program); i++) {
    const struct ha_place *place = ha_entry_field(entry, m.owners[i]);
    points_to_block(&m, m.owners[i]);
    if (place->role == HA_ROLE_NEXT && !place->ring)
      ends(&m, m.owners[i]);
    for (unsigned j = 0; j <= i; j++)
      if (ha_init_owned(vocab, entry, m.owners[i]) ==
          ha_init_owned(vocab, entry, m.owners[j]))
        apart(&m, m.owners[i], m.owners[j]);
  }
  return m.out;
}
