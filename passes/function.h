/* Facts about one function's IR that hold wherever it is inlined: the order of its
 * blocks, the numbers of its values, and which allocas are plain variables. */
#ifndef HEAPABS_PASSES_FUNCTION_H
#define HEAPABS_PASSES_FUNCTION_H

#include "../gcl/arena.h"
#include <llvm-c/Types.h>
#include <stdbool.h>
#include <stdint.h>

struct ha_unit;

/* How an alloca appears in the program. */
enum ha_alloca_kind {
  HA_ALLOCA_NONE,
  HA_ALLOCA_OBJECT,  /* its address is used: a local object */
  HA_ALLOCA_DYNAMIC, /* sized at run time, or outside the entry block */
  HA_ALLOCA_VAR      /* scalar, only loaded and stored whole: a variable */
};

struct ha_value_facts {
  LLVMValueRef value;
  LLVMBasicBlockRef block; /* NULL for arguments */
  enum ha_alloca_kind alloca_kind;
  bool maybe_undefined;   /* VAR: some load may see it before any store */
  LLVMValueRef parameter; /* VAR, OBJECT: the argument this slot holds, or NULL */
  LLVMMetadataRef scope;  /* an alloca: the inner block it lives in; NULL: the body */
};

struct ha_function {
  LLVMValueRef value;
  struct ha_value_facts *facts; /* by number: arguments first, then instructions */
  uint32_t values;
  uint32_t arguments;
  LLVMBasicBlockRef *blocks; /* reachable ones, in reverse postorder */
  uint32_t block_count;
  uint32_t returns; /* `ret` instructions in them */
  bool has_dynamic_alloca;
  LLVMMetadataRef *scope_in, *scope_out; /* by block: where its code begins and ends */
  HA_VEC(uint32_t) scoped;               /* the allocas of inner blocks */
};

/* Is there a use of the function that is no direct call?  One a pointer may hold. */
bool ha_function_is_address_taken(LLVMValueRef function);

/* The facts of a function with a body; computed once per unit. */
struct ha_function *ha_function_get(struct ha_unit *unit, LLVMValueRef function);

/* The number of an argument or instruction inside its function. */
uint32_t ha_function_number(struct ha_unit *unit, LLVMValueRef value);
/* The place of a reachable block in `blocks`. */
uint32_t ha_function_block(struct ha_unit *unit, LLVMBasicBlockRef block);

/* promote.c: decides the kind of each alloca. */
void ha_promote(struct ha_unit *unit, struct ha_function *function);

#endif
