/* What is known of a function of the C library (see libc.def), for those who ask before
 * a call is lowered. */
#ifndef HEAPABS_PASSES_LIBC_H
#define HEAPABS_PASSES_LIBC_H

#include <llvm-c/Types.h>
#include <stdbool.h>
#include <stdint.h>

struct ha_lowering;

struct ha_libc {
  const char *name, *arguments, *result;
};

/* The row of the function called by that name, if the call's arguments fit; or NULL. */
const struct ha_libc *ha_libc_find(LLVMValueRef call, const char *name);
/* No memory of the program changes, errno apart. */
bool ha_libc_only_reads(const struct ha_libc *libc);

/* format.c: what the arguments of a format at position `i` are good for. */
void ha_lower_print(struct ha_lowering *lowering, LLVMValueRef call, unsigned i,
                    bool arguments_follow);
void ha_lower_scan(struct ha_lowering *lowering, LLVMValueRef call, unsigned i);

/* The most bytes that printing makes of the format and its arguments, with the end; 0
 * if nobody knows. */
uint64_t ha_print_most(struct ha_lowering *lowering, LLVMValueRef call, unsigned i);

/* An object of at least `bytes` is written: what the address points to, as a whole. */
void ha_libc_write_object(struct ha_lowering *lowering, uint32_t address,
                          uint64_t bytes, const char *name);
/* If it is not null, it is readable. */
void ha_libc_check_optional(struct ha_lowering *lowering, uint32_t address);

#endif
