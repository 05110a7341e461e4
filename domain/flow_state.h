/* The abstract state of the engine `flow`: what every pointer may be, for all heaps.
 *
 * Variables hold *values*, numbered so that two variables with one number are equal.
 * A value is a set of possibilities:
 *   NIL      null
 *   GOOD     the address of a live object of type `type` whose memory is well typed
 *   PRIVATE  `offset` bytes into region `region`, which nothing else points into
 *   BAD      anything: dangling, uninitialised, out of bounds, unknown
 * `well typed` is the invariant that proves most of C: each pointer cell of declared
 * type T* holds null or a GOOD T.  It holds at entry (the entry policy) and is kept
 * by every store of a fitting value; a store that does not fit *breaks* the type, and
 * from then on cells of that type are read as BAD.
 *
 * A region is a block this run made: an allocation site's newest block or a local
 * object.  While private, only values marked with it point to it, so its contents
 * are known exactly; once its address gets into other memory it is published, and
 * its contents must then keep the invariant or break it. */
#ifndef HEAPABS_DOMAIN_FLOW_STATE_H
#define HEAPABS_DOMAIN_FLOW_STATE_H

#include "../gcl/gcl.h"

enum { NIL = 1, GOOD = 2, PRIVATE = 4, BAD = 8, CONST = 16 };

typedef uint32_t ha_flow_vn; /* value number in one state */

struct ha_flow_value {
  uint8_t may;     /* NIL | GOOD | PRIVATE | BAD, or CONST for a known integer */
  ha_type type;    /* GOOD: the type of the object */
  uint32_t region; /* PRIVATE */
  uint64_t offset; /* PRIVATE: bytes; CONST: the integer */
};

enum ha_flow_status { HA_FLOW_NONE, HA_FLOW_PRIVATE, HA_FLOW_PUBLISHED, HA_FLOW_DEAD };

struct ha_flow_region {
  enum ha_flow_status status;
  bool zeroed; /* cells without a fact are zero, else uninitialised */
  bool heap;   /* may leak */
  ha_type type;
  uint64_t size; /* 0: not known */
};

/* The cell at `offset` of a region, or of the object a value points to, holds `vn`. */
struct ha_flow_cell {
  bool in_region;
  uint32_t base; /* region or value number */
  uint64_t offset;
  ha_type type; /* the declared type of the cell */
  ha_flow_vn vn;
};

struct ha_flow_state {
  struct ha_flow_state *next; /* of the same location */
  bool followed;              /* its successors have been computed */
  ha_flow_vn *slots;          /* by variable, then by object */
  HA_VEC(struct ha_flow_value) values;
  HA_VEC(struct ha_flow_cell) cells;
  struct ha_flow_region *regions;
  bool *broken; /* by type: its pointer cells may hold anything */
  bool all_broken;
  bool published; /* some block of this run is in the heap at large … */
  bool unlinked;  /* … and a store since may have lost it */
};

/* What all states of one analysis share. */
struct ha_flow_context {
  struct ha_arena *arena;
  const struct ha_program *program;
  unsigned slots, regions, types;
  bool unions; /* some union holds pointers: cells of different types may overlap */
};

struct ha_flow_state *ha_flow_state_new(const struct ha_flow_context *c);
struct ha_flow_state *ha_flow_state_copy(const struct ha_flow_context *c,
                                         const struct ha_flow_state *state);

ha_flow_vn ha_flow_number(const struct ha_flow_context *c, struct ha_flow_state *s,
                          struct ha_flow_value value);
struct ha_flow_value *ha_flow_slot(struct ha_flow_state *s, unsigned slot);

/* A known cell, or NULL. */
struct ha_flow_cell *ha_flow_cell_find(struct ha_flow_state *s, bool in_region,
                                       uint32_t base, uint64_t offset);
void ha_flow_cells_drop(struct ha_flow_state *s,
                        bool (*drop)(const struct ha_flow_cell *cell,
                                     const void *context),
                        const void *context);

/* Region `region` is reachable from memory at large from now on. */
void ha_flow_publish(const struct ha_flow_context *c, struct ha_flow_state *s,
                     uint32_t region);
/* It is no longer followed: it may be reachable from anywhere, or from nowhere. */
void ha_flow_lose(const struct ha_flow_context *c, struct ha_flow_state *s,
                  uint32_t region);
/* Anything not private may be freed or changed from now on. */
void ha_flow_forget(const struct ha_flow_context *c, struct ha_flow_state *s);
/* Values into `region` dangle from now on. */
void ha_flow_kill(const struct ha_flow_context *c, struct ha_flow_state *s,
                  uint32_t region);
void ha_flow_break(const struct ha_flow_context *c, struct ha_flow_state *s,
                   ha_type type);

/* Forgets the values that no variable leads to any more and numbers the others anew, in
 * the order in which they are found: states that say the same look the same. */
void ha_flow_compact(const struct ha_flow_context *c, struct ha_flow_state *s);

/* Every heap that `a` describes `b` describes too. */
bool ha_flow_leq(const struct ha_flow_context *c, const struct ha_flow_state *a,
                 const struct ha_flow_state *b);
/* A state above both.  May lose regions in its arguments' copies. */
struct ha_flow_state *ha_flow_join(const struct ha_flow_context *c,
                                   const struct ha_flow_state *a,
                                   const struct ha_flow_state *b);

/* Does `value` fit a cell of declared type `cell` so that the invariant holds? */
bool ha_flow_fits(const struct ha_flow_context *c, const struct ha_flow_value *value,
                  ha_type cell);

#endif
