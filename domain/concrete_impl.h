/* The evaluation of one formula in one state; shared by the files of concrete alone. */
#ifndef HEAPABS_DOMAIN_CONCRETE_IMPL_H
#define HEAPABS_DOMAIN_CONCRETE_IMPL_H

#include "concrete.h"

typedef __int128 ha_wide;

struct ha_seen {
  bool known;
  ha_wide number; /* Int, Bool */
  struct ha_concrete_object object;
};

/* Which ghost parent is spoken of, and what it is. */
struct ha_ghost_parent {
  ha_symbol symbol;
  const struct ha_concrete_object *nodes, *parents;
  unsigned count;
};

struct ha_concrete {
  struct ha_vocab *vocab;
  struct ha_terms *terms;
  const struct ha_program *program;
  struct ha_types *types;
  HA_VEC(ha_term) meaning; /* by named term: its expansion; 0: not yet */
  /* of the current evaluation */
  const struct ha_moment *moment;
  struct ha_arena *arena; /* scratch */
  struct ha_machine *machine;
  HA_VEC(struct ha_seen) bound;
  HA_VEC(struct ha_concrete_object) universe;
  ha_block listed; /* blocks whose objects are in the universe */
  bool is_open;    /* there may be objects that are not listed */
  struct ha_ghost_parent parent;
  uint64_t work;
};

enum { HA_CONCRETE_WORK = 2000000 };

/* concrete.c */
struct ha_seen ha_concrete_eval(struct ha_concrete *c, ha_term term);

/* concrete_object.c: what is where. */
struct ha_seen ha_concrete_pointer(struct ha_concrete *c, struct ha_value bits,
                                   ha_type pointee);
struct ha_seen ha_concrete_number(const struct ha_concrete *c, struct ha_value bits,
                                  ha_type type);
/* Brings the universe up to date: every object of the state but null.  Reading lazy
 * input may add some. */
void ha_concrete_list_objects(struct ha_concrete *c);
/* Is there an object of its type in a live block (now, or at the entry)? */
struct ha_seen ha_concrete_is_live(struct ha_concrete *c,
                                   struct ha_concrete_object object, bool old);
struct ha_seen ha_concrete_is_mine(struct ha_concrete *c,
                                   struct ha_concrete_object object);
struct ha_seen ha_concrete_is_heap(struct ha_concrete *c,
                                   struct ha_concrete_object object);
struct ha_seen ha_concrete_tag(struct ha_concrete *c, struct ha_concrete_object object);
bool ha_concrete_same(struct ha_concrete_object a, struct ha_concrete_object b);
struct ha_concrete_object ha_concrete_unborn(void);

/* concrete_map.c: fields, sets, paths. */
struct ha_seen ha_concrete_apply(struct ha_concrete *c, ha_term map, struct ha_seen x);
/* BTWN, DIST, REACHES, COUNT */
struct ha_seen ha_concrete_path(struct ha_concrete *c, const struct ha_term_row *row);

/* concrete_all.c: quantifiers, and maps and sets compared as wholes. */
struct ha_seen ha_concrete_equal(struct ha_concrete *c, const struct ha_term_row *row);
struct ha_seen ha_concrete_forall(struct ha_concrete *c, const struct ha_term_row *row);
/* The integers at which terms that speak of integers can change their value. */
struct ha_numbers {
  ha_wide *at;
  unsigned count, capacity;
};
void ha_concrete_numbers(struct ha_concrete *c, ha_term term,
                         struct ha_numbers *numbers);

static inline struct ha_seen ha_unseen(void) { return (struct ha_seen){0}; }
static inline struct ha_seen ha_seen_number(ha_wide number) {
  return (struct ha_seen){.known = true, .number = number};
}
static inline struct ha_seen ha_seen_object(struct ha_concrete_object object) {
  return (struct ha_seen){.known = true, .object = object};
}

#endif
