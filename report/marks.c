#include "marks.h"
#include "../gcl/arena.h"
#include "comments.h"
#include "path.h"
#include "source.h"
#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

struct ha_marks {
  struct ha_arena *arena;
  const char *directory;
  struct ha_sources *sources;
  HA_VEC(const char *) files; /* that have been read, absolute */
  HA_VEC(struct ha_mark) list;
};

struct ha_marks *ha_marks_new(struct ha_arena *arena, const char *directory) {
  struct ha_marks *marks = ha_arena_alloc(arena, sizeof *marks);
  marks->arena = arena;
  marks->directory = ha_arena_strdup(arena, directory);
  marks->sources = ha_sources_new(arena, directory);
  return marks;
}

void ha_marks_add(struct ha_marks *marks, const struct ha_mark *mark) {
  struct ha_mark copy = *mark;
  copy.file = ha_arena_strdup(marks->arena, mark->file);
  copy.rules = mark->rules ? ha_arena_strdup(marks->arena, mark->rules) : NULL;
  copy.text = ha_arena_strdup(marks->arena, mark->text);
  copy.why = ha_arena_strdup(marks->arena, mark->why);
  HA_PUSH(marks->arena, marks->list, copy);
}

/* ---- comments ---- */

enum keyword { NEXTLINE, BEGIN, END, SAME_LINE, CODECHECKER };

/* The longer words first: each begins with NOLINT. */
static const struct {
  const char *word;
  enum keyword keyword;
} words[] = {
    {"NOLINTNEXTLINE", NEXTLINE},
    {"NOLINTBEGIN", BEGIN},
    {"NOLINTEND", END},
    {"NOLINT", SAME_LINE},
    {"codechecker_suppress", CODECHECKER},
    {"codechecker_false_positive", CODECHECKER},
    {"codechecker_intentional", CODECHECKER},
};

struct reading {
  struct ha_marks *marks;
  const char *file;
  HA_VEC(unsigned) waiting; /* codechecker marks, for the next line of code */
  HA_VEC(unsigned) open;    /* NOLINTBEGINs */
};

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The keyword at `text`, if a whole word. */
static const char *match(const char *text, const char *start, enum keyword *keyword) {
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
    size_t length = strlen(words[i].word);
    if (!strncmp(text, words[i].word, length) && !is_word(text[length]) &&
        (text == start || !is_word(text[-1]))) {
      *keyword = words[i].keyword;
      return text + length;
    }
  }
  return NULL;
}

/* What is between the brackets behind a keyword, NULL if there are none; moves *at
 * behind them. */
static const char *bracketed(struct ha_arena *arena, const char **at, char open,
                             char close) {
  const char *from = *at;
  if (open == '[')
    from += strspn(from, " \t");
  const char *end = *from == open ? strchr(from, close) : NULL;
  if (!end)
    return NULL;
  *at = end + 1;
  return ha_arena_strndup(arena, from + 1, (size_t)(end - from - 1));
}

/* The rest of the comment, without the signs that join and end it. */
static const char *reason(struct ha_arena *arena, const char *rest) {
  rest += strspn(rest, " \t:-,.");
  size_t length = strlen(rest);
  const char *end = strstr(rest, "*/");
  if (end)
    length = (size_t)(end - rest);
  while (length && isspace((unsigned char)rest[length - 1]))
    length--;
  return ha_arena_strndup(arena, rest, length);
}

static bool same_rules(const char *a, const char *b) {
  return a && b ? !strcmp(a, b) : a == b;
}

/* The innermost BEGIN of the same rules ends here. */
static void close_range(struct reading *r, const char *rules, unsigned line) {
  for (unsigned i = r->open.count; i-- > 0;) {
    struct ha_mark *mark = &r->marks->list.at[r->open.at[i]];
    if (!same_rules(mark->rules, rules))
      continue;
    mark->last = line;
    for (; i + 1 < r->open.count; i++)
      r->open.at[i] = r->open.at[i + 1];
    r->open.count--;
    return;
  }
}

static void cover(struct reading *r, struct ha_mark *mark, enum keyword keyword) {
  struct ha_arena *arena = r->marks->arena;
  unsigned index = r->marks->list.count;
  mark->first = mark->last = mark->line;
  if (keyword == NEXTLINE) {
    mark->first = mark->last = mark->line + 1;
  } else if (keyword == BEGIN) {
    mark->last = 0; /* until its END is met */
    HA_PUSH(arena, r->open, index);
  } else if (keyword == CODECHECKER) {
    mark->last = 0;
    HA_PUSH(arena, r->waiting, index);
  }
}

static void take(struct reading *r, unsigned line, const char *word, const char *at,
                 enum keyword keyword) {
  struct ha_arena *arena = r->marks->arena;
  bool is_codechecker = keyword == CODECHECKER;
  const char *rules =
      bracketed(arena, &at, is_codechecker ? '[' : '(', is_codechecker ? ']' : ')');
  if (rules && is_codechecker && !strcmp(rules, "all"))
    rules = NULL;
  if (keyword == END) {
    close_range(r, rules, line);
    return;
  }
  struct ha_mark mark = {
      .file = r->file,
      .line = line,
      .rules = rules,
      .text = ha_arena_strndup(arena, word, (size_t)(at - word)),
      .why = reason(arena, at),
  };
  cover(r, &mark, keyword);
  ha_marks_add(r->marks, &mark);
}

static void on_comment(void *context, unsigned line, const char *text, size_t length) {
  struct reading *r = context;
  const char *comment = ha_arena_strndup(r->marks->arena, text, length);
  for (const char *at = comment; *at;) {
    enum keyword keyword;
    const char *behind = match(at, comment, &keyword);
    if (behind)
      take(r, line, at, behind, keyword);
    at = behind ? behind : at + 1;
  }
}

static void on_code(void *context, unsigned line) {
  struct reading *r = context;
  unsigned kept = 0;
  for (unsigned i = 0; i < r->waiting.count; i++) {
    struct ha_mark *mark = &r->marks->list.at[r->waiting.at[i]];
    if (mark->line < line)
      mark->first = mark->last = line;
    else
      r->waiting.at[kept++] = r->waiting.at[i];
  }
  r->waiting.count = kept;
}

void ha_marks_read(struct ha_marks *marks, const char *file) {
  const char *path = ha_path_absolute(marks->arena, marks->directory, file);
  for (unsigned i = 0; i < marks->files.count; i++)
    if (!strcmp(marks->files.at[i], path))
      return;
  HA_PUSH(marks->arena, marks->files, path);
  size_t length;
  const char *text = ha_source_text(ha_sources_get(marks->sources, file), &length);
  struct reading reading = {.marks = marks, .file = file};
  struct ha_comment_reader reader = {&reading, on_comment, on_code};
  bool any = strstr(text, "NOLINT") || strstr(text, "codechecker_");
  if (any)
    ha_comments_read(&reader, text, length);
}

/* ---- looking up ---- */

/* Calls for each pattern between the commas. */
static bool any_rule(const char *rules, bool (*is)(const char *, const char *),
                     const char *what) {
  while (*rules) {
    rules += strspn(rules, " \t,");
    size_t length = strcspn(rules, " \t,");
    char pattern[128];
    if (length && length < sizeof pattern) {
      memcpy(pattern, rules, length);
      pattern[length] = 0;
      if (is(pattern, what))
        return true;
    }
    rules += length;
  }
  return false;
}

static bool matches(const char *pattern, const char *rule) {
  return fnmatch(pattern, rule, 0) == 0;
}

static bool has_prefix(const char *pattern, const char *prefix) {
  return !strncmp(pattern, prefix, strlen(prefix));
}

bool ha_mark_is_ours(const struct ha_mark *mark) {
  return mark->rules && any_rule(mark->rules, has_prefix, "heapabs");
}

static bool is_in(const struct ha_marks *marks, const struct ha_mark *mark,
                  const char *file) {
  return !strcmp(mark->file, file) ||
         !strcmp(ha_path_absolute(marks->arena, marks->directory, mark->file),
                 ha_path_absolute(marks->arena, marks->directory, file));
}

const struct ha_mark *ha_marks_find(struct ha_marks *marks, const char *file,
                                    unsigned line, const char *rule) {
  ha_marks_read(marks, file);
  for (unsigned i = 0; i < marks->list.count; i++) {
    struct ha_mark *mark = &marks->list.at[i];
    if (mark->first <= line && line <= mark->last && is_in(marks, mark, file) &&
        (!mark->rules || any_rule(mark->rules, matches, rule))) {
      mark->used = true;
      return mark;
    }
  }
  return NULL;
}

unsigned ha_marks_count(const struct ha_marks *marks) { return marks->list.count; }

const struct ha_mark *ha_marks_get(const struct ha_marks *marks, unsigned index) {
  return &marks->list.at[index];
}
