/* A diagnostic on its way from the analysing child to the compiler. */
#ifndef HEAPABS_PLUGIN_FINDING_H
#define HEAPABS_PLUGIN_FINDING_H

#include "../gcl/gcl.h"

struct ha_record;
struct ha_wire;

/* A source position, and where the child could tell, clang's own encodings of the
 * caret and of the range's two ends (the same in parent and child; 0 if unknown). */
struct ha_place {
  const char *file;
  uint32_t line, column;
  uint32_t caret, begin, end;
};

struct ha_finding_note {
  struct ha_place place;
  const char *message;
};

struct ha_finding {
  const char *function; /* the analysed one */
  ha_check check;       /* its number there */
  enum ha_check_kind kind;
  bool unknown; /* not settled: a remark, or a warning under strict */
  bool inlined; /* fails inside a callee, at `inner`; `place` is the call */
  struct ha_place place, inner;
  const char *message;
  HA_VEC(struct ha_finding_note) notes;
};

void ha_finding_send(struct ha_wire *wire, const struct ha_finding *finding);
struct ha_finding *ha_finding_read(struct ha_arena *arena, struct ha_record *record);

bool ha_place_equal(const struct ha_place *a, const struct ha_place *b);

#endif
