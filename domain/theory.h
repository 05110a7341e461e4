/* A theory is a set of axioms of which ground instances are added as models lack them.
 *
 * `check` looks at a model (view.h) and lists instances that the model breaks, or that
 * must be there before it can be judged: few at a time, the cheap ones first, for the
 * next model will be another.  It lists none only if every instance over the classes of
 * the view holds in the heap that heap.h completes it to. */
#ifndef HEAPABS_DOMAIN_THEORY_H
#define HEAPABS_DOMAIN_THEORY_H

#include "axiom.h"
#include "view.h"

struct ha_missing {
  struct ha_arena *arena;
  HA_VEC(struct ha_axiom_instance) axioms;
};

struct ha_theory {
  const char *name;
  void (*check)(const struct ha_view *view, struct ha_missing *missing);
};

extern const struct ha_theory ha_theory_between, ha_theory_length;

static inline void ha_miss(struct ha_missing *missing, enum ha_axiom axiom,
                           ha_symbol link, const ha_term *at) {
  struct ha_axiom_instance instance = {.axiom = axiom, .link = link};
  for (unsigned i = 0; i < ha_axiom_objects(axiom); i++)
    instance.at[i] = at[i];
  HA_PUSH(missing->arena, missing->axioms, instance);
}

#endif
