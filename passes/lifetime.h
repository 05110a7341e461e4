/* Lifetimes of locals that are declared in an inner block of the source.
 *
 * At -O0 the IR does not say when such a local ends, and the markers clang makes for
 * optimisers would send every `return` and `break` through one shared block.  The debug
 * info does: each instruction stands in a block of the source, and each local was
 * declared in one.  A local is there while control is inside its block, so it begins
 * and ends where control passes from one instruction to the next across the border. */
#ifndef HEAPABS_PASSES_LIFETIME_H
#define HEAPABS_PASSES_LIFETIME_H

#include <llvm-c/Types.h>
#include <stdbool.h>
#include <stdint.h>

struct ha_function;
struct ha_lowering;
struct ha_unit;

/* The source block an instruction stands in; NULL if that is not known. */
LLVMMetadataRef ha_lifetime_scope(LLVMValueRef instruction);

/* Fills `scope_in`, `scope_out` and the `scope` of each alloca. */
void ha_lifetime_find(struct ha_unit *unit, struct ha_function *function);

/* Does control come from outside the block that `value` is declared in? */
bool ha_lifetime_begins(const struct ha_unit *unit, LLVMMetadataRef declared,
                        LLVMMetadataRef from, LLVMMetadataRef to);

/* Control of the current frame passes into the source block `to` (NULL: out of all). */
void ha_lifetime_pass(struct ha_lowering *lowering, LLVMMetadataRef to);
/* … would that say anything? */
bool ha_lifetime_matters(const struct ha_lowering *lowering, LLVMMetadataRef to);

#endif
