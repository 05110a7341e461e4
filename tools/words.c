#include "words.h"
#include "../report/path.h"
#include "clang.h"
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 10 };

void ha_words_add(struct ha_arena *arena, struct ha_words *words, const char *word) {
  HA_PUSH(arena, words->list, ha_arena_strdup(arena, word));
}

void ha_words_add_all(struct ha_arena *arena, struct ha_words *words,
                      char *const *from) {
  for (; *from; from++)
    ha_words_add(arena, words, *from);
}

char **ha_words_end(struct ha_arena *arena, struct ha_words *words) {
  HA_PUSH(arena, words->list, NULL);
  words->list.count--;
  return words->list.at;
}

/* Copies one character of a quoted part; returns behind what it took. */
static const char *take_quoted(const char *at, char quote, char **out) {
  bool escapes = quote == '"' && *at == '\\' && at[1] && strchr("\"\\$`\n", at[1]);
  at += escapes;
  *(*out)++ = *at;
  return at + 1;
}

/* The word at `at`; moves *at behind it. */
static char *next_word(struct ha_arena *arena, const char **at) {
  char *word = ha_arena_alloc(arena, strlen(*at) + 1), *out = word;
  char quote = 0;
  for (; **at && (quote || !isspace((unsigned char)**at));) {
    if (quote && **at == quote) {
      quote = 0;
      ++*at;
    } else if (quote) {
      *at = take_quoted(*at, quote, &out);
    } else if (**at == '"' || **at == '\'') {
      quote = *(*at)++;
    } else {
      *at += **at == '\\' && (*at)[1];
      *out++ = *(*at)++;
    }
  }
  return word;
}

void ha_words_split(struct ha_arena *arena, struct ha_words *words, const char *text) {
  for (;;) {
    while (isspace((unsigned char)*text))
      text++;
    if (!*text)
      return;
    HA_PUSH(arena, words->list, next_word(arena, &text));
  }
}

static void expand(struct ha_arena *arena, struct ha_words *words, char *const *argv,
                   const char *directory, unsigned depth) {
  for (; *argv; argv++) {
    char *text = **argv == '@' && depth < MAX_DEPTH
                     ? ha_read_file(ha_path_absolute(arena, directory, *argv + 1))
                     : NULL;
    if (!text) {
      ha_words_add(arena, words, *argv);
      continue;
    }
    struct ha_words inner = {0};
    ha_words_split(arena, &inner, text);
    free(text);
    expand(arena, words, ha_words_end(arena, &inner), directory, depth + 1);
  }
}

struct ha_words ha_words_expand(struct ha_arena *arena, char *const *argv,
                                const char *directory) {
  struct ha_words words = {0};
  expand(arena, &words, argv, directory, 0);
  ha_words_end(arena, &words);
  return words;
}

static const char *show_word(struct ha_arena *arena, const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789-_./=+,:@%";
  if (*word && strspn(word, plain) == strlen(word))
    return word;
  const char *text = "'";
  for (; *word; word++)
    text = ha_arena_printf(arena, *word == '\'' ? "%s'\\''" : "%s%c", text, *word);
  return ha_arena_printf(arena, "%s'", text);
}

const char *ha_words_show(struct ha_arena *arena, char *const *argv) {
  const char *line = "";
  for (; *argv; argv++)
    line = ha_arena_printf(arena, "%s%s%s", line, *line ? " " : "",
                           show_word(arena, *argv));
  return line;
}
