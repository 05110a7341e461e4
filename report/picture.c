/* Reading a heap from its JSON, and looking things up in it. */
#include "picture.h"
#include "js.h"
#include <ctype.h>
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

/* ---- locals that hold nothing yet ---- */

static bool is_word_in(const char *word, const char *text) {
  size_t length = strlen(word);
  for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
    bool begins = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
    bool ends = !(isalnum((unsigned char)at[length]) || at[length] == '_');
    if (begins && ends)
      return true;
  }
  return false;
}

static bool is_blank(const struct ha_block *block) {
  for (unsigned i = 0; i < block->cells.count; i++) {
    const char *value = block->cells.at[i].value;
    if (!value || (strcmp(value, "uninitialised") && strcmp(value, "…")))
      return false;
  }
  return block->state == HA_BLOCK_STACK;
}

static bool leads_to(const struct ha_cell *cells, unsigned count, const char *id) {
  for (unsigned i = 0; i < count; i++)
    if (cells[i].to && !strcmp(cells[i].to, id))
      return true;
  return false;
}

static bool is_led_to(const struct ha_picture *picture, const char *id) {
  bool led = leads_to(picture->vars.at, picture->vars.count, id);
  for (unsigned i = 0; i < picture->blocks.count && !led; i++)
    led =
        leads_to(picture->blocks.at[i].cells.at, picture->blocks.at[i].cells.count, id);
  return led;
}

void ha_picture_drop_blank(struct ha_picture *picture, const char *text) {
  unsigned kept = 0;
  for (unsigned i = 0; i < picture->blocks.count; i++) {
    const struct ha_block *block = &picture->blocks.at[i];
    if (!is_blank(block) || is_word_in(block->id, text) ||
        is_led_to(picture, block->id))
      picture->blocks.at[kept++] = *block;
  }
  picture->blocks.count = kept;
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
