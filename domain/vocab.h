/* The symbols in which a program's states are spoken of.
 *
 * A variable is a constant of sort Obj, Int or Bool; a field is a map.  Every record
 * instance is an object, an embedded one too: `&t->node` is the object addr(t) for a
 * map addr of that field, and base(addr(t)) = t, tag(addr(t)) = the field's number. The
 * address of a scalar field is such an object as well, so `struct node **pp` is an
 * object whose tag says which field it is the address of and whose base says of what;
 * tag 0 is a place of its own, whose contents is the map `cell` of its type.  Elements
 * of arrays are objects elem(a, i), with an inverse where the array is a field.  Memory
 * is live by type: alloc(T) is the set of live objects of type T; sets of different
 * types are disjoint.  `mine` is the set of objects that this run allocated.
 *
 * base, tag, addr and elem never change; fields, cells, alloc and mine do. */
#ifndef HEAPABS_DOMAIN_VOCAB_H
#define HEAPABS_DOMAIN_VOCAB_H

#include "../gcl/gcl.h"
#include "term.h"

struct ha_vocab;

struct ha_vocab *ha_vocab_new(struct ha_terms *terms, const struct ha_program *program);
struct ha_terms *ha_vocab_terms(const struct ha_vocab *vocab);
const struct ha_program *ha_vocab_program(const struct ha_vocab *vocab);

/* What a value of a C type is: Obj, Int, Bool (i1), or NONE (aggregates, floats, wide
 * integers): such values are never spoken of. */
enum ha_sort ha_vocab_sort(const struct ha_vocab *vocab, ha_type type);
/* 0 if its type has no sort. */
ha_symbol ha_vocab_var(struct ha_vocab *vocab, ha_var var);
ha_symbol ha_vocab_field(struct ha_vocab *vocab, ha_field field); /* its map */
ha_symbol ha_vocab_alloc(struct ha_vocab *vocab, ha_type type);
ha_symbol ha_vocab_mine(struct ha_vocab *vocab);
ha_symbol ha_vocab_object(struct ha_vocab *vocab, ha_obj object); /* its address */
/* The ghost parent of trees along two links, in either order. */
ha_symbol ha_vocab_parent(struct ha_vocab *vocab, ha_field left, ha_field right);
void ha_vocab_parent_links(const struct ha_vocab *vocab, uint32_t id,
                           ha_field links[2]);
/* The value that a ghost of the program has. */
ha_symbol ha_vocab_ghost(struct ha_vocab *vocab, ha_formula ghost, const char *name,
                         enum ha_sort sort);
/* A symbol as it was at the function's entry; itself if it never changes, or if it is a
 * ghost, which has no value there. */
ha_symbol ha_vocab_old(struct ha_vocab *vocab, ha_symbol symbol);

/* The parameter itself for what it was at the entry, if it is never assigned. */
ha_symbol ha_vocab_now(const struct ha_vocab *vocab, ha_symbol symbol);

/* The parts that never change. */
ha_symbol ha_vocab_address(struct ha_vocab *vocab, ha_field field); /* addr */
ha_symbol ha_vocab_container(struct ha_vocab *vocab, ha_field field);
ha_symbol ha_vocab_tag(struct ha_vocab *vocab);
ha_symbol ha_vocab_type(struct ha_vocab *vocab);
ha_symbol ha_vocab_heap(struct ha_vocab *vocab);
ha_symbol ha_vocab_elem(struct ha_vocab *vocab, ha_type type); /* of elements */
/* The inverse of elem, for elements of arrays that are fields: which array, which one.
 */
ha_symbol ha_vocab_array(struct ha_vocab *vocab);
ha_symbol ha_vocab_index(struct ha_vocab *vocab);

/* What a symbol stands for. */
enum ha_meaning {
  HA_MEANS_NOTHING, /* a symbol of the solver's or an engine's own */
  HA_MEANS_VAR,
  HA_MEANS_FIELD, /* the map of a field, or of a cell */
  HA_MEANS_ALLOC,
  HA_MEANS_MINE,
  HA_MEANS_OBJECT,
  HA_MEANS_ADDRESS,
  HA_MEANS_CONTAINER,
  HA_MEANS_TAG,
  HA_MEANS_TYPE,
  HA_MEANS_HEAP,
  HA_MEANS_ELEM,
  HA_MEANS_ARRAY,
  HA_MEANS_INDEX,
  HA_MEANS_GHOST,  /* the formula that declares it */
  HA_MEANS_PARENT, /* of the two links ha_vocab_parent_links gives */
  HA_MEANS_OLD     /* the symbol `id` as it was at the entry */
};
struct ha_meaning_row {
  enum ha_meaning means;
  uint32_t id; /* variable, field, type, object, formula or symbol */
};
struct ha_meaning_row ha_vocab_meaning(const struct ha_vocab *vocab, ha_symbol symbol);
/* The symbol of that meaning if it has been made, else 0. */
ha_symbol ha_vocab_find(const struct ha_vocab *vocab, enum ha_meaning means,
                        uint32_t id);
/* The next symbol after `symbol` (0: the first) that has a meaning; 0 at the end. */
ha_symbol ha_vocab_next(const struct ha_vocab *vocab, ha_symbol symbol);
/* Does it change as the program runs? */
bool ha_vocab_is_state(const struct ha_vocab *vocab, ha_symbol symbol);

#endif
