/* A finding's identity across edits elsewhere in its file: the function, the rule and
 * the words of the line, never the line's number. */
#ifndef HEAPABS_REPORT_FINGERPRINT_H
#define HEAPABS_REPORT_FINGERPRINT_H

struct ha_arena;

/* 16 hexadecimal digits. */
const char *ha_fingerprint(struct ha_arena *arena, const char *function,
                           const char *rule, const char *line);
/* The line without comments and without the space that layout is free to change. */
const char *ha_fingerprint_normalise(struct ha_arena *arena, const char *line);

#endif
