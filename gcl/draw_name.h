/* What an address is called in a drawn heap: `n1`, `&n1->next`, `&table[3]`, `&x`. */
#ifndef HEAPABS_GCL_DRAW_NAME_H
#define HEAPABS_GCL_DRAW_NAME_H

#include "types.h"

struct ha_arena;
struct ha_machine;

/* Of an address inside a block, taken as a pointer to `pointee` (0: void). */
const char *ha_draw_name(struct ha_arena *arena, const struct ha_types *types,
                         const struct ha_machine *machine, uint64_t address,
                         ha_type pointee);
/* A unique name of the program (`callee.x.2`) as the user wrote it (`x`). */
const char *ha_draw_source_name(struct ha_arena *arena, const char *name,
                                bool is_inlined);

#endif
