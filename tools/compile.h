/* A compiler's command line: what it compiles, and the same as an analysis. */
#ifndef HEAPABS_TOOLS_COMPILE_H
#define HEAPABS_TOOLS_COMPILE_H

#include "words.h"
#include <stdbool.h>

enum ha_language { HA_LANGUAGE_OTHER, HA_LANGUAGE_C, HA_LANGUAGE_CXX };

struct ha_input {
  const char *file; /* as given */
  enum ha_language language;
};

struct ha_compile {
  const char *directory; /* where it runs */
  bool compiles;         /* not merely preprocesses, links or asks a question */
  HA_VEC(struct ha_input) inputs;
  struct ha_words
      flags; /* what decides how the source is read; no inputs, no outputs */
};

/* argv[0] is the compiler; response files are expanded. */
struct ha_compile ha_compile_parse(struct ha_arena *arena, char *const *argv,
                                   const char *directory);
/* A text that is the same for two compiles of `file` that mean the same to the
 * analysis: libtool's with and without -fPIC. */
const char *ha_compile_key(struct ha_arena *arena, const struct ha_compile *compile,
                           const char *file);
/* A file that a build system makes only to try the compiler. */
bool ha_compile_is_probe(const char *directory, const char *file);

/* Is this the name of a compiler, "x86_64-linux-gnu-gcc-12"?  A launcher is a program
 * that takes a compiler's command line, as ccache does. */
bool ha_compile_is_compiler(const char *name);
bool ha_compile_is_launcher(const char *name);

#endif
