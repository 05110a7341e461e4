/* File names as reports need them: absolute, or relative to where a project is.
 * Lexical: a file need not exist (any more). */
#ifndef HEAPABS_REPORT_PATH_H
#define HEAPABS_REPORT_PATH_H

struct ha_arena;

/* `file` taken from `directory` if it is relative, without `.`, `..` and `//`. */
const char *ha_path_absolute(struct ha_arena *arena, const char *directory,
                             const char *file);
/* NULL if `path` does not lie below `base`; both absolute. */
const char *ha_path_below(const char *base, const char *path);
/* The innermost folder at or above `directory` that holds a `.git`; `directory` itself
 * if there is none. */
const char *ha_path_repository(struct ha_arena *arena, const char *directory);

#endif
