#include "folder.h"
#include "../gcl/arena.h"
#include "../report/path.h"
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_AT_ONE_TIME = 1000 };

static const char *absolute(struct ha_arena *arena, const char *path) {
  char here[PATH_MAX];
  return ha_path_absolute(arena, getcwd(here, sizeof here) ? here : "/", path);
}

static const char *temporary(struct ha_arena *arena) {
  const char *tmp = getenv("TMPDIR");
  return ha_arena_printf(arena, "%s/heapabs-scan-%u", tmp && *tmp ? tmp : "/tmp",
                         (unsigned)getuid());
}

static const char *cannot(struct ha_arena *arena, const char *path) {
  return ha_arena_printf(arena, "cannot make the folder '%s': %s", path,
                         strerror(errno));
}

/* With its parents. */
static const char *make_all(struct ha_arena *arena, const char *path) {
  for (const char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
    size_t length = slash ? (size_t)(slash - path) : strlen(path);
    const char *part = ha_arena_strndup(arena, path, length);
    struct stat info;
    if (mkdir(part, 0777) && errno != EEXIST)
      return cannot(arena, part);
    if (!stat(part, &info) && !S_ISDIR(info.st_mode))
      return ha_arena_printf(arena, "cannot make the folder '%s': '%s' is no folder",
                             path, part);
    if (!slash)
      return NULL;
  }
}

const char *ha_folder_make(struct ha_arena *arena, const char *output,
                           const char **error) {
  const char *base = absolute(arena, output ? output : temporary(arena));
  *error = make_all(arena, base);
  if (*error)
    return NULL;
  char stamp[32];
  time_t now = time(NULL);
  strftime(stamp, sizeof stamp, "%Y-%m-%d-%H%M%S", localtime(&now));
  for (unsigned n = 1; n <= MOST_AT_ONE_TIME; n++) {
    const char *folder = ha_arena_printf(arena, "%s/%s-%u", base, stamp, n);
    if (!mkdir(folder, 0777)) {
      if (mkdir(ha_arena_printf(arena, "%s/units", folder), 0777)) {
        *error = cannot(arena, folder);
        rmdir(folder);
        return NULL;
      }
      return folder;
    }
    *error = cannot(arena, folder);
    if (errno != EEXIST)
      return NULL;
  }
  return NULL;
}

void ha_folder_show_latest(struct ha_arena *arena, const char *output,
                           const char *folder) {
  const char *latest = ha_arena_printf(arena, "%s/latest", absolute(arena, output));
  const char *draft = ha_arena_printf(arena, "%s.%d", latest, (int)getpid());
  struct stat info;
  bool is_free = lstat(latest, &info) || S_ISLNK(info.st_mode);
  if (is_free && !symlink(strrchr(folder, '/') + 1, draft) && rename(draft, latest))
    unlink(draft);
}

static int remove_one(const char *path, const struct stat *info, int type,
                      struct FTW *where) {
  (void)info, (void)type, (void)where;
  return remove(path);
}

void ha_folder_remove(const char *folder) {
  nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
