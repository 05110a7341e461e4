/* A translation unit as the lowering sees it: the module, and beside it what LLVM-C
 * cannot tell — C types, source names, ranges.
 *
 * plugin/ fills it (from debug info and, inside clang, from the AST); passes/ reads
 * it.  Values are keyed by LLVMValueRef of the module. */
#ifndef HEAPABS_PASSES_UNIT_H
#define HEAPABS_PASSES_UNIT_H

#include "../gcl/gcl.h"
#include <llvm-c/Types.h>

struct ha_arena;
struct ha_unit;

/* The value of a switch's i-th case, from 1 on: LLVM-C has no accessor for it that is
 * the same in every version. */
typedef LLVMValueRef ha_case_label(LLVMValueRef inst, unsigned i);

struct ha_unit *ha_unit_new(struct ha_arena *arena, LLVMModuleRef module,
                            ha_case_label *case_label);
LLVMValueRef ha_unit_case_label(const struct ha_unit *unit, LLVMValueRef inst,
                                unsigned i);
struct ha_arena *ha_unit_arena(const struct ha_unit *unit);
LLVMModuleRef ha_unit_module(const struct ha_unit *unit);
struct ha_types *ha_unit_types(const struct ha_unit *unit);

/* A named thing of the source: alloca (local variable or parameter slot), argument,
 * global variable.  For functions `type` is the return type. */
struct ha_decl {
  LLVMValueRef value;
  const char *name;
  ha_type type;
  const char *file;
  uint32_t line, column;
  bool nullable, nonnull; /* _Nullable / _Nonnull / attribute nonnull */
  LLVMMetadataRef scope;  /* a local: the block of the source it is declared in */
};
void ha_unit_declare(struct ha_unit *unit, const struct ha_decl *decl);
const struct ha_decl *ha_unit_decl(const struct ha_unit *unit, LLVMValueRef value);
/* Parameter types of a function (also of external declarations where known). */
void ha_unit_declare_param(struct ha_unit *unit, LLVMValueRef function, unsigned index,
                           const struct ha_decl *decl);
const struct ha_decl *ha_unit_param(const struct ha_unit *unit, LLVMValueRef function,
                                    unsigned index);

/* Blocks of the source: `scope` is an inner block, and stands in `parent`. */
void ha_unit_declare_scope(struct ha_unit *unit, LLVMMetadataRef scope,
                           LLVMMetadataRef parent);
bool ha_unit_scope_is_inner(const struct ha_unit *unit, LLVMMetadataRef scope);
/* Is `inner` the block `outer`, or in it? */
bool ha_unit_scope_encloses(const struct ha_unit *unit, LLVMMetadataRef outer,
                            LLVMMetadataRef inner);

/* The expression the source has at a position (where a debug location points):
 * its range and text, and the text of the pointer it dereferences. */
struct ha_source_expr {
  const char *file;
  uint32_t line, column;
  uint32_t begin_line, begin_column, end_line, end_column;
  const char *text, *base;
  bool macro_test; /* `&&`, `||`, `?:`, `if` here stand in the body of a macro */
};
void ha_unit_add_source(struct ha_unit *unit, const struct ha_source_expr *expr);
const struct ha_source_expr *ha_unit_source(const struct ha_unit *unit,
                                            const char *file, uint32_t line,
                                            uint32_t column);

/* A formula of the source.  Where it stands, the module calls HA_CONTRACT_CALL with its
 * number and the addresses of the variables `names`; a contract of a function is called
 * at the beginning of its body. */
#define HA_CONTRACT_CALL "__heapabs_contract"
struct ha_contract {
  enum ha_formula_kind kind;
  const char *text, *file;
  uint32_t line, column; /* of its first character */
  const char *const *names;
  unsigned count;
};
/* Numbers begin at 0. */
unsigned ha_unit_add_contract(struct ha_unit *unit, const struct ha_contract *contract);
const struct ha_contract *ha_unit_contract(const struct ha_unit *unit, unsigned number);
/* The contract `number` is the function's; which parameter, or which global, each of
 * its names is. */
struct ha_contract_name {
  int parameter; /* of the module's function; -1: a global */
  LLVMValueRef global;
};
void ha_unit_bind_contract(struct ha_unit *unit, LLVMValueRef function, unsigned number,
                           const struct ha_contract_name *names);
/* The next contract of the function after `number` (-1: the first), or -1. */
int ha_unit_next_contract(const struct ha_unit *unit, LLVMValueRef function,
                          int number);
const struct ha_contract_name *ha_unit_contract_names(const struct ha_unit *unit,
                                                      unsigned number);

#endif
