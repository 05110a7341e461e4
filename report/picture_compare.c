/* What changed between two pictures of a trace, and where the last access fails. */
#include "picture.h"
#include <ctype.h>
#include <string.h>

/* Every change is said, up to here: more than a reader takes in at a glance. */
enum { SENTENCES = 8 };

static bool same_text(const char *a, const char *b) {
  return a == b || (a && b && !strcmp(a, b));
}

static bool same_cell(const struct ha_cell *a, const struct ha_cell *b) {
  return a->null == b->null && same_text(a->to, b->to) && same_text(a->value, b->value);
}

static const struct ha_cell *find_cell(const struct ha_cell *cells, unsigned count,
                                       const char *name) {
  for (unsigned i = 0; i < count; i++)
    if (!strcmp(cells[i].name, name))
      return &cells[i];
  return NULL;
}

static void mark(struct ha_cell *cell, const struct ha_cell *before) {
  cell->change = !before ? HA_NEW : same_cell(cell, before) ? HA_SAME : HA_CHANGED;
  if (cell->change == HA_CHANGED)
    cell->was_to = before->to;
}

static void compare_vars(struct ha_arena *arena, const struct ha_picture *before,
                         struct ha_picture *now, struct ha_sentences *said) {
  for (unsigned i = 0; i < now->vars.count; i++) {
    struct ha_cell *var = &now->vars.at[i];
    const struct ha_cell *old =
        find_cell(before->vars.at, before->vars.count, var->name);
    mark(var, old);
    if (var->change == HA_NEW)
      HA_PUSH(arena, said->at,
              ha_arena_printf(arena, "%s is %s", var->name, ha_picture_holds(var)));
    else if (var->change == HA_CHANGED)
      HA_PUSH(arena, said->at,
              ha_arena_printf(arena, "%s: %s → %s", var->name, ha_picture_holds(old),
                              ha_picture_holds(var)));
  }
}

static const char *arrival(enum ha_block_state state) {
  return state == HA_BLOCK_HEAP ? "allocated" : "seen for the first time";
}

/* The cells of a block that is new are part of its coming, not changes. */
static void compare_cells(struct ha_arena *arena, const struct ha_block *before,
                          struct ha_block *now, struct ha_sentences *said) {
  for (unsigned i = 0; i < now->cells.count; i++) {
    struct ha_cell *cell = &now->cells.at[i];
    const struct ha_cell *old =
        find_cell(before->cells.at, before->cells.count, cell->name);
    mark(cell, old);
    if (cell->change != HA_SAME)
      HA_PUSH(arena, said->at,
              ha_arena_printf(arena, "%s->%s: %s → %s", now->id, cell->name,
                              old ? ha_picture_holds(old) : "?",
                              ha_picture_holds(cell)));
  }
}

static void compare_block(struct ha_arena *arena, const struct ha_picture *before,
                          struct ha_block *now, struct ha_sentences *said) {
  int index = ha_picture_find(before, now->id);
  if (index < 0) {
    now->change = HA_NEW;
    HA_PUSH(arena, said->at,
            ha_arena_printf(arena, "%s is %s", now->id, arrival(now->state)));
    return;
  }
  const struct ha_block *old = &before->blocks.at[index];
  if (old->state != now->state) {
    now->change = HA_CHANGED;
    if (now->state == HA_BLOCK_FREED)
      HA_PUSH(arena, said->at, ha_arena_printf(arena, "%s is freed", now->id));
  }
  compare_cells(arena, old, now, said);
}

static struct ha_block as_last_seen(struct ha_arena *arena,
                                    const struct ha_block *block) {
  struct ha_block copy = *block;
  copy.lost = true;
  copy.change = HA_SAME;
  copy.cells.count = copy.cells.capacity = 0;
  for (unsigned i = 0; i < block->cells.count; i++) {
    struct ha_cell cell = block->cells.at[i];
    cell.change = HA_SAME;
    cell.was_to = NULL;
    HA_PUSH(arena, copy.cells, cell);
  }
  return copy;
}

static void keep_lost(struct ha_arena *arena, const struct ha_picture *before,
                      struct ha_picture *now, struct ha_sentences *said) {
  for (unsigned i = 0; i < before->blocks.count; i++) {
    const struct ha_block *block = &before->blocks.at[i];
    if (ha_picture_find(now, block->id) >= 0)
      continue;
    if (!block->lost)
      HA_PUSH(arena, said->at, ha_arena_printf(arena, "%s is out of reach", block->id));
    HA_PUSH(arena, now->blocks, as_last_seen(arena, block));
  }
}

struct ha_sentences ha_picture_compare(struct ha_arena *arena,
                                       const struct ha_picture *before,
                                       struct ha_picture *now) {
  struct ha_sentences said = {0};
  for (unsigned i = 0; i < now->blocks.count; i++)
    compare_block(arena, before, &now->blocks.at[i], &said);
  compare_vars(arena, before, now, &said);
  keep_lost(arena, before, now, &said);
  if (said.at.count <= SENTENCES)
    return said;
  unsigned more = said.at.count - SENTENCES;
  said.at.count = SENTENCES;
  HA_PUSH(arena, said.at, ha_arena_printf(arena, "and %u more", more));
  return said;
}

/* The word that begins at *text; NULL if none does.  Parentheses and stars before it
 * say how the pointer is used, not which it is. */
static const char *take_word(struct ha_arena *arena, const char **text) {
  while (**text == '(' || **text == '*' || **text == ')' || **text == ' ')
    ++*text;
  const char *start = *text;
  while (isalnum((unsigned char)**text) || **text == '_')
    ++*text;
  return *text > start ? ha_arena_strndup(arena, start, (size_t)(*text - start)) : NULL;
}

static bool take_access(const char **text) {
  while (**text == ')' || **text == ' ')
    ++*text;
  if (!strncmp(*text, "->", 2))
    *text += 2;
  else if (**text == '.')
    *text += 1;
  else
    return false;
  return true;
}

/* Does what the cell holds make an access through it fail? */
static bool bad(const struct ha_picture *picture, const struct ha_cell *cell) {
  int block = ha_picture_find(picture, cell->to);
  return cell->null ||
         (block >= 0 && picture->blocks.at[block].state == HA_BLOCK_FREED);
}

static struct ha_cell *follow(struct ha_picture *picture, const struct ha_cell *cell,
                              const char *field) {
  int block = ha_picture_find(picture, cell->to);
  if (block < 0)
    return NULL;
  return (struct ha_cell *)find_cell(picture->blocks.at[block].cells.at,
                                     picture->blocks.at[block].cells.count, field);
}

void ha_picture_blame(struct ha_picture *picture, const char *text) {
  struct ha_arena *scratch = ha_arena_new();
  const char *name = take_word(scratch, &text);
  struct ha_cell *cell =
      name ? (struct ha_cell *)find_cell(picture->vars.at, picture->vars.count, name)
           : NULL;
  while (cell && !bad(picture, cell) && take_access(&text)) {
    name = take_word(scratch, &text);
    cell = name ? follow(picture, cell, name) : NULL;
  }
  if (cell && bad(picture, cell))
    cell->fails = true;
  ha_arena_free(scratch);
}
