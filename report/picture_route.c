/* The lines of the arrows.
 *
 * To the next column, or back to the one before: a curve through the gap.  Within a
 * column: a bow at its right.  Further: down into the channel under the lane, along it,
 * and up again to the left edge of the target, with round corners. */
#include "picture_layout.h"
#include <stdlib.h>
#include <string.h>

enum { NEAR = 12, TRACK = 9, CORNER = 6, DOT = 12 };

static const struct ha_link *find_link(const struct ha_layout *layout, unsigned from,
                                       unsigned row, unsigned to, const char *inside) {
  for (unsigned i = 0; i < layout->links.count; i++) {
    const struct ha_link *link = &layout->links.at[i];
    if (link->from == from && link->row == row && link->to == to &&
        !link->inside == !inside && (!inside || !strcmp(link->inside, inside)))
      return link;
  }
  return NULL;
}

/* Where on a block a pointer to it ends; `right`: it comes from there. */
static int end_y(const struct ha_place *to, const char *inside, bool right) {
  if (inside)
    return ha_layout_row_y(to, ha_layout_row(to, inside));
  return right ? to->y + to->h - HA_FOOT / 2 - 1 : to->y + HA_HEAD / 2;
}

static struct ha_route curve(struct ha_arena *arena, int x, int y, int ex, int ey,
                             bool leftwards) {
  int bend = abs(ex - x) / 2 > 20 ? abs(ex - x) / 2 : 20;
  int side = leftwards ? -bend : bend;
  const char *path = ha_arena_printf(arena, "M%d %dC%d %d %d %d %d %d", x, y, x + side,
                                     y, ex - side, ey, ex, ey);
  return (struct ha_route){path, x, y, ex, ey, leftwards};
}

/* Out of the right edge and back into one. */
static struct ha_route bow(struct ha_arena *arena, int x, int y, int ex, int ey) {
  int out = (x > ex ? x : ex) + 36;
  const char *path =
      ha_arena_printf(arena, "M%d %dC%d %d %d %d %d %d", x, y, out, y, out, ey, ex, ey);
  return (struct ha_route){path, x, y, ex, ey, true};
}

struct point {
  int x, y;
};

static int toward(int from, int to, int by) {
  return to > from ? from + by : to < from ? from - by : from;
}

static int corner_radius(struct point a, struct point b, struct point c) {
  int before = abs(b.x - a.x) + abs(b.y - a.y), after = abs(c.x - b.x) + abs(c.y - b.y);
  int shorter = (before < after ? before : after) / 2;
  return shorter < CORNER ? shorter : CORNER;
}

static const char *rounded(struct ha_arena *arena, const struct point *p, unsigned n) {
  const char *path = ha_arena_printf(arena, "M%d %d", p[0].x, p[0].y);
  for (unsigned i = 1; i + 1 < n; i++) {
    int r = corner_radius(p[i - 1], p[i], p[i + 1]);
    path = ha_arena_printf(arena, "%sL%d %dQ%d %d %d %d", path,
                           toward(p[i].x, p[i - 1].x, r), toward(p[i].y, p[i - 1].y, r),
                           p[i].x, p[i].y, toward(p[i].x, p[i + 1].x, r),
                           toward(p[i].y, p[i + 1].y, r));
  }
  return ha_arena_printf(arena, "%sL%d %d", path, p[n - 1].x, p[n - 1].y);
}

static struct ha_route detour(struct ha_arena *arena, const struct ha_layout *layout,
                              const struct ha_link *link, int y, int ey) {
  const struct ha_place *from = &layout->places.at[link->from];
  const struct ha_place *to = &layout->places.at[link->to];
  const struct ha_column *left = &layout->columns.at[from->column];
  const struct ha_lane *lane =
      &layout->lanes.at[from->lane < to->lane ? from->lane : to->lane];
  /* the first to leave turns last: it has the track nearest to the blocks */
  unsigned inner = left[1].leaving - 1 - link->leave;
  int out = left->x + left->w + NEAR + (int)inner * TRACK;
  int in = to->x - layout->columns.at[to->column].beside - NEAR - 4 -
           (int)link->enter * TRACK;
  int channel = lane->y + lane->h + NEAR + (int)link->track * TRACK;
  struct point points[] = {{from->x + from->w - DOT, y},
                           {out, y},
                           {out, channel},
                           {in, channel},
                           {in, ey},
                           {to->x, ey}};
  return (struct ha_route){rounded(arena, points, 6), points[0].x, y, to->x, ey, false};
}

bool ha_layout_route(struct ha_arena *arena, const struct ha_layout *layout,
                     const char *from_id, const char *field, const char *to_id,
                     const char *inside, struct ha_route *route) {
  const struct ha_place *from = ha_layout_find(layout, from_id);
  const struct ha_place *to = ha_layout_find(layout, to_id);
  if (!from || !to)
    return false;
  unsigned row = ha_layout_row(from, field);
  const struct ha_link *link =
      find_link(layout, (unsigned)(from - layout->places.at), row,
                (unsigned)(to - layout->places.at), inside);
  if (!link)
    return false;
  int y = ha_layout_row_y(from, row), columns = to->column - from->column;
  int right = from->x + from->w - DOT; /* where the dot is */
  if (link->far)
    *route = detour(arena, layout, link, y, end_y(to, inside, false));
  else if (columns == 1)
    *route = curve(arena, right, y, to->x, end_y(to, inside, false), false);
  else if (columns == -1)
    *route = curve(arena, from->x, y, to->x + to->w, end_y(to, inside, true), true);
  else
    *route = bow(arena, right, y, to->x + to->w, end_y(to, inside, false));
  return true;
}
