/* The rules put together: which records the function can meet, the roles of their
 * fields, the roots. */
#include "entry.h"
#include "entry_rules.h"
#include <string.h>

struct inference {
  struct ha_arena *arena;
  const struct ha_program *program;
  const struct ha_uses *uses;
  struct ha_entry *entry;
  bool *seen;              /* by type */
  HA_VEC(ha_type) records; /* what the function can meet */
};

static const struct ha_place no_place = {.role = HA_ROLE_OPAQUE};

const struct ha_place *ha_entry_field(const struct ha_entry *entry, ha_field field) {
  return field < entry->field_count ? &entry->fields[field] : &no_place;
}

/* Every record that can be reached from `type` through fields and pointers. */
static void meet_type(struct inference *in, ha_type type) {
  const struct ha_types *types = in->program->types;
  if (in->seen[type])
    return;
  in->seen[type] = true;
  const struct ha_type_info info = *ha_type_get(types, type);
  if (info.kind == HA_TYPE_PTR || info.kind == HA_TYPE_ARRAY)
    meet_type(in, info.elem);
  if (!ha_type_is_record(types, type))
    return;
  HA_PUSH(in->arena, in->records, type);
  for (ha_field f = info.first; f < info.first + info.fields; f++)
    meet_type(in, ha_field_get(types, f)->type);
}

static void meet_types(struct inference *in) {
  const struct ha_program *p = in->program;
  for (unsigned v = 1; v < p->vars.count; v++)
    meet_type(in, p->vars.at[v].type);
  for (unsigned o = 1; o < p->objs.count; o++)
    meet_type(in, p->objs.at[o].type);
  for (unsigned i = 0; i < in->uses->containers.count; i++)
    meet_type(in, ha_field_get(p->types, in->uses->containers.at[i])->owner);
}

/* The field of a larger record that the code takes every `node` to be, if there is
 * one such field; preferably not of the record that holds the pointer. */
static ha_field container_of(const struct inference *in, ha_type node, ha_type holder) {
  const struct ha_types *types = in->program->types;
  ha_field found = 0;
  for (unsigned i = 0; i < in->uses->containers.count; i++) {
    const struct ha_field_info *info = ha_field_get(types, in->uses->containers.at[i]);
    if (info->type == node && (!found || info->owner != holder))
      found = in->uses->containers.at[i];
  }
  return found;
}

static ha_var param_of(const struct inference *in, ha_var var) {
  const struct ha_program *p = in->program;
  for (unsigned i = 0; i < p->params.count; i++)
    if (ha_uses_from_param(in->uses, var, p->params.at[i]))
      return p->params.at[i];
  return 0;
}

static ha_field field_of(const struct inference *in, ha_var var) {
  for (ha_field f = 1; f < in->uses->fields; f++)
    if (ha_uses_from_field(in->uses, var, f))
      return f;
  return 0;
}

/* What the values of a data pointer are compared with (`p->data == key`). */
static void set_likes(struct inference *in, ha_field field) {
  const struct ha_uses *u = in->uses;
  struct ha_place *place = &in->entry->fields[field];
  for (unsigned i = 0; i < u->compares.count; i++) {
    ha_var a = ha_uses_value(in->program, u->compares.at[i].a);
    ha_var b = ha_uses_value(in->program, u->compares.at[i].b);
    bool left = ha_uses_from_field(u, a, field);
    if (!left && !ha_uses_from_field(u, b, field))
      continue;
    ha_var other = left ? b : a;
    place->like_param = place->like_param ? place->like_param : param_of(in, other);
    place->like_field = place->like_field ? place->like_field : field_of(in, other);
  }
}

static void set_data(struct inference *in, ha_field field) {
  const struct ha_types *types = in->program->types;
  struct ha_place *place = &in->entry->fields[field];
  const struct ha_field_info *info = ha_field_get(types, field);
  ha_type node = ha_entry_pointee(types, info->type);
  place->nullable = ha_uses_field_tested(in->uses, field);
  if (ha_type_is_ptr(types, info->type))
    set_likes(in, field);
  if (node)
    place->container = container_of(in, node, info->owner);
}

static bool is_header_of(const struct ha_entry *entry, ha_type header, ha_type node) {
  for (unsigned i = 1; i < entry->headers.count; i++)
    if (entry->headers.at[i].type == header && entry->headers.at[i].node == node)
      return true;
  return false;
}

static void find_owners(struct inference *in, ha_type record) {
  const struct ha_types *types = in->program->types;
  const struct ha_type_info *info = ha_type_get(types, record);
  for (ha_field f = info->first; f < info->first + info->fields; f++) {
    struct ha_place *place = &in->entry->fields[f];
    ha_type header = ha_entry_pointee(types, ha_field_get(types, f)->type);
    if (place->role == HA_ROLE_DATA && header &&
        is_header_of(in->entry, header, record))
      place->role = HA_ROLE_OWNER;
  }
}

static void infer_fields(struct inference *in) {
  const struct ha_types *types = in->program->types;
  struct ha_entry *e = in->entry;
  e->field_count = in->uses->fields;
  e->fields = ha_arena_alloc(in->arena, e->field_count * sizeof *e->fields);
  HA_PUSH(in->arena, e->headers, (struct ha_header){0});
  for (unsigned i = 0; i < in->records.count; i++) {
    const struct ha_type_info *info = ha_type_get(types, in->records.at[i]);
    for (ha_field f = info->first; f < info->first + info->fields; f++)
      set_data(in, f);
  }
  for (unsigned i = 0; i < in->records.count; i++)
    ha_entry_shape(e, in->uses, in->records.at[i]);
  for (unsigned i = 0; i < in->records.count; i++)
    ha_entry_end(e, types, in->records.at[i]);
  for (unsigned i = 0; i < in->records.count; i++)
    ha_entry_headers(in->arena, e, in->uses, in->records.at[i]);
  for (unsigned i = 0; i < in->records.count; i++)
    ha_entry_outer_counters(e, in->uses, in->records.at[i]);
  for (unsigned i = 0; i < in->records.count; i++)
    find_owners(in, in->records.at[i]);
}

enum ha_shape ha_entry_list_shape(const struct ha_place *link) {
  if (link->role == HA_ROLE_CHILD)
    return HA_SHAPE_TREE;
  if (link->partner)
    return link->ring ? HA_SHAPE_DRING : HA_SHAPE_DLIST;
  return link->ring ? HA_SHAPE_RING : HA_SHAPE_LIST;
}

static unsigned header_of(const struct ha_entry *entry, ha_type type) {
  for (unsigned i = 1; i < entry->headers.count; i++)
    if (entry->headers.at[i].type == type)
      return i;
  return 0;
}

static void set_record_shape(struct inference *in, struct ha_root *root) {
  const struct ha_types *types = in->program->types;
  const struct ha_entry *e = in->entry;
  ha_type element = root->type;
  root->shape = HA_SHAPE_SINGLE;
  root->link = ha_entry_link_of(e, types, element);
  if (!root->link && (root->header = header_of(e, root->type))) {
    element = e->headers.at[root->header].node;
    root->link = ha_entry_link_of(e, types, element);
    root->shape = HA_SHAPE_HEADER;
  } else if (root->link) {
    root->shape = ha_entry_list_shape(&e->fields[root->link]);
  }
  if (root->link)
    root->back = e->fields[root->link].partner;
  root->any_node = root->shape == HA_SHAPE_DRING ||
                   (root->shape == HA_SHAPE_DLIST && !e->fields[root->back].to_last);
}

static void set_shape(struct inference *in, struct ha_root *root, ha_type pointer) {
  const struct ha_types *types = in->program->types;
  const struct ha_type_info *info = ha_type_get(types, pointer);
  root->shape = HA_SHAPE_SCALAR;
  if (info->kind != HA_TYPE_PTR)
    return;
  const struct ha_type_info *pointee = ha_type_get(types, info->elem);
  root->type = info->elem;
  if (pointee->kind == HA_TYPE_PTR)
    root->shape = HA_SHAPE_POINTER;
  else if (ha_type_is_record(types, info->elem) && pointee->complete)
    set_record_shape(in, root);
  else
    root->shape = pointee->size ? HA_SHAPE_SINGLE : HA_SHAPE_OPAQUE;
}

/* The parameter itself is taken to lie inside a larger record. */
static ha_field param_container(const struct inference *in, ha_var param) {
  const struct ha_program *p = in->program;
  for (unsigned e = 1; e < p->exprs.count; e++)
    if (p->exprs.at[e].op == HA_EXPR_CONTAINER &&
        ha_uses_from_param(in->uses, ha_uses_value(p, p->exprs.at[e].a), param))
      return (ha_field)p->exprs.at[e].imm;
  return 0;
}

static void add_param(struct inference *in, ha_var param) {
  const struct ha_program *p = in->program;
  struct ha_root root = {.param = param};
  set_shape(in, &root, p->vars.at[param].type);
  if (root.shape != HA_SHAPE_SCALAR) {
    struct ha_null_use use = ha_entry_null_use(in->uses, param);
    root.nullable = use.tested || use.by_macro;
    root.by_macro = use.by_macro && !use.tested;
    root.container = param_container(in, param);
    root.required = use.dereferenced && !root.nullable;
  }
  HA_PUSH(in->arena, in->entry->roots, root);
}

/* The global is used as the head of a list: what follows it along `link` takes its
 * place, it is put behind another node, or a walk sets out from it.  One that is only
 * looked at, and what it refers to, is a reference. */
static bool is_head(const struct inference *in, ha_obj global, ha_field link) {
  const struct ha_program *p = in->program;
  const struct ha_uses *u = in->uses;
  for (uint32_t c = 1; c < p->cmds.count; c++) {
    const struct ha_cmd_row *cmd = &p->cmds.at[c];
    ha_var base = ha_uses_base(p, cmd->a);
    bool is_store = cmd->op == HA_CMD_STORE;
    ha_var stored = is_store ? ha_uses_value(p, cmd->b) : 0;
    bool links = is_store && cmd->field == link;
    bool walks = cmd->op == HA_CMD_LOAD && cmd->field == link &&
                 ha_uses_from_field(u, base, link) &&
                 ha_uses_from_global(u, base, global);
    bool pops = is_store && ha_uses_global(p, cmd->a) == global &&
                ha_uses_from_field(u, stored, link);
    if (walks || pops || (links && ha_uses_from_global(u, stored, global)))
      return true;
  }
  return false;
}

static void add_global(struct inference *in, ha_obj obj) {
  const struct ha_program *p = in->program;
  struct ha_root root = {.global = obj, .nullable = true};
  ha_type type = p->objs.at[obj].type;
  struct ha_place *place = &in->entry->globals[obj];
  if (ha_type_is_record(p->types, type)) {
    root.type = type;
    set_record_shape(in, &root);
    if (root.shape != HA_SHAPE_HEADER)
      root.shape = HA_SHAPE_SINGLE, root.link = root.back = 0;
  } else {
    set_shape(in, &root, type);
    place->nullable = ha_uses_global_tested(in->uses, obj);
    bool heads =
        root.link && root.shape != HA_SHAPE_HEADER && is_head(in, obj, root.link);
    place->role = heads ? HA_ROLE_HEAD : HA_ROLE_DATA;
    ha_type node = ha_entry_pointee(p->types, type);
    place->container = node ? container_of(in, node, 0) : 0;
  }
  HA_PUSH(in->arena, in->entry->roots, root);
}

static void infer_roots(struct inference *in, bool initial_globals) {
  const struct ha_program *p = in->program;
  in->entry->globals =
      ha_arena_alloc(in->arena, p->objs.count * sizeof *in->entry->globals);
  for (unsigned i = 0; i < p->params.count; i++)
    add_param(in, p->params.at[i]);
  for (unsigned o = 1; o < p->objs.count && !initial_globals; o++)
    if (p->objs.at[o].kind == HA_OBJ_GLOBAL && !p->objs.at[o].is_const)
      add_global(in, o);
}

struct ha_entry *ha_entry_infer(struct ha_arena *arena,
                                const struct ha_program *program,
                                bool initial_globals) {
  struct inference in = {.arena = arena, .program = program};
  in.uses = ha_uses_collect(arena, program);
  in.entry = ha_arena_alloc(arena, sizeof *in.entry);
  in.entry->uses = in.uses;
  in.seen = ha_arena_alloc(arena, ha_types_count(program->types) * sizeof *in.seen);
  in.entry->met = in.seen;
  meet_types(&in);
  infer_fields(&in);
  infer_roots(&in, initial_globals);
  ha_entry_aliasing(in.entry, in.uses);
  ha_entry_words(arena, in.entry, program);
  return in.entry;
}
