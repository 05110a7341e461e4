/* From what a model says to a whole heap.
 *
 * The objects are the classes of the view, in its order, so null is 0.  Where the model
 * does not say f(x), it is the nearest object that x is said to reach; with none, null,
 * or x itself if null may not be reached.  A distance that the model wants longer than
 * that is filled up with nodes like their predecessor.  All else is 0.
 *
 * The heap is a guess that costs little: what it is worth is for ha_structure_holds to
 * say of the formulas that were asked. */
#ifndef HEAPABS_DOMAIN_HEAP_H
#define HEAPABS_DOMAIN_HEAP_H

struct ha_structure;
struct ha_view;

void ha_heap_build(const struct ha_view *view, struct ha_structure *heap);

#endif
