/* Concrete heaps as one line of text: `x = n0 → n1 → NULL, p = NULL`. */
#ifndef HEAPABS_GCL_DRAW_H
#define HEAPABS_GCL_DRAW_H

struct ha_arena;
struct ha_run;

/* The source-level variables of the function that is executing (`call` = the inlining
 * position of the current command, 0 for the entry function), each followed along
 * its links; integers that matter as `i = 3`; freed blocks as `freed n1`. */
const char *ha_draw_line(struct ha_arena *arena, const struct ha_run *run,
                         unsigned call);

#endif
