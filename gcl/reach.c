#include "reach.h"
#include "arena.h"
#include "arith.h"

struct walk {
  const struct ha_machine *machine;
  bool through_stack; /* locals are alive: an unmodelled call, not the end */
  bool *seen;         /* by block */
  ha_block *stack;    /* seen, but not looked into */
  unsigned depth;
};

static struct walk walk_new(struct ha_arena *scratch, const struct ha_machine *m,
                            bool through_stack) {
  unsigned blocks = ha_machine_blocks(m) + 1;
  return (struct walk){m, through_stack, ha_arena_alloc(scratch, blocks),
                       ha_arena_alloc(scratch, blocks * sizeof(ha_block)), 0};
}

static void visit(struct walk *w, ha_block block) {
  if (!block || w->seen[block])
    return;
  const struct ha_block_info *b = ha_machine_block(w->machine, block);
  if (!b->live || (b->kind == HA_BLOCK_STACK && !w->through_stack))
    return;
  w->seen[block] = true;
  w->stack[w->depth++] = block;
}

static void close(struct walk *w) {
  while (w->depth) {
    ha_block block = w->stack[--w->depth];
    struct ha_value pointer;
    for (uint64_t offset = 0;
         ha_machine_next_pointer(w->machine, block, &offset, &pointer); offset++)
      visit(w, ha_machine_find(w->machine, pointer.bits));
  }
}

static void visit_value(struct walk *w, const struct ha_value *value) {
  if (!value->undef)
    visit(w, ha_machine_find(w->machine, value->bits));
}

static void visit_kind(struct walk *w, enum ha_block_kind kind) {
  for (ha_block b = 1; b <= ha_machine_blocks(w->machine); b++)
    if (ha_machine_block(w->machine, b)->kind == kind)
      visit(w, b);
}

static void visit_escaped(struct walk *w) {
  for (ha_block b = 1; b <= ha_machine_blocks(w->machine); b++)
    if (ha_machine_block(w->machine, b)->escaped)
      visit(w, b);
}

void ha_reach_escape(struct ha_arena *scratch, struct ha_machine *machine,
                     const struct ha_value *from) {
  struct walk w = walk_new(scratch, machine, true);
  if (from) {
    visit_value(&w, from);
  } else {
    visit_kind(&w, HA_BLOCK_GLOBAL);
    visit_escaped(&w);
  }
  close(&w);
  for (ha_block b = 1; b <= ha_machine_blocks(machine); b++) {
    const struct ha_block_info *info = ha_machine_block(machine, b);
    if (w.seen[b] && info->kind != HA_BLOCK_CODE && !info->is_const)
      ha_machine_escape(machine, b);
  }
}

static ha_block first_lost(const struct walk *w) {
  for (ha_block b = 1; b <= ha_machine_blocks(w->machine); b++) {
    const struct ha_block_info *info = ha_machine_block(w->machine, b);
    if (info->kind == HA_BLOCK_HEAP && info->live && !w->seen[b])
      return b;
  }
  return 0;
}

static bool any_lost(const struct walk *w) { return first_lost(w) != 0; }

static bool any_arbitrary(const struct walk *w) {
  for (ha_block b = 1; b <= ha_machine_blocks(w->machine); b++)
    if (w->seen[b] && ha_machine_has_arbitrary(w->machine, b))
      return true;
  return false;
}

/* Lost for sure is what even unmodelled code cannot hold: it never had a pointer to
 * it, and no place whose value is unknown is left that might be one. */
struct ha_value ha_reach_noleak(struct ha_arena *scratch,
                                const struct ha_machine *machine,
                                const struct ha_value *result) {
  struct walk w = walk_new(scratch, machine, false);
  if (!any_lost(&w))
    return ha_value_bool(true, false);
  visit_kind(&w, HA_BLOCK_GLOBAL);
  visit_kind(&w, HA_BLOCK_ENTRY);
  if (result)
    visit_value(&w, result);
  close(&w);
  if (!any_lost(&w))
    return ha_value_bool(true, false);
  visit_escaped(&w);
  close(&w);
  bool unsure = !any_lost(&w) || any_arbitrary(&w) || (result && result->taint);
  return ha_value_bool(false, unsure);
}

ha_block ha_reach_lost(struct ha_arena *scratch, const struct ha_machine *machine,
                       const struct ha_value *result) {
  struct walk w = walk_new(scratch, machine, false);
  visit_kind(&w, HA_BLOCK_GLOBAL);
  visit_kind(&w, HA_BLOCK_ENTRY);
  if (result)
    visit_value(&w, result);
  close(&w);
  return first_lost(&w);
}
