/* The axioms of `between` and of lengths, and their ground instances. */
#ifndef HEAPABS_DOMAIN_AXIOM_H
#define HEAPABS_DOMAIN_AXIOM_H

#include "term.h"

enum ha_axiom {
#define HA_AXIOM(name, text, args) HA_AXIOM_##name,
#include "axioms.def"
#undef HA_AXIOM
  HA_AXIOMS
};

struct ha_axiom_instance {
  enum ha_axiom axiom;
  ha_symbol link;
  ha_term at[4]; /* the objects, as many as the axiom has */
};

extern const char *const ha_axiom_text[];
unsigned ha_axiom_objects(enum ha_axiom axiom);
ha_term ha_axiom_formula(struct ha_terms *terms,
                         const struct ha_axiom_instance *instance);

#endif
