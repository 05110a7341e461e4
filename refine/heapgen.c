/* Blocks, cells and the log of decisions; the roots. */
#include "heapgen.h"
#include "../gcl/access.h"
#include "entry_rules.h"
#include "heapgen_impl.h"
#include "uses.h"

enum { CELLS = 4, OPAQUE_SIZE = 64, TEXT_SIZE = 4 };

unsigned gen_choose(struct ha_heapgen *g, unsigned options) {
  if (g->closing || options < 2)
    return 0;
  return g->chooser.choose(g->chooser.context, options);
}

bool gen_one_more(struct ha_heapgen *g) {
  return !g->closing && g->nodes < g->plan.max_nodes && gen_choose(g, 2) == 1;
}

bool gen_is_decided(const struct ha_heapgen *g, uint64_t address, uint64_t *bits) {
  for (unsigned i = 0; i < g->log.count; i++)
    if (g->log.at[i].address == address) {
      *bits = g->log.at[i].bits;
      return true;
    }
  return false;
}

static void put_masked(struct ha_heapgen *g, struct gen_write w) {
  uint64_t lazy = ha_machine_lazy_bits(g->machine, w.address, w.size) & w.mask;
  HA_PUSH(g->arena, g->log, w);
  ha_machine_write_bits(g->machine, w.address, w.size, lazy,
                        (struct ha_value){.bits = w.bits});
}

void gen_put(struct ha_heapgen *g, uint64_t address, unsigned size, uint64_t bits,
             bool is_pointer) {
  uint64_t known;
  if (gen_is_decided(g, address, &known))
    return;
  put_masked(g, (struct gen_write){.address = address,
                                   .mask = UINT64_MAX,
                                   .size = size,
                                   .bits = bits,
                                   .is_pointer = is_pointer});
}

bool gen_offset(const struct ha_types *types, ha_type record, ha_field field,
                uint64_t *offset) {
  const struct ha_type_info *info = ha_type_get(types, record);
  for (ha_field f = info->first; f < info->first + info->fields; f++) {
    const struct ha_field_info *row = ha_field_get(types, f);
    uint64_t inner = 0;
    bool here = f == field;
    if (!here && ha_type_is_record(types, row->type))
      here = gen_offset(types, row->type, field, &inner);
    if (here) {
      *offset = row->offset + inner;
      return true;
    }
  }
  return false;
}

/* Of a union the first member stands for all. */
static ha_field member_at(const struct ha_types *types, ha_type record,
                          uint64_t offset) {
  const struct ha_type_info *info = ha_type_get(types, record);
  for (ha_field f = info->first; f < info->first + info->fields; f++) {
    const struct ha_field_info *row = ha_field_get(types, f);
    uint64_t size = ha_type_get(types, row->type)->size;
    if (offset >= row->offset && offset < row->offset + size && !row->bit_width)
      return f;
  }
  return 0;
}

static ha_obj global_at(const struct ha_heapgen *g, uint64_t block) {
  for (ha_obj o = 1; o < g->plan.program->objs.count; o++)
    if (g->run->obj_address[o] == block)
      return o;
  return 0;
}

struct gen_cell gen_locate(const struct ha_heapgen *g, uint64_t address) {
  const struct ha_block_info *b =
      ha_machine_block(g->machine, ha_machine_find(g->machine, address));
  struct gen_cell cell = {.address = b->address, .type = b->type};
  if (b->kind == HA_BLOCK_GLOBAL)
    cell.global = global_at(g, b->address);
  while (cell.type) {
    const struct ha_type_info *info = ha_type_get(g->types, cell.type);
    if (!info->size)
      break;
    if (info->kind == HA_TYPE_ARRAY) {
      cell.type = info->elem;
      continue;
    }
    cell.address += (address - cell.address) / info->size * info->size;
    if (!ha_type_is_record(g->types, cell.type))
      break;
    cell.record = cell.address;
    cell.field = member_at(g->types, cell.type, address - cell.address);
    if (!cell.field)
      return (struct gen_cell){.address = address, .record = cell.record};
    cell.address += ha_field_get(g->types, cell.field)->offset;
    cell.type = ha_field_get(g->types, cell.field)->type;
  }
  return cell;
}

static uint64_t new_block(struct ha_heapgen *g, uint64_t size, ha_type type) {
  ha_block block = ha_machine_alloc(g->machine, HA_BLOCK_ENTRY, size, type, NULL);
  if (!block)
    return 0;
  uint64_t address = ha_machine_block(g->machine, block)->address;
  ha_machine_make_lazy(g->machine, address, size);
  HA_PUSH(g->arena, g->blocks, (struct gen_block){.block = block});
  return address;
}

static uint64_t opaque_block(struct ha_heapgen *g, ha_type type) {
  uint64_t size = ha_type_get(g->types, type)->size;
  uint64_t address = new_block(g, size ? size : OPAQUE_SIZE, size ? type : 0);
  if (address)
    ha_machine_set_opaque(g->machine, ha_machine_find(g->machine, address));
  return address;
}

/* Some function: it can be called, not read or written. */
static uint64_t code_block(struct ha_heapgen *g, ha_type function) {
  ha_block block = ha_machine_alloc(g->machine, HA_BLOCK_CODE, 0, function, "callback");
  if (!block)
    return 0;
  HA_PUSH(g->arena, g->blocks, (struct gen_block){.block = block});
  return ha_machine_block(g->machine, block)->address;
}

uint64_t gen_object(struct ha_heapgen *g, ha_type type, ha_field container) {
  uint64_t offset = 0;
  ha_type whole = type;
  if (container) {
    whole = ha_field_get(g->types, container)->owner;
    offset = ha_field_get(g->types, container)->offset;
  }
  const struct ha_type_info *info = ha_type_get(g->types, whole);
  if (!info->size || !info->complete)
    return opaque_block(g, type);
  if (ha_entry_link_of(g->plan.entry, g->types, type))
    g->nodes++;
  uint64_t address = new_block(g, info->size, whole);
  return address ? address + offset : 0;
}

/* Scalars come as a few cells in a row: the code may take the pointer for an array.
 * What lies beyond is nobody's fault (see ha_small). */
static uint64_t scalar_block(struct ha_heapgen *g, ha_type scalar) {
  uint64_t size = ha_type_get(g->types, scalar)->size;
  if (size != 1)
    return new_block(g, size * CELLS, scalar);
  uint64_t address = new_block(g, TEXT_SIZE, scalar);
  gen_put(g, address + TEXT_SIZE - 1, 1, 0, false);
  return address;
}

uint64_t gen_pointee(struct ha_heapgen *g, ha_type pointer, ha_field container) {
  ha_type elem = ha_type_get(g->types, pointer)->elem;
  const struct ha_type_info *info = ha_type_get(g->types, elem);
  switch (info->kind) {
  case HA_TYPE_RECORD:
  case HA_TYPE_UNION:
    return gen_object(g, elem, container);
  case HA_TYPE_INT:
  case HA_TYPE_FLOAT:
  case HA_TYPE_PTR:
    return scalar_block(g, elem);
  case HA_TYPE_FUNC:
    return code_block(g, elem);
  case HA_TYPE_VOID: /* memory of its own, of which the code knows more than we do */
    return new_block(g, OPAQUE_SIZE, 0);
  default:
    return opaque_block(g, elem);
  }
}

static struct gen_block *block_of(const struct ha_heapgen *g, uint64_t address) {
  ha_block block = ha_machine_find(g->machine, address);
  for (unsigned i = 0; i < g->blocks.count; i++)
    if (g->blocks.at[i].block == block)
      return &g->blocks.at[i];
  return NULL;
}

uint64_t gen_owner(const struct ha_heapgen *g, uint64_t address) {
  const struct gen_block *block = block_of(g, address);
  return block ? block->owner : 0;
}

void gen_set_owner(struct ha_heapgen *g, uint64_t address, uint64_t owner) {
  struct gen_block *block = block_of(g, address);
  if (block)
    block->owner = owner;
}

/* ---- the roots ---- */

static uint64_t integer_argument(struct ha_heapgen *g, ha_var param) {
  const struct ha_program *p = g->plan.program;
  const struct ha_type_info *info = ha_type_get(p->types, p->vars.at[param].type);
  uint64_t values[HA_VALUES_MAX];
  if (info->kind != HA_TYPE_INT)
    return 0;
  unsigned count = ha_values_of_var(g->plan.values, param, info->bits, values);
  return values[gen_choose(g, count)];
}

static uint64_t fresh_root(struct ha_heapgen *g, const struct ha_root *root) {
  const struct ha_program *p = g->plan.program;
  if (root->nullable && !root->by_macro && gen_choose(g, 2) == 0)
    return 0;
  uint64_t address = gen_pointee(g, p->vars.at[root->param].type, root->container);
  if (!root->any_node)
    HA_PUSH(g->arena, g->firsts, address);
  return address;
}

static uint64_t first_node(struct ha_heapgen *g, const struct ha_root *list,
                           uint64_t address) {
  if (list->shape != HA_SHAPE_HEADER || !address)
    return address;
  const struct ha_header *h = &g->plan.entry->headers.at[list->header];
  uint64_t offset, head = 0;
  gen_header(g, h, address);
  if (gen_offset(g->types, h->type, h->head, &offset))
    gen_is_decided(g, address + offset, &head);
  return head;
}

/* A node of the list that starts at `first`, behind the first unless it has a
 * header. */
static uint64_t member(struct ha_heapgen *g, const struct ha_root *root,
                       const struct ha_root *list, uint64_t first) {
  bool headed = list->shape == HA_SHAPE_HEADER;
  uint64_t node = first;
  if (node && !headed)
    node = gen_step(g, node, root->type);
  while (node) { /* a header's list is complete, others grow as long as they may */
    uint64_t next = headed ? gen_step(g, node, root->type) : 0;
    bool can_go_on = headed ? next && next != first : g->nodes < g->plan.max_nodes;
    if (!can_go_on || gen_choose(g, 2) == 0)
      break;
    node = gen_step(g, node, root->type);
  }
  return node;
}

/* Rule 3: disjoint, equal or member, as far as the code makes a difference. */
static bool aliased_root(struct ha_heapgen *g, const struct ha_root *root,
                         uint64_t list, uint64_t *address) {
  const struct ha_root *of = &g->plan.entry->roots.at[root->alias_of];
  static const unsigned order[] = {HA_ALIAS_DISJOINT, HA_ALIAS_EQUAL, HA_ALIAS_MEMBER};
  unsigned ways[3], count = 0;
  for (unsigned i = 0; i < 3; i++)
    if (root->aliasing & order[i])
      ways[count++] = order[i];
  unsigned way = ways[gen_choose(g, count)];
  *address = way == HA_ALIAS_DISJOINT ? fresh_root(g, root) : list;
  if (way == HA_ALIAS_MEMBER)
    *address = member(g, root, of, first_node(g, of, list));
  return way == HA_ALIAS_DISJOINT || *address;
}

static bool make_roots(struct ha_heapgen *g) {
  const struct ha_entry *entry = g->plan.entry;
  const struct ha_program *p = g->plan.program;
  g->args = ha_arena_alloc(g->arena, p->vars.count * sizeof *g->args);
  for (int aliased = 0; aliased < 2; aliased++)
    for (unsigned i = 0; i < entry->roots.count; i++) {
      const struct ha_root *root = &entry->roots.at[i];
      bool alone = !(root->aliasing & ~(unsigned)HA_ALIAS_DISJOINT);
      uint64_t *bits = &g->args[root->param].bits;
      if (!root->param || alone == (aliased != 0))
        continue;
      if (root->shape == HA_SHAPE_SCALAR)
        *bits = integer_argument(g, root->param);
      else if (alone)
        *bits = fresh_root(g, root);
      else if (!aliased_root(g, root,
                             g->args[entry->roots.at[root->alias_of].param].bits, bits))
        return false;
    }
  for (unsigned i = 0; i < p->params.count; i++)
    g->run->vars[p->params.at[i]] = g->args[p->params.at[i]];
  return true;
}

static void make_globals_lazy(struct ha_heapgen *g) {
  const struct ha_program *p = g->plan.program;
  for (ha_obj o = 1; o < p->objs.count; o++) {
    const struct ha_obj_row *obj = &p->objs.at[o];
    if (obj->kind == HA_OBJ_GLOBAL && !obj->is_const && g->run->obj_address[o])
      ha_machine_make_lazy(g->machine, g->run->obj_address[o], obj->size);
  }
}

struct ha_heapgen *ha_heapgen_new(struct ha_arena *arena,
                                  const struct ha_heapgen_plan *plan,
                                  struct ha_run *run, struct ha_chooser chooser) {
  struct ha_heapgen *g = ha_arena_alloc(arena, sizeof *g);
  g->arena = arena;
  g->plan = *plan;
  g->types = plan->program->types;
  g->run = run;
  g->machine = run->machine;
  g->chooser = chooser;
  if (!plan->initial_globals)
    make_globals_lazy(g);
  return make_roots(g) ? g : NULL;
}

/* ---- questions ---- */

static bool answer_integer(struct ha_heapgen *g, const struct ha_question *q,
                           const struct ha_type_info *info, struct ha_value *value) {
  uint64_t values[HA_VALUES_MAX];
  unsigned bits = info->bits, count;
  if (q->ask == HA_ASK_LAZY && q->field && ha_field_get(g->types, q->field)->bit_width)
    bits = ha_field_get(g->types, q->field)->bit_width;
  if (q->ask == HA_ASK_LAZY)
    count = ha_values_of_field(g->plan.values, q->field, bits, values);
  else
    count = ha_values_of_var(g->plan.values, q->cmd->var, bits, values);
  *value = (struct ha_value){.bits = values[gen_choose(g, count)]};
  return true;
}

static void log_integer(struct ha_heapgen *g, const struct ha_question *q,
                        struct ha_value value) {
  struct gen_write w = {.address = q->address,
                        .mask = UINT64_MAX,
                        .size = (unsigned)ha_type_get(g->types, q->type)->size,
                        .bits = value.bits};
  const struct ha_field_info *f = q->field ? ha_field_get(g->types, q->field) : NULL;
  if (f && f->bit_width) {
    unsigned shift = f->bit_offset % 8;
    w.size = (shift + f->bit_width + 7) / 8;
    w.mask = (f->bit_width >= 64 ? UINT64_MAX : (UINT64_C(1) << f->bit_width) - 1)
             << shift;
    w.bits <<= shift;
  }
  HA_PUSH(g->arena, g->log, w);
}

static bool answer_lazy(struct ha_heapgen *g, const struct ha_question *q,
                        struct ha_value *value) {
  const struct ha_block_info *b =
      ha_machine_block(g->machine, ha_machine_find(g->machine, q->address));
  const struct ha_type_info *info = ha_type_get(g->types, q->type);
  if (b->kind != HA_BLOCK_ENTRY && b->kind != HA_BLOCK_GLOBAL)
    return false;
  struct gen_cell cell = gen_locate(g, q->address);
  if (cell.address == q->address && gen_decide(g, &cell) &&
      gen_is_decided(g, q->address, &value->bits))
    return true;
  if (info->kind == HA_TYPE_PTR) /* a pointer where the type has none */
    return false;
  if (cell.field && ha_entry_field(g->plan.entry, cell.field)->role == HA_ROLE_OPAQUE)
    return false;
  if (info->kind != HA_TYPE_INT)
    *value = (struct ha_value){0};
  else
    answer_integer(g, q, info, value);
  log_integer(g, q, *value);
  return true;
}

/* Rule 7: the result of an unknown call is null only if the code tests it. */
static bool answer_havoc(struct ha_heapgen *g, const struct ha_question *q,
                         struct ha_value *value) {
  const struct ha_type_info *info = ha_type_get(g->types, q->type);
  *value = (struct ha_value){0};
  if (!ha_origin_is_free_choice[q->origin]) /* tainted whatever it is */
    return true;
  if (info->kind == HA_TYPE_INT && q->origin == HA_ORIGIN_ALLOC_FAILS)
    value->bits = gen_choose(g, 2);
  else if (info->kind == HA_TYPE_INT)
    return answer_integer(g, q, info, value);
  if (info->kind != HA_TYPE_PTR)
    return true;
  uint32_t at = (uint32_t)(q->cmd - g->plan.program->cmds.at);
  bool may_be_null = ha_entry_value_tested(g->plan.entry->uses, at);
  if (may_be_null && gen_choose(g, 2) == 0)
    return true;
  value->bits = opaque_block(g, info->elem);
  if (value->bits) /* not part of the input */
    g->blocks.count--;
  return value->bits != 0;
}

bool ha_heapgen_answer(struct ha_heapgen *g, const struct ha_question *question,
                       struct ha_value *value) {
  if (question->ask == HA_ASK_LAZY)
    return answer_lazy(g, question, value);
  return answer_havoc(g, question, value);
}

/* ---- looking back ---- */

/* The log has the pieces of which a range was decided; later ones do not change them.
 */
static uint64_t logged(const struct ha_heapgen *g, uint64_t address, unsigned size,
                       uint64_t *bits) {
  uint64_t known = 0;
  for (unsigned i = 0; i < g->log.count; i++) {
    const struct gen_write *w = &g->log.at[i];
    for (unsigned k = 0; k < w->size; k++) {
      uint64_t at = w->address + k - address;
      uint64_t fresh = at < size ? ((w->mask >> 8 * k) & 0xff) << 8 * at & ~known : 0;
      if (at < size)
        *bits |= ((w->bits >> 8 * k) & 0xff) << 8 * at & fresh;
      known |= fresh;
    }
  }
  return known;
}

bool ha_heapgen_initial(struct ha_heapgen *g, uint64_t address, unsigned size,
                        struct ha_value *value) {
  uint64_t all = size == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * size) - 1, bits = 0;
  if (!ha_machine_inside(g->machine, address, size) ||
      !ha_access_settle(g->run, address, size))
    return false;
  *value = (struct ha_value){0};
  bool known = (logged(g, address, size, &bits) & all) == all;
  value->bits = bits;
  return known;
}
