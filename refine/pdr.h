/* Property-directed shape analysis: the engine `pdr` (seed 003). */
#ifndef HEAPABS_REFINE_PDR_H
#define HEAPABS_REFINE_PDR_H

struct ha_engine;
extern const struct ha_engine ha_engine_pdr;

#endif
