/* What a name means in a scope, for the parser and the printer alike. */
#ifndef HEAPABS_DOMAIN_FORMULA_SCOPE_H
#define HEAPABS_DOMAIN_FORMULA_SCOPE_H

#include "formula.h"

struct ha_found {
  enum {
    HA_FOUND_NOTHING,
    HA_FOUND_VAR,
    HA_FOUND_OBJECT,
    HA_FOUND_SYMBOL,
    HA_FOUND_MINE,
    HA_FOUND_HEAP,
    HA_FOUND_WORD /* of the grammar */
  } what;
  uint32_t id;
  ha_type pointee; /* SYMBOL */
};

struct ha_found ha_scope_find(const struct ha_scope *scope, const char *name);
/* What a symbol of sort Obj points to, at the entry or now; 0: not known. */
ha_type ha_scope_pointee(const struct ha_scope *scope, ha_symbol symbol);

#endif
