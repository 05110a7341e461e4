/* The entry in words, for `inferred_requires` and `assumes`: formulas of the contract
 * language where it has one, plain English for addresses of links. */
#include "entry_rules.h"

struct words {
  struct ha_arena *arena;
  const struct ha_program *program;
  const struct ha_types *types;
  struct ha_entry *entry;
};

#define ASSUME(w, ...)                                                                 \
  HA_PUSH((w)->arena, (w)->entry->assumes, ha_arena_printf((w)->arena, __VA_ARGS__))

static const char *field_name(const struct words *w, ha_field field) {
  return field ? ha_field_get(w->types, field)->name : "";
}

static const char *root_name(const struct words *w, const struct ha_root *root) {
  const struct ha_program *p = w->program;
  if (!root->param)
    return p->objs.at[root->global].name;
  const struct ha_var_row *row = &p->vars.at[root->param];
  return row->source_name ? row->source_name : row->name;
}

/* The term that heads the root's list. */
static const char *head_of(const struct words *w, const struct ha_root *root) {
  const char *name = root_name(w, root);
  if (root->shape != HA_SHAPE_HEADER)
    return name;
  const char *head = field_name(w, w->entry->headers.at[root->header].head);
  return ha_arena_printf(w->arena, "%s%s%s", name, root->param ? "->" : ".", head);
}

static void say_requires(const struct words *w, const struct ha_root *root) {
  if (root->required && !root->stated)
    HA_PUSH(w->arena, w->entry->inferred_requires,
            ha_arena_printf(w->arena, "%s != null", root_name(w, root)));
}

/* ---- rule 2 ---- */

static void say_tree(const struct words *w, const struct ha_root *root,
                     const char *term) {
  const struct ha_type_info *info = ha_type_get(w->types, root->type);
  const char *name[2] = {0};
  unsigned children = 0;
  for (ha_field f = info->first; f < info->first + info->fields; f++)
    if (w->entry->fields[f].role == HA_ROLE_CHILD && children++ < 2)
      name[children - 1] = field_name(w, f);
  if (children == 2)
    ASSUME(w, "tree(%s, %s, %s)", name[0], name[1], term);
}

static void say_shape(const struct words *w, const struct ha_root *root) {
  const char *link = field_name(w, root->link), *back = field_name(w, root->back);
  const char *term = head_of(w, root);
  if (!root->link || root->shaped)
    return;
  switch (ha_entry_list_shape(&w->entry->fields[root->link])) {
  case HA_SHAPE_LIST:
    ASSUME(w, "list(%s, %s)", link, term);
    break;
  case HA_SHAPE_RING:
    ASSUME(w, "ring(%s, %s)", link, term);
    break;
  case HA_SHAPE_DLIST:
    ASSUME(w, "dlseg(%s, %s, %s, null)", link, back, term);
    if (w->entry->fields[root->back].to_last)
      ASSUME(w, "the first node's %s is the last node", back);
    break;
  case HA_SHAPE_DRING:
    ASSUME(w, "dring(%s, %s, %s)", link, back, term);
    break;
  case HA_SHAPE_TREE:
    say_tree(w, root, term);
    break;
  default:
    break;
  }
}

/* A node's pointer to the link that leads to it, as in <sys/queue.h>. */
static void say_back_links(const struct words *w) {
  for (ha_field f = 1; f < w->entry->field_count; f++)
    if (w->entry->fields[f].role == HA_ROLE_BACK_LINK)
      ASSUME(w, "each node's %s is the address of the link to it", field_name(w, f));
}

/* ---- rule 3 ---- */

static bool is_plain_list(const struct ha_root *root) {
  return root->param && root->link && root->shape != HA_SHAPE_HEADER;
}

static void say_disjoint(const struct words *w, unsigned i, unsigned j) {
  const struct ha_root *a = &w->entry->roots.at[i], *b = &w->entry->roots.at[j];
  if (!is_plain_list(a) || !is_plain_list(b) || a->type != b->type ||
      !ha_entry_are_apart(w->entry, i, j))
    return;
  const char *link = field_name(w, a->link);
  ASSUME(w, "disjoint(content(%s, %s), content(%s, %s))", link, root_name(w, a), link,
         root_name(w, b));
}

static void say_member(const struct words *w, const struct ha_root *root) {
  const struct ha_root *list = &w->entry->roots.at[root->alias_of];
  if (root->aliasing && !(root->aliasing & HA_ALIAS_DISJOINT))
    ASSUME(w, "%s in content(%s, %s)", root_name(w, root), field_name(w, list->link),
           head_of(w, list));
}

static void say_aliasing(const struct words *w) {
  const struct ha_entry *e = w->entry;
  for (unsigned j = 0; j < e->roots.count; j++) {
    for (unsigned i = 0; i < j; i++)
      say_disjoint(w, i, j);
    say_member(w, &e->roots.at[j]);
  }
}

/* ---- rule 4 ---- */

static void say_header(const struct words *w, const struct ha_root *root) {
  if (root->shape != HA_SHAPE_HEADER)
    return;
  const struct ha_header *h = &w->entry->headers.at[root->header];
  const char *term =
      ha_arena_printf(w->arena, "%s%s", root_name(w, root), root->param ? "->" : ".");
  const char *link = field_name(w, root->link), *head = head_of(w, root);
  const char *tail = field_name(w, h->tail);
  if (h->tail)
    ASSUME(w,
           "(%s == null && %s%s == null) || (%s%s in content(%s, %s) && "
           "%s%s->%s == null)",
           head, term, tail, term, tail, link, head, term, tail, link);
  if (h->count)
    ASSUME(w, "%s%s == len(%s, %s)", term, field_name(w, h->count), link, head);
  if (h->last_link)
    ASSUME(w, "%s%s is the address of the last link", term,
           field_name(w, h->last_link));
}

void ha_entry_words(struct ha_arena *arena, struct ha_entry *entry,
                    const struct ha_program *program) {
  struct words w = {
      .arena = arena, .program = program, .types = program->types, .entry = entry};
  for (unsigned i = 0; i < entry->roots.count; i++) {
    say_requires(&w, &entry->roots.at[i]);
    say_shape(&w, &entry->roots.at[i]);
    say_header(&w, &entry->roots.at[i]);
  }
  say_back_links(&w);
  say_aliasing(&w);
}
