#include "replay.h"
#include "../domain/judge.h"
#include "heapgen.h"
#include "trace.h"
#include <string.h>

void ha_replay_record(struct ha_replay *replay, const struct ha_question *question,
                      struct ha_value value) {
  if (question->ask == HA_ASK_LAZY)
    return; /* part of the frozen heap */
  HA_PUSH(replay->arena, replay->choices,
          (struct ha_choice){.origin = question->origin,
                             .callee = question->cmd->callee,
                             .type = question->type,
                             .value = value});
}

struct player {
  const struct ha_replay *replay;
  const struct ha_types *types;
  struct ha_arena *arena;
  struct ha_witness *witness;
  unsigned next;
};

enum { UNKNOWN_SIZE = 64 };

/* The memory that an unknown function returned, again. */
static uint64_t unknown_block(const struct player *p, struct ha_machine *machine,
                              ha_type pointer) {
  ha_type type = ha_type_get(p->types, pointer)->elem;
  uint64_t size = ha_type_get(p->types, type)->size;
  ha_block block = ha_machine_alloc(machine, HA_BLOCK_ENTRY, size ? size : UNKNOWN_SIZE,
                                    size ? type : 0, NULL);
  if (!block)
    return 0;
  ha_machine_set_opaque(machine, block);
  return ha_machine_block(machine, block)->address;
}

static bool answer(void *context, struct ha_machine *machine,
                   const struct ha_question *question, struct ha_value *value) {
  struct player *p = context;
  if (question->ask == HA_ASK_LAZY || p->next == p->replay->choices.count)
    return false;
  struct ha_choice choice = p->replay->choices.at[p->next++];
  if (choice.value.bits && ha_type_is_ptr(p->types, choice.type))
    choice.value.bits = unknown_block(p, machine, choice.type);
  *value = choice.value;
  HA_PUSH(p->arena, p->witness->choices, choice);
  return true;
}

static void keep_entry(struct ha_witness *w, struct ha_arena *arena,
                       const struct ha_run *run) {
  const struct ha_program *p = run->program;
  struct ha_value *args = ha_arena_alloc(arena, (p->params.count + 1) * sizeof *args);
  for (unsigned i = 0; i < p->params.count; i++)
    args[i] = run->vars[p->params.at[i]];
  uint64_t *objects = ha_arena_alloc(arena, p->objs.count * sizeof *objects);
  memcpy(objects, run->obj_address, p->objs.count * sizeof *objects);
  w->entry = ha_machine_clone(run->machine, arena);
  w->args = args;
  w->obj_address = objects;
}

/* Plays the answers on a copy of the run; true if `check` fails. */
static bool play(const struct ha_replay *replay, struct ha_run *run,
                 struct ha_witness *witness, struct ha_trace *trace, ha_check check,
                 uint64_t step_limit) {
  struct player player = {.replay = replay,
                          .types = run->program->types,
                          .arena = run->arena,
                          .witness = witness};
  struct ha_observer observer = ha_trace_observer(trace);
  struct ha_oracle oracle = {.context = &player, .answer = answer};
  witness->choices.count = 0;
  return ha_run_go(run, oracle, &observer, step_limit) == HA_RUN_CHECK_FAILED &&
         run->failed == check;
}

/* Once to see that it fails and how long the path is, once to draw it. */
const struct ha_witness *ha_replay_confirm(const struct ha_replay *replay,
                                           const struct ha_task *task,
                                           struct ha_heapgen *gen, ha_check check,
                                           uint64_t step_limit) {
  struct ha_arena *arena = task->arena;
  const struct ha_program *p = task->program;
  struct ha_machine *machine = ha_machine_new(arena, ha_types_ptr_bytes(p->types));
  struct ha_run *run = ha_run_new(arena, p, machine, task->initial_globals);
  struct ha_witness *witness = ha_arena_alloc(arena, sizeof *witness);
  ha_heapgen_freeze(gen, run);
  if (task->judge) { /* the heap is complete: the judge sees all of it */
    ha_judge_set_initial(task->judge, (struct ha_initial){0});
    run->judge = ha_judge_of(task->judge);
  }
  keep_entry(witness, arena, run);
  struct ha_trace *count = ha_trace_new(arena, 0);
  if (!play(replay, ha_run_clone(run, arena), witness, count, check, step_limit))
    return NULL;
  struct ha_trace *trace = ha_trace_new(arena, ha_trace_count(count));
  if (!play(replay, run, witness, trace, check, step_limit))
    return NULL;
  ha_trace_finish(trace, run, witness);
  return witness;
}
