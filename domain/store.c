/* Opening is done by one process at a time (a lock on the folder), and looks at every
 * page first, in a child of its own: LMDB trusts what is in its file, so a damaged one
 * may end the process that reads it. */
#include "store.h"
#ifndef HEAPABS_LMDB

struct ha_store *ha_store_open(const char *file, const char *version) {
  (void)file, (void)version;
  return NULL;
}
void ha_store_close(struct ha_store *store) { (void)store; }
void ha_store_each(struct ha_store *store, struct ha_bytes prefix,
                   bool (*show)(void *context, struct ha_bytes value), void *context) {
  (void)store, (void)prefix, (void)show, (void)context;
}
void ha_store_add(struct ha_store *store, const struct ha_bytes *keys,
                  const struct ha_bytes *values, unsigned count) {
  (void)store, (void)keys, (void)values, (void)count;
}

#else
#include "../gcl/arena.h"
#include <errno.h>
#include <fcntl.h>
#include <lmdb.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  MAP_SIZE = 64 << 20, /* the most the file may grow to, in bytes */
  READERS = 126,
  PROBE_SECONDS = 10
};

static const char version_key[] = "heapabs";

struct ha_store {
  struct ha_arena *arena;
  MDB_env *env;
  MDB_dbi dbi;
};

/* ---- opening ---- */

static MDB_env *open_env(const char *file, unsigned flags) {
  MDB_env *env;
  if (mdb_env_create(&env))
    return NULL;
  mdb_env_set_mapsize(env, MAP_SIZE);
  mdb_env_set_maxreaders(env, READERS);
  if (!mdb_env_open(env, file, MDB_NOSUBDIR | MDB_NOSYNC | MDB_NOTLS | flags, 0666))
    return env;
  mdb_env_close(env);
  return NULL;
}

/* The version the file was written by, as a record of its own. */
static bool has_version(MDB_txn *txn, MDB_dbi dbi, const char *version) {
  MDB_val key = {sizeof version_key, (void *)version_key}, value;
  return !mdb_get(txn, dbi, &key, &value) && value.mv_size == strlen(version) &&
         !memcmp(value.mv_data, version, value.mv_size);
}

/* Every record, every byte of it. */
static bool can_be_read(MDB_txn *txn, MDB_dbi dbi, const char *version) {
  MDB_cursor *cursor;
  MDB_val key, value;
  unsigned char sum = 0;
  int status;
  if (!has_version(txn, dbi, version) || mdb_cursor_open(txn, dbi, &cursor))
    return false;
  while (!(status = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)))
    for (size_t i = 0; i < value.mv_size; i++)
      sum ^= ((volatile unsigned char *)value.mv_data)[i];
  (void)sum;
  return status == MDB_NOTFOUND;
}

static bool is_whole(const char *file, const char *version) {
  MDB_env *env = open_env(file, MDB_RDONLY);
  MDB_txn *txn;
  MDB_dbi dbi;
  return env && !mdb_txn_begin(env, NULL, MDB_RDONLY, &txn) &&
         !mdb_dbi_open(txn, NULL, 0, &dbi) && can_be_read(txn, dbi, version);
}

/* Is the file there and sound?  A child finds out, whatever that does to it. */
static bool is_sound(const char *file, const char *version) {
  int status;
  pid_t child = fork();
  if (child < 0)
    return false;
  if (!child) {
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    alarm(PROBE_SECONDS);
    _exit(!is_whole(file, version));
  }
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return false;
  return WIFEXITED(status) && !WEXITSTATUS(status);
}

static bool begin(struct ha_store *s, const char *version) {
  MDB_txn *txn;
  MDB_val key = {sizeof version_key, (void *)version_key};
  MDB_val value = {strlen(version), (void *)version};
  if (mdb_txn_begin(s->env, NULL, 0, &txn))
    return false;
  if (mdb_dbi_open(txn, NULL, 0, &s->dbi) || mdb_put(txn, s->dbi, &key, &value, 0)) {
    mdb_txn_abort(txn);
    return false;
  }
  return !mdb_txn_commit(txn);
}

static struct ha_store *open_store(struct ha_arena *arena, const char *file,
                                   const char *version) {
  const char *lock = ha_arena_printf(arena, "%s-lock", file);
  if (!is_sound(file, version)) {
    unlink(file);
    unlink(lock);
  }
  struct ha_store *s = ha_arena_alloc(arena, sizeof *s);
  s->arena = arena;
  s->env = open_env(file, 0);
  return s->env && begin(s, version) ? s : NULL;
}

static int lock_folder(struct ha_arena *arena, const char *file) {
  const char *slash = strrchr(file, '/');
  const char *folder =
      slash ? ha_arena_strndup(arena, file, (size_t)(slash - file) + 1) : ".";
  int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  while (fd >= 0 && flock(fd, LOCK_EX) && errno == EINTR)
    ;
  return fd;
}

/* Only what may be a cache of ours is ever deleted: a plain file. */
static bool may_be_ours(const char *file) {
  struct stat status;
  return stat(file, &status) ? errno == ENOENT : S_ISREG(status.st_mode);
}

struct ha_store *ha_store_open(const char *file, const char *version) {
  struct ha_arena *arena = ha_arena_new();
  int folder = lock_folder(arena, file);
  struct ha_store *s = NULL;
  if (folder >= 0 && may_be_ours(file))
    s = open_store(arena, file, version);
  if (folder >= 0)
    close(folder);
  if (!s)
    ha_arena_free(arena);
  return s;
}

void ha_store_close(struct ha_store *s) {
  mdb_env_close(s->env);
  ha_arena_free(s->arena);
}

/* ---- reading and writing ---- */

void ha_store_each(struct ha_store *s, struct ha_bytes prefix,
                   bool (*show)(void *context, struct ha_bytes value), void *context) {
  MDB_txn *txn;
  MDB_cursor *cursor;
  if (mdb_txn_begin(s->env, NULL, MDB_RDONLY, &txn))
    return;
  MDB_val key = {prefix.size, (void *)prefix.at}, value;
  if (!mdb_cursor_open(txn, s->dbi, &cursor)) {
    int status = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);
    while (!status && key.mv_size >= prefix.size &&
           !memcmp(key.mv_data, prefix.at, prefix.size) &&
           show(context, (struct ha_bytes){value.mv_data, value.mv_size}))
      status = mdb_cursor_get(cursor, &key, &value, MDB_NEXT);
    mdb_cursor_close(cursor);
  }
  mdb_txn_abort(txn);
}

static int add_all(MDB_txn *txn, MDB_dbi dbi, const struct ha_bytes *keys,
                   const struct ha_bytes *values, unsigned count) {
  int status = 0;
  for (unsigned i = 0; i < count && (!status || status == MDB_KEYEXIST); i++) {
    MDB_val key = {keys[i].size, (void *)keys[i].at};
    MDB_val value = {values[i].size, (void *)values[i].at};
    status = mdb_put(txn, dbi, &key, &value, MDB_NOOVERWRITE);
  }
  return status == MDB_KEYEXIST ? 0 : status;
}

/* Empty but for the version. */
static void start_anew(struct ha_store *s) {
  MDB_txn *txn;
  MDB_val key = {sizeof version_key, (void *)version_key}, value;
  if (mdb_txn_begin(s->env, NULL, 0, &txn))
    return;
  char kept[256];
  bool has = !mdb_get(txn, s->dbi, &key, &value) && value.mv_size <= sizeof kept;
  if (has)
    memcpy(kept, value.mv_data, value.mv_size);
  value.mv_data = kept;
  if (!has || mdb_drop(txn, s->dbi, 0) || mdb_put(txn, s->dbi, &key, &value, 0))
    mdb_txn_abort(txn);
  else
    mdb_txn_commit(txn);
}

void ha_store_add(struct ha_store *s, const struct ha_bytes *keys,
                  const struct ha_bytes *values, unsigned count) {
  MDB_txn *txn;
  if (mdb_txn_begin(s->env, NULL, 0, &txn))
    return;
  int status = add_all(txn, s->dbi, keys, values, count);
  if (status)
    mdb_txn_abort(txn);
  else
    status = mdb_txn_commit(txn);
  if (status == MDB_MAP_FULL)
    start_anew(s);
}
#endif
