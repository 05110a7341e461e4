/* The types that the text form leaves unsaid.
 *
 * `.gcl` writes a type only where it is not the one these two functions give, so
 * `p != null` needs none and `access(p, 4:i32)` does.  Printer and parser ask the same
 * questions in the same order, which is what makes them inverse to each other. */
#ifndef HEAPABS_GCL_TYPING_H
#define HEAPABS_GCL_TYPING_H

#include "gcl.h"

/* What operand `index` is taken to be, where the whole is taken to be `wanted` and the
 * first operand has type `first` (not asked for index 0).  0: nothing is known. */
ha_type ha_typing_operand(const struct ha_program *p, enum ha_expr_op op,
                          unsigned index, ha_type wanted, ha_type first);

/* What an operator makes of operands whose first two have types a and b.  `imm` as in
 * the row.  Atoms have no such type; 0 for them and for casts. */
ha_type ha_typing_result(const struct ha_program *p, enum ha_expr_op op, ha_type a,
                         ha_type b, uint64_t imm);

/* The default element type of `elem` on a pointer of this type. */
ha_type ha_typing_pointee(const struct ha_program *p, ha_type pointer);

/* What operand 0, 1, 2 (a, b, c) of a command is taken to be; for ASSIGN, STORE, LOAD
 * and HAVOC_FIELD it depends on the variable or field. */
ha_type ha_typing_command(const struct ha_program *p, const struct ha_cmd_row *cmd,
                          unsigned index);

#endif
