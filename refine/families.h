/* The names of the predicate families (families.def). */
#ifndef HEAPABS_REFINE_FAMILIES_H
#define HEAPABS_REFINE_FAMILIES_H

enum ha_family {
#define HA_FAMILY(name, mnemonic, text) HA_FAMILY_##name,
#include "families.def"
#undef HA_FAMILY
  HA_FAMILIES
};

extern const char *const ha_family_names[]; /* NULL-terminated */

/* A comma-separated list of families, `all` or `default`, as a set of bits; 0 for the
 * default, and UINT32_MAX for a list that names no such family. */
unsigned ha_families_parse(const char *list);

#endif
