/* A heap to be drawn: blocks with their cells, and the variables that point into them.
 *
 * Plain data, read from the "graph" of a trace's step (docs/json.md) or made from a
 * formula (statement.h).  Blocks are known by their id across the steps of a
 * trace, so that two pictures can be compared and all of them laid out alike. */
#ifndef HEAPABS_REPORT_PICTURE_H
#define HEAPABS_REPORT_PICTURE_H

#include "../gcl/arena.h"
#include <stdbool.h>

struct json_t;

enum ha_block_state {
  HA_BLOCK_INPUT,
  HA_BLOCK_HEAP, /* allocated on the way */
  HA_BLOCK_STACK,
  HA_BLOCK_GLOBAL,
  HA_BLOCK_FREED,
  HA_BLOCK_SEGMENT, /* stands for any number of blocks, also none */
  HA_BLOCK_MAYBE,   /* a block, or null instead of it */
  HA_BLOCK_STATES
};

/* What has become of something since the picture before. */
enum ha_change { HA_SAME, HA_NEW, HA_CHANGED };

/* A variable or a field, and what it holds.  One of: a block (`to`), null, or text. */
struct ha_cell {
  const char *name;
  const char *to;    /* the block's id; NULL if it points to none that is known */
  bool null;         /* the null pointer */
  const char *value; /* as text; beside `to`, an address inside the block */
  enum ha_change change;
  bool fails;         /* the access that fails goes through this one */
  const char *was_to; /* CHANGED: the block it pointed to in the picture before */
};

struct ha_block {
  const char *id, *type;
  const char *label; /* shown instead of the id, if any */
  enum ha_block_state state;
  HA_VEC(struct ha_cell) cells;
  enum ha_change change;
  bool lost; /* as it was when a variable last led to it */
};

struct ha_picture {
  HA_VEC(struct ha_cell) vars;
  HA_VEC(struct ha_block) blocks;
};

/* An empty picture if there is no graph; its strings are those of `graph`. */
struct ha_picture *ha_picture_read(struct ha_arena *arena, const struct json_t *graph);

/* Leaves out the locals that hold nothing yet, that nothing leads to and that `text`
 * does not name: what the compiler keeps for later is no part of the story. */
void ha_picture_drop_blank(struct ha_picture *picture, const char *text);

bool ha_picture_empty(const struct ha_picture *picture);
/* "freed": as the JSON has it; "allocated": as a reader is told it, "" for nothing. */
const char *ha_picture_state_name(enum ha_block_state state);
const char *ha_picture_state_word(enum ha_block_state state);
/* -1 if there is no such block; `id` may be NULL. */
int ha_picture_find(const struct ha_picture *picture, const char *id);
/* The field named in an address such as `&n1->next`; NULL if the cell holds none. */
const char *ha_picture_inside(const struct ha_cell *cell);
/* `n1`, `NULL`, `3`: what a reader is told the cell holds. */
const char *ha_picture_holds(const struct ha_cell *cell);

/* Marks in `now` what differs from `before`, and says it: short sentences.  Blocks that
 * no variable leads to any more are kept, marked as lost. */
struct ha_sentences {
  HA_VEC(const char *) at;
};
struct ha_sentences ha_picture_compare(struct ha_arena *arena,
                                       const struct ha_picture *before,
                                       struct ha_picture *now);

/* Marks the cell through which the expression `text` (`list->next->next`, `*pp`)
 * meets null or a freed block; nothing if it cannot be followed. */
void ha_picture_blame(struct ha_picture *picture, const char *text);

#endif
