#include "access.h"
#include "arith.h"
#include "plan.h"

struct ha_window ha_access_window(const struct ha_types *types, ha_field field) {
  const struct ha_field_info *f = ha_field_get(types, field);
  struct ha_window w = {f->offset, ha_type_get(types, f->type)->size, 0,
                        ha_plan_width(types, f->type), f->bit_width != 0};
  if (w.is_bits) {
    /* Only the bytes the bits are in: a packed record may end before its unit. */
    w.offset += f->bit_offset / 8;
    w.shift = f->bit_offset % 8;
    w.width = f->bit_width;
    w.size = (w.shift + w.width + 7) / 8;
  }
  if (w.size > 8)
    w.width = 0;
  return w;
}

/* ---- asking ---- */

static uint64_t window_mask(struct ha_window w) {
  return w.is_bits ? ha_width_mask(w.width) << w.shift : UINT64_MAX;
}

/* Decides the lazy bits of the window at `address`, as a value of `type`.  False if
 * nobody can be asked, or the oracle stopped the run. */
static bool ask(struct ha_run *run, uint64_t address, struct ha_window w, ha_type type,
                ha_field field) {
  unsigned size = (unsigned)w.size;
  if (!(ha_machine_lazy_bits(run->machine, address, size) & window_mask(w)))
    return true;
  if (!run->oracle)
    return false;
  struct ha_question question = {
      .ask = HA_ASK_LAZY, .type = type, .address = address, .field = field};
  struct ha_value answer = {0};
  const struct ha_oracle *oracle = run->oracle;
  if (!oracle->answer(oracle->context, run->machine, &question, &answer)) {
    run->status = HA_RUN_STOPPED;
    return false;
  }
  uint64_t lazy = ha_machine_lazy_bits(run->machine, address, size) & window_mask(w);
  answer = ha_resize(answer, 64, w.width, false);
  answer.bits <<= w.shift;
  answer.undef <<= w.shift;
  ha_machine_write_bits(run->machine, address, size, lazy, answer);
  return true;
}

static bool ask_byte(struct ha_run *run, uint64_t address) {
  return ask(run, address, (struct ha_window){.size = 1, .width = 8}, run->plan->byte,
             0);
}

/* ---- what a place in a block is by its type ---- */

struct leaf {
  uint64_t offset; /* of the scalar, or of the record the bit-field is in */
  ha_type type;    /* 0: untyped, or too wide for a value */
  ha_field field;  /* of the innermost record; 0 in arrays of scalars */
  bool is_padding;
};

/* Of a union, the first member that covers the place. */
static ha_field member_at(const struct ha_types *types, const struct ha_type_info *t,
                          uint64_t offset, uint64_t lazy_bit) {
  for (uint32_t i = 0; i < t->fields; i++) {
    struct ha_window w = ha_access_window(types, t->first + i);
    const struct ha_field_info *f = ha_field_get(types, t->first + i);
    if (offset < w.offset || offset >= w.offset + w.size)
      continue;
    uint64_t bit = 8 * (offset - w.offset) + lazy_bit;
    if (!f->bit_width || (bit >= w.shift && bit < w.shift + w.width))
      return t->first + i;
  }
  return 0;
}

/* The scalar that bit `bit` of the byte at `offset` belongs to. */
static struct leaf leaf_at(const struct ha_types *types, ha_type type, uint64_t offset,
                           unsigned bit) {
  struct leaf leaf = {.type = type};
  for (;;) {
    const struct ha_type_info *t = ha_type_get(types, leaf.type);
    if (!t->size)
      return (struct leaf){0};
    uint64_t skip = (offset - leaf.offset) / t->size * t->size;
    if (t->kind == HA_TYPE_ARRAY) {
      leaf.type = t->elem;
      leaf.field = 0;
    } else if (t->kind == HA_TYPE_RECORD || t->kind == HA_TYPE_UNION) {
      leaf.offset += skip; /* a block of several records */
      leaf.field = member_at(types, t, offset - leaf.offset, bit);
      if (!leaf.field)
        return (struct leaf){.is_padding = true};
      leaf.type = ha_field_get(types, leaf.field)->type;
      if (ha_field_get(types, leaf.field)->bit_width)
        return leaf;
      leaf.offset += ha_field_get(types, leaf.field)->offset;
    } else {
      leaf.offset += skip;
      return ha_plan_width(types, leaf.type) ? leaf : (struct leaf){0};
    }
  }
}

/* Decides the scalar that the lazy byte at `address` belongs to. */
static bool settle_byte(struct ha_run *run, uint64_t address) {
  const struct ha_types *types = run->program->types;
  const struct ha_block_info *b =
      ha_machine_block(run->machine, ha_machine_find(run->machine, address));
  uint64_t bits = ha_machine_lazy_bits(run->machine, address, 1);
  struct leaf leaf =
      leaf_at(types, b->type, address - b->address, (unsigned)__builtin_ctzll(bits));
  if (leaf.is_padding) { /* nobody can tell */
    ha_machine_write_bits(run->machine, address, 1, bits, ha_value_exact(0));
    return true;
  }
  if (!leaf.type)
    return ask_byte(run, address);
  struct ha_window w = {.size = ha_type_get(types, leaf.type)->size,
                        .width = ha_plan_width(types, leaf.type)};
  if (leaf.field && ha_field_get(types, leaf.field)->bit_width)
    w = ha_access_window(types, leaf.field);
  if (!w.width || leaf.offset + w.offset + w.size > b->size)
    return ask_byte(run, address);
  return ask(run, b->address + leaf.offset + w.offset, w, leaf.type, leaf.field);
}

bool ha_access_settle(struct ha_run *run, uint64_t address, uint64_t size) {
  for (uint64_t i = 0; i < size; i++)
    while (ha_machine_is_lazy(run->machine, address + i, 1))
      if (!settle_byte(run, address + i))
        return false;
  return true;
}

/* ---- loads and stores ---- */

struct ha_value ha_access_load(struct ha_run *run, uint64_t address, ha_field field) {
  const struct ha_types *types = run->program->types;
  const struct ha_field_info *f = ha_field_get(types, field);
  struct ha_window w = ha_access_window(types, field);
  if (!w.width)
    return ha_value_unknown();
  address += w.offset;
  if (!ask(run, address, w, f->type, field))
    return ha_value_unknown();
  struct ha_value v = ha_machine_read(run->machine, address, (unsigned)w.size);
  v.bits >>= w.shift;
  v.undef >>= w.shift;
  bool is_signed = f->bit_width && ha_type_get(types, f->type)->is_signed;
  v = ha_resize(v, 64, w.width, false);
  return ha_resize(v, w.width, ha_plan_width(types, f->type), is_signed);
}

void ha_access_store(struct ha_run *run, uint64_t address, ha_field field,
                     struct ha_value value) {
  struct ha_window w = ha_access_window(run->program->types, field);
  address += w.offset;
  if (!w.width) {
    ha_machine_taint(run->machine, address, w.size);
    return;
  }
  value.bits <<= w.shift;
  value.undef <<= w.shift;
  ha_machine_write_bits(run->machine, address, (unsigned)w.size, window_mask(w), value);
}

struct ha_value ha_access_byte(struct ha_run *run, uint64_t address) {
  const struct ha_machine *m = run->machine;
  if (!ha_machine_inside(m, address, 1))
    return ha_value_unknown();
  if (!ha_machine_block(m, ha_machine_find(m, address))->live)
    return ha_value_unknown();
  if (ha_machine_is_lazy(m, address, 1) && !settle_byte(run, address))
    return ha_value_unknown();
  return ha_machine_read(m, address, 1);
}
