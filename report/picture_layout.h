/* Where the blocks of a trace's pictures go: one place for each block in all of them,
 * so that stepping through the trace moves nothing but what the program moved.
 *
 * Blocks stand in columns (how far along the links) and lanes (which list); the reasons
 * for a layout of our own are in docs/decisions/0006-heap-pictures.md.  Lengths are in
 * CSS pixels. */
#ifndef HEAPABS_REPORT_PICTURE_LAYOUT_H
#define HEAPABS_REPORT_PICTURE_LAYOUT_H

#include "picture.h"

enum {
  HA_CHAR = 7,      /* width of a character of the picture's font */
  HA_ROW = 21,      /* height of a cell */
  HA_HEAD = 23,     /* height of a block's heading */
  HA_FOOT = 9,      /* room under the cells, where arrows from the right end */
  HA_TAG = 24,      /* height of a row of variables above a block */
  HA_TAG_PAD = 14,  /* what a variable's frame adds to its name */
  HA_MOST_ROWS = 12 /* cells of a block that are shown; the others share one row */
};

struct ha_place {
  const char *id, *type;
  HA_VEC(const char *) rows; /* the names of its cells, from all pictures */
  int column, lane;
  bool placed;
  int x, y, w, h;
};

/* A pointer from a cell to a block in any of the pictures. */
struct ha_link {
  unsigned from, row, to;
  const char *inside; /* the field it points into, NULL for the block itself */
  bool back;          /* along a field that undoes another one, as `prev` does `next` */
  bool far;           /* goes round through the channel under a lane */
  unsigned track, leave, enter; /* far: which track there, and in the two gaps */
};

/* Under each lane and left of each column is room for arrows that go far. */
struct ha_lane {
  int y, tags, h; /* y: of its blocks; tags: height of the variables above them */
  unsigned tracks;
};
struct ha_column {
  int x, w;
  int beside; /* room left of its blocks for variables that point into them */
  unsigned leaving, entering; /* far arrows in the gap left of it */
  bool bows;                  /* arrows within the column before bend into that gap */
};

struct ha_layout {
  HA_VEC(struct ha_place) places;
  HA_VEC(struct ha_link) links;
  HA_VEC(struct ha_lane) lanes;
  HA_VEC(struct ha_column) columns; /* and one more, for the gap behind the last */
  int width, height;
};

struct ha_layout *ha_layout_new(struct ha_arena *arena,
                                struct ha_picture *const *pictures, unsigned count);

/* NULL if there is no such block. */
const struct ha_place *ha_layout_find(const struct ha_layout *layout, const char *id);
/* The row of a block's cell, at most HA_MOST_ROWS; for the name of an embedded record,
 * its first cell's.  0 if there is none. */
unsigned ha_layout_row(const struct ha_place *place, const char *name);
/* The middle of a row, and how many are shown. */
int ha_layout_row_y(const struct ha_place *place, unsigned row);
unsigned ha_layout_rows_shown(const struct ha_place *place);
/* Characters, not bytes. */
int ha_text_width(const char *text);

/* The line of a pointer from a cell of the block `from`, as an SVG path, and its tip.
 */
struct ha_route {
  const char *path;
  int from_x, from_y; /* where it begins */
  int x, y;           /* where it ends */
  bool leftwards;     /* the direction in which it arrives */
};
bool ha_layout_route(struct ha_arena *arena, const struct ha_layout *layout,
                     const char *from, const char *field, const char *to,
                     const char *inside, struct ha_route *route);

#endif
