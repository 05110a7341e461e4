/* Engine `exact`: a whole program that has few enough runs is run in all of them. */
#ifndef HEAPABS_REFINE_EXACT_H
#define HEAPABS_REFINE_EXACT_H

extern const struct ha_engine ha_engine_exact;

#endif
