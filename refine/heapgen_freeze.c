/* The log of a generated heap as an ordinary heap in a fresh machine.
 *
 * Blocks are allocated in the order in which the run came to them, so addresses
 * differ from the run's; every pointer is moved along. */
#include "heapgen_impl.h"

struct freeze {
  struct ha_heapgen *g;
  struct ha_run *fresh;
  uint64_t *moved; /* by generated block: its new address */
};

/* What the run never read is decided the simplest way, as far as zero is not it. */
static void complete_cell(struct ha_heapgen *g, uint64_t address) {
  struct gen_cell cell = gen_locate(g, address);
  const struct ha_place *place = ha_entry_field(g->plan.entry, cell.field);
  if (!cell.field || cell.address != address)
    return;
  if (place->ring || place->to_last || place->role == HA_ROLE_LAST_LINK)
    gen_decide(g, &cell);
}

static void complete_block(struct ha_heapgen *g, ha_block block) {
  const struct ha_block_info info = *ha_machine_block(g->machine, block);
  unsigned step = ha_types_ptr_bytes(g->types);
  if (info.opaque || !info.type || !ha_type_is_linked(g->types, info.type))
    return;
  for (uint64_t offset = 0; offset + step <= info.size; offset += step)
    complete_cell(g, info.address + offset);
}

static void complete(struct ha_heapgen *g) {
  const struct ha_program *p = g->plan.program;
  g->closing = true;
  for (unsigned i = 0; i < g->blocks.count; i++)
    complete_block(g, g->blocks.at[i].block);
  for (ha_obj o = 1; o < p->objs.count && !g->plan.initial_globals; o++)
    if (p->objs.at[o].kind == HA_OBJ_GLOBAL && !p->objs.at[o].is_const &&
        g->run->obj_address[o])
      complete_block(g, ha_machine_find(g->machine, g->run->obj_address[o]));
}

static uint64_t move(const struct freeze *f, uint64_t address) {
  const struct ha_heapgen *g = f->g;
  ha_block block = ha_machine_find(g->machine, address);
  if (!block)
    return address;
  uint64_t base = ha_machine_block(g->machine, block)->address;
  for (unsigned i = 0; i < g->blocks.count; i++)
    if (g->blocks.at[i].block == block)
      return f->moved[i] + (address - base);
  for (ha_obj o = 1; o < g->plan.program->objs.count; o++)
    if (g->run->obj_address[o] == base)
      return f->fresh->obj_address[o] + (address - base);
  return address;
}

static void copy_blocks(struct freeze *f) {
  struct ha_heapgen *g = f->g;
  struct ha_machine *m = f->fresh->machine;
  f->moved = ha_arena_alloc(g->arena, (g->blocks.count + 1) * sizeof *f->moved);
  for (unsigned i = 0; i < g->blocks.count; i++) {
    const struct ha_block_info *old =
        ha_machine_block(g->machine, g->blocks.at[i].block);
    ha_block block = ha_machine_alloc(m, old->kind, old->size, old->type, old->name);
    f->moved[i] = block ? ha_machine_block(m, block)->address : 0;
    if (block && old->opaque)
      ha_machine_set_opaque(m, block);
  }
}

static void copy_cells(const struct freeze *f) {
  struct ha_machine *m = f->fresh->machine;
  for (unsigned i = 0; i < f->g->log.count; i++) {
    const struct gen_write *w = &f->g->log.at[i];
    struct ha_value value = {.bits =
                                 w->is_pointer && w->bits ? move(f, w->bits) : w->bits};
    ha_machine_write_bits(m, move(f, w->address), w->size, w->mask, value);
  }
}

/* Objects defined elsewhere start lazy; what was never read is zero now. */
static void settle_globals(const struct freeze *f) {
  const struct ha_program *p = f->g->plan.program;
  for (ha_obj o = 1; o < p->objs.count; o++) {
    const struct ha_obj_row *obj = &p->objs.at[o];
    uint64_t address = f->fresh->obj_address[o];
    if (obj->kind != HA_OBJ_GLOBAL || obj->is_const || !address)
      continue;
    if (!f->g->plan.initial_globals || obj->is_extern)
      ha_machine_fill(f->fresh->machine, address, obj->size, (struct ha_value){0});
  }
}

void ha_heapgen_freeze(struct ha_heapgen *g, struct ha_run *fresh) {
  const struct ha_program *p = g->plan.program;
  struct freeze f = {.g = g, .fresh = fresh};
  complete(g);
  copy_blocks(&f);
  settle_globals(&f);
  copy_cells(&f);
  for (unsigned i = 0; i < p->params.count; i++) {
    ha_var param = p->params.at[i];
    struct ha_value value = g->args[param];
    if (value.bits && ha_type_is_ptr(g->types, p->vars.at[param].type))
      value.bits = move(&f, value.bits);
    fresh->vars[param] = value;
  }
}
