#include "compdb.h"
#include "../report/path.h"
#include "clang.h"
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_directory(const char *path) {
  struct stat info;
  return !stat(path, &info) && S_ISDIR(info.st_mode);
}

/* False if some argument is no string. */
static bool read_arguments(struct ha_arena *arena, struct ha_words *words,
                           const json_t *arguments) {
  size_t index;
  const json_t *value;
  json_array_foreach(arguments, index, value) {
    if (!json_is_string(value))
      return false;
    ha_words_add(arena, words, json_string_value(value));
  }
  return true;
}

static bool is_inner(char *const *argv) {
  for (; *argv; argv++)
    if (!strcmp(*argv, "-cc1") || !strcmp(*argv, "-cc1as"))
      return true;
  return false;
}

/* False if it is no entry. */
static bool read_entry(struct ha_arena *arena, struct ha_compdb *db, const char *here,
                       const json_t *entry) {
  const char *directory = json_string_value(json_object_get(entry, "directory"));
  const char *command = json_string_value(json_object_get(entry, "command"));
  const json_t *arguments = json_object_get(entry, "arguments");
  struct ha_words words = {0};
  if (!directory || !(command || json_is_array(arguments)))
    return false;
  if (command && !json_is_array(arguments))
    ha_words_split(arena, &words, command);
  else if (!read_arguments(arena, &words, arguments))
    return false;
  char **argv = ha_words_end(arena, &words);
  struct ha_compdb_entry row = {ha_path_absolute(arena, here, directory), argv};
  if (words.list.count && !is_inner(argv))
    HA_PUSH(arena, db->entries, row);
  return true;
}

static const char *read_entries(struct ha_arena *arena, struct ha_compdb *db,
                                const char *path, const char *here,
                                const json_t *root) {
  size_t index;
  const json_t *entry;
  if (!json_is_array(root))
    return ha_arena_printf(
        arena, "'%s' is no compilation database: it holds no list of compiles", path);
  json_array_foreach(root, index, entry) if (
      !read_entry(
          arena, db, here,
          entry)) return ha_arena_printf(arena,
                                         "'%s' is no compilation database: entry %zu "
                                         "has no "
                                         "directory, or neither command nor arguments",
                                         path, index + 1);
  return NULL;
}

/* Relative directories begin where the file is. */
static const char *folder_of(struct ha_arena *arena, const char *path) {
  char here[PATH_MAX];
  const char *start = getcwd(here, sizeof here) ? here : "/";
  return ha_path_absolute(arena, start, ha_arena_printf(arena, "%s/..", path));
}

struct ha_compdb *ha_compdb_read(struct ha_arena *arena, const char *path,
                                 const char **error) {
  if (is_directory(path))
    path = ha_arena_printf(arena, "%s/compile_commands.json", path);
  char *text = ha_read_file(path);
  if (!text) {
    *error = ha_arena_printf(arena, "cannot read '%s': %s", path, strerror(errno));
    return NULL;
  }
  struct ha_compdb *db = ha_arena_alloc(arena, sizeof *db);
  json_error_t where;
  json_t *root = json_loads(text, 0, &where);
  free(text);
  *error = root ? read_entries(arena, db, path, folder_of(arena, path), root)
                : ha_arena_printf(arena, "'%s' is no compilation database: line %d: %s",
                                  path, where.line, where.text);
  json_decref(root);
  return *error ? NULL : db;
}
