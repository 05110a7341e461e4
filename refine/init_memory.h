/* What is true of memory at large where every pointer has an object of its own: lists
 * end and share no node, headers hold different lists, a text belongs to one record.
 *
 * The entry policy promises all of it of the input of a function without a contract.
 * Ordinary code keeps most of it, so the same formulas are candidates for invariants
 * everywhere. */
#ifndef HEAPABS_REFINE_INIT_MEMORY_H
#define HEAPABS_REFINE_INIT_MEMORY_H

#include "../domain/view.h"
#include "../gcl/types.h"

struct ha_entry;
struct ha_vocab;

/* Nothing of it for a program that frees nothing: there every pointer to a live object
 * stays one. */
ha_term_vec ha_init_memory(struct ha_vocab *vocab, const struct ha_entry *entry);
/* Does the field, or do the elements of this array, point to objects that nothing else
 * of the input points to?  The type of those objects, or 0. */
ha_type ha_init_owned(struct ha_vocab *vocab, const struct ha_entry *entry,
                      ha_field field);

#endif
