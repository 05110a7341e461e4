#include "session.h"
#include "../report/files.h"
#include "clang.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *path_of(struct ha_arena *arena, const struct ha_session *session,
                           const char *name) {
  return ha_arena_printf(arena, "%s/units/%s", session->directory, name);
}

/* ---- how to analyse ---- */

/* A file name may be any bytes, but what is no UTF-8 cannot be said in JSON. */
static json_t *text(const char *word) {
  json_t *value = json_string(word);
  return value ? value : json_string("?");
}

static json_t *strings(const struct ha_words *words) {
  json_t *array = json_array();
  for (unsigned i = 0; i < words->list.count; i++)
    json_array_append_new(array, text(words->list.at[i]));
  return array;
}

const char *ha_session_write(struct ha_arena *arena, const struct ha_session *session) {
  json_t *object = json_object();
  json_object_set_new(object, "clang", text(session->clang));
  json_object_set_new(object, "plugin", text(session->plugin));
  json_object_set_new(object, "plugin_args", strings(&session->plugin_args));
  json_object_set_new(object, "exclude", strings(&session->exclude));
  json_object_set_new(object, "jobs", json_integer(session->jobs));
  json_object_set_new(object, "verbose", json_boolean(session->verbose));
  char *json = json_dumps(object, JSON_INDENT(1));
  json_decref(object);
  const char *error = ha_file_write(arena, path_of(arena, session, "scan.json"), json);
  free(json);
  return error;
}

static void read_strings(struct ha_arena *arena, struct ha_words *words,
                         const json_t *array) {
  size_t index;
  const json_t *value;
  json_array_foreach(array, index, value)
      ha_words_add(arena, words, json_string_value(value));
  ha_words_end(arena, words);
}

static const char *read_text(struct ha_arena *arena, const json_t *object,
                             const char *key) {
  const char *value = json_string_value(json_object_get(object, key));
  return ha_arena_strdup(arena, value ? value : "");
}

struct ha_session *ha_session_open(struct ha_arena *arena, const char *directory) {
  struct ha_session *session = ha_arena_alloc(arena, sizeof *session);
  session->directory = ha_arena_strdup(arena, directory);
  char *json = ha_read_file(path_of(arena, session, "scan.json"));
  json_t *object = json ? json_loads(json, 0, NULL) : NULL;
  free(json);
  if (!object)
    return NULL;
  session->clang = read_text(arena, object, "clang");
  session->plugin = read_text(arena, object, "plugin");
  read_strings(arena, &session->plugin_args, json_object_get(object, "plugin_args"));
  read_strings(arena, &session->exclude, json_object_get(object, "exclude"));
  session->jobs = (unsigned)json_integer_value(json_object_get(object, "jobs"));
  session->verbose = json_is_true(json_object_get(object, "verbose"));
  json_decref(object);
  return session;
}

/* ---- what became of the units ---- */

static const char *const outcomes[HA_UNIT_OUTCOMES] = {
    [HA_UNIT_ANALYSED] = "analysed", [HA_UNIT_FAILED] = "failed",
    [HA_UNIT_EXCLUDED] = "excluded", [HA_UNIT_REPEATED] = "repeated",
    [HA_UNIT_OTHER] = "other",       [HA_UNIT_PROBE] = "probe",
};

/* One write to a file opened for appending: lines of several processes do not mix. */
void ha_session_log(struct ha_arena *arena, const struct ha_session *session,
                    const struct ha_event *event) {
  json_t *object =
      json_pack("{s:s, s:o, s:o, s:o, s:i, s:i, s:i}", "outcome",
                outcomes[event->outcome], "file", text(event->file ? event->file : ""),
                "unit", text(event->unit ? event->unit : ""), "why",
                text(event->why ? event->why : ""), "proved", (int)event->proved,
                "refuted", (int)event->refuted, "unknown", (int)event->unknown);
  char *json = json_dumps(object, JSON_COMPACT);
  json_decref(object);
  const char *line = ha_arena_printf(arena, "%s\n", json ? json : "{}");
  free(json);
  int fd = open(path_of(arena, session, "log"),
                O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0)
    return;
  /* A log that cannot be written costs a line of the summary, never the build. */
  if (write(fd, line, strlen(line)) < 0)
    errno = 0;
  close(fd);
}

static void read_event(struct ha_arena *arena, const char *line,
                       ha_event_reader *reader, void *context) {
  json_t *object = json_loads(line, 0, NULL);
  if (!object)
    return;
  struct ha_event event = {.file = read_text(arena, object, "file"),
                           .unit = read_text(arena, object, "unit"),
                           .why = read_text(arena, object, "why")};
  const char *outcome = read_text(arena, object, "outcome");
  unsigned which = 0;
  while (which < HA_UNIT_OUTCOMES && strcmp(outcomes[which], outcome))
    which++;
  event.outcome = (enum ha_outcome)which;
  event.proved = (unsigned)json_integer_value(json_object_get(object, "proved"));
  event.refuted = (unsigned)json_integer_value(json_object_get(object, "refuted"));
  event.unknown = (unsigned)json_integer_value(json_object_get(object, "unknown"));
  json_decref(object);
  if (which < HA_UNIT_OUTCOMES)
    reader(context, &event);
}

void ha_session_read_log(struct ha_arena *arena, const struct ha_session *session,
                         long *position, ha_event_reader *reader, void *context) {
  FILE *in = fopen(path_of(arena, session, "log"), "re");
  if (!in || fseek(in, *position, SEEK_SET)) {
    if (in)
      fclose(in);
    return;
  }
  char *line = NULL;
  size_t size = 0;
  ssize_t length;
  while ((length = getline(&line, &size, in)) > 0 && line[length - 1] == '\n') {
    *position += length;
    read_event(arena, line, reader, context);
  }
  free(line);
  fclose(in);
}

static bool ends_with(const char *name, const char *ending) {
  size_t length = strlen(name), tail = strlen(ending);
  return length >= tail && !strcmp(name + length - tail, ending);
}

unsigned ha_session_begun(struct ha_arena *arena, const struct ha_session *session) {
  DIR *directory = opendir(path_of(arena, session, "."));
  unsigned count = 0;
  for (struct dirent *entry; directory && (entry = readdir(directory));)
    count += ends_with(entry->d_name, ".claim");
  if (directory)
    closedir(directory);
  return count;
}

void ha_session_tidy(struct ha_arena *arena, const struct ha_session *session) {
  DIR *directory = opendir(path_of(arena, session, "."));
  for (struct dirent *entry; directory && (entry = readdir(directory));) {
    const char *name = entry->d_name;
    if (ends_with(name, ".claim") || ends_with(name, ".log") ||
        !strncmp(name, "slot.", 5))
      unlink(path_of(arena, session, name));
  }
  if (directory)
    closedir(directory);
}

/* ---- not too many at a time ---- */

static int try_slot(struct ha_arena *arena, const struct ha_session *session,
                    unsigned slot, int how) {
  const char *name = ha_arena_printf(arena, "slot.%u", slot);
  int fd = open(path_of(arena, session, name), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd >= 0 && flock(fd, how)) {
    close(fd);
    fd = -1;
  }
  return fd;
}

/* A slot whose holder dies is free again. */
int ha_session_enter(struct ha_arena *arena, const struct ha_session *session) {
  unsigned jobs = session->jobs ? session->jobs : 1;
  for (unsigned i = 0; i < jobs; i++) {
    int fd = try_slot(arena, session, i, LOCK_EX | LOCK_NB);
    if (fd >= 0)
      return fd;
  }
  return try_slot(arena, session, (unsigned)getpid() % jobs, LOCK_EX);
}

void ha_session_leave(int slot) {
  if (slot >= 0)
    close(slot);
}
