/* Rule 2: how the links of a node type tie its nodes together.
 *
 * By what the code does first: two links that are stored as each other's inverse are
 * a doubly linked list; two that one variable follows alternatively, or that a
 * recursion descends into, are a tree; a link whose walks are ended only by comparing
 * pointers, never by a null test, is circular.  A back link that a node alone has to
 * itself, while null ends the other, leads from the first node to the last.  Where the
 * code is silent the type decides: two links are inverse, and a record of nothing but
 * two links is a bare intrusive head, hence circular.  Names come last, and only those
 * that are common in C at large. */
#include "entry_rules.h"
#include <string.h>

enum { MAX_LINKS = 8 };

struct links {
  const struct ha_uses *uses;
  const struct ha_program *program;
  ha_type node;
  ha_field at[MAX_LINKS];
  unsigned count;
};

bool ha_entry_named(const char *name, const char *words) {
  size_t length = strlen(name);
  while (*words) {
    size_t word = strcspn(words, "|");
    bool suffix = length >= word && memcmp(name + length - word, words, word) == 0;
    if (suffix && (length == word || name[length - word - 1] == '_'))
      return true;
    words += word + (words[word] == '|');
  }
  return false;
}

static const char *field_name(const struct links *l, ha_field field) {
  return ha_field_get(l->program->types, field)->name;
}

ha_type ha_entry_pointee(const struct ha_types *types, ha_type type) {
  const struct ha_type_info *info = ha_type_get(types, type);
  if (info->kind == HA_TYPE_ARRAY)
    info = ha_type_get(types, info->elem);
  if (info->kind != HA_TYPE_PTR || !ha_type_is_record(types, info->elem))
    return 0;
  return info->elem;
}

bool ha_entry_is_entry(const struct ha_types *types, ha_type record) {
  const struct ha_type_info *info = ha_type_get(types, record);
  if (info->kind != HA_TYPE_RECORD)
    return false;
  for (ha_field f = info->first; f < info->first + info->fields; f++)
    if (ha_entry_pointee(types, ha_field_get(types, f)->type) == record)
      return false;
  return true;
}

/* Some declared pointer is to this record: it has a life of its own, and a pointer in
 * it to what it is embedded in is no link. */
static bool is_pointed_to(const struct ha_program *p, ha_type record) {
  const struct ha_types *types = p->types;
  for (ha_type t = 1; t < ha_types_count(types); t++) {
    const struct ha_type_info *info = ha_type_get(types, t);
    for (ha_field f = info->first;
         ha_type_is_record(types, t) && f < info->first + info->fields; f++)
      if (ha_entry_pointee(types, ha_field_get(types, f)->type) == record)
        return true;
  }
  for (ha_var v = 1; v < p->vars.count; v++)
    if (p->vars.at[v].source_name &&
        ha_entry_pointee(types, p->vars.at[v].type) == record)
      return true;
  return false;
}

/* The pointers to `node` among the fields of `record` itself, which is the node or
 * embedded in it (as BSD's list entries are). */
static void collect_links(struct links *l, ha_type record) {
  const struct ha_types *types = l->program->types;
  const struct ha_type_info *info = ha_type_get(types, record);
  if (record != l->node && is_pointed_to(l->program, record))
    return;
  for (ha_field f = info->first; f < info->first + info->fields; f++)
    if (ha_entry_pointee(types, ha_field_get(types, f)->type) == l->node &&
        l->count < MAX_LINKS)
      l->at[l->count++] = f;
}

/* x->a = y and y->b = x somewhere. */
static bool stored_as_inverse(const struct links *l, ha_field a, ha_field b) {
  const struct ha_program *p = l->program;
  const struct ha_uses *u = l->uses;
  for (uint32_t i = u->accesses[a]; i; i = u->next_access[i]) {
    const struct ha_cmd_row *s = &p->cmds.at[i];
    if (s->op != HA_CMD_STORE)
      continue;
    for (uint32_t j = u->accesses[b]; j; j = u->next_access[j]) {
      const struct ha_cmd_row *t = &p->cmds.at[j];
      if (t->op == HA_CMD_STORE &&
          ha_uses_same(l->uses, ha_uses_base(p, s->a), ha_uses_value(p, t->b)) &&
          ha_uses_same(l->uses, ha_uses_value(p, s->b), ha_uses_base(p, t->a)))
        return true;
    }
  }
  return false;
}

static bool is_loaded(const struct links *l, ha_field field) {
  const struct ha_uses *u = l->uses;
  for (uint32_t c = u->accesses[field]; c; c = u->next_access[c])
    if (l->program->cmds.at[c].op == HA_CMD_LOAD)
      return true;
  return false;
}

/* Some node that `field` is loaded from was reached along either. */
static bool loaded_after(const struct links *l, ha_field field, ha_field a,
                         ha_field b) {
  const struct ha_program *p = l->program;
  const struct ha_uses *u = l->uses;
  for (uint32_t c = u->accesses[field]; c; c = u->next_access[c]) {
    ha_var base = ha_uses_base(p, p->cmds.at[c].a);
    if (p->cmds.at[c].op == HA_CMD_LOAD && ha_uses_from_field(u, base, a) &&
        ha_uses_from_field(u, base, b))
      return true;
  }
  return false;
}

/* One variable goes on along either. */
static bool followed_alternatively(const struct links *l, ha_field a, ha_field b) {
  if (l->program->has_recursion && is_loaded(l, a) && is_loaded(l, b))
    return true;
  return loaded_after(l, a, a, b) || loaded_after(l, b, a, b);
}

static bool in_loop(const struct ha_uses *u, uint32_t cmd) {
  return u->loop[u->cmd_from[cmd]] != 0;
}

static bool loaded_along(const struct links *l, ha_field link, ha_var start) {
  const struct ha_program *p = l->program;
  const struct ha_uses *u = l->uses;
  for (uint32_t c = u->accesses[link]; c; c = u->next_access[c]) {
    const struct ha_cmd_row *cmd = &p->cmds.at[c];
    if (cmd->op == HA_CMD_LOAD &&
        ha_uses_share_source(u, ha_uses_base(p, cmd->a), start))
      return true;
  }
  return false;
}

/* A walk in a loop is ended by meeting the node it set out from. */
static bool comes_round(const struct links *l, ha_field link) {
  const struct ha_uses *u = l->uses;
  if (ha_uses_field_tested(u, link))
    return false;
  for (unsigned i = 0; i < u->compares.count; i++) {
    const struct ha_ptr_compare *cmp = &u->compares.at[i];
    ha_var a = ha_uses_value(l->program, cmp->a), b = ha_uses_value(l->program, cmp->b);
    if (!in_loop(u, cmp->cmd))
      continue;
    if ((ha_uses_from_field(u, a, link) && loaded_along(l, link, b)) ||
        (ha_uses_from_field(u, b, link) && loaded_along(l, link, a)))
      return true;
  }
  return false;
}

/* x->f = x, or a comparison of x->f with x: a node alone is its own neighbour. */
static bool meets_itself(const struct links *l, ha_field field) {
  const struct ha_program *p = l->program;
  const struct ha_uses *u = l->uses;
  for (uint32_t c = u->accesses[field]; c; c = u->next_access[c]) {
    const struct ha_cmd_row *cmd = &p->cmds.at[c];
    if (cmd->op == HA_CMD_STORE &&
        ha_uses_same(u, ha_uses_base(p, cmd->a), ha_uses_value(p, cmd->b)))
      return true;
  }
  for (unsigned i = 0; i < u->compares.count; i++) {
    ha_var side[] = {ha_uses_value(p, u->compares.at[i].a),
                     ha_uses_value(p, u->compares.at[i].b)};
    for (unsigned k = 0; k < 2; k++) {
      const struct ha_cmd_row *def = &p->cmds.at[u->only_def[side[k]]];
      if (def->op == HA_CMD_LOAD && def->field == field &&
          ha_uses_same(u, ha_uses_base(p, def->a), side[1 - k]))
        return true;
    }
  }
  return false;
}

/* Null ends it: the code tests for that, or writes it. */
static bool ends_with_null(const struct links *l, ha_field link) {
  const struct ha_program *p = l->program;
  const struct ha_uses *u = l->uses;
  for (uint32_t c = u->accesses[link]; c; c = u->next_access[c]) {
    const struct ha_cmd_row *cmd = &p->cmds.at[c];
    if (cmd->op == HA_CMD_STORE && p->exprs.at[cmd->b].op == HA_EXPR_NULL)
      return true;
  }
  return ha_uses_field_tested(l->uses, link);
}

ha_field ha_entry_sentinel(const struct ha_types *types, ha_type record, ha_type node) {
  const struct ha_type_info *info = ha_type_get(types, record);
  for (ha_field f = info->first; f < info->first + info->fields; f++)
    if (ha_type_is_record(types, record) && ha_field_get(types, f)->type == node)
      return f;
  return 0;
}

/* A record that the function can meet holds a node by value, and it is not the one the
 * nodes are part of: a sentinel, through which the list comes round. */
static bool has_sentinel(const struct ha_entry *e, const struct links *l) {
  const struct ha_types *types = l->program->types;
  for (unsigned i = 0; i < l->uses->containers.count; i++)
    if (ha_field_get(types, l->uses->containers.at[i])->type == l->node)
      return false;
  for (ha_type t = 1; t < ha_types_count(types); t++)
    if (e->met[t] && ha_entry_sentinel(types, t, l->node))
      return true;
  return false;
}

static bool is_bare(const struct links *l) {
  const struct ha_type_info *info = ha_type_get(l->program->types, l->node);
  return l->count == 2 && info->fields == 2 &&
         !ha_uses_field_tested(l->uses, l->at[0]) &&
         !ha_uses_field_tested(l->uses, l->at[1]);
}

static bool is_array(const struct links *l, ha_field field) {
  ha_type type = ha_field_get(l->program->types, field)->type;
  return ha_type_get(l->program->types, type)->kind == HA_TYPE_ARRAY;
}

static bool names_back(const struct links *l, ha_field f) {
  return ha_entry_named(field_name(l, f), "prev|previous|pred|back|last|blink|prior");
}

static bool names_next(const struct links *l, ha_field f) {
  return ha_entry_named(field_name(l, f), "next|succ|link|forw|flink");
}

static bool names_parent(const struct links *l, ha_field f) {
  return ha_entry_named(field_name(l, f), "parent|up|father|owner");
}

static bool names_child(const struct links *l, ha_field f) {
  return ha_entry_named(field_name(l, f), "left|right|child|children|l|r|lo|hi|sub|"
                                          "down|first_child|sibling");
}

static void set_single(struct ha_entry *e, const struct links *l, ha_field link) {
  e->fields[link].role = is_array(l, link) ? HA_ROLE_CHILD : HA_ROLE_NEXT;
  e->fields[link].ring = !is_array(l, link) && comes_round(l, link);
}

static void set_inverse(struct ha_entry *e, const struct links *l, ha_field next,
                        ha_field back) {
  if (names_back(l, next) && !names_back(l, back)) {
    ha_field swap = next;
    next = back;
    back = swap;
  }
  bool to_last =
      meets_itself(l, back) && !meets_itself(l, next) && ends_with_null(l, next);
  bool untested =
      !ha_uses_field_tested(l->uses, next) && !ha_uses_field_tested(l->uses, back);
  bool ring = !to_last && (is_bare(l) || comes_round(l, next) || comes_round(l, back) ||
                           (untested && has_sentinel(e, l)));
  e->fields[next].role = HA_ROLE_NEXT;
  e->fields[back].role = HA_ROLE_BACK;
  e->fields[next].partner = back;
  e->fields[back].partner = next;
  e->fields[next].ring = e->fields[back].ring = ring;
  e->fields[back].to_last = to_last;
}

static ha_field find_parent(const struct links *l) {
  for (unsigned i = 0; i < l->count; i++)
    if (names_parent(l, l->at[i]))
      return l->at[i];
  for (unsigned i = 0; i < l->count; i++) {
    unsigned children = 0;
    for (unsigned j = 0; j < l->count; j++)
      children += j != i && stored_as_inverse(l, l->at[j], l->at[i]);
    if (children >= 2)
      return l->at[i];
  }
  return 0;
}

static void set_tree(struct ha_entry *e, const struct links *l, ha_field parent) {
  for (unsigned i = 0; i < l->count; i++) {
    struct ha_place *place = &e->fields[l->at[i]];
    place->role = l->at[i] == parent ? HA_ROLE_PARENT : HA_ROLE_CHILD;
    place->partner = l->at[i] == parent ? 0 : parent;
  }
}

/* The code writes the link or goes on along it: else it is a reference to another of
 * its kind (a master, a peer), of which rule 1 says what may be relied on. */
static bool is_linked(const struct links *l, ha_field link) {
  const struct ha_program *p = l->program;
  const struct ha_uses *u = l->uses;
  for (uint32_t c = u->accesses[link]; c; c = u->next_access[c]) {
    ha_var base = ha_uses_base(p, p->cmds.at[c].a);
    bool links = p->cmds.at[c].op == HA_CMD_STORE || ha_uses_from_field(u, base, link);
    if (links && ha_uses_is_own(p, c, 0))
      return true;
  }
  return false;
}

static void set_pair(struct ha_entry *e, const struct links *l) {
  ha_field a = l->at[0], b = l->at[1];
  bool inverse = stored_as_inverse(l, a, b) || stored_as_inverse(l, b, a);
  bool tree = followed_alternatively(l, a, b) || is_array(l, a) || is_array(l, b);
  bool child_names = names_child(l, a) || names_child(l, b);
  bool list_names = names_back(l, a) || names_back(l, b);
  ha_field parent = find_parent(l);
  if (inverse || list_names) {
    set_inverse(e, l, a, b);
  } else if (tree || child_names) {
    set_tree(e, l, parent);
  } else if (parent) { /* siblings share a parent: what is up there is not known */
    set_single(e, l, parent == a ? b : a);
    e->fields[parent].role = HA_ROLE_OPAQUE;
  } else if (is_linked(l, a) || is_linked(l, b)) {
    set_inverse(e, l, a, b);
  }
}

/* Three links and more: one pair may be a doubly linked list, the rest descends. */
static void set_many(struct ha_entry *e, const struct links *l) {
  ha_field parent = find_parent(l), next = 0, back = 0;
  set_tree(e, l, parent);
  for (unsigned i = 0; i < l->count; i++)
    for (unsigned j = 0; j < l->count; j++) {
      ha_field a = l->at[i], b = l->at[j];
      bool named = names_next(l, a) && names_back(l, b);
      if (i == j || a == parent || b == parent || next)
        continue;
      if (named || (!parent && i < j && stored_as_inverse(l, a, b)))
        next = a, back = b;
    }
  if (next)
    set_inverse(e, l, next, back);
}

/* Can command `to` be run after command `from`? */
static bool comes_after(const struct ha_uses *u, uint32_t from, uint32_t to) {
  const struct ha_program *p = u->program;
  if (u->cmd_edge[from] == u->cmd_edge[to] && from < to)
    return true;
  size_t mark = ha_arena_mark(u->arena);
  bool *seen = ha_arena_alloc(u->arena, p->locs.count * sizeof *seen);
  ha_loc *work = ha_arena_alloc(u->arena, p->locs.count * sizeof *work);
  unsigned count = 0;
  ha_loc goal = u->cmd_from[to];
  work[count++] = p->edges.at[u->cmd_edge[from]].to;
  seen[work[0]] = true;
  while (count && !seen[goal]) {
    ha_loc loc = work[--count];
    for (uint32_t i = u->out_begin[loc]; i < u->out_begin[loc + 1]; i++) {
      ha_loc next = p->edges.at[u->out[i]].to;
      if (!seen[next])
        work[count++] = next;
      seen[next] = true;
    }
  }
  bool found = seen[goal];
  ha_arena_reset(u->arena, mark);
  return found;
}

/* The code goes on along the link from a node that it has compared. */
static bool followed_after(const struct links *l, ha_field link, uint32_t compare,
                           ha_var node) {
  const struct ha_program *p = l->program;
  const struct ha_uses *u = l->uses;
  for (uint32_t c = node ? u->accesses[link] : 0; c; c = u->next_access[c]) {
    const struct ha_cmd_row *cmd = &p->cmds.at[c];
    if (cmd->op == HA_CMD_LOAD &&
        ha_uses_share_source(u, ha_uses_base(p, cmd->a), node) &&
        comes_after(u, compare, c))
      return true;
  }
  return false;
}

/* A walk of which this link is a part is ended by meeting some other node, and no
 * value of the link is ever tested: that node is there to be met. */
static bool is_sought(const struct links *l, ha_field link) {
  const struct ha_uses *u = l->uses;
  if (ha_uses_field_tested(u, link))
    return false;
  for (unsigned i = 0; i < u->compares.count; i++) {
    const struct ha_ptr_compare *cmp = &u->compares.at[i];
    if (followed_after(l, link, cmp->cmd, ha_uses_value(l->program, cmp->a)) ||
        followed_after(l, link, cmp->cmd, ha_uses_value(l->program, cmp->b)))
      return true;
  }
  return false;
}

static void set_link_addresses(struct ha_entry *e, const struct links *l,
                               ha_type record) {
  const struct ha_types *types = l->program->types;
  const struct ha_type_info *info = ha_type_get(types, record);
  for (ha_field f = info->first; f < info->first + info->fields; f++) {
    ha_type type = ha_field_get(types, f)->type;
    const struct ha_type_info *t = ha_type_get(types, type);
    if (t->kind == HA_TYPE_PTR && ha_entry_pointee(types, t->elem) == l->node)
      e->fields[f].role = HA_ROLE_BACK_LINK;
    else if (ha_entry_is_entry(types, type))
      set_link_addresses(e, l, type);
  }
}

/* A node can be in several structures at a time: each entry embedded in it is the link
 * of one, and what the node itself points to of another. */
static bool set_shapes(struct ha_entry *entry, const struct ha_uses *uses, ha_type node,
                       ha_type record) {
  struct links l = {.uses = uses, .program = uses->program, .node = node};
  collect_links(&l, record);
  if (l.count == 1)
    set_single(entry, &l, l.at[0]);
  else if (l.count == 2)
    set_pair(entry, &l);
  else if (l.count > 2)
    set_many(entry, &l);
  for (unsigned i = 0; i < l.count; i++)
    entry->fields[l.at[i]].endless = is_sought(&l, l.at[i]);
  bool found = l.count > 0;
  const struct ha_types *types = l.program->types;
  const struct ha_type_info *info = ha_type_get(types, record);
  for (ha_field f = info->first; f < info->first + info->fields; f++) {
    ha_type type = ha_field_get(types, f)->type;
    if (ha_entry_is_entry(types, type))
      found |= set_shapes(entry, uses, node, type);
  }
  return found;
}

void ha_entry_shape(struct ha_entry *entry, const struct ha_uses *uses,
                    ha_type record) {
  struct links l = {.uses = uses, .program = uses->program, .node = record};
  if (set_shapes(entry, uses, record, record))
    set_link_addresses(entry, &l, record);
}

static ha_field link_within(const struct ha_entry *entry, const struct ha_types *types,
                            ha_type record, ha_type node) {
  const struct ha_type_info *info = ha_type_get(types, record);
  ha_field child = 0;
  for (ha_field f = info->first; f < info->first + info->fields; f++) {
    ha_type type = ha_field_get(types, f)->type;
    ha_field found =
        ha_entry_is_entry(types, type) ? link_within(entry, types, type, node) : f;
    if (!found || ha_entry_pointee(types, ha_field_get(types, found)->type) != node)
      continue;
    enum ha_role role = ha_entry_field(entry, found)->role;
    if (role == HA_ROLE_NEXT)
      return found;
    if (role == HA_ROLE_CHILD && !child)
      child = found;
  }
  return child;
}

ha_field ha_entry_link_of(const struct ha_entry *entry, const struct ha_types *types,
                          ha_type node) {
  return link_within(entry, types, node, node);
}
