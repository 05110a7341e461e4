#include "limitation.h"
#include "../gcl/arena.h"
#include <string.h>

/* In front of a colon the kind, behind it the function. */
static const struct {
  const char *what, *words, *closing; /* closing: behind a name in quotes */
} table[] = {
    {"unknown-call:pointer", "a call through a pointer", NULL},
    {"unknown-call:", "a call of ", ", which this file does not define"},
    {"recursion:", "a recursive call of ", ""},
    {"inline-limit:", "a call of ", ", too deep or too large to be followed"},
    {"intrinsic:", "the compiler's own ", ""},
    {"model:", "a call taken to do as it was told, ", ""},
    {"aggregate-phi", "a struct that is one of several values", NULL},
    {"aggregate", "a struct handled as one value", NULL},
    {"atomic", "an atomic access", NULL},
    {"volatile", "a volatile access", NULL},
    {"contract", "a contract that cannot be stated here", NULL},
    {"control", "a jump that cannot be followed", NULL},
    {"format", "a format that is not a constant", NULL},
    {"float", "arithmetic with floating point", NULL},
    {"inline-asm", "inline assembly", NULL},
    {"int-to-pointer", "a number taken as a pointer", NULL},
    {"initialiser", "an initialiser", NULL},
    {"constant", "a constant", NULL},
    {"union", "a union read through another member than was written", NULL},
    {"undefined", "a value that is not defined", NULL},
    {"varargs", "variable arguments", NULL},
    {"wide-integer", "an integer of more than 64 bits", NULL},
    {"wide-parameter", "a parameter of more than 64 bits", NULL},
};

const char *ha_limitation_words(struct ha_arena *arena, const char *what) {
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++) {
    size_t length = strlen(table[i].what);
    if (!table[i].closing && !strcmp(what, table[i].what))
      return table[i].words;
    if (table[i].closing && !strncmp(what, table[i].what, length))
      return ha_arena_printf(arena, "%s'%s'%s", table[i].words, what + length,
                             table[i].closing);
  }
  return what;
}
