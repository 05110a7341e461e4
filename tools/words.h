/* Command lines as lists of words: what a shell, a compile_commands.json and a response
 * file make of a text. */
#ifndef HEAPABS_TOOLS_WORDS_H
#define HEAPABS_TOOLS_WORDS_H

#include "../gcl/arena.h"

struct ha_words {
  HA_VEC(char *) list; /* NULL-terminated by ha_words_end, which does not count it */
};

void ha_words_add(struct ha_arena *arena, struct ha_words *words, const char *word);
void ha_words_add_all(struct ha_arena *arena, struct ha_words *words,
                      char *const *from);
/* As argv for exec. */
char **ha_words_end(struct ha_arena *arena, struct ha_words *words);

/* Splits as a POSIX shell does: quotes and backslashes, nothing is expanded. */
void ha_words_split(struct ha_arena *arena, struct ha_words *words, const char *text);
/* Puts in place of each `@FILE` what the file says, to any depth; one that cannot be
 * read stays as it is.  Relative names begin in `directory`. */
struct ha_words ha_words_expand(struct ha_arena *arena, char *const *argv,
                                const char *directory);
/* For people: quoted where a shell needs it. */
const char *ha_words_show(struct ha_arena *arena, char *const *argv);

#endif
