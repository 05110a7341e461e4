#include "cause.h"
#include "../gcl/interp.h"
#include "../gcl/reach.h"
#include <string.h>

/* A witness is short; a replay that strays from it must still end. */
enum { STEP_LIMIT = 10000000 };

struct replay {
  const struct ha_witness *witness;
  unsigned next; /* choice */
  struct ha_arena *arena;
  ha_pos *allocated, *freed; /* by block */
  unsigned capacity;
  ha_pos pending; /* of a NEW whose block is not there yet */
  unsigned blocks;
};

/* The recorded answers in order; a cell of the input was filled in when it was
 * chosen, so only the choices of `havoc` are left to make. */
static bool answer(void *context, struct ha_machine *machine,
                   const struct ha_question *question, struct ha_value *value) {
  struct replay *replay = context;
  (void)machine;
  const struct ha_witness *witness = replay->witness;
  bool lazy = question->ask == HA_ASK_LAZY;
  while (replay->next < witness->choices.count &&
         witness->choices.at[replay->next].lazy != lazy)
    replay->next++;
  if (replay->next == witness->choices.count)
    return false;
  *value = witness->choices.at[replay->next++].value;
  return true;
}

static void reserve(struct replay *replay, unsigned blocks) {
  if (blocks < replay->capacity)
    return;
  unsigned capacity = 2 * blocks + 16;
  size_t old = replay->capacity * sizeof(ha_pos), size = capacity * sizeof(ha_pos);
  replay->allocated = ha_arena_grow(replay->arena, replay->allocated, old, size);
  replay->freed = ha_arena_grow(replay->arena, replay->freed, old, size);
  replay->capacity = capacity;
}

/* Blocks that appeared since the last command are the pending NEW's. */
static void note_allocations(struct replay *replay, const struct ha_machine *machine) {
  unsigned blocks = ha_machine_blocks(machine);
  reserve(replay, blocks + 1);
  for (unsigned block = replay->blocks + 1; block <= blocks; block++)
    replay->allocated[block] = replay->pending;
  replay->blocks = blocks;
  replay->pending = 0;
}

static void observe(void *context, const struct ha_run *run, uint32_t at) {
  struct replay *replay = context;
  note_allocations(replay, run->machine);
  const struct ha_cmd_row *cmd = &run->program->cmds.at[at];
  if (cmd->op == HA_CMD_NEW)
    replay->pending = cmd->pos;
  if (cmd->op != HA_CMD_FREE)
    return;
  ha_block block = ha_machine_find(run->machine, ha_run_eval(run, cmd->a).bits);
  if (block)
    replay->freed[block] = cmd->pos;
}

/* The witness's machine has the globals already, the run's own is not used. */
struct ha_run *ha_report_entry_run(struct ha_arena *arena,
                                   const struct ha_program *program,
                                   const struct ha_witness *witness) {
  unsigned ptr_bytes = ha_types_ptr_bytes(program->types);
  struct ha_run *run =
      ha_run_new(arena, program, ha_machine_new(arena, ptr_bytes), false);
  run->machine = ha_machine_clone(witness->entry, arena);
  for (unsigned i = 0; i < program->params.count; i++)
    run->vars[program->params.at[i]] = witness->args[i];
  memcpy(run->obj_address, witness->obj_address,
         program->objs.count * sizeof *run->obj_address);
  return run;
}

/* The pointer that a check is about: the argument of its live(), access(), … */
static ha_expr subject(const struct ha_program *program, ha_expr expr) {
  const struct ha_expr_row *row = &program->exprs.at[expr];
  switch (row->op) {
  case HA_EXPR_LIVE:
  case HA_EXPR_ACCESS:
  case HA_EXPR_FREEABLE:
    return row->a;
  case HA_EXPR_LAND:
  case HA_EXPR_LOR:
  case HA_EXPR_NOT: {
    ha_expr left = subject(program, row->a);
    return left || !row->b ? left : subject(program, row->b);
  }
  default:
    return 0;
  }
}

/* The nearest block below an address that lies in none: the one that was overrun. */
static ha_block nearest(const struct ha_machine *machine, uint64_t address) {
  ha_block best = 0;
  uint64_t distance = 4096;
  for (ha_block block = 1; block <= ha_machine_blocks(machine); block++) {
    const struct ha_block_info *info = ha_machine_block(machine, block);
    uint64_t gap = address >= info->address ? address - info->address - info->size
                                            : info->address - address;
    if (gap < distance)
      best = block, distance = gap;
  }
  return best;
}

static enum ha_cause_kind free_cause(const struct ha_block_info *info) {
  bool heap = info->kind == HA_BLOCK_HEAP || info->kind == HA_BLOCK_ENTRY;
  return heap ? HA_CAUSE_NOT_START : HA_CAUSE_NOT_HEAP;
}

static struct ha_cause pointer_cause(const struct replay *replay,
                                     const struct ha_run *run,
                                     enum ha_check_kind kind) {
  struct ha_cause cause = {0};
  ha_expr pointer = subject(run->program, run->program->cmds.at[run->at].a);
  if (!pointer)
    return cause;
  struct ha_value value = ha_run_eval(run, pointer);
  if (value.undef)
    return (struct ha_cause){.kind = HA_CAUSE_UNINITIALISED};
  ha_block block = ha_machine_find(run->machine, value.bits);
  block = block ? block : nearest(run->machine, value.bits);
  if (!block)
    return cause;
  const struct ha_block_info *info = ha_machine_block(run->machine, block);
  cause.offset = (int64_t)(value.bits - info->address);
  cause.size = info->size;
  cause.name = info->name;
  cause.allocated = replay->allocated[block];
  cause.freed = replay->freed[block];
  if (!info->live)
    cause.kind = info->kind == HA_BLOCK_STACK ? HA_CAUSE_DEAD_FRAME : HA_CAUSE_FREED;
  else
    cause.kind = kind == HA_CHECK_INVALID_FREE || kind == HA_CHECK_DOUBLE_FREE
                     ? free_cause(info)
                     : HA_CAUSE_OUT_OF_BOUNDS;
  return cause;
}

static struct ha_cause null_cause(const struct ha_run *run) {
  const struct ha_expr_row *row =
      &run->program->exprs.at[run->program->cmds.at[run->at].a];
  struct ha_value value = {0};
  if (row->op == HA_EXPR_NE)
    value = ha_run_eval(run, row->a);
  if (!value.bits || value.undef || value.taint)
    return (struct ha_cause){0};
  return (struct ha_cause){.kind = HA_CAUSE_FIELD_OF_NULL,
                           .offset = (int64_t)value.bits};
}

static struct ha_cause leak_cause(const struct replay *replay,
                                  const struct ha_run *run) {
  const struct ha_program *program = run->program;
  const struct ha_value *result = program->result ? &run->vars[program->result] : NULL;
  ha_block lost = ha_reach_lost(replay->arena, run->machine, result);
  if (!lost)
    return (struct ha_cause){0};
  return (struct ha_cause){.kind = HA_CAUSE_LOST,
                           .size = ha_machine_block(run->machine, lost)->size,
                           .allocated = replay->allocated[lost]};
}

struct ha_cause ha_report_cause(struct ha_arena *arena, const struct ha_result *result,
                                ha_check check) {
  const struct ha_witness *witness = result->checks[check].witness;
  if (!witness || !witness->entry)
    return (struct ha_cause){0};
  struct ha_run *run = ha_report_entry_run(arena, result->program, witness);
  struct replay replay = {
      .witness = witness, .arena = arena, .blocks = ha_machine_blocks(run->machine)};
  reserve(&replay, replay.blocks + 1);
  ha_run_go(run, (struct ha_oracle){&replay, answer},
            &(struct ha_observer){&replay, observe}, STEP_LIMIT);
  if (run->status != HA_RUN_CHECK_FAILED || run->failed != check)
    return (struct ha_cause){0};
  note_allocations(&replay, run->machine);
  enum ha_check_kind kind = result->program->checks.at[check].kind;
  switch (kind) {
  case HA_CHECK_LEAK:
    return leak_cause(&replay, run);
  case HA_CHECK_NULL_DEREF:
    return null_cause(run);
  default:
    return pointer_cause(&replay, run, kind);
  }
}
