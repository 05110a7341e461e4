/* The rules of the entry policy, one file each; used by entry.c alone. */
#ifndef HEAPABS_REFINE_ENTRY_RULES_H
#define HEAPABS_REFINE_ENTRY_RULES_H

#include "entry.h"
#include "uses.h"

/* Rule 1: what the code does with a parameter that may be null: whether it tests it,
 * whether only macros do, whether it is used untested. */
struct ha_null_use {
  bool tested, by_macro, dereferenced;
};
struct ha_null_use ha_entry_null_use(const struct ha_uses *uses, ha_var param);
/* Rule 1 applied to the pointer that command `cmd`, a load or a havoc, brings. */
bool ha_entry_value_tested(const struct ha_uses *uses, uint32_t cmd);

/* Rule 2: the roles of the link fields of `record` and of the records it embeds. */
void ha_entry_shape(struct ha_entry *entry, const struct ha_uses *uses, ha_type record);

/* … and what a ring through a shortened `node` changes about them. */
void ha_entry_end(struct ha_entry *entry, const struct ha_types *types, ha_type node);

/* Rule 4: if `record` is a header, its roles. */
void ha_entry_headers(struct ha_arena *arena, struct ha_entry *entry,
                      const struct ha_uses *uses, ha_type record);

/* A counter beside a header that `record` holds or points to counts its nodes: what it
 * says is not relied on. */
void ha_entry_outer_counters(struct ha_entry *entry, const struct ha_uses *uses,
                             ha_type record);

/* Rule 3: which roots may meet. */
void ha_entry_aliasing(struct ha_entry *entry, const struct ha_uses *uses);

/* The record a pointer field (or each element of an array of pointers) points to; 0
 * for other fields. */
ha_type ha_entry_pointee(const struct ha_types *types, ha_type type);
/* The link from `node` to its own kind: NEXT, else a CHILD, else 0. */
ha_field ha_entry_link_of(const struct ha_entry *entry, const struct ha_types *types,
                          ha_type node);

/* Is `name` one of the `|`-separated words, or does it end in `_` and one of them? */
bool ha_entry_named(const char *name, const char *words);

/* A record inside a node that holds its links (as BSD's list entries), rather than a
 * node of its own. */
bool ha_entry_is_entry(const struct ha_types *types, ha_type record);
/* The field of `record` that is a `node` by value; 0 if there is none. */
ha_field ha_entry_sentinel(const struct ha_types *types, ha_type record, ha_type node);
/* How nodes hang together along a link. */
enum ha_shape ha_entry_list_shape(const struct ha_place *link);

/* All of it in words: `inferred_requires` and `assumes`. */
void ha_entry_words(struct ha_arena *arena, struct ha_entry *entry,
                    const struct ha_program *program);

#endif
