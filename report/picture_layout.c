/* Columns and lanes for the blocks, then lengths.
 *
 * A block stands one column behind the one whose field points to it; a field that
 * undoes another (`prev` beside `next`, `parent` beside `left`) leads one column back
 * instead. The first block that a block points to continues its lane, each further one
 * opens a new lane below: a list is a row, a tree a row for each leaf.  Pictures are
 * gone through in order, so what comes later finds the earlier blocks in their places.
 */
#include "picture_place.h"
#include <string.h>

static int larger(int a, int b) { return a > b ? a : b; }

int ha_text_width(const char *text) {
  int count = 0;
  for (; *text; text++)
    count += ((unsigned char)*text & 0xc0) != 0x80;
  return count;
}

const struct ha_place *ha_layout_find(const struct ha_layout *layout, const char *id) {
  for (unsigned i = 0; id && i < layout->places.count; i++)
    if (!strcmp(layout->places.at[i].id, id))
      return &layout->places.at[i];
  return NULL;
}

static bool is_part_of(const char *cell, const char *record) {
  size_t length = strlen(record);
  return !strncmp(cell, record, length) && strchr(".[", cell[length]);
}

unsigned ha_layout_row(const struct ha_place *place, const char *name) {
  unsigned row = 0;
  for (unsigned i = place->rows.count; i-- > 0;) {
    if (!strcmp(place->rows.at[i], name))
      return i < HA_MOST_ROWS ? i : HA_MOST_ROWS;
    if (is_part_of(place->rows.at[i], name))
      row = i;
  }
  return row < HA_MOST_ROWS ? row : HA_MOST_ROWS;
}

unsigned ha_layout_rows_shown(const struct ha_place *place) {
  return place->rows.count > HA_MOST_ROWS ? HA_MOST_ROWS + 1 : place->rows.count;
}

int ha_layout_row_y(const struct ha_place *place, unsigned row) {
  return place->y + HA_HEAD + (int)row * HA_ROW + HA_ROW / 2;
}

/* ---- how large the blocks are ---- */

/* In characters. */
enum { WIDEST = 38 };

static void measure_block(struct ha_place *place, const struct ha_block *block) {
  int chars = ha_text_width(block->label ? block->label : block->id) + 2;
  const char *word = ha_picture_state_word(block->state);
  chars += ha_text_width(*word ? word : block->type);
  for (unsigned i = 0; i < block->cells.count; i++) {
    const struct ha_cell *cell = &block->cells.at[i];
    int value = cell->to ? 2 : ha_text_width(ha_picture_holds(cell));
    chars = larger(chars, ha_text_width(cell->name) + value + 2);
  }
  place->w = larger(place->w, (chars < WIDEST ? chars : WIDEST) * HA_CHAR + 16);
  place->h = HA_HEAD + (int)ha_layout_rows_shown(place) * HA_ROW + HA_FOOT;
}

static struct ha_place *place_of(struct ha_layout *layout, const char *id) {
  return (struct ha_place *)ha_layout_find(layout, id);
}

static void measure_blocks(struct ha_layout *layout, struct ha_picture *const *pictures,
                           unsigned count) {
  for (unsigned p = 0; p < count; p++)
    for (unsigned i = 0; i < pictures[p]->blocks.count; i++) {
      const struct ha_block *block = &pictures[p]->blocks.at[i];
      measure_block(place_of(layout, block->id), block);
    }
}

/* ---- room for variables ---- */

/* The rows that the names above a block need when they are wrapped to its width. */
static int tag_rows(const struct ha_place *place, const struct ha_picture *picture) {
  int rows = 0, used = 0;
  for (unsigned i = 0; i < picture->vars.count; i++) {
    const struct ha_cell *var = &picture->vars.at[i];
    if (!var->to || strcmp(var->to, place->id) || ha_picture_inside(var))
      continue;
    int width = ha_text_width(var->name) * HA_CHAR + HA_TAG_PAD;
    if (!rows || used + width > place->w) {
      rows++;
      used = 0;
    }
    used += width + 4;
  }
  return rows;
}

static int tag_beside(const struct ha_place *place, const struct ha_picture *picture) {
  int widest = 0;
  for (unsigned i = 0; i < picture->vars.count; i++) {
    const struct ha_cell *var = &picture->vars.at[i];
    if (var->to && !strcmp(var->to, place->id) && ha_picture_inside(var))
      widest = larger(widest, ha_text_width(var->name) * HA_CHAR + HA_TAG_PAD + 10);
  }
  return widest;
}

static void measure_tags(struct ha_layout *layout, const struct ha_picture *picture) {
  for (unsigned i = 0; i < layout->places.count; i++) {
    const struct ha_place *place = &layout->places.at[i];
    struct ha_lane *lane = &layout->lanes.at[place->lane];
    struct ha_column *column = &layout->columns.at[place->column];
    lane->tags = larger(lane->tags, tag_rows(place, picture) * HA_TAG);
    column->beside = larger(column->beside, tag_beside(place, picture));
  }
}

/* ---- lengths ---- */

enum { MARGIN = 10, GAP = 46, BOW = 28, TRACK = 9, LANE_GAP = 14 };

static void set_columns(struct ha_layout *layout) {
  int x = MARGIN;
  unsigned last = layout->columns.count - 1;
  for (unsigned i = 0; i <= last; i++) {
    struct ha_column *column = &layout->columns.at[i];
    unsigned far = column->leaving + column->entering;
    x += column->beside + (int)far * TRACK + (far && (!i || i == last) ? 14 : 0);
    x += i && i < last ? GAP : column->bows ? BOW : 0;
    column->x = x;
    x += column->w;
  }
  layout->width = x + MARGIN;
}

static void set_lanes(struct ha_layout *layout) {
  int y = MARGIN;
  for (unsigned i = 0; i < layout->lanes.count; i++) {
    struct ha_lane *lane = &layout->lanes.at[i];
    lane->y = y + lane->tags;
    y = lane->y + lane->h + LANE_GAP + (int)lane->tracks * TRACK;
  }
  layout->height = y - LANE_GAP + MARGIN;
}

static void set_places(struct ha_layout *layout) {
  for (unsigned i = 0; i < layout->places.count; i++) {
    struct ha_place *place = &layout->places.at[i];
    place->x = layout->columns.at[place->column].x;
    place->y = layout->lanes.at[place->lane].y;
  }
}

static void grow_grid(struct ha_arena *arena, struct ha_layout *layout) {
  for (unsigned i = 0; i < layout->places.count; i++) {
    const struct ha_place *place = &layout->places.at[i];
    while (layout->columns.count <= (unsigned)place->column)
      HA_PUSH(arena, layout->columns, (struct ha_column){0});
    while (layout->lanes.count <= (unsigned)place->lane)
      HA_PUSH(arena, layout->lanes, (struct ha_lane){0});
    struct ha_column *column = &layout->columns.at[place->column];
    struct ha_lane *lane = &layout->lanes.at[place->lane];
    column->w = larger(column->w, place->w);
    lane->h = larger(lane->h, place->h);
  }
  HA_PUSH(arena, layout->columns, (struct ha_column){0});
}

/* A pointer to the next column crosses only the gap before it; one that goes further
 * would cross blocks, so it goes round, each on a track of its own. */
static void set_tracks(struct ha_layout *layout) {
  for (unsigned i = 0; i < layout->links.count; i++) {
    struct ha_link *link = &layout->links.at[i];
    const struct ha_place *from = &layout->places.at[link->from];
    const struct ha_place *to = &layout->places.at[link->to];
    int columns = to->column - from->column;
    link->far = columns < -1 || columns > 1;
    if (!columns)
      layout->columns.at[from->column + 1].bows = true;
    if (!link->far)
      continue;
    int lane = from->lane < to->lane ? from->lane : to->lane;
    link->track = layout->lanes.at[lane].tracks++;
    link->leave = layout->columns.at[from->column + 1].leaving++;
    link->enter = layout->columns.at[to->column].entering++;
  }
}

struct ha_layout *ha_layout_new(struct ha_arena *arena,
                                struct ha_picture *const *pictures, unsigned count) {
  struct ha_layout *layout = ha_arena_alloc(arena, sizeof *layout);
  ha_layout_gather(arena, layout, pictures, count);
  ha_layout_orient(arena, layout, pictures, count);
  ha_layout_place(layout, pictures, count);
  measure_blocks(layout, pictures, count);
  grow_grid(arena, layout);
  for (unsigned i = 0; i < count; i++)
    measure_tags(layout, pictures[i]);
  set_tracks(layout);
  set_columns(layout);
  set_lanes(layout);
  set_places(layout);
  return layout;
}
