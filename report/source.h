/* The text of source files, line by line, as reports quote it. */
#ifndef HEAPABS_REPORT_SOURCE_H
#define HEAPABS_REPORT_SOURCE_H

#include <stddef.h>

struct ha_arena;
struct ha_sources;
struct ha_source;

/* A cache of files; relative names are taken from `directory` ("" for here). */
struct ha_sources *ha_sources_new(struct ha_arena *arena, const char *directory);
/* Never NULL: a file that cannot be read has no lines. */
const struct ha_source *ha_sources_get(struct ha_sources *sources, const char *file);

const char *ha_source_text(const struct ha_source *source, size_t *length);
/* Without its end; "" if there is no such line. */
const char *ha_source_line(const struct ha_source *source, unsigned line);

#endif
