/* The engine `small`: finds bugs with tiny heaps, proves nothing. */
#ifndef HEAPABS_REFINE_SMALL_H
#define HEAPABS_REFINE_SMALL_H

struct ha_engine;

extern const struct ha_engine ha_engine_small;

#endif
