/* A heap of the solver, sought among the inputs that the entry admits.
 *
 * A model says what the heap at the entry may look like, but not whether the entry
 * admits it, nor where its cells lie.  So the inputs are generated as the run reads
 * them (heapgen.h), and a run goes on only while what it reads is what the model says:
 * up to names, an input that fails then is the model's.  Where none is, a few others of
 * its size are tried. */
#ifndef HEAPABS_REFINE_GUIDE_H
#define HEAPABS_REFINE_GUIDE_H

struct ha_structure;
struct ha_task;
struct ha_vocab;

/* The checks that were refuted on the way, in the name of `engine`. */
unsigned ha_guide_search(struct ha_task *task, struct ha_vocab *vocab,
                         struct ha_structure *heap, const char *engine);

#endif
