/* Rule 4: a record that points into a list and is no node of it comes in consistent.
 *
 * Its pointers are null together or point into one list.  Which of them is at the
 * last node is read off the code: appending writes through it (`q->tail->next = n`),
 * pushing stores it into a link (`n->next = q->head`).  A counter is an integer that
 * the code steps by one, or that has a name counters have. */
#include "entry_rules.h"

enum { MAX_ENDS = 6 };

struct ends {
  const struct ha_uses *uses;
  const struct ha_program *program;
  ha_type node;
  ha_field link; /* of the node */
  ha_field at[MAX_ENDS];
  unsigned count;
};

/* How much the code, and where that is silent the name, says for `field` being the end
 * that is appended to: positive for tail, negative for head. */
static int tail_score(const struct ends *e, ha_field field) {
  const struct ha_program *p = e->program;
  int score = 0;
  for (uint32_t c = e->uses->accesses[e->link]; c; c = e->uses->next_access[c]) {
    const struct ha_cmd_row *cmd = &p->cmds.at[c];
    if (cmd->op == HA_CMD_STORE) {
      bool appended_to = ha_uses_from_field(e->uses, ha_uses_base(p, cmd->a), field);
      bool pushed_on = ha_uses_from_field(e->uses, ha_uses_value(p, cmd->b), field);
      score += 2 * appended_to - 2 * pushed_on;
    }
  }
  const char *name = ha_field_get(p->types, field)->name;
  if (ha_entry_named(name, "tail|last|end|rear|back|bottom|tl"))
    score++;
  if (ha_entry_named(name, "head|first|front|top|start|begin|hd"))
    score--;
  return score;
}

static bool is_step(const struct ha_program *p, const struct ha_expr_row *row) {
  bool additive = row->op == HA_EXPR_ADD || row->op == HA_EXPR_ADDS ||
                  row->op == HA_EXPR_SUB || row->op == HA_EXPR_SUBS;
  if (!additive || p->exprs.at[row->b].op != HA_EXPR_CONST)
    return false;
  const struct ha_type_info *type = ha_type_get(p->types, row->type);
  uint64_t ones = type->bits >= 64 ? UINT64_MAX : (UINT64_C(1) << type->bits) - 1;
  uint64_t step = p->exprs.at[row->b].imm;
  return step == 1 || step == ones;
}

/* q->f = q->f + 1, or - 1 */
static bool is_stepped(const struct ends *e, ha_field field) {
  const struct ha_program *p = e->program;
  for (uint32_t c = e->uses->accesses[field]; c; c = e->uses->next_access[c]) {
    const struct ha_cmd_row *cmd = &p->cmds.at[c];
    if (cmd->op != HA_CMD_STORE)
      continue;
    const struct ha_expr_row *row = &p->exprs.at[cmd->b];
    if (row->op == HA_EXPR_VAR && e->uses->only_def[row->imm]) {
      const struct ha_cmd_row *def = &p->cmds.at[e->uses->only_def[row->imm]];
      row = &p->exprs.at[def->op == HA_CMD_ASSIGN ? def->a : cmd->b];
    }
    if (is_step(p, row))
      return true;
  }
  return false;
}

static bool is_counter(const struct ends *e, ha_field field) {
  const struct ha_field_info *info = ha_field_get(e->program->types, field);
  const struct ha_type_info *type = ha_type_get(e->program->types, info->type);
  if (type->kind != HA_TYPE_INT || type->bits < 8 || info->bit_width)
    return false;
  return is_stepped(e, field) ||
         ha_entry_named(info->name, "len|length|count|cnt|size|num|n|nr|number|nodes|"
                                    "items|elements|total|depth|nelem|nitems|"
                                    "n_items|num_items|nr_items");
}

static ha_field find_counter(const struct ends *e, ha_type record) {
  const struct ha_type_info *info = ha_type_get(e->program->types, record);
  ha_field named = 0;
  for (ha_field f = info->first; f < info->first + info->fields; f++) {
    if (!is_counter(e, f))
      continue;
    if (is_stepped(e, f))
      return f;
    named = named ? named : f;
  }
  return named;
}

static ha_field find_last_link(const struct ends *e, ha_type record) {
  const struct ha_types *types = e->program->types;
  const struct ha_type_info *info = ha_type_get(types, record);
  for (ha_field f = info->first; f < info->first + info->fields; f++) {
    const struct ha_type_info *type = ha_type_get(types, ha_field_get(types, f)->type);
    if (type->kind == HA_TYPE_PTR && ha_entry_pointee(types, type->elem) == e->node)
      return f;
  }
  return 0;
}

static void choose_ends(const struct ends *e, struct ha_header *h) {
  int low = 0, high = 0;
  for (unsigned i = 0; i < e->count; i++) {
    int score = tail_score(e, e->at[i]);
    if (!h->head || score < low)
      h->head = e->at[i], low = score;
  }
  for (unsigned i = 0; i < e->count; i++) {
    int score = tail_score(e, e->at[i]);
    if (e->at[i] != h->head && (!h->tail || score > high))
      h->tail = e->at[i], high = score;
  }
}

static void set_role(struct ha_entry *entry, ha_field field, enum ha_role role,
                     unsigned header) {
  if (!field)
    return;
  entry->fields[field].role = role;
  entry->fields[field].header = header;
}

/* All pointers to records in it are to this one kind, or to its own.  `*others`: it
 * points to other data as well. */
static bool leads_only_to(const struct ha_types *types, ha_type record, ha_type node,
                          bool *others) {
  const struct ha_type_info *info = ha_type_get(types, record);
  for (ha_field f = info->first; f < info->first + info->fields; f++) {
    ha_type type = ha_field_get(types, f)->type;
    ha_type pointee = ha_entry_pointee(types, type);
    if (pointee && pointee != node && pointee != record)
      return false;
    if (ha_type_is_ptr(types, type)) {
      enum ha_type_kind kind = ha_type_get(types, ha_type_get(types, type)->elem)->kind;
      *others |= kind == HA_TYPE_INT || kind == HA_TYPE_FLOAT;
    }
    if (ha_type_is_record(types, type) && !leads_only_to(types, type, node, others))
      return false;
  }
  return true;
}

static bool has_pointer_to(const struct ha_types *types, ha_type type, ha_type node) {
  const struct ha_type_info *info = ha_type_get(types, type);
  if (info->kind == HA_TYPE_PTR)
    return ha_entry_pointee(types, type) == node;
  for (ha_field f = info->first;
       info->kind == HA_TYPE_RECORD && f < info->first + info->fields; f++)
    if (has_pointer_to(types, ha_field_get(types, f)->type, node))
      return true;
  return false;
}

/* A node with any number of links at its end (the levels of a skip list) is no list
 * node: what points to the first of them may well point to a sentinel. */
static bool has_any_number_of_links(const struct ha_types *types, ha_type node) {
  const struct ha_type_info *info = ha_type_get(types, node);
  if (info->kind != HA_TYPE_RECORD || !info->fields)
    return false;
  ha_type last = ha_field_get(types, info->first + info->fields - 1)->type;
  const struct ha_type_info *array = ha_type_get(types, last);
  return array->kind == HA_TYPE_ARRAY && array->count <= 1 &&
         has_pointer_to(types, array->elem, node);
}

static bool is_stored(const struct ha_uses *u, ha_field field) {
  for (uint32_t c = u->accesses[field]; c; c = u->next_access[c])
    if (u->program->cmds.at[c].op == HA_CMD_STORE)
      return true;
  return false;
}

/* A record that is there to hold a list.  One with a text or numbers beside it is if
 * the code links through it or its name says so. */
static bool is_plain(const struct ends *e, const struct ha_header *h) {
  bool others = false;
  if (!leads_only_to(e->program->types, h->type, h->node, &others) ||
      has_any_number_of_links(e->program->types, h->node))
    return false;
  return !others || h->tail || is_stored(e->uses, h->head) ||
         tail_score(e, h->head) != 0;
}

static void add_header(struct ha_arena *arena, struct ha_entry *entry,
                       const struct ends *e, ha_type record, bool only_list) {
  struct ha_header h = {.type = record, .node = e->node};
  unsigned index = entry->headers.count;
  choose_ends(e, &h);
  for (unsigned i = 0; i < e->count; i++)
    set_role(entry, e->at[i], HA_ROLE_CURSOR, index);
  h.is_plain = only_list && is_plain(e, &h);
  h.count = only_list ? find_counter(e, record) : 0;
  h.last_link = h.tail ? 0 : find_last_link(e, record);
  set_role(entry, h.head, HA_ROLE_HEAD, index);
  set_role(entry, h.tail, HA_ROLE_TAIL, index);
  set_role(entry, h.count, HA_ROLE_COUNT, index);
  set_role(entry, h.last_link, HA_ROLE_LAST_LINK, index);
  HA_PUSH(arena, entry->headers, h);
}

static ha_type plain_pointee(const struct ha_types *types, ha_field field) {
  ha_type type = ha_field_get(types, field)->type;
  return ha_type_is_ptr(types, type) ? ha_entry_pointee(types, type) : 0;
}

static unsigned lists_in(const struct ha_entry *entry, const struct ha_types *types,
                         ha_type record) {
  const struct ha_type_info *info = ha_type_get(types, record);
  ha_type seen = 0;
  unsigned lists = 0;
  for (ha_field f = info->first; f < info->first + info->fields; f++) {
    ha_type node = plain_pointee(types, f);
    if (node && node != seen && ha_entry_link_of(entry, types, node))
      seen = node, lists++;
  }
  return lists;
}

/* Pointers beside a sentinel point into the ring through it. */
static void set_cursors(struct ha_entry *entry, const struct ends *e,
                        ha_field sentinel) {
  for (unsigned i = 0; i < e->count; i++) {
    entry->fields[e->at[i]].role = HA_ROLE_CURSOR;
    entry->fields[e->at[i]].partner = sentinel;
  }
}

/* A sentinel that is no ring begins the list, and the only pointer beside it is written
 * through: where the list ends, at the sentinel if there is nothing behind it. */
static void set_end(struct ha_entry *entry, ha_field end, ha_field sentinel) {
  entry->fields[end].role = HA_ROLE_CURSOR;
  entry->fields[end].partner = sentinel;
  entry->fields[end].to_last = true;
}

void ha_entry_headers(struct ha_arena *arena, struct ha_entry *entry,
                      const struct ha_uses *uses, ha_type record) {
  const struct ha_types *types = uses->program->types;
  const struct ha_type_info *info = ha_type_get(types, record);
  unsigned lists = lists_in(entry, types, record);
  for (ha_field f = info->first; f < info->first + info->fields; f++) {
    ha_type node = plain_pointee(types, f);
    if (!node || entry->fields[f].role != HA_ROLE_DATA)
      continue;
    struct ends e = {.uses = uses, .program = uses->program, .node = node};
    e.link = ha_entry_link_of(entry, types, node);
    if (!e.link)
      continue;
    for (ha_field g = f; g < info->first + info->fields; g++)
      if (plain_pointee(types, g) == node && entry->fields[g].role == HA_ROLE_DATA &&
          e.count < MAX_ENDS)
        e.at[e.count++] = g;
    ha_field sentinel = ha_entry_sentinel(types, record, node);
    if (sentinel && entry->fields[e.link].ring)
      set_cursors(entry, &e, sentinel);
    else if (sentinel && e.count == 1 && tail_score(&e, f) > 0)
      set_end(entry, f, sentinel);
    else
      add_header(arena, entry, &e, record, lists == 1);
  }
}

static bool is_plain_header(const struct ha_entry *entry, ha_type type) {
  for (unsigned i = 1; i < entry->headers.count; i++)
    if (entry->headers.at[i].type == type && entry->headers.at[i].is_plain)
      return true;
  return false;
}

static bool holds_header(const struct ha_entry *entry, const struct ha_types *types,
                         ha_type record) {
  const struct ha_type_info *info = ha_type_get(types, record);
  for (ha_field f = info->first; f < info->first + info->fields; f++) {
    ha_type type = ha_field_get(types, f)->type;
    ha_type pointee = ha_entry_pointee(types, type);
    if (is_plain_header(entry, pointee ? pointee : type))
      return true;
  }
  return false;
}

void ha_entry_outer_counters(struct ha_entry *entry, const struct ha_uses *uses,
                             ha_type record) {
  const struct ha_types *types = uses->program->types;
  const struct ha_type_info *info = ha_type_get(types, record);
  struct ends e = {.uses = uses, .program = uses->program};
  if (!holds_header(entry, types, record))
    return;
  for (ha_field f = info->first; f < info->first + info->fields; f++) {
    ha_type type = ha_field_get(types, f)->type;
    if (ha_type_get(types, type)->kind == HA_TYPE_INT && is_stepped(&e, f) &&
        entry->fields[f].role == HA_ROLE_DATA)
      entry->fields[f].role = HA_ROLE_OPAQUE;
  }
}
