/* Tarjan's strongly connected components over the graph of types (R. Tarjan,
 * "Depth-first search and linear graph algorithms", 1972), with an explicit stack: the
 * headers of a large project chain thousands of types. */
#include "links.h"
#include "arena.h"
#include <string.h>

/* One type under visit: `next` counts the successors already looked at. */
struct frame {
  ha_type type;
  uint32_t next;
};

/* What is known of a type, and the state of the search while it runs. */
struct node {
  uint32_t component;        /* from 1; 0: not known yet */
  uint32_t order, low;       /* Tarjan's numbers; order 0: not discovered */
  bool holds_known, holds;   /* is, embeds or is an array of a record with a link */
  bool linked_known, linked; /* … or points to one that does */
};

struct ha_links {
  struct ha_arena *arena;
  uint32_t count;    /* types 1 .. count-1 are up to date; 0: none */
  uint32_t capacity; /* of the arrays */
  struct node *nodes;
  struct frame *path;
  ha_type *open; /* discovered, component not known yet */
  uint32_t depth, opened, discovered, components;
};

struct ha_links *ha_links_new(struct ha_arena *arena) {
  struct ha_links *links = ha_arena_alloc(arena, sizeof *links);
  links->arena = arena;
  return links;
}

void ha_links_outdate(struct ha_links *links) { links->count = 0; }

static bool has_fields(const struct ha_type_info *info) {
  return info->kind == HA_TYPE_RECORD || info->kind == HA_TYPE_UNION;
}

/* The n-th type that `type` leads to in one step; 0 if there are fewer.  (A field of
 * type void does not exist, so 0 is free to say so.) */
static ha_type successor(const struct ha_types *types, ha_type type, uint32_t n) {
  const struct ha_type_info *info = ha_type_get(types, type);
  if (has_fields(info))
    return n < info->fields ? ha_field_get(types, info->first + n)->type : 0;
  return n == 0 ? info->elem : 0; /* pointers and arrays */
}

static void discover(struct ha_links *l, ha_type type) {
  l->nodes[type].order = l->nodes[type].low = ++l->discovered;
  l->open[l->opened++] = type;
  l->path[l->depth++] = (struct frame){.type = type};
}

static void close_component(struct ha_links *l, ha_type root) {
  l->components++;
  ha_type type;
  do {
    type = l->open[--l->opened];
    l->nodes[type].component = l->components;
  } while (type != root);
}

static void lower(struct ha_links *l, ha_type type, uint32_t low) {
  if (low < l->nodes[type].low)
    l->nodes[type].low = low;
}

static void leave(struct ha_links *l) {
  ha_type done = l->path[--l->depth].type;
  uint32_t low = l->nodes[done].low;
  if (low == l->nodes[done].order)
    close_component(l, done);
  if (l->depth)
    lower(l, l->path[l->depth - 1].type, low);
}

static void search_from(struct ha_links *l, const struct ha_types *types,
                        ha_type root) {
  discover(l, root);
  while (l->depth) {
    struct frame *top = &l->path[l->depth - 1];
    ha_type next = successor(types, top->type, top->next++);
    if (!next)
      leave(l);
    else if (!l->nodes[next].order)
      discover(l, next);
    else if (!l->nodes[next].component) /* still open: the same component */
      lower(l, top->type, l->nodes[next].order);
  }
}

static void reserve(struct ha_links *l, uint32_t count) {
  if (count > l->capacity) {
    l->capacity = 2 * count;
    l->nodes = ha_arena_alloc(l->arena, l->capacity * sizeof *l->nodes);
    l->path = ha_arena_alloc(l->arena, l->capacity * sizeof *l->path);
    l->open = ha_arena_alloc(l->arena, l->capacity * sizeof *l->open);
  }
  memset(l->nodes, 0, count * sizeof *l->nodes);
  l->depth = l->opened = l->discovered = l->components = 0;
}

static void update(struct ha_links *l, const struct ha_types *types, ha_type asked) {
  if (asked < l->count)
    return;
  l->count = ha_types_count(types);
  reserve(l, l->count);
  for (ha_type type = 1; type < l->count; type++)
    if (!l->nodes[type].order)
      search_from(l, types, type);
}

bool ha_links_is_link(struct ha_links *links, const struct ha_types *types,
                      ha_field field) {
  const struct ha_field_info *info = ha_field_get(types, field);
  const struct ha_type_info *type = ha_type_get(types, info->type);
  if (type->kind != HA_TYPE_PTR || !ha_type_is_record(types, info->owner) ||
      !ha_type_is_record(types, type->elem))
    return false;
  update(links, types, info->owner > type->elem ? info->owner : type->elem);
  return links->nodes[info->owner].component == links->nodes[type->elem].component;
}

/* Embedding is well-founded, so the recursion ends; each type is decided once. */
static bool holds_link(struct ha_links *links, const struct ha_types *types,
                       ha_type type) {
  struct node *node = &links->nodes[type];
  if (node->holds_known)
    return node->holds;
  node->holds_known = true;
  const struct ha_type_info *info = ha_type_get(types, type);
  if (info->kind == HA_TYPE_ARRAY)
    node->holds = holds_link(links, types, info->elem);
  for (uint32_t i = 0; has_fields(info) && !node->holds && i < info->fields; i++) {
    ha_field field = info->first + i;
    node->holds = ha_links_is_link(links, types, field) ||
                  holds_link(links, types, ha_field_get(types, field)->type);
  }
  return node->holds;
}

/* As holds_link, counting pointers to a holder, through any number of stars. */
static bool touches_link(struct ha_links *links, const struct ha_types *types,
                         ha_type type) {
  struct node *node = &links->nodes[type];
  if (node->linked_known)
    return node->linked;
  node->linked_known = true;
  const struct ha_type_info *info = ha_type_get(types, type);
  ha_type target = type;
  while (ha_type_is_ptr(types, target))
    target = ha_type_get(types, target)->elem;
  node->linked = holds_link(links, types, target);
  if (info->kind == HA_TYPE_ARRAY)
    node->linked = touches_link(links, types, info->elem);
  for (uint32_t i = 0; has_fields(info) && !node->linked && i < info->fields; i++)
    node->linked =
        touches_link(links, types, ha_field_get(types, info->first + i)->type);
  return node->linked;
}

bool ha_links_is_linked(struct ha_links *links, const struct ha_types *types,
                        ha_type type) {
  update(links, types, type);
  return touches_link(links, types, type);
}
