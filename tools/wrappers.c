#include "wrappers.h"
#include "../gcl/arena.h"
#include "compile.h"
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *ha_wrappers_self(struct ha_arena *arena) {
  char self[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  return length < 0 ? "heapabs" : ha_arena_strndup(arena, self, (size_t)length);
}

static bool is_program(const char *path) {
  struct stat info;
  return !stat(path, &info) && S_ISREG(info.st_mode) && !access(path, X_OK);
}

/* One of our links, or a link to one. */
static bool is_ours(const char *path, const char *self) {
  char real[PATH_MAX];
  return realpath(path, real) && !strcmp(real, self);
}

/* ---- the PATH ---- */

typedef bool folder_visitor(void *context, const char *folder);

/* Visits the folders of the PATH until one says true. */
static bool visit_path(struct ha_arena *arena, folder_visitor *visit, void *context) {
  const char *path = getenv("PATH");
  for (path = path ? path : "/usr/bin:/bin"; *path;) {
    size_t length = strcspn(path, ":");
    const char *folder = length ? ha_arena_strndup(arena, path, length) : ".";
    if (visit(context, folder))
      return true;
    path += length + (path[length] == ':');
  }
  return false;
}

struct lookup {
  struct ha_arena *arena;
  const char *name, *self, *found;
};

static bool look(void *context, const char *folder) {
  struct lookup *lookup = context;
  const char *path = ha_arena_printf(lookup->arena, "%s/%s", folder, lookup->name);
  if (!is_program(path) || is_ours(path, lookup->self))
    return false;
  lookup->found = path;
  return true;
}

const char *ha_wrappers_real(struct ha_arena *arena, const char *name) {
  if (strchr(name, '/'))
    return name;
  struct lookup lookup = {arena, name, ha_wrappers_self(arena), NULL};
  visit_path(arena, look, &lookup);
  return lookup.found;
}

/* ---- the folder ---- */

struct making {
  struct ha_arena *arena;
  const char *folder, *self, *error;
};

/* The link points here now, whatever it did before. */
static void make_link(struct making *m, const char *name) {
  const char *path = ha_arena_printf(m->arena, "%s/%s", m->folder, name);
  const char *draft = ha_arena_printf(m->arena, "%s.%d", path, (int)getpid());
  if (is_ours(path, m->self))
    return;
  if (symlink(m->self, draft) || rename(draft, path)) {
    m->error = ha_arena_printf(m->arena, "cannot make '%s': %s", path, strerror(errno));
    unlink(draft);
  }
}

static bool link_compilers(void *context, const char *folder) {
  struct making *m = context;
  DIR *directory = strcmp(folder, m->folder) ? opendir(folder) : NULL;
  for (struct dirent *entry; directory && (entry = readdir(directory));) {
    const char *name = entry->d_name;
    const char *path = ha_arena_printf(m->arena, "%s/%s", folder, name);
    if ((ha_compile_is_compiler(name) || ha_compile_is_launcher(name)) &&
        is_program(path) && !is_ours(path, m->self))
      make_link(m, name);
  }
  if (directory)
    closedir(directory);
  return m->error != NULL;
}

/* Links to compilers that are gone would be found where there are none. */
static void drop_links(const struct making *m) {
  DIR *directory = opendir(m->folder);
  for (struct dirent *entry; directory && (entry = readdir(directory));)
    if (*entry->d_name != '.' && !ha_wrappers_real(m->arena, entry->d_name))
      unlink(ha_arena_printf(m->arena, "%s/%s", m->folder, entry->d_name));
  if (directory)
    closedir(directory);
}

static bool make_folders(struct ha_arena *arena, const char *path) {
  for (const char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
    size_t length = slash ? (size_t)(slash - path) : strlen(path);
    if (mkdir(ha_arena_strndup(arena, path, length), 0777) && errno != EEXIST)
      return false;
    if (!slash)
      return !access(path, W_OK);
  }
}

/* In the user's cache, or if there is no place for one, beside other temporary files.
 */
static const char *choose_folder(struct ha_arena *arena) {
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  const char *folder = NULL;
  if (cache && *cache == '/')
    folder = ha_arena_printf(arena, "%s/heapabs/compilers", cache);
  else if (home && *home == '/')
    folder = ha_arena_printf(arena, "%s/.cache/heapabs/compilers", home);
  if (folder && make_folders(arena, folder))
    return folder;
  const char *tmp = getenv("TMPDIR");
  folder = ha_arena_printf(arena, "%s/heapabs-compilers-%u", tmp ? tmp : "/tmp",
                           (unsigned)getuid());
  struct stat info;
  bool good = make_folders(arena, folder) && !lstat(folder, &info) &&
              S_ISDIR(info.st_mode) && info.st_uid == getuid();
  return good ? folder : NULL;
}

const char *ha_wrappers_make(struct ha_arena *arena, const char **error) {
  struct making m = {arena, choose_folder(arena), ha_wrappers_self(arena), NULL};
  if (!m.folder) {
    *error =
        "there is no folder for the wrapped compilers: neither the user's cache nor "
        "the temporary folder can be written";
    return NULL;
  }
  visit_path(arena, link_compilers, &m);
  drop_links(&m);
  *error = m.error;
  return m.error ? NULL : m.folder;
}

/* ---- the build's environment ---- */

/* `gcc -m32` with a link for `gcc`; a compiler that has a path is called through us. */
static const char *wrap(struct ha_arena *arena, const char *folder,
                        const char *compiler) {
  size_t length = strcspn(compiler, " \t");
  const char *name = ha_arena_strndup(arena, compiler, length);
  const char *rest = compiler + length;
  if (strchr(name, '/'))
    return ha_arena_printf(arena, "%s cc %s%s", ha_wrappers_self(arena), name, rest);
  const char *path = ha_arena_printf(arena, "%s/%s", folder, name);
  return access(path, X_OK) ? compiler : ha_arena_printf(arena, "%s%s", path, rest);
}

static void set_compiler(struct ha_arena *arena, const char *folder,
                         const char *variable, const char *chosen, const char *usual) {
  const char *own = getenv(variable);
  if (!chosen)
    chosen = own && *own ? own : usual;
  setenv(variable, wrap(arena, folder, chosen), 1);
}

/* The C++ compiler that goes with --use-cc's: clang++ with clang, g++ with gcc. */
static const char *sibling(struct ha_arena *arena, const char *compiler) {
  static const char *const pairs[][2] = {{"clang", "clang++"}, {"gcc", "g++"}};
  for (unsigned i = 0; i < 2; i++) {
    const char *at = strstr(compiler, pairs[i][0]);
    if (at)
      return ha_arena_printf(arena, "%.*s%s%s", (int)(at - compiler), compiler,
                             pairs[i][1], at + strlen(pairs[i][0]));
  }
  return NULL;
}

static const char *cxx_for(struct ha_arena *arena, const struct ha_compilers *use) {
  const char *cxx = use->cc ? sibling(arena, use->cc) : NULL;
  return use->cxx ? use->cxx : cxx && ha_wrappers_real(arena, cxx) ? cxx : NULL;
}

void ha_wrappers_set(struct ha_arena *arena, const char *folder,
                     const struct ha_compilers *use) {
  if (!use->keep) {
    set_compiler(arena, folder, "CC", use->cc, "cc");
    set_compiler(arena, folder, "CXX", cxx_for(arena, use), "c++");
  }
  const char *path = getenv("PATH");
  setenv("PATH", ha_arena_printf(arena, "%s:%s", folder, path ? path : "/usr/bin:/bin"),
         1);
}
