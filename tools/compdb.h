/* A compilation database: the compiles of a build, in a file. */
#ifndef HEAPABS_TOOLS_COMPDB_H
#define HEAPABS_TOOLS_COMPDB_H

#include "words.h"

struct ha_compdb_entry {
  const char *directory; /* absolute */
  char **argv;
};

struct ha_compdb {
  HA_VEC(struct ha_compdb_entry) entries;
};

/* `path` is the file, or the folder with a compile_commands.json.  NULL with one
 * sentence in *error if it cannot be read.  Entries for the compiler's inner process
 * (-cc1) are left out: their outer ones are there. */
struct ha_compdb *ha_compdb_read(struct ha_arena *arena, const char *path,
                                 const char **error);

#endif
