/* One compile of a scan, analysed: the same source with the same flags, by our clang
 * with the plugin. */
#ifndef HEAPABS_TOOLS_ANALYSE_H
#define HEAPABS_TOOLS_ANALYSE_H

struct ha_arena;
struct ha_session;

/* Analyses each input of a compiler's command line that is C, and logs what became of
 * it.  argv[0] is the compiler. */
void ha_analyse_compile(struct ha_arena *arena, const struct ha_session *session,
                        char *const *argv, const char *directory);

#endif
