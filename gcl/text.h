/* The text form of GCL, `.gcl`: a printer and a parser that round-trip.
 *
 * print(parse(print(p))) == print(p), byte for byte.  The grammar is in
 * gcl/README.md.  Output depends on the program alone, never on addresses. */
#ifndef HEAPABS_GCL_TEXT_H
#define HEAPABS_GCL_TEXT_H

#include "gcl.h"
#include <stdio.h>

void ha_program_print(const struct ha_program *program, FILE *out);
/* One expression or command as people read it; lives in the program's arena. */
const char *ha_expr_print(const struct ha_program *program, ha_expr expr);
const char *ha_cmd_print(const struct ha_program *program,
                         const struct ha_cmd_row *cmd);

struct ha_text_error {
  unsigned line, column;
  const char *message; /* in the arena */
};

/* NULL on a syntax error, then *error says where and why. */
struct ha_program *ha_program_parse(struct ha_arena *arena, const char *text,
                                    struct ha_text_error *error);

#endif
