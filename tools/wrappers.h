/* Compilers that tell a scan what they compile: a folder of links, named as the
 * compilers on the PATH are, all of them to this program.
 *
 * The folder stays, and a link that is called outside of a scan is the compiler of its
 * name: a build system that has remembered its path goes on working. */
#ifndef HEAPABS_TOOLS_WRAPPERS_H
#define HEAPABS_TOOLS_WRAPPERS_H

#include <stdbool.h>

struct ha_arena;

/* Makes the folder and its links; NULL with one sentence in *error if it cannot. */
const char *ha_wrappers_make(struct ha_arena *arena, const char **error);
/* The program of that name on the PATH that is not one of our links; a name with a
 * slash is itself.  NULL if there is none. */
const char *ha_wrappers_real(struct ha_arena *arena, const char *name);
/* The compilers to be used; NULL: those of CC and CXX, else as the build finds them. */
struct ha_compilers {
  const char *cc, *cxx;
  bool keep; /* leave CC and CXX alone */
};
/* Sets PATH, CC and CXX for the build. */
void ha_wrappers_set(struct ha_arena *arena, const char *folder,
                     const struct ha_compilers *use);
/* This program, absolute. */
const char *ha_wrappers_self(struct ha_arena *arena);

#endif
