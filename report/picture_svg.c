/* Drawing a picture at the places of its layout. */
#include "picture_svg.h"
#include "html_text.h"
#include <string.h>

static const char *const change_classes[] = {
    [HA_SAME] = "", [HA_NEW] = " new", [HA_CHANGED] = " changed"};

/* At most `chars` characters; what is cut off is in the full text beside it. */
static const char *shorten(struct ha_arena *arena, const char *text, int chars) {
  if (ha_text_width(text) <= chars || chars < 2)
    return text;
  const char *end = text;
  for (int i = 0; i < chars - 1; i++)
    do
      end++;
    while (((unsigned char)*end & 0xc0) == 0x80);
  return ha_arena_printf(arena, "%.*s…", (int)(end - text), text);
}

static const char *cell_classes(struct ha_arena *arena, const struct ha_cell *cell) {
  return ha_arena_printf(arena, "%s%s%s", cell->null ? " null" : "",
                         change_classes[cell->change], cell->fails ? " fails" : "");
}

/* ---- blocks ---- */

static const char *bare_type(const char *type) {
  static const char *const words[] = {"struct ", "union "};
  for (unsigned i = 0; i < 2; i++)
    if (!strncmp(type, words[i], strlen(words[i])))
      return type + strlen(words[i]);
  return type;
}

static void draw_head(struct ha_arena *arena, FILE *out, const struct ha_place *place,
                      const struct ha_block *block) {
  const char *heading = block->label ? block->label : block->id;
  int y = place->y + HA_HEAD / 2 + 4;
  const char *word = ha_picture_state_word(block->state);
  word = *word ? word : bare_type(block->type);
  ha_html(out, "<path class=\"head\" d=\"M%d %dv-%d a6 6 0 0 1 6 -6h%d", place->x,
          place->y + HA_HEAD, HA_HEAD - 6, place->w - 12);
  ha_html(out, "a6 6 0 0 1 6 6v%dz\"/>", HA_HEAD - 6);
  int room = (place->w - 16) / HA_CHAR;
  ha_html(out, "<text class=\"id\" x=\"%d\" y=\"%d\">%s</text>", place->x + 8, y,
          shorten(arena, heading, room));
  room -= ha_text_width(heading) + 1;
  if (room > 2)
    ha_html(out, "<text class=\"type\" x=\"%d\" y=\"%d\">%s</text>",
            place->x + place->w - 8, y, shorten(arena, word, room));
}

static void draw_value(struct ha_arena *arena, FILE *out, const struct ha_place *place,
                       const struct ha_cell *cell, int y) {
  int room = (place->w - 16) / HA_CHAR - ha_text_width(cell->name) - 1;
  ha_html(out, "<text class=\"value\" x=\"%d\" y=\"%d\">%s</text>",
          place->x + place->w - 8, y + 4, shorten(arena, ha_picture_holds(cell), room));
}

static void draw_cell(struct ha_arena *arena, FILE *out, const struct ha_layout *layout,
                      const struct ha_place *place, const struct ha_cell *cell) {
  int y = ha_layout_row_y(place, ha_layout_row(place, cell->name));
  ha_html(out, "<g class=\"cell%s\"><rect x=\"%d\" y=\"%d\"", cell_classes(arena, cell),
          place->x, y - HA_ROW / 2);
  ha_html(out, " width=\"%d\" height=\"%d\"/>", place->w, HA_ROW);
  ha_html(out, "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>", place->x + 8, y + 4,
          shorten(arena, cell->name, (place->w - 30) / HA_CHAR));
  if (!ha_layout_find(layout, cell->to)) /* else there is an arrow */
    draw_value(arena, out, place, cell, y);
  fputs("</g>", out);
}

static void draw_rest(FILE *out, const struct ha_place *place) {
  if (place->rows.count <= HA_MOST_ROWS)
    return;
  ha_html(out, "<text class=\"type start\" x=\"%d\" y=\"%d\">… %u more</text>",
          place->x + 8, ha_layout_row_y(place, HA_MOST_ROWS) + 4,
          place->rows.count - HA_MOST_ROWS);
}

/* Two more cards behind a segment: it stands for many. */
static void draw_card(FILE *out, const struct ha_place *place,
                      enum ha_block_state state) {
  for (int behind = state == HA_BLOCK_SEGMENT ? 2 : 0; behind >= 0; behind--)
    ha_html(out,
            "<rect class=\"card\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
            "rx=\"6\"/>",
            place->x + 4 * behind, place->y - 4 * behind, place->w, place->h);
}

static void draw_block(struct ha_arena *arena, FILE *out,
                       const struct ha_layout *layout, const struct ha_block *block) {
  const struct ha_place *place = ha_layout_find(layout, block->id);
  const char *word = ha_picture_state_word(block->state);
  ha_html(out, "<g class=\"block %s%s%s\">", ha_picture_state_name(block->state),
          change_classes[block->change], block->lost ? " lost" : "");
  ha_html(out, "<title>%s: %s%s%s%s</title>", block->label ? block->label : block->id,
          block->type, *word ? ", " : "", word,
          block->lost ? ", as last seen: no variable here leads to it" : "");
  draw_card(out, place, block->state);
  draw_head(arena, out, place, block);
  for (unsigned i = 0; i < block->cells.count; i++)
    if (ha_layout_row(place, block->cells.at[i].name) < HA_MOST_ROWS)
      draw_cell(arena, out, layout, place, &block->cells.at[i]);
  draw_rest(out, place);
  fputs("</g>\n", out);
}

/* ---- arrows ---- */

static void draw_route(FILE *out, const struct ha_route *route, const char *classes) {
  ha_html(out, "<g class=\"arrow%s\"><circle cx=\"%d\" cy=\"%d\" r=\"3\"/>", classes,
          route->from_x, route->from_y);
  ha_html(out, "<path d=\"%s\"/>", route->path);
  ha_html(out, "<path class=\"tip\" d=\"M%d %dl%d -4v8z\"/></g>\n", route->x, route->y,
          route->leftwards ? 8 : -8);
}

static void draw_arrow(struct ha_arena *arena, FILE *out,
                       const struct ha_layout *layout, const struct ha_picture *picture,
                       const struct ha_block *block, const struct ha_cell *cell) {
  struct ha_route route;
  if (!ha_layout_route(arena, layout, block->id, cell->name, cell->to,
                       ha_picture_inside(cell), &route))
    return;
  int to = ha_picture_find(picture, cell->to);
  bool dangles = to >= 0 && picture->blocks.at[to].state == HA_BLOCK_FREED;
  const char *how = block->lost ? " lost" : dangles ? " dangling" : "";
  draw_route(out, &route,
             ha_arena_printf(arena, "%s%s", cell_classes(arena, cell), how));
}

static void draw_arrows(struct ha_arena *arena, FILE *out,
                        const struct ha_layout *layout,
                        const struct ha_picture *picture) {
  for (unsigned i = 0; i < picture->blocks.count; i++) {
    const struct ha_block *block = &picture->blocks.at[i];
    for (unsigned c = 0; c < block->cells.count; c++)
      draw_arrow(arena, out, layout, picture, block, &block->cells.at[c]);
  }
}

/* Where pointers pointed before; under the blocks, so that no text is crossed. */
static void draw_old_arrows(struct ha_arena *arena, FILE *out,
                            const struct ha_layout *layout,
                            const struct ha_picture *picture) {
  for (unsigned i = 0; i < picture->blocks.count; i++) {
    const struct ha_block *block = &picture->blocks.at[i];
    for (unsigned c = 0; c < block->cells.count; c++) {
      struct ha_route route;
      const struct ha_cell *cell = &block->cells.at[c];
      if (cell->was_to && ha_layout_route(arena, layout, block->id, cell->name,
                                          cell->was_to, NULL, &route))
        draw_route(out, &route, " old");
    }
  }
}

/* ---- variables ---- */

static void draw_tag(struct ha_arena *arena, FILE *out, const struct ha_cell *var,
                     int x, int y) {
  int width = ha_text_width(var->name) * HA_CHAR + HA_TAG_PAD;
  ha_html(out, "<g class=\"var%s\"><rect x=\"%d\" y=\"%d\"", cell_classes(arena, var),
          x, y);
  ha_html(out, " width=\"%d\" height=\"17\" rx=\"8.5\"/>", width);
  ha_html(out, "<text x=\"%d\" y=\"%d\">%s</text>", x + width / 2, y + 12, var->name);
}

/* Left of the field that it points into. */
static void draw_tag_beside(struct ha_arena *arena, FILE *out,
                            const struct ha_place *place, const struct ha_cell *var) {
  int y = ha_layout_row_y(place, ha_layout_row(place, ha_picture_inside(var)));
  int width = ha_text_width(var->name) * HA_CHAR + HA_TAG_PAD;
  draw_tag(arena, out, var, place->x - width - 8, y - 8);
  ha_html(out, "<path d=\"M%d %dl-7 -4v8z\"/></g>\n", place->x, y);
}

/* Names above a block, wrapped to its width, the lowest row with points to it. */
static void draw_tags(struct ha_arena *arena, FILE *out, const struct ha_place *place,
                      const struct ha_picture *picture) {
  int x = place->x, y = place->y - HA_TAG + 1;
  for (unsigned i = 0; i < picture->vars.count; i++) {
    const struct ha_cell *var = &picture->vars.at[i];
    if (!var->to || strcmp(var->to, place->id))
      continue;
    if (ha_picture_inside(var)) {
      draw_tag_beside(arena, out, place, var);
      continue;
    }
    int width = ha_text_width(var->name) * HA_CHAR + HA_TAG_PAD;
    if (x > place->x && x + width > place->x + place->w) {
      x = place->x;
      y -= HA_TAG;
    }
    draw_tag(arena, out, var, x, y);
    ha_html(out, "<path d=\"M%d %dl-4 -6h8z\"/></g>\n", x + width / 2, y + 23);
    x += width + 4;
  }
}

static void list_values(struct ha_arena *arena, FILE *out,
                        const struct ha_layout *layout,
                        const struct ha_picture *picture) {
  bool open = false;
  for (unsigned i = 0; i < picture->vars.count; i++) {
    const struct ha_cell *var = &picture->vars.at[i];
    if (ha_layout_find(layout, var->to))
      continue;
    fputs(open ? "" : "<ul class=\"values\">", out);
    open = true;
    ha_html(out, "<li class=\"value%s\"><b>%s</b> %s</li>", cell_classes(arena, var),
            var->name, ha_picture_holds(var));
  }
  fputs(open ? "</ul>\n" : "", out);
}

void ha_picture_svg(struct ha_arena *arena, FILE *out, const struct ha_layout *layout,
                    const struct ha_picture *picture, const char *label) {
  list_values(arena, out, layout, picture);
  if (!picture->blocks.count)
    return;
  ha_html(
      out,
      "<div class=\"canvas\" tabindex=\"0\" role=\"group\" aria-label=\"Picture of the "
      "heap\"><svg class=\"heap\" role=\"img\" aria-label=\"%s\" "
      "style=\"min-width:%dpx\" ",
      label, layout->width * 8 / 10);
  ha_html(out, "width=\"%d\" height=\"%d\" ", layout->width, layout->height);
  ha_html(out, "viewBox=\"0 0 %d %d\">\n", layout->width, layout->height);
  draw_old_arrows(arena, out, layout, picture);
  for (unsigned i = 0; i < picture->blocks.count; i++)
    draw_block(arena, out, layout, &picture->blocks.at[i]);
  draw_arrows(arena, out, layout, picture);
  for (unsigned i = 0; i < picture->blocks.count; i++)
    draw_tags(arena, out, ha_layout_find(layout, picture->blocks.at[i].id), picture);
  fputs("</svg></div>\n", out);
}
