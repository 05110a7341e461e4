#include "files.h"
#include "../gcl/arena.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_all(int fd, const char *text) {
  for (size_t left = strlen(text); left;) {
    ssize_t n = write(fd, text, left);
    if (n < 0 && errno != EINTR)
      return false;
    text += n > 0 ? n : 0;
    left -= n > 0 ? (size_t)n : 0;
  }
  return true;
}

/* mkstemp gives 0600; the file should have the rights any output has. */
static bool give_usual_rights(int fd) {
  mode_t mask = umask(0);
  umask(mask);
  return fchmod(fd, 0666 & ~mask) == 0;
}

static const char *cannot(struct ha_arena *arena, const char *verb, const char *path) {
  return ha_arena_printf(arena, "cannot %s '%s': %s", verb, path, strerror(errno));
}

/* A device or a pipe (/dev/fd/1) cannot be replaced; it is written to. */
static bool is_special(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

static const char *write_in_place(struct ha_arena *arena, const char *path,
                                  const char *text) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  bool written = fd >= 0 && write_all(fd, text);
  const char *error = written ? NULL : cannot(arena, "write", path);
  if (fd >= 0)
    close(fd);
  return error;
}

const char *ha_file_write(struct ha_arena *arena, const char *path, const char *text) {
  if (is_special(path))
    return write_in_place(arena, path, text);
  char *temporary = ha_arena_printf(arena, "%s.XXXXXX", path);
  int fd = mkstemp(temporary);
  if (fd < 0)
    return cannot(arena, "write", path);
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  const char *error = NULL;
  if (!write_all(fd, text) || !give_usual_rights(fd))
    error = cannot(arena, "write", path);
  if (close(fd) != 0 && !error)
    error = cannot(arena, "write", path);
  if (!error && rename(temporary, path) != 0)
    error = cannot(arena, "write", path);
  if (error)
    unlink(temporary);
  return error;
}

const char *ha_directory_make(struct ha_arena *arena, const char *path) {
  if (mkdir(path, 0777) == 0 || errno == EEXIST)
    return NULL;
  return cannot(arena, "make directory", path);
}
