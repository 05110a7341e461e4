/* A finite structure: objects 0 … n-1, 0 being null, and a meaning for every symbol.
 *
 * Terms are evaluated on it as they stand: a store is a changed map, reachability is a
 * walk, a quantifier over objects is a loop.  Nothing of expand.h, axiom.h or the
 * solver is used, so a structure can judge them: it is where a *sat* answer becomes a
 * heap (heap.h) and what the tests enumerate.
 *
 * A value may be unknown: the distance to what is not reached, a number of more than 64
 * bits, a property of all integers that no integer at hand breaks. */
#ifndef HEAPABS_DOMAIN_STRUCTURE_H
#define HEAPABS_DOMAIN_STRUCTURE_H

#include "term.h"

struct ha_structure;

enum ha_truth { HA_NO, HA_YES, HA_MAYBE };

struct ha_structure *ha_structure_new(struct ha_arena *arena, struct ha_terms *terms,
                                      unsigned objects);
/* The same memory for another structure: all symbols are 0 again. */
void ha_structure_reset(struct ha_structure *structure, unsigned objects);
unsigned ha_structure_objects(const struct ha_structure *structure);

/* Constants: an object's number, an integer, 0 or 1.  All symbols begin as 0. */
void ha_structure_set(struct ha_structure *structure, ha_symbol constant,
                      int64_t value);
int64_t ha_structure_get(struct ha_structure *structure, ha_symbol constant);
/* The values of a map by object, for reading and, until the next evaluation, writing.
 */
int64_t *ha_structure_map(struct ha_structure *structure, ha_symbol map);
/* One entry of a function; where nothing is said it is 0. */
void ha_structure_set_at(struct ha_structure *structure, ha_symbol function,
                         const int64_t *args, int64_t value);
/* What was written into maps counts from now on. */
void ha_structure_changed(struct ha_structure *structure);

/* All that it says, in the arena, to be put back later. */
struct ha_snapshot;
struct ha_snapshot *ha_structure_save(const struct ha_structure *structure,
                                      struct ha_arena *arena);
void ha_structure_load(struct ha_structure *structure,
                       const struct ha_snapshot *snapshot);

enum ha_truth ha_structure_holds(struct ha_structure *structure, ha_term formula);
/* Closed, of sort Obj or Int; false if it is not known. */
bool ha_structure_eval(struct ha_structure *structure, ha_term term, int64_t *value);
/* The body of directly nested quantifiers with their variables, outermost first. */
enum ha_truth ha_structure_body(struct ha_structure *structure, ha_term body,
                                const int64_t *values, unsigned count);

#endif
