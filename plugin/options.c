#include "options.h"
#include "../gcl/gcl.h"
#include "../refine/engine.h"
#include "../refine/families.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum option_type { FLAG, NUMBER, CHOICE, KINDS, ENGINE, FAMILIES, TEXT, NAMES, MODELS };

struct row {
  const char *key;
  enum option_type type;
  size_t member;
  const char *fallback, *values;
  bool hidden;
};

static const struct row rows[] = {
#define ROW(key, type, fallback, values, hidden)                                       \
  {#key, type, offsetof(struct ha_options, key), fallback, values, hidden},
#define HA_OPTION(key, type, fallback, values, help)                                   \
  ROW(key, type, fallback, values, false)
#define HA_HIDDEN(key, type, fallback, values, help)                                   \
  ROW(key, type, fallback, values, true)
#include "options.def"
#undef HA_HIDDEN
#undef HA_OPTION
#undef ROW
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* The named groups of check kinds, beside the kinds themselves. */
enum group { GROUP_NONE, GROUP_ALL, GROUP_DEFAULT, GROUP_MEMORY, GROUPS };
static const char *const group_name[GROUPS] = {"none", "all", "default", "memory"};

static unsigned group_kinds(enum group group) {
  static const bool on[] = {
#define HA_CHECK(name, id, cwe, on, memory) on,
#include "../gcl/checks.def"
#undef HA_CHECK
  };
  static const bool memory[] = {
#define HA_CHECK(name, id, cwe, on, memory) memory,
#include "../gcl/checks.def"
#undef HA_CHECK
  };
  unsigned kinds = 0;
  for (unsigned k = 0; k < HA_CHECK_KINDS; k++)
    if (group == GROUP_ALL || (group == GROUP_DEFAULT && on[k]) ||
        (group == GROUP_MEMORY && memory[k]))
      kinds |= 1u << k;
  return kinds;
}

/* Does the text [word, word+len) say `name`? */
static bool is_word(const char *word, size_t len, const char *name) {
  return strlen(name) == len && memcmp(word, name, len) == 0;
}

static bool kinds_of_word(const char *word, size_t len, unsigned *kinds) {
  for (unsigned g = 0; g < GROUPS; g++)
    if (is_word(word, len, group_name[g]))
      return *kinds |= group_kinds(g), true;
  for (unsigned k = 0; k < HA_CHECK_KINDS; k++)
    if (is_word(word, len, ha_check_id[k]))
      return *kinds |= 1u << k, true;
  return false;
}

static bool parse_kinds(const char *value, unsigned *kinds) {
  *kinds = 0;
  for (;; value++) {
    size_t len = strcspn(value, ",");
    if (!kinds_of_word(value, len, kinds))
      return false;
    value += len;
    if (!*value)
      return true;
  }
}

static bool parse_number(const char *value, const char *range, unsigned *number) {
  char *end;
  unsigned long low = strtoul(range, &end, 10);
  unsigned long high = strtoul(end + 2, NULL, 10);
  unsigned long n = strtoul(value, &end, 10);
  *number = (unsigned)n;
  return *value >= '0' && *value <= '9' && !*end && n >= low && n <= high;
}

static bool parse_choice(const char *value, const char *values, unsigned *choice) {
  for (*choice = 0;; values++, ++*choice) {
    size_t len = strcspn(values, "|");
    if (is_word(values, len, value))
      return true;
    values += len;
    if (!*values)
      return false;
  }
}

static const char *const *parse_names(struct ha_arena *arena, const char *value) {
  HA_VEC(const char *) names = {0};
  while (*value) {
    size_t len = strcspn(value, ",");
    if (len)
      HA_PUSH(arena, names, ha_arena_strndup(arena, value, len));
    value += len + (value[len] == ',');
  }
  HA_PUSH(arena, names, NULL);
  return names.at;
}

static bool parse_flag(const char *value, bool *flag) {
  *flag = strcmp(value, "on") == 0;
  return *flag || strcmp(value, "off") == 0;
}

static bool parse_engine(struct ha_arena *arena, const char *value,
                         const char **engine) {
  *engine = ha_arena_strdup(arena, value);
  return strcmp(value, "auto") == 0 || ha_engine_find(value);
}

/* ---- models ---- */

static const char *const model_names[] = {
#define HA_MODEL(name) #name,
#include "../passes/models.def"
#undef HA_MODEL
};
enum { MODELS_KNOWN = sizeof model_names / sizeof *model_names };

/* `NAME=FUNCTION` or `NAME=FUNCTION!`? */
static bool is_model(const char *text) {
  size_t name = strcspn(text, "=");
  const char *function = text + name + (text[name] == '=');
  size_t length = strcspn(function, "!");
  bool is_known = false;
  for (unsigned i = 0; i < MODELS_KNOWN; i++)
    is_known |= is_word(function, length, model_names[i]);
  const char *rest = function + length;
  return name && is_known && (!*rest || !strcmp(rest, "!"));
}

static bool parse_models(struct ha_arena *arena, const char *value,
                         const char *const **models) {
  *models = parse_names(arena, value);
  for (const char *const *model = *models; *model; model++)
    if (!is_model(*model))
      return false;
  return true;
}

static const char *known_models(struct ha_arena *arena) {
  const char *list = "NAME=FUNCTION, and with NAME=FUNCTION! it never returns null; "
                     "FUNCTION is one of";
  for (unsigned i = 0; i < MODELS_KNOWN; i++)
    list = ha_arena_printf(arena, "%s%s %s", list, i ? "," : "", model_names[i]);
  return list;
}

/* False if `value` is not one of the row's. */
static bool parse(struct ha_arena *arena, struct ha_options *options,
                  const struct row *row, const char *value) {
  void *member = (char *)options + row->member;
  switch (row->type) {
  case FLAG:
    return parse_flag(value, member);
  case NUMBER:
    return parse_number(value, row->values, member);
  case CHOICE:
    return parse_choice(value, row->values, member);
  case KINDS:
    return parse_kinds(value, member);
  case ENGINE:
    return parse_engine(arena, value, member);
  case FAMILIES:
    *(const char **)member = ha_arena_strdup(arena, value);
    return ha_families_parse(value) != UINT32_MAX;
  case TEXT:
    *(const char **)member = ha_arena_strdup(arena, value);
    return true;
  case NAMES:
    *(const char *const **)member = parse_names(arena, value);
    return true;
  case MODELS:
    return parse_models(arena, value, (const char *const **)member);
  }
  return false;
}

static const char *known_keys(struct ha_arena *arena) {
  const char *list = "";
  for (unsigned i = 0; i < ROWS; i++)
    if (!rows[i].hidden)
      list = ha_arena_printf(arena, "%s%s%s", list, *list ? ", " : "", rows[i].key);
  return list;
}

static const char *known_kinds(struct ha_arena *arena) {
  const char *list = group_name[0];
  for (unsigned g = 1; g < GROUPS; g++)
    list = ha_arena_printf(arena, "%s, %s", list, group_name[g]);
  for (unsigned k = 0; k < HA_CHECK_KINDS; k++)
    list = ha_arena_printf(arena, "%s, %s", list, ha_check_id[k]);
  return list;
}

static const char *known_engines(struct ha_arena *arena) {
  const char *list = "auto";
  for (const struct ha_engine *const *e = ha_engines; *e; e++)
    list = ha_arena_printf(arena, "%s, %s", list, (*e)->name);
  return list;
}

static const char *known_families(struct ha_arena *arena) {
  const char *list = "default, all";
  for (const char *const *name = ha_family_names; *name; name++)
    list = ha_arena_printf(arena, "%s, %s", list, *name);
  return list;
}

static const char *known_values(struct ha_arena *arena, const struct row *row) {
  if (row->type == KINDS)
    return known_kinds(arena);
  if (row->type == ENGINE)
    return known_engines(arena);
  if (row->type == FAMILIES)
    return known_families(arena);
  if (row->type == MODELS)
    return known_models(arena);
  char *list = ha_arena_strdup(arena, "");
  for (const char *v = row->values; *v; v++)
    list = ha_arena_printf(arena, *v == '|' ? "%s, " : "%s%c", list, *v);
  return list;
}

static const struct row *find(const char *key, size_t len) {
  for (unsigned i = 0; i < ROWS; i++)
    if (is_word(key, len, rows[i].key))
      return &rows[i];
  return NULL;
}

struct ha_options *ha_options_new(struct ha_arena *arena) {
  struct ha_options *options = ha_arena_alloc(arena, sizeof *options);
  for (unsigned i = 0; i < ROWS; i++)
    parse(arena, options, &rows[i], rows[i].fallback);
  return options;
}

const char *ha_options_set(struct ha_arena *arena, struct ha_options *options,
                           const char *assignment) {
  size_t len = strcspn(assignment, "=");
  const struct row *row = find(assignment, len);
  if (!row)
    return ha_arena_printf(arena, "unknown option '%.*s'; known are: %s", (int)len,
                           assignment, known_keys(arena));
  bool bare = !assignment[len];
  if (bare && row->type != FLAG)
    return ha_arena_printf(arena, "option '%s' needs a value: %s", row->key,
                           known_values(arena, row));
  const char *value = bare ? "on" : assignment + len + 1;
  if (parse(arena, options, row, value)) {
    options->has_budget |= strstr(row->key, "budget") != NULL;
    return NULL;
  }
  return ha_arena_printf(arena, "option '%s': unknown value '%s'; known are: %s",
                         row->key, value, known_values(arena, row));
}

bool ha_options_ask_all(const struct ha_options *options) {
  return !*options->entry && !(group_kinds(GROUP_DEFAULT) & ~options->checks);
}

bool ha_options_want_reproducers(const struct ha_options *options) {
  return *options->repro || *options->json || *options->sarif || *options->html;
}

static const char *choice_text(struct ha_arena *arena, const struct row *row,
                               unsigned choice) {
  const char *value = row->values;
  for (; choice; choice--)
    value += strcspn(value, "|") + 1;
  return ha_arena_strndup(arena, value, strcspn(value, "|"));
}

static const char *kinds_text(struct ha_arena *arena, unsigned kinds) {
  for (unsigned g = 0; g < GROUPS; g++)
    if (kinds == group_kinds(g))
      return group_name[g];
  const char *list = "";
  for (unsigned k = 0; k < HA_CHECK_KINDS; k++)
    if (kinds >> k & 1)
      list = ha_arena_printf(arena, "%s%s%s", list, *list ? "," : "", ha_check_id[k]);
  return list;
}

static const char *names_text(struct ha_arena *arena, const char *const *names) {
  const char *list = "";
  for (; *names; names++)
    list = ha_arena_printf(arena, "%s%s%s", list, *list ? "," : "", *names);
  return list;
}

static const char *value_text(struct ha_arena *arena, const struct ha_options *options,
                              const struct row *row) {
  const void *member = (const char *)options + row->member;
  switch (row->type) {
  case FLAG:
    return *(const bool *)member ? "on" : "off";
  case NUMBER:
    return ha_arena_printf(arena, "%u", *(const unsigned *)member);
  case CHOICE:
    return choice_text(arena, row, *(const unsigned *)member);
  case KINDS:
    return kinds_text(arena, *(const unsigned *)member);
  case ENGINE:
  case FAMILIES:
  case TEXT:
    return *(const char *const *)member;
  case NAMES:
  case MODELS:
    return names_text(arena, *(const char *const *const *)member);
  }
  return "";
}

const char *ha_options_describe(struct ha_arena *arena,
                                const struct ha_options *options) {
  const char *line = "";
  for (unsigned i = 0; i < ROWS; i++)
    if (!rows[i].hidden)
      line = ha_arena_printf(arena, "%s%s%s=%s", line, *line ? " " : "", rows[i].key,
                             value_text(arena, options, &rows[i]));
  return line;
}
