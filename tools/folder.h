/* The folder of a report: a new one each time, so that no report harms another. */
#ifndef HEAPABS_TOOLS_FOLDER_H
#define HEAPABS_TOOLS_FOLDER_H

struct ha_arena;

/* A new folder below `output` (made if it is not there; NULL: the temporary files),
 * named by the time as scan-build names them, with a folder `units` in it.  Absolute;
 * NULL with one sentence in *error if it cannot be made. */
const char *ha_folder_make(struct ha_arena *arena, const char *output,
                           const char **error);
/* Lets `output`/latest lead to the folder. */
void ha_folder_show_latest(struct ha_arena *arena, const char *output,
                           const char *folder);
/* Removes a folder made by ha_folder_make with all that is in it. */
void ha_folder_remove(const char *folder);

#endif
