#include "wire.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HEADER = 2 * sizeof(uint32_t) };

struct bytes {
  unsigned char *at;
  size_t used, capacity;
};

struct ha_wire {
  int fd;
  struct bytes out;
};

struct ha_reader {
  int fd;
  struct bytes in;
  size_t next; /* where the first record not yet handed out begins */
};

/* Room for `more` bytes at the end.  Without memory the process cannot say what it
 * knows: the child dies as it does whenever its limit is reached (see gcl/arena.c). */
static unsigned char *room(struct bytes *bytes, size_t more) {
  if (bytes->used + more > bytes->capacity) {
    size_t capacity = 2 * bytes->capacity + more + 4096;
    unsigned char *at = realloc(bytes->at, capacity);
    while (!at)
      raise(SIGKILL);
    bytes->at = at;
    bytes->capacity = capacity;
  }
  return bytes->at + bytes->used;
}

static void append(struct bytes *bytes, const void *from, size_t size) {
  memcpy(room(bytes, size), from, size);
  bytes->used += size;
}

struct ha_wire *ha_wire_new(int fd) {
  struct ha_wire *wire = calloc(1, sizeof *wire);
  while (!wire)
    raise(SIGKILL);
  wire->fd = fd;
  return wire;
}

void ha_wire_free(struct ha_wire *wire) {
  free(wire->out.at);
  free(wire);
}

void ha_wire_begin(struct ha_wire *wire, enum ha_record_kind kind) {
  wire->out.used = 0;
  ha_wire_u32(wire, kind);
  ha_wire_u32(wire, 0); /* the length, known when it is sent */
}

void ha_wire_u32(struct ha_wire *wire, uint32_t value) {
  append(&wire->out, &value, sizeof value);
}

void ha_wire_text(struct ha_wire *wire, const char *text) {
  text = text ? text : "";
  append(&wire->out, text, strlen(text) + 1);
}

/* A parent that is gone wants nothing: errors other than EINTR end the sending. */
void ha_wire_send(struct ha_wire *wire) {
  uint32_t length = (uint32_t)(wire->out.used - HEADER);
  memcpy(wire->out.at + sizeof(uint32_t), &length, sizeof length);
  for (size_t sent = 0; sent < wire->out.used;) {
    ssize_t n = write(wire->fd, wire->out.at + sent, wire->out.used - sent);
    if (n < 0 && errno != EINTR)
      return;
    sent += n > 0 ? (size_t)n : 0;
  }
}

uint32_t ha_record_u32(struct ha_record *record) {
  uint32_t value = 0;
  if ((size_t)(record->end - record->at) < sizeof value)
    return 0;
  memcpy(&value, record->at, sizeof value);
  record->at += sizeof value;
  return value;
}

const char *ha_record_text(struct ha_record *record) {
  const char *text = (const char *)record->at;
  const void *nul = memchr(text, 0, (size_t)(record->end - record->at));
  if (!nul)
    return "";
  record->at = (const unsigned char *)nul + 1;
  return text;
}

struct ha_reader *ha_reader_new(int fd) {
  struct ha_reader *reader = calloc(1, sizeof *reader);
  if (reader)
    reader->fd = fd;
  return reader;
}

void ha_reader_free(struct ha_reader *reader) {
  free(reader->in.at);
  free(reader);
}

bool ha_reader_fill(struct ha_reader *reader) {
  struct bytes *in = &reader->in;
  if (reader->next)
    memmove(in->at, in->at + reader->next, in->used - reader->next);
  in->used -= reader->next;
  reader->next = 0;
  enum { ONCE = 64 * 1024 };
  ssize_t n;
  do
    n = read(reader->fd, room(in, ONCE), ONCE);
  while (n < 0 && errno == EINTR);
  in->used += n > 0 ? (size_t)n : 0;
  return n > 0;
}

bool ha_reader_next(struct ha_reader *reader, struct ha_record *record) {
  const unsigned char *at = reader->in.at + reader->next;
  size_t left = reader->in.used - reader->next;
  uint32_t header[2];
  if (left < HEADER)
    return false;
  memcpy(header, at, HEADER);
  if (left - HEADER < header[1])
    return false;
  record->kind = (enum ha_record_kind)header[0];
  record->at = at + HEADER;
  record->end = record->at + header[1];
  reader->next += HEADER + header[1];
  return true;
}
