/* Is this program well formed?  Run after lowering in debug builds and after
 * parsing always: indices in range, operand types fit, edges at one location
 * exclusive by form, each cycle through a loop head, exits without edges, each
 * ASSERT with a check, the result assigned. */
#ifndef HEAPABS_GCL_VALIDATE_H
#define HEAPABS_GCL_VALIDATE_H

struct ha_program;

/* NULL if well formed; else one sentence, in the program's arena. */
const char *ha_program_validate(const struct ha_program *program);

#endif
