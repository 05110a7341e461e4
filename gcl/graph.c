/* The walk is breadth-first over blocks: a node is made when a pointer to its block is
 * first met, and its fields are read when its turn comes. */
#include "graph.h"
#include "arith.h"
#include "draw_name.h"
#include "interp.h"
#include "scope.h"
#include <inttypes.h>
#include <string.h>

enum { MAX_NODES = 48, MAX_FIELDS = 32, MAX_TEXT = 40 };

struct walk {
  struct ha_arena *arena;
  const struct ha_run *run;
  struct ha_types *types;
  struct ha_graph *graph;
  HA_VEC(ha_block) blocks; /* by node */
};

static const char *state_of(const struct ha_block_info *b) {
  static const char *const words[] = {[HA_BLOCK_ENTRY] = "input",
                                      [HA_BLOCK_HEAP] = "heap",
                                      [HA_BLOCK_STACK] = "stack",
                                      [HA_BLOCK_GLOBAL] = "global",
                                      [HA_BLOCK_CODE] = "global"};
  return b->live ? words[b->kind] : "freed";
}

static const char *type_of(const struct walk *w, const struct ha_block_info *b) {
  uint64_t size = b->type ? ha_type_get(w->types, b->type)->size : 0;
  if (!b->type)
    return ha_arena_printf(w->arena, "%" PRIu64 " bytes", b->size);
  const char *name = ha_type_spell(w->types, b->type);
  if (!size || b->size < 2 * size)
    return name;
  return ha_arena_printf(w->arena, "%s [%" PRIu64 "]", name, b->size / size);
}

static bool is_taken(const struct walk *w, const char *id) {
  for (unsigned i = 0; i < w->graph->nodes.count; i++)
    if (strcmp(w->graph->nodes.at[i].id, id) == 0)
      return true;
  return false;
}

/* Two activations may each have their `x`. */
static const char *id_of(const struct walk *w, const struct ha_block_info *b) {
  if (!b->name)
    return ha_arena_printf(w->arena, "n%" PRIu32, b->serial);
  const char *name = ha_draw_source_name(w->arena, b->name, false), *id = name;
  for (unsigned n = 2; is_taken(w, id); n++)
    id = ha_arena_printf(w->arena, "%s#%u", name, n);
  return id;
}

/* The node's id; NULL if the graph is full. */
static const char *visit(struct walk *w, ha_block block) {
  for (unsigned i = 0; i < w->blocks.count; i++)
    if (w->blocks.at[i] == block)
      return w->graph->nodes.at[i].id;
  if (w->blocks.count == MAX_NODES)
    return NULL;
  const struct ha_block_info *b = ha_machine_block(w->run->machine, block);
  struct ha_graph_node node = {
      .id = id_of(w, b), .type = type_of(w, b), .state = state_of(b)};
  HA_PUSH(w->arena, w->blocks, block);
  HA_PUSH(w->arena, w->graph->nodes, node);
  return node.id;
}

/* ---- what a slot holds ---- */

static bool is_char_array(const struct walk *w, ha_type type) {
  const struct ha_type_info *t = ha_type_get(w->types, type);
  const struct ha_type_info *elem = ha_type_get(w->types, t->elem);
  return t->kind == HA_TYPE_ARRAY && elem->kind == HA_TYPE_INT && elem->bits == 8;
}

/* The characters at `address`, quoted; "?" if they are not all known. */
static const char *text_at(const struct walk *w, uint64_t address, uint64_t size) {
  char text[MAX_TEXT + 1] = {0};
  for (unsigned i = 0; i < size && i < MAX_TEXT; i++) {
    if (!ha_machine_inside(w->run->machine, address + i, 1))
      break;
    struct ha_value v = ha_machine_read(w->run->machine, address + i, 1);
    if (v.taint || v.undef)
      return i || v.taint ? "?" : "uninitialised";
    if (!v.bits)
      return ha_arena_printf(w->arena, "\"%s\"", text);
    text[i] = (char)(v.bits >= 32 && v.bits < 127 ? v.bits : '?');
  }
  return ha_arena_printf(w->arena, "\"%s\"%s", text, size > MAX_TEXT ? "…" : "");
}

static const char *number(const struct walk *w, const struct ha_type_info *t,
                          uint64_t bits, unsigned width) {
  if (t->kind == HA_TYPE_INT && t->is_signed)
    return ha_arena_printf(w->arena, "%" PRId64, ha_sign_extend(bits, width));
  if (t->kind == HA_TYPE_INT)
    return ha_arena_printf(w->arena, "%" PRIu64, bits);
  double real;
  memcpy(&real, &bits, sizeof real);
  return t->size == sizeof real ? ha_arena_printf(w->arena, "%g", real) : "?";
}

static void set_pointer(struct walk *w, struct ha_graph_slot *slot, uint64_t address,
                        ha_type pointee) {
  const struct ha_machine *machine = w->run->machine;
  ha_block block = ha_machine_find(machine, address);
  slot->is_null = !address;
  if (!block) {
    slot->value = address ? "invalid" : NULL;
    return;
  }
  const struct ha_block_info *b = ha_machine_block(machine, block);
  if (b->is_const && is_char_array(w, b->type)) {
    slot->value = text_at(w, address, b->address + b->size - address);
  } else {
    const char *name = ha_draw_name(w->arena, w->types, machine, address, pointee);
    slot->to = b->kind == HA_BLOCK_CODE ? NULL : visit(w, block);
    bool is_start = address == b->address && !strpbrk(name, ".>");
    slot->value = slot->to && is_start ? NULL : name;
  }
}

static void set_value(struct walk *w, struct ha_graph_slot *slot, ha_type type,
                      struct ha_value v, unsigned width) {
  const struct ha_type_info *t = ha_type_get(w->types, type);
  if (v.taint)
    slot->value = "?";
  else if (v.undef)
    slot->value = "uninitialised";
  else if (t->kind == HA_TYPE_PTR)
    set_pointer(w, slot, v.bits, t->elem);
  else
    slot->value = number(w, t, v.bits, width);
}

/* A scalar in memory; `field` says which bits of it, 0 for all. */
static void set_scalar(struct walk *w, struct ha_graph_slot *slot, uint64_t address,
                       ha_type type, const struct ha_field_info *field) {
  const struct ha_machine *machine = w->run->machine;
  unsigned size = (unsigned)ha_type_get(w->types, type)->size, width = 8 * size;
  slot->value = "?";
  if (size < 1 || size > 8 || !ha_machine_inside(machine, address, size) ||
      ha_machine_is_lazy(machine, address, size))
    return;
  struct ha_value v = ha_machine_read(machine, address, size);
  if (field && field->bit_width) {
    uint64_t mask = (UINT64_C(2) << (field->bit_width - 1)) - 1;
    v.bits = v.bits >> field->bit_offset & mask;
    v.undef = v.undef >> field->bit_offset & mask;
    width = field->bit_width;
  }
  slot->value = NULL;
  set_value(w, slot, type, v, width);
}

/* ---- the fields of a block ---- */

/* Where the fields go: the graph's nodes may move while they are read. */
struct fields {
  unsigned node;
  uint64_t end; /* of the block */
};

static void add_slot(struct walk *w, const struct fields *to,
                     struct ha_graph_slot slot) {
  HA_PUSH(w->arena, w->graph->nodes.at[to->node].fields, slot);
}

static bool is_full(const struct walk *w, const struct fields *to) {
  return w->graph->nodes.at[to->node].fields.count >= MAX_FIELDS;
}

static void add_place(struct walk *w, const struct fields *to, uint64_t address,
                      ha_type type, const char *name,
                      const struct ha_field_info *field);

static void add_members(struct walk *w, const struct fields *to, uint64_t address,
                        const struct ha_type_info *t, const char *name) {
  for (uint32_t i = 0; i < t->fields && !is_full(w, to); i++) {
    const struct ha_field_info *f = ha_field_get(w->types, t->first + i);
    const char *dot = *name && *f->name ? "." : "";
    add_place(w, to, address + f->offset, f->type,
              ha_arena_printf(w->arena, "%s%s%s", name, dot, f->name), f);
  }
}

static void add_elements(struct walk *w, const struct fields *to, uint64_t address,
                         ha_type elem, uint64_t count, const char *name) {
  uint64_t size = ha_type_get(w->types, elem)->size;
  for (uint64_t i = 0; i < count && size && !is_full(w, to); i++)
    add_place(w, to, address + i * size, elem,
              ha_arena_printf(w->arena, "%s[%" PRIu64 "]", name, i), NULL);
}

static void add_place(struct walk *w, const struct fields *to, uint64_t address,
                      ha_type type, const char *name,
                      const struct ha_field_info *field) {
  const struct ha_type_info *t = ha_type_get(w->types, type);
  struct ha_graph_slot slot = {.name = name};
  if (ha_type_is_record(w->types, type)) {
    add_members(w, to, address, t, name);
  } else if (is_char_array(w, type)) {
    slot.value = text_at(w, address, t->size ? t->size : to->end - address);
    add_slot(w, to, slot);
  } else if (t->kind == HA_TYPE_ARRAY) {
    uint64_t size = ha_type_get(w->types, t->elem)->size;
    uint64_t count = t->count || !size ? t->count : (to->end - address) / size;
    add_elements(w, to, address, t->elem, count, name);
  } else {
    set_scalar(w, &slot, address, type, field);
    slot.name = *name ? name : "*";
    add_slot(w, to, slot);
  }
}

static void read_block(struct walk *w, unsigned node) {
  const struct ha_block_info *b = ha_machine_block(w->run->machine, w->blocks.at[node]);
  struct fields to = {.node = node, .end = b->address + b->size};
  uint64_t size = b->type ? ha_type_get(w->types, b->type)->size : 0;
  if (size && b->size >= 2 * size)
    add_elements(w, &to, b->address, b->type, b->size / size, "");
  else if (b->type)
    add_place(w, &to, b->address, b->type, "", NULL);
  if (is_full(w, &to))
    add_slot(w, &to, (struct ha_graph_slot){.name = "…", .value = "…"});
}

/* ---- the roots ---- */

static void add_variable(struct walk *w, ha_var var) {
  const struct ha_var_row *row = &w->run->program->vars.at[var];
  struct ha_graph_slot slot = {.name = row->source_name};
  const struct ha_type_info *t = ha_type_get(w->types, row->type);
  set_value(w, &slot, row->type, w->run->vars[var], t->bits);
  HA_PUSH(w->arena, w->graph->vars, slot);
}

/* A scalar is a variable, a record or an array is a block of its own. */
static void add_object(struct walk *w, ha_obj obj, ha_pos call) {
  const struct ha_obj_row *row = &w->run->program->objs.at[obj];
  uint64_t address = w->run->obj_address[obj];
  bool is_array = ha_type_get(w->types, row->type)->kind == HA_TYPE_ARRAY;
  if (ha_type_is_record(w->types, row->type) || is_array) {
    visit(w, ha_machine_find(w->run->machine, address));
    return;
  }
  bool is_inlined = row->kind == HA_OBJ_LOCAL && call;
  struct ha_graph_slot slot = {
      .name = ha_draw_source_name(w->arena, row->name, is_inlined)};
  set_scalar(w, &slot, address, row->type, NULL);
  HA_PUSH(w->arena, w->graph->vars, slot);
}

const struct ha_graph *ha_graph_take(struct ha_arena *arena, const struct ha_run *run,
                                     ha_pos call) {
  struct ha_graph *graph = ha_arena_alloc(arena, sizeof *graph);
  const struct ha_program *p = run->program;
  struct walk w = {.arena = arena, .run = run, .types = p->types, .graph = graph};
  for (ha_var var = 1; var < p->vars.count; var++)
    if (ha_scope_shows_var(run, var, call))
      add_variable(&w, var);
  for (ha_obj obj = 1; obj < p->objs.count; obj++)
    if (ha_scope_shows_obj(run, obj, call))
      add_object(&w, obj, call);
  for (unsigned node = 0; node < graph->nodes.count; node++)
    read_block(&w, node);
  return graph;
}
