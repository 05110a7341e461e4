/* Records over a pipe: what the analysing child tells its parent.
 *
 * A record is a kind, a length and a payload of 32-bit numbers and texts.  The
 * reader trusts nothing: a child that crashed may have left half a record, and a
 * payload that is too short reads as zeroes and empty texts. */
#ifndef HEAPABS_PLUGIN_WIRE_H
#define HEAPABS_PLUGIN_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ha_record_kind {
  HA_RECORD_PLAN,    /* n, then n function names: what will be analysed, in order */
  HA_RECORD_BEGIN,   /* index: the analysis of this function begins */
  HA_RECORD_SKIP,    /* index: irrelevant */
  HA_RECORD_FINDING, /* a diagnostic, see finding.h */
  HA_RECORD_JSON,    /* index, the function's element of the JSON document */
  HA_RECORD_DUMP,    /* text for stdout */
  HA_RECORD_DOT,     /* the explained function for graphviz */
  HA_RECORD_REPRO,   /* file name, contents */
  HA_RECORD_CERT,    /* file name, contents */
  HA_RECORD_ERROR,   /* file, line, column, message: the source is wrong there */
  HA_RECORD_END,     /* index, verdict, why */
  HA_RECORD_DONE     /* every function has been answered */
};

struct ha_wire;
struct ha_wire *ha_wire_new(int fd);
void ha_wire_free(struct ha_wire *wire); /* leaves the descriptor open */
void ha_wire_begin(struct ha_wire *wire, enum ha_record_kind kind);
void ha_wire_u32(struct ha_wire *wire, uint32_t value);
void ha_wire_text(struct ha_wire *wire, const char *text); /* NULL is "" */
void ha_wire_send(struct ha_wire *wire);

struct ha_record {
  enum ha_record_kind kind;
  const unsigned char *at, *end;
};
uint32_t ha_record_u32(struct ha_record *record);
const char *ha_record_text(struct ha_record *record); /* borrowed from the reader */

struct ha_reader;
struct ha_reader *ha_reader_new(int fd);
void ha_reader_free(struct ha_reader *reader);
/* Reads what is there, blocking if nothing is; false at the end of the stream. */
bool ha_reader_fill(struct ha_reader *reader);
/* The next whole record; false if there is none yet.  Valid until the next fill. */
bool ha_reader_next(struct ha_reader *reader, struct ha_record *record);

#endif
