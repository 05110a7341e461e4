/* Pictures of heaps: what changed, what fails, and a layout in which nothing overlaps.
 */
#include "expect.h"
#include "report/picture_layout.h"
#include <stdlib.h>

static struct ha_block *add(struct ha_arena *arena, struct ha_picture *picture,
                            const char *id) {
  HA_PUSH(arena, picture->blocks, (struct ha_block){.id = id, .type = "struct node"});
  return &picture->blocks.at[picture->blocks.count - 1];
}

static void point(struct ha_arena *arena, struct ha_block *block, const char *field,
                  const char *to) {
  HA_PUSH(arena, block->cells, (struct ha_cell){.name = field, .to = to, .null = !to});
}

/* x = n0 → n1 → … along next, `count` blocks. */
static struct ha_picture *list(struct ha_arena *arena, unsigned count) {
  struct ha_picture *picture = ha_arena_alloc(arena, sizeof *picture);
  for (unsigned i = 0; i < count; i++)
    add(arena, picture, ha_arena_printf(arena, "n%u", i));
  for (unsigned i = 0; i < count; i++)
    point(arena, &picture->blocks.at[i], "next",
          i + 1 < count ? picture->blocks.at[i + 1].id : NULL);
  HA_PUSH(arena, picture->vars, (struct ha_cell){.name = "x", .to = "n0"});
  return picture;
}

/* ---- changes ---- */

static void test_compare(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_picture *before = list(arena, 3), *now = list(arena, 2);
  now->blocks.at[1].state = HA_BLOCK_FREED;
  now->blocks.at[0].cells.at[0] = (struct ha_cell){.name = "next", .null = true};
  now->vars.at[0].to = "n1";
  HA_PUSH(arena, now->vars, (struct ha_cell){.name = "i", .value = "3"});
  add(arena, now, "n7")->state = HA_BLOCK_HEAP;
  struct ha_sentences said = ha_picture_compare(arena, before, now);
  static const char *const expected[] = {
      "n0->next: n1 → NULL", "n1 is freed", "n1->next: n2 → NULL", "n7 is allocated",
      "x: n0 → n1",          "i is 3",      "n2 is out of reach"};
  EXPECT(said.at.count == 7);
  for (unsigned i = 0; i < said.at.count && i < 7; i++)
    EXPECT_TEXT(said.at.at[i], expected[i]);
  EXPECT_TEXT(now->blocks.at[0].cells.at[0].was_to, "n1");
  EXPECT(now->blocks.at[1].change == HA_CHANGED);
  EXPECT(now->blocks.at[2].change == HA_NEW);
  EXPECT(now->vars.at[1].change == HA_NEW);
  EXPECT(now->blocks.count == 4 && now->blocks.at[3].lost);
  EXPECT(!ha_picture_compare(arena, now, now).at.count);
  ha_arena_free(arena);
}

/* What stays lost is said once. */
static void test_lost_once(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_picture *first = list(arena, 2), *second = list(arena, 1);
  struct ha_picture *third = list(arena, 1);
  first->blocks.at[0].cells.at[0].to = second->blocks.at[0].cells.at[0].to = NULL;
  first->blocks.at[0].cells.at[0].null = true;
  EXPECT(ha_picture_compare(arena, first, second).at.count == 1);
  EXPECT(ha_picture_compare(arena, second, third).at.count == 0);
  EXPECT(third->blocks.count == 2);
  ha_arena_free(arena);
}

/* ---- blame ---- */

static void test_blame(void) {
  struct ha_arena *arena = ha_arena_new();
  static const struct {
    const char *text;
    int block; /* whose link is blamed; -1 for the variable, -2 for nothing */
  } cases[] = {{"x->next->next->next", 1},
               {"(*x).next->next->data", 1},
               {"x->next", -2},
               {"y->next", -2},
               {"", -2},
               {"x->other->next", -2}};
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct ha_picture *picture = list(arena, 2);
    ha_picture_blame(picture, cases[i].text);
    EXPECT(!picture->vars.at[0].fails);
    for (int b = 0; b < 2; b++)
      EXPECT(picture->blocks.at[b].cells.at[0].fails == (b == cases[i].block));
  }
  struct ha_picture *freed = list(arena, 2);
  freed->blocks.at[0].state = HA_BLOCK_FREED;
  ha_picture_blame(freed, "x->next");
  EXPECT(freed->vars.at[0].fails);
  ha_arena_free(arena);
}

/* ---- layout ---- */

static void test_list_is_a_row(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_picture *picture = list(arena, 5);
  const struct ha_layout *layout = ha_layout_new(arena, &picture, 1);
  for (int i = 0; i < 5; i++) {
    EXPECT(layout->places.at[i].column == i);
    EXPECT(layout->places.at[i].lane == 0);
  }
  ha_arena_free(arena);
}

/* From the middle of a doubly linked list: one before, one behind. */
static void test_back_links(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_picture *picture = list(arena, 3);
  for (unsigned i = 0; i < 3; i++)
    point(arena, &picture->blocks.at[i], "prev",
          i ? picture->blocks.at[i - 1].id : NULL);
  picture->vars.at[0].to = "n1";
  const struct ha_layout *layout = ha_layout_new(arena, &picture, 1);
  for (int i = 0; i < 3; i++) {
    EXPECT(layout->places.at[i].column == i);
    EXPECT(layout->places.at[i].lane == 0);
  }
  ha_arena_free(arena);
}

static struct ha_picture *random_picture(struct ha_arena *arena, unsigned blocks) {
  static const char *const fields[] = {"next", "prev", "left", "data", "a_longer_name"};
  struct ha_picture *picture = ha_arena_alloc(arena, sizeof *picture);
  for (unsigned i = 0; i < blocks; i++)
    add(arena, picture, ha_arena_printf(arena, "n%u", i));
  for (unsigned i = 0; i < blocks; i++)
    for (unsigned f = 0; f < 1 + i % 5; f++)
      point(arena, &picture->blocks.at[i], fields[f],
            rand() % 3 ? picture->blocks.at[(unsigned)rand() % blocks].id : NULL);
  for (unsigned i = 0; i < 4; i++)
    HA_PUSH(arena, picture->vars,
            (struct ha_cell){.name = ha_arena_printf(arena, "variable%u", i),
                             .to = picture->blocks.at[(unsigned)rand() % blocks].id});
  return picture;
}

static bool apart(const struct ha_place *a, const struct ha_place *b) {
  return a->x + a->w < b->x || b->x + b->w < a->x || a->y + a->h < b->y ||
         b->y + b->h < a->y;
}

static void check_places(const struct ha_layout *layout) {
  for (unsigned i = 0; i < layout->places.count; i++) {
    const struct ha_place *place = &layout->places.at[i];
    EXPECT(place->placed && place->x >= 0 && place->y >= 0);
    EXPECT(place->x + place->w <= layout->width);
    EXPECT(place->y + place->h <= layout->height);
    for (unsigned j = 0; j < i; j++)
      EXPECT(apart(place, &layout->places.at[j]));
  }
}

/* Does a straight piece of a detour run through the inside of a block? */
static bool crosses(const struct ha_layout *layout, int x, int y, int ex, int ey) {
  struct ha_place piece = {.x = x < ex ? x : ex, .y = y < ey ? y : ey};
  piece.w = abs(ex - x);
  piece.h = abs(ey - y);
  for (unsigned i = 0; i < layout->places.count; i++) {
    struct ha_place inner = layout->places.at[i];
    inner.x += 14,
        inner.w -= 28; /* arrows begin at a dot inside, and end at the edge */
    if (!apart(&piece, &inner))
      return true;
  }
  return false;
}

static void check_detour(const struct ha_layout *layout, const char *path) {
  int x, y, ex, ey, used;
  if (sscanf(path, "M%d %dL%d %d%n", &x, &y, &ex, &ey, &used) < 4)
    return; /* a curve */
  for (;;) {
    EXPECT(!crosses(layout, x, y, ex, ey));
    EXPECT(ex >= 0 && ex <= layout->width && ey >= 0 && ey <= layout->height);
    path += used;
    if (sscanf(path, "Q%*d %*d %d %dL%d %d%n", &x, &y, &ex, &ey, &used) < 4)
      return;
  }
}

static void check_routes(struct ha_arena *arena, const struct ha_layout *layout,
                         const struct ha_picture *picture) {
  for (unsigned b = 0; b < picture->blocks.count; b++) {
    const struct ha_block *block = &picture->blocks.at[b];
    for (unsigned c = 0; c < block->cells.count; c++) {
      const struct ha_cell *cell = &block->cells.at[c];
      struct ha_route route;
      bool drawn =
          ha_layout_route(arena, layout, block->id, cell->name, cell->to, NULL, &route);
      EXPECT(drawn == (cell->to != NULL));
      if (drawn)
        check_detour(layout, route.path);
    }
  }
}

static void test_random_layouts(void) {
  srand(7);
  for (unsigned round = 0; round < 300; round++) {
    struct ha_arena *arena = ha_arena_new();
    unsigned blocks = 1 + round % 12;
    struct ha_picture *pictures[3];
    for (unsigned i = 0; i < 3; i++)
      pictures[i] = random_picture(arena, blocks);
    const struct ha_layout *layout = ha_layout_new(arena, pictures, 3);
    check_places(layout);
    for (unsigned i = 0; i < 3; i++)
      check_routes(arena, layout, pictures[i]);
    ha_arena_free(arena);
  }
}

int main(void) {
  test_compare();
  test_lost_once();
  test_blame();
  test_list_is_a_row();
  test_back_links();
  test_random_layouts();
  return finish();
}
