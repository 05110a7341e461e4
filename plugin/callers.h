/* Who can call a function: DESIGN §6, rule 6, asks whether all its callers are in the
 * unit. */
#ifndef HEAPABS_PLUGIN_CALLERS_H
#define HEAPABS_PLUGIN_CALLERS_H

#include <llvm-c/Types.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Internal, called, and its address goes nowhere but to functions of the unit that
 * call it, compare it or hand it on likewise. */
bool ha_callers_are_known(LLVMValueRef function);

#ifdef __cplusplus
}
#endif

#endif
