/* Gathering the blocks of all pictures, telling forward links from backward ones, and
 * giving each block its column and lane. */
#include "picture_place.h"
#include <string.h>

static int index_of(const struct ha_layout *layout, const char *id) {
  const struct ha_place *place = ha_layout_find(layout, id);
  return place ? (int)(place - layout->places.at) : -1;
}

/* ---- gathering ---- */

static void gather_rows(struct ha_arena *arena, struct ha_place *place,
                        const struct ha_block *block) {
  for (unsigned i = 0; i < block->cells.count; i++) {
    const char *name = block->cells.at[i].name;
    bool known = false;
    for (unsigned r = 0; r < place->rows.count && !known; r++)
      known = !strcmp(place->rows.at[r], name);
    if (!known)
      HA_PUSH(arena, place->rows, name);
  }
}

static void gather_blocks(struct ha_arena *arena, struct ha_layout *layout,
                          const struct ha_picture *picture) {
  for (unsigned i = 0; i < picture->blocks.count; i++) {
    const struct ha_block *block = &picture->blocks.at[i];
    int index = index_of(layout, block->id);
    if (index < 0) {
      index = (int)layout->places.count;
      HA_PUSH(arena, layout->places,
              (struct ha_place){.id = block->id, .type = block->type});
    }
    gather_rows(arena, &layout->places.at[index], block);
  }
}

static bool same_inside(const char *a, const char *b) {
  return (!a && !b) || (a && b && !strcmp(a, b));
}

static void gather_link(struct ha_arena *arena, struct ha_layout *layout,
                        struct ha_link link) {
  for (unsigned i = 0; i < layout->links.count; i++) {
    const struct ha_link *known = &layout->links.at[i];
    if (known->from == link.from && known->row == link.row && known->to == link.to &&
        same_inside(known->inside, link.inside))
      return;
  }
  HA_PUSH(arena, layout->links, link);
}

static void gather_links(struct ha_arena *arena, struct ha_layout *layout,
                         const struct ha_picture *picture) {
  for (unsigned i = 0; i < picture->blocks.count; i++) {
    const struct ha_block *block = &picture->blocks.at[i];
    int from = index_of(layout, block->id);
    for (unsigned c = 0; c < block->cells.count; c++) {
      const struct ha_cell *cell = &block->cells.at[c];
      int to = index_of(layout, cell->to);
      if (to < 0)
        continue;
      unsigned row = ha_layout_row(&layout->places.at[from], cell->name);
      gather_link(arena, layout,
                  (struct ha_link){.from = (unsigned)from,
                                   .row = row,
                                   .to = (unsigned)to,
                                   .inside = ha_picture_inside(cell)});
    }
  }
}

void ha_layout_gather(struct ha_arena *arena, struct ha_layout *layout,
                      struct ha_picture *const *pictures, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    gather_blocks(arena, layout, pictures[i]);
  for (unsigned i = 0; i < count; i++)
    gather_links(arena, layout, pictures[i]);
}

/* ---- forward and back ---- */

static const char *type_of(const struct ha_layout *layout, unsigned place) {
  return layout->places.at[place].type;
}

/* Do both go along the same field of the same type? */
static bool alike(const struct ha_layout *layout, const struct ha_link *a,
                  const struct ha_link *b) {
  return a->row == b->row &&
         !strcmp(type_of(layout, a->from), type_of(layout, b->from));
}

/* How many blocks are met from `start` along links like this one. */
static unsigned reach(struct ha_arena *arena, const struct ha_layout *layout,
                      unsigned start, const struct ha_link *like) {
  bool *seen = ha_arena_alloc(arena, layout->places.count + 1);
  unsigned met = 0;
  for (bool more = true; more;) {
    more = false;
    seen[start] = true;
    for (unsigned i = 0; i < layout->links.count && !more; i++) {
      const struct ha_link *link = &layout->links.at[i];
      if (link->from != start || !alike(layout, link, like) || seen[link->to])
        continue;
      start = link->to;
      met++;
      more = true;
    }
  }
  return met;
}

static bool undoes(const struct ha_layout *layout, const struct ha_link *a,
                   const struct ha_link *b) {
  return a->from == b->to && a->to == b->from && a->from != a->to &&
         !strcmp(type_of(layout, a->from), type_of(layout, a->to)) && a->row < b->row;
}

static void turn_back(struct ha_layout *layout, const struct ha_link *like) {
  for (unsigned i = 0; i < layout->links.count; i++)
    if (alike(layout, &layout->links.at[i], like))
      layout->links.at[i].back = true;
}

static int first_root(const struct ha_layout *layout,
                      struct ha_picture *const *pictures, unsigned count) {
  for (unsigned p = 0; p < count; p++)
    for (unsigned i = 0; i < pictures[p]->vars.count; i++) {
      int index = index_of(layout, pictures[p]->vars.at[i].to);
      if (index >= 0)
        return index;
    }
  return -1;
}

void ha_layout_orient(struct ha_arena *arena, struct ha_layout *layout,
                      struct ha_picture *const *pictures, unsigned count) {
  int root = first_root(layout, pictures, count);
  for (unsigned i = 0; i < layout->links.count; i++)
    for (unsigned j = 0; j < layout->links.count; j++) {
      const struct ha_link *a = &layout->links.at[i], *b = &layout->links.at[j];
      if (a->back || b->back || !undoes(layout, a, b))
        continue;
      bool turn = root >= 0 && reach(arena, layout, (unsigned)root, b) >
                                   reach(arena, layout, (unsigned)root, a);
      turn_back(layout, turn ? a : b);
    }
}

/* ---- placing ---- */

static bool taken(const struct ha_layout *layout, int column, int lane) {
  for (unsigned i = 0; i < layout->places.count; i++) {
    const struct ha_place *place = &layout->places.at[i];
    if (place->placed && place->column == column && place->lane == lane)
      return true;
  }
  return false;
}

static int next_lane(const struct ha_layout *layout) {
  int lane = 0;
  for (unsigned i = 0; i < layout->places.count; i++)
    if (layout->places.at[i].placed && layout->places.at[i].lane >= lane)
      lane = layout->places.at[i].lane + 1;
  return lane;
}

static bool leads_back(const struct ha_layout *layout, unsigned from, unsigned row) {
  for (unsigned i = 0; i < layout->links.count; i++)
    if (layout->links.at[i].from == from && layout->links.at[i].row == row)
      return layout->links.at[i].back;
  return false;
}

static void settle(struct ha_layout *layout, const struct ha_picture *picture,
                   unsigned index, int column, int lane);

/* The blocks that this one points to, forward ones first: they continue its lane. */
static void settle_targets(struct ha_layout *layout, const struct ha_picture *picture,
                           unsigned index, bool back) {
  struct ha_place *place = &layout->places.at[index];
  int block = ha_picture_find(picture, place->id);
  for (unsigned i = 0; block >= 0 && i < picture->blocks.at[block].cells.count; i++) {
    const struct ha_cell *cell = &picture->blocks.at[block].cells.at[i];
    int to = index_of(layout, cell->to);
    if (to < 0 || layout->places.at[to].placed ||
        leads_back(layout, index, ha_layout_row(place, cell->name)) != back)
      continue;
    settle(layout, picture, (unsigned)to, place->column + (back ? -1 : 1), place->lane);
  }
}

static void settle(struct ha_layout *layout, const struct ha_picture *picture,
                   unsigned index, int column, int lane) {
  struct ha_place *place = &layout->places.at[index];
  place->column = column;
  place->lane = taken(layout, column, lane) ? next_lane(layout) : lane;
  place->placed = true;
  settle_targets(layout, picture, index, false);
  settle_targets(layout, picture, index, true);
}

/* Beside a block that is placed already, if a pointer joins them in this picture. */
static bool settle_beside(struct ha_layout *layout, const struct ha_picture *picture,
                          unsigned index) {
  for (unsigned i = 0; i < layout->links.count; i++) {
    const struct ha_link *link = &layout->links.at[i];
    bool arrives = link->to == index && layout->places.at[link->from].placed;
    bool leaves = link->from == index && layout->places.at[link->to].placed;
    if (!arrives && !leaves)
      continue;
    const struct ha_place *other = &layout->places.at[arrives ? link->from : link->to];
    if (ha_picture_find(picture, other->id) < 0)
      continue;
    int by = arrives == link->back ? -1 : 1;
    settle(layout, picture, index, other->column + by, other->lane);
    return true;
  }
  return false;
}

static void settle_root(struct ha_layout *layout, const struct ha_picture *picture,
                        int index) {
  if (index < 0 || layout->places.at[index].placed)
    return;
  if (!settle_beside(layout, picture, (unsigned)index))
    settle(layout, picture, (unsigned)index, 0, next_lane(layout));
}

void ha_layout_place(struct ha_layout *layout, struct ha_picture *const *pictures,
                     unsigned count) {
  for (unsigned p = 0; p < count; p++) {
    const struct ha_picture *picture = pictures[p];
    for (unsigned i = 0; i < picture->vars.count; i++)
      settle_root(layout, picture, index_of(layout, picture->vars.at[i].to));
    for (unsigned i = 0; i < picture->blocks.count; i++)
      settle_root(layout, picture, index_of(layout, picture->blocks.at[i].id));
  }
  int first = 0;
  for (unsigned i = 0; i < layout->places.count; i++)
    if (layout->places.at[i].column < first)
      first = layout->places.at[i].column;
  for (unsigned i = 0; i < layout->places.count; i++)
    layout->places.at[i].column -= first;
}
