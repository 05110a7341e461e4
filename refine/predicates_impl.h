/* What the files of the predicate families share. */
#ifndef HEAPABS_REFINE_PREDICATES_IMPL_H
#define HEAPABS_REFINE_PREDICATES_IMPL_H

#include "predicates.h"

/* A pointer expression and the record it points to. */
struct ha_predicate_pointer {
  ha_term term;
  ha_type pointee;
};

/* A pointer to a pointer, and the pointer. */
struct ha_predicate_target {
  ha_term place, contents;
  ha_type pointee;
};

struct ha_predicate_maker {
  struct ha_arena *arena;
  struct ha_terms *t;
  struct ha_vocab *vocab;
  const struct ha_program *program;
  const struct ha_live *live;
  ha_loc loc;
  const struct ha_predicate_options *options;
  bool named; /* the family at hand was asked for by name */
  HA_VEC(struct ha_predicate_pointer) pointers;
  ha_term_vec targets;                      /* that pointers to pointers are live */
  HA_VEC(struct ha_predicate_target) links; /* … themselves, and what they point to */
  ha_term_vec out;
};

void ha_predicate_add(struct ha_predicate_maker *maker, ha_term predicate);
/* Only symbols of the state here, and no dead variable? */
bool ha_predicate_is_here(const struct ha_predicate_maker *maker, ha_term formula);
bool ha_predicate_is_allocating(const struct ha_program *program);
bool ha_predicate_same_type(const struct ha_predicate_maker *maker, unsigned i,
                            unsigned j);

/* predicates_shape.c */
void ha_predicates_equal(struct ha_predicate_maker *maker);
void ha_predicates_reach(struct ha_predicate_maker *maker);
void ha_predicates_step(struct ha_predicate_maker *maker);
void ha_predicates_alloc(struct ha_predicate_maker *maker);
void ha_predicates_stable(struct ha_predicate_maker *maker);
void ha_predicates_disjoint(struct ha_predicate_maker *maker);
void ha_predicates_holder(struct ha_predicate_maker *maker);
void ha_predicates_ls(struct ha_predicate_maker *maker);
void ha_predicates_sorted(struct ha_predicate_maker *maker);
void ha_predicates_rev(struct ha_predicate_maker *maker);
/* predicates_owner.c */
void ha_predicates_owner(struct ha_predicate_maker *maker);
/* predicates_count.c */
void ha_predicates_count(struct ha_predicate_maker *maker);
/* predicates_text.c */
void ha_predicates_each(struct ha_predicate_maker *maker);
void ha_predicates_data(struct ha_predicate_maker *maker);
void ha_predicates_memory(struct ha_predicate_maker *maker);
void ha_predicates_offered(struct ha_predicate_maker *maker);

#endif
