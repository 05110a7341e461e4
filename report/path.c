#include "path.h"
#include "../gcl/arena.h"
#include <string.h>
#include <unistd.h>

/* Removes the last component; of the root there is none. */
static char *up(char *start, char *end) {
  while (end > start && *--end != '/')
    ;
  return end;
}

const char *ha_path_absolute(struct ha_arena *arena, const char *directory,
                             const char *file) {
  const char *joined =
      *file == '/' ? file : ha_arena_printf(arena, "%s/%s", directory, file);
  char *path = ha_arena_alloc(arena, strlen(joined) + 2), *end = path;
  for (const char *at = joined; *at;) {
    at += strspn(at, "/");
    size_t length = strcspn(at, "/");
    if (length == 2 && !strncmp(at, "..", 2)) {
      end = up(path, end);
    } else if (length && !(length == 1 && *at == '.')) {
      *end++ = '/';
      memcpy(end, at, length);
      end += length;
    }
    at += length;
  }
  if (end == path)
    *end++ = '/';
  *end = 0;
  return path;
}

const char *ha_path_below(const char *base, const char *path) {
  size_t length = strlen(base);
  if (length && base[length - 1] == '/')
    length--;
  if (strncmp(path, base, length) || path[length] != '/')
    return NULL;
  return path + length + 1;
}

const char *ha_path_repository(struct ha_arena *arena, const char *directory) {
  const char *start = ha_path_absolute(arena, directory, ".");
  for (char *at = ha_arena_strdup(arena, start);;) {
    if (!access(ha_arena_printf(arena, "%s/.git", at), F_OK))
      return at;
    char *slash = strrchr(at, '/');
    if (!slash || !at[1])
      return start;
    slash[slash == at] = 0;
  }
}
