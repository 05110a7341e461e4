/* The findings of a unit as a property list with the keys that the Clang static
 * analyser writes, so that CodeChecker and other readers of its reports take ours. */
#ifndef HEAPABS_REPORT_PLIST_H
#define HEAPABS_REPORT_PLIST_H

struct ha_arena;
struct json_t;

/* Suppressed findings are left out: the format has no word for them. */
char *ha_report_plist(struct ha_arena *arena, const struct json_t *const *units,
                      unsigned count, const char *version);

#endif
