/* Formulas over the state of an interpreter run: what the vocabulary says of states,
 * said of this one.
 *
 * An object is an address and the type of what is there: a struct and its first member
 * are two objects at one address.  Quantifiers over objects range over null, all
 * objects in the blocks of the machine, freed ones too, and one that has never been
 * allocated. Fields are read from memory, where lazy input is decided by the run's
 * oracle as it is read; reachability is walked.  A ghost parent is the one that makes a
 * tree of the nodes it is claimed for, if there is one.
 *
 * HA_MAYBE where the state does not say: uninitialised or tainted values, a field of
 * what is no object of its struct, the distance to what is not reached, quantified
 * integers beyond those that can make a difference. */
#ifndef HEAPABS_DOMAIN_CONCRETE_H
#define HEAPABS_DOMAIN_CONCRETE_H

#include "../gcl/interp.h"
#include "structure.h"
#include "vocab.h"

/* The value of a ghost: a number, an object, or the elements of a collection. */
struct ha_concrete_object {
  uint64_t address; /* 0: null */
  ha_type type;
};
struct ha_ghost_value {
  bool known;
  int64_t number;                           /* Int, Bool */
  struct ha_concrete_object object;         /* Obj */
  const struct ha_concrete_object *objects; /* SET */
  const int64_t *numbers;                   /* INTS, BAG (with repetitions) */
  unsigned count;
};

/* The state in which a formula is looked at. */
struct ha_moment {
  struct ha_run *run;
  const struct ha_value *entry_vars; /* by variable; NULL: old(…) is not known */
  /* The bytes that were there at the entry. */
  bool (*entry_read)(void *context, uint64_t address, unsigned size,
                     struct ha_value *value);
  /* NULL: nothing is known of ghosts. */
  const struct ha_ghost_value *(*ghost)(void *context, ha_symbol symbol);
  void *context;
};

/* An evaluator; it remembers what formulas mean, not what it saw. */
struct ha_concrete;
struct ha_concrete *ha_concrete_new(struct ha_vocab *vocab);

/* Scratch memory is the run's arena's. */
enum ha_truth ha_concrete_holds(struct ha_concrete *concrete,
                                const struct ha_moment *moment, ha_term formula);
/* The value of a closed term of any sort but LINK and DATA; in the run's arena. */
struct ha_ghost_value ha_concrete_value(struct ha_concrete *concrete,
                                        const struct ha_moment *moment, ha_term term);

#endif
