/* What a model of the solver says, as tables: the values of constants, the entries of
 * functions.  It is partial: what the solver did not need to decide is not said.
 *
 * Tables are loaded when they are first asked for, by whoever has the model (smt.c).
 * Objects are numbers given out in the order in which they are met. */
#ifndef HEAPABS_DOMAIN_MODEL_H
#define HEAPABS_DOMAIN_MODEL_H

#include "term.h"

struct ha_model;

/* What a table is of: a constant, map or function; `between` or distance of a link. */
enum ha_table { HA_TABLE_SYMBOL, HA_TABLE_BETWEEN, HA_TABLE_DISTANCE, HA_TABLES };

struct ha_said {
  bool known;
  int64_t value; /* an object's number, an integer, 0 or 1 */
};

struct ha_model_source {
  void *context;
  /* Adds all entries of the table to the model. */
  void (*load)(void *context, struct ha_model *model, enum ha_table table,
               ha_symbol symbol);
};

struct ha_model *ha_model_new(struct ha_arena *arena, struct ha_terms *terms,
                              struct ha_model_source source);
/* Another model: everything said before is forgotten. */
void ha_model_begin(struct ha_model *model);
void ha_model_add(struct ha_model *model, enum ha_table table, ha_symbol symbol,
                  const int64_t *args, unsigned count, int64_t value);

/* The value of a ground term whose maps are symbols. */
struct ha_said ha_model_eval(struct ha_model *model, ha_term term);

#endif
