/* Reading a heap from its JSON, and looking things up in it. */
#include "picture.h"
#include "js.h"
#include <string.h>

static const char *const state_names[HA_BLOCK_STATES] = {
    [HA_BLOCK_INPUT] = "input", [HA_BLOCK_HEAP] = "heap",
    [HA_BLOCK_STACK] = "stack", [HA_BLOCK_GLOBAL] = "global",
    [HA_BLOCK_FREED] = "freed", [HA_BLOCK_SEGMENT] = "segment",
    [HA_BLOCK_MAYBE] = "maybe",
};

static const char *const state_words[HA_BLOCK_STATES] = {
    [HA_BLOCK_INPUT] = "",      [HA_BLOCK_HEAP] = "allocated",
    [HA_BLOCK_STACK] = "local", [HA_BLOCK_GLOBAL] = "global",
    [HA_BLOCK_FREED] = "freed", [HA_BLOCK_SEGMENT] = "",
    [HA_BLOCK_MAYBE] = "",
};

const char *ha_picture_state_name(enum ha_block_state state) {
  return state_names[state];
}

const char *ha_picture_state_word(enum ha_block_state state) {
  return state_words[state];
}

static enum ha_block_state read_state(const char *name) {
  for (int i = 0; i < HA_BLOCK_STATES; i++)
    if (!strcmp(name, state_names[i]))
      return (enum ha_block_state)i;
  return HA_BLOCK_INPUT;
}

/* A "to" that is there but null is the null pointer, not a pointer to nowhere. */
static struct ha_cell read_cell(const json_t *object) {
  struct ha_cell cell = {.name = ha_js_text(object, "name")};
  const json_t *to = json_object_get(object, "to");
  cell.null = json_is_null(to);
  if (json_is_string(to))
    cell.to = ha_js_text(object, "to");
  if (json_object_get(object, "value"))
    cell.value = ha_js_text(object, "value");
  return cell;
}

static struct ha_block read_block(struct ha_arena *arena, const json_t *object) {
  struct ha_block block = {
      .id = ha_js_text(object, "id"),
      .type = ha_js_text(object, "type"),
      .state = read_state(ha_js_text(object, "state")),
  };
  size_t i;
  json_t *field;
  json_array_foreach(json_object_get(object, "fields"), i, field)
      HA_PUSH(arena, block.cells, read_cell(field));
  return block;
}

struct ha_picture *ha_picture_read(struct ha_arena *arena, const json_t *graph) {
  struct ha_picture *picture = ha_arena_alloc(arena, sizeof *picture);
  size_t i;
  json_t *item;
  json_array_foreach(json_object_get(graph, "nodes"), i, item)
      HA_PUSH(arena, picture->blocks, read_block(arena, item));
  json_array_foreach(json_object_get(graph, "vars"), i, item)
      HA_PUSH(arena, picture->vars, read_cell(item));
  return picture;
}

bool ha_picture_empty(const struct ha_picture *picture) {
  return !picture->vars.count && !picture->blocks.count;
}

int ha_picture_find(const struct ha_picture *picture, const char *id) {
  for (unsigned i = 0; id && i < picture->blocks.count; i++)
    if (!strcmp(picture->blocks.at[i].id, id))
      return (int)i;
  return -1;
}

const char *ha_picture_inside(const struct ha_cell *cell) {
  if (!cell->to || !cell->value || *cell->value != '&')
    return NULL;
  const char *arrow = strstr(cell->value, "->");
  return arrow ? arrow + 2 : NULL;
}

const char *ha_picture_holds(const struct ha_cell *cell) {
  if (cell->null)
    return "NULL";
  if (cell->value)
    return cell->value;
  return cell->to ? cell->to : "?";
}
