/* Files written whole or not at all. */
#ifndef HEAPABS_REPORT_FILES_H
#define HEAPABS_REPORT_FILES_H

struct ha_arena;

/* Writes beside `path` and renames, so that a reader sees the old file or the new
 * one.  NULL, or one sentence that says what went wrong. */
const char *ha_file_write(struct ha_arena *arena, const char *path, const char *text);
/* Makes the directory if it is not there (its parent must be). */
const char *ha_directory_make(struct ha_arena *arena, const char *path);

#endif
