/* The step loop and the commands.  Expressions are eval.h's, memory is access.h's,
 * unmodelled calls and leaks are reach.h's. */
#include "interp.h"
#include "access.h"
#include "arith.h"
#include "eval.h"
#include "plan.h"
#include "reach.h"
#include <assert.h>
#include <string.h>

/* ---- the state at entry ---- */

static ha_block add_object(struct ha_run *run, const struct ha_obj_row *o) {
  if (o->kind == HA_OBJ_FUNCTION)
    return ha_machine_alloc(run->machine, HA_BLOCK_CODE, 0, o->type, o->name);
  return ha_machine_alloc(run->machine, HA_BLOCK_GLOBAL, o->size, o->type, o->name);
}

static void add_objects(struct ha_run *run) {
  const struct ha_program *p = run->program;
  for (ha_obj o = 1; o < p->objs.count; o++) {
    if (p->objs.at[o].kind == HA_OBJ_LOCAL)
      continue;
    ha_block block = add_object(run, &p->objs.at[o]);
    if (block)
      run->obj_address[o] = ha_machine_block(run->machine, block)->address;
  }
}

static void relocate(struct ha_run *run, ha_obj object) {
  const struct ha_obj_row *o = &run->program->objs.at[object];
  unsigned size = ha_types_ptr_bytes(run->program->types);
  for (uint32_t i = 0; i < o->relocs.count; i++) {
    const struct ha_reloc *r = &o->relocs.at[i];
    struct ha_value pointer =
        ha_value_exact(run->obj_address[r->target] + (uint64_t)r->addend);
    uint64_t place = run->obj_address[object] + r->offset;
    if (ha_machine_inside(run->machine, place, size))
      ha_machine_write(run->machine, place, size, pointer);
  }
}

static void initialise(struct ha_run *run, ha_obj object, bool initial_globals) {
  const struct ha_obj_row *o = &run->program->objs.at[object];
  uint64_t address = run->obj_address[object];
  ha_block block = ha_machine_find(run->machine, address);
  bool is_const = o->is_const || o->kind == HA_OBJ_STRING;
  if (!address || o->kind == HA_OBJ_FUNCTION)
    return;
  if (o->is_extern) {
    ha_machine_make_lazy(run->machine, address, o->size);
  } else if (is_const || initial_globals) {
    ha_machine_set_image(run->machine, block, o->init);
    relocate(run, object);
  }
  if (is_const)
    ha_machine_set_const(run->machine, block);
}

struct ha_run *ha_run_new(struct ha_arena *arena, const struct ha_program *program,
                          struct ha_machine *machine, bool initial_globals) {
  struct ha_run *run = ha_arena_alloc(arena, sizeof *run);
  run->program = program;
  run->machine = machine;
  run->arena = arena;
  run->plan = ha_plan_new(arena, program);
  run->status = HA_RUN_GOING;
  run->vars = ha_arena_alloc(arena, program->vars.count * sizeof *run->vars);
  for (ha_var v = 1; v < program->vars.count; v++)
    run->vars[v].undef = ha_width_mask(run->plan->var_width[v]);
  run->obj_address =
      ha_arena_alloc(arena, program->objs.count * sizeof *run->obj_address);
  add_objects(run);
  for (ha_obj o = 1; o < program->objs.count; o++)
    initialise(run, o, initial_globals);
  return run;
}

struct ha_run *ha_run_clone(const struct ha_run *run, struct ha_arena *arena) {
  size_t vars = run->program->vars.count * sizeof *run->vars;
  size_t objs = run->program->objs.count * sizeof *run->obj_address;
  struct ha_run *copy = ha_arena_alloc(arena, sizeof *copy);
  *copy = *run;
  copy->arena = arena;
  copy->machine = ha_machine_clone(run->machine, arena);
  copy->vars = memcpy(ha_arena_alloc(arena, vars), run->vars, vars);
  copy->obj_address = memcpy(ha_arena_alloc(arena, objs), run->obj_address, objs);
  return copy;
}

/* ---- ending ---- */

static bool is_going(const struct ha_run *run) { return run->status == HA_RUN_GOING; }

static void end(struct ha_run *run, enum ha_run_status status) {
  if (is_going(run))
    run->status = status;
}

/* The value of an operand that the state after the command depends on: the run ends
 * if it is not exact. */
static bool exact(struct ha_run *run, ha_expr expr, uint64_t *bits) {
  struct ha_value v = ha_eval(run, expr);
  if (v.taint)
    end(run, HA_RUN_TAINTED);
  else if (v.undef)
    end(run, HA_RUN_UNDEFINED);
  *bits = v.bits;
  return is_going(run);
}

/* `size` bytes at expr + offset, in a block that is alive and, for `writing`, not
 * constant.  No check guards this one: it ends the run rather than failing. */
static bool place(struct ha_run *run, ha_expr expr, uint64_t offset, uint64_t size,
                  bool writing, uint64_t *address) {
  if (!exact(run, expr, address))
    return false;
  if (size == 0)
    return true;
  uint64_t start = *address + offset;
  const struct ha_machine *m = run->machine;
  if (!ha_machine_inside(m, start, size)) {
    end(run, HA_RUN_STUCK);
    return false;
  }
  const struct ha_block_info *b = ha_machine_block(m, ha_machine_find(m, start));
  if (!b->live || (writing && b->is_const))
    end(run, HA_RUN_STUCK);
  return is_going(run);
}

static bool place_field(struct ha_run *run, const struct ha_cmd_row *cmd, bool writing,
                        uint64_t *address) {
  struct ha_window w = ha_access_window(run->program->types, cmd->field);
  return place(run, cmd->a, w.offset, w.size, writing, address);
}

/* Large copies and fills are not one step. */
static void charge(struct ha_run *run, uint64_t bytes) { run->steps += bytes / 64; }

/* ---- assume and assert ---- */

/* Is a guard true?  Neither, if its value cannot be trusted: then the run ends. */
static bool holds(struct ha_run *run, ha_expr expr) {
  uint64_t bits;
  return exact(run, expr, &bits) && bits;
}

/* An uninitialised pointer may be anything: it is neither null nor freed, but its use
 * is invalid. */
static void check_undefined(struct ha_run *run, ha_check check) {
  switch (run->program->checks.at[check].kind) {
  case HA_CHECK_NULL_DEREF:
  case HA_CHECK_USE_AFTER_FREE:
  case HA_CHECK_DOUBLE_FREE:
    return;
  case HA_CHECK_INVALID_FREE:
    run->failed = check;
    end(run, HA_RUN_CHECK_FAILED);
    return;
  default:
    end(run, HA_RUN_UNDEFINED);
  }
}

/* `p != null` of a null-deref check: &q->f of a null q is a small number, and no
 * object is there, so for a dereference it is null. */
static bool is_near_null(struct ha_run *run, const struct ha_cmd_row *cmd) {
  enum { PAGE = 4096 };
  const struct ha_program *p = run->program;
  const struct ha_expr_row *e = &p->exprs.at[cmd->a];
  if (p->checks.at[cmd->check].kind != HA_CHECK_NULL_DEREF || e->op != HA_EXPR_NE ||
      p->exprs.at[e->b].op != HA_EXPR_NULL)
    return false;
  struct ha_value v = ha_eval(run, e->a);
  return !v.undef && !v.taint && v.bits < PAGE;
}

static void check(struct ha_run *run, const struct ha_cmd_row *cmd) {
  struct ha_value v = ha_eval(run, cmd->a);
  if (!is_going(run))
    return;
  if (is_near_null(run, cmd))
    v = ha_value_bool(false, false);
  if (v.taint && run->program->checks.at[cmd->check].kind == HA_CHECK_CONTRACT) {
    return; /* no machine stops at a contract: what comes later does not rest on it */
  } else if (v.taint) {
    end(run, HA_RUN_TAINTED);
  } else if (v.undef) {
    check_undefined(run, cmd->check);
  } else if (!v.bits) {
    run->failed = cmd->check;
    end(run, HA_RUN_CHECK_FAILED);
  }
}

/* ---- variables and fields ---- */

static void set(struct ha_run *run, ha_var var, struct ha_value value) {
  unsigned width = run->plan->var_width[var];
  run->vars[var] = width ? ha_resize(value, 64, width, false) : ha_value_unknown();
}

static void load(struct ha_run *run, const struct ha_cmd_row *cmd) {
  uint64_t address;
  if (place_field(run, cmd, false, &address))
    set(run, cmd->var, ha_access_load(run, address, cmd->field));
}

static void store(struct ha_run *run, const struct ha_cmd_row *cmd) {
  uint64_t address;
  struct ha_value value = ha_eval(run, cmd->b);
  if (place_field(run, cmd, true, &address))
    ha_access_store(run, address, cmd->field, value);
}

static void havoc(struct ha_run *run, const struct ha_cmd_row *cmd) {
  ha_type type = run->program->vars.at[cmd->var].type;
  struct ha_question question = {
      .ask = HA_ASK_HAVOC, .type = type, .origin = cmd->origin, .cmd = cmd};
  struct ha_value answer = {0};
  const struct ha_oracle *oracle = run->oracle;
  if (!run->plan->var_width[cmd->var])
    answer = ha_value_unknown();
  else if (!oracle->answer(oracle->context, run->machine, &question, &answer))
    end(run, HA_RUN_STOPPED);
  answer.taint |= !ha_origin_is_free_choice[cmd->origin];
  set(run, cmd->var, answer);
}

/* ---- allocation ---- */

static ha_block add_block(struct ha_run *run, enum ha_block_kind kind, uint64_t size,
                          ha_type type, const char *name) {
  ha_block block = ha_machine_alloc(run->machine, kind, size, type, name);
  if (!block)
    end(run, HA_RUN_STUCK);
  return block;
}

static void allocate(struct ha_run *run, const struct ha_cmd_row *cmd) {
  enum ha_block_kind kind = cmd->op == HA_CMD_NEW ? HA_BLOCK_HEAP : HA_BLOCK_STACK;
  uint64_t size;
  if (!exact(run, cmd->a, &size))
    return;
  ha_block block = add_block(run, kind, size, cmd->type, NULL);
  if (block)
    set(run, cmd->var, ha_value_exact(ha_machine_block(run->machine, block)->address));
}

static void release(struct ha_run *run, const struct ha_cmd_row *cmd) {
  uint64_t address;
  if (!exact(run, cmd->a, &address) || address == 0)
    return;
  ha_block block = ha_machine_find(run->machine, address);
  const struct ha_block_info *b = block ? ha_machine_block(run->machine, block) : NULL;
  bool is_heap = b && (b->kind == HA_BLOCK_HEAP || b->kind == HA_BLOCK_ENTRY);
  if (is_heap && b->live && b->address == address)
    ha_machine_kill(run->machine, block);
  else
    end(run, HA_RUN_STUCK);
}

/* Only blocks that `alloca` made are on the stack without a name. */
static void unwind(struct ha_run *run, const struct ha_cmd_row *cmd) {
  uint64_t address;
  if (!exact(run, cmd->a, &address))
    return;
  ha_block first = ha_machine_find(run->machine, address);
  for (ha_block b = first; b && b <= ha_machine_blocks(run->machine); b++) {
    const struct ha_block_info *info = ha_machine_block(run->machine, b);
    if (info->kind == HA_BLOCK_STACK && !info->name && info->live)
      ha_machine_kill(run->machine, b);
  }
}

static void leave(struct ha_run *run, ha_obj object) {
  if (run->obj_address[object])
    ha_machine_kill(run->machine,
                    ha_machine_find(run->machine, run->obj_address[object]));
  run->obj_address[object] = 0;
}

/* A second `enter` without a `leave` (a jump back over the declaration) is a new
 * object too. */
static void enter(struct ha_run *run, ha_obj object) {
  const struct ha_obj_row *o = &run->program->objs.at[object];
  leave(run, object);
  ha_block block = add_block(run, HA_BLOCK_STACK, o->size, o->type, o->name);
  if (block)
    run->obj_address[object] = ha_machine_block(run->machine, block)->address;
}

static void note(struct ha_run *run, const struct ha_cmd_row *cmd) {
  const struct ha_expr_row *formula = &run->program->exprs.at[cmd->a];
  if (run->judge)
    run->judge->note(run->judge->context, run, (ha_formula)formula->imm);
}

/* ---- ranges ---- */

static void havoc_field(struct ha_run *run, const struct ha_cmd_row *cmd) {
  uint64_t address;
  struct ha_window w = ha_access_window(run->program->types, cmd->field);
  if (place_field(run, cmd, true, &address))
    ha_machine_taint(run->machine, address + w.offset, w.size);
}

static void havoc_bytes(struct ha_run *run, const struct ha_cmd_row *cmd) {
  uint64_t address, size;
  if (!exact(run, cmd->b, &size) || !place(run, cmd->a, 0, size, true, &address))
    return;
  charge(run, size);
  ha_machine_taint(run->machine, address, size);
}

static void havoc_reach(struct ha_run *run, const struct ha_cmd_row *cmd) {
  if (!cmd->a) {
    ha_reach_escape(run->arena, run->machine, NULL);
    return;
  }
  struct ha_value from = ha_eval(run, cmd->a);
  ha_reach_escape(run->arena, run->machine, &from);
}

/* What is lazy is decided first: a copy must not be chosen apart from its source. */
static void copy(struct ha_run *run, const struct ha_cmd_row *cmd) {
  uint64_t to, from, size;
  if (!exact(run, cmd->c, &size) || !place(run, cmd->a, 0, size, true, &to) ||
      !place(run, cmd->b, 0, size, false, &from))
    return;
  charge(run, size);
  if (ha_access_settle(run, from, size))
    ha_machine_copy(run->machine, to, from, size);
}

static void fill(struct ha_run *run, const struct ha_cmd_row *cmd) {
  uint64_t address, size;
  struct ha_value byte = ha_eval(run, cmd->b);
  if (!exact(run, cmd->c, &size) || !place(run, cmd->a, 0, size, true, &address))
    return;
  charge(run, size);
  ha_machine_fill(run->machine, address, size, byte);
}

/* ---- the loop ---- */

static void execute(struct ha_run *run, const struct ha_cmd_row *cmd) {
  switch ((enum ha_cmd_op)cmd->op) {
  case HA_CMD_SKIP:
    break;
  case HA_CMD_ASSUME:
    if (!holds(run, cmd->a))
      end(run, HA_RUN_BLOCKED);
    break;
  case HA_CMD_ASSERT:
    check(run, cmd);
    break;
  case HA_CMD_NOTE:
    note(run, cmd);
    break;
  case HA_CMD_ASSIGN:
    set(run, cmd->var, ha_eval(run, cmd->a));
    break;
  case HA_CMD_LOAD:
    load(run, cmd);
    break;
  case HA_CMD_STORE:
    store(run, cmd);
    break;
  case HA_CMD_NEW:
  case HA_CMD_ALLOCA:
    allocate(run, cmd);
    break;
  case HA_CMD_UNWIND:
    unwind(run, cmd);
    break;
  case HA_CMD_FREE:
    release(run, cmd);
    break;
  case HA_CMD_ENTER:
    enter(run, cmd->object);
    break;
  case HA_CMD_LEAVE:
    leave(run, cmd->object);
    break;
  case HA_CMD_HAVOC:
    havoc(run, cmd);
    break;
  case HA_CMD_HAVOC_FIELD:
    havoc_field(run, cmd);
    break;
  case HA_CMD_HAVOC_BYTES:
    havoc_bytes(run, cmd);
    break;
  case HA_CMD_HAVOC_REACH:
    havoc_reach(run, cmd);
    break;
  case HA_CMD_COPY:
    copy(run, cmd);
    break;
  case HA_CMD_FILL:
    fill(run, cmd);
    break;
  }
  if (ha_machine_exhausted(run->machine))
    end(run, HA_RUN_STUCK);
}

/* The guard of an edge where there are several; 0 if it has none. */
static ha_expr guard(const struct ha_program *p, const struct ha_edge_row *edge) {
  bool guarded = edge->count && p->cmds.at[edge->first].op == HA_CMD_ASSUME;
  return guarded ? p->cmds.at[edge->first].a : 0;
}

/* The edge to follow: the only one, or the one whose guard holds (they exclude each
 * other).  NULL ends the run. */
static const struct ha_edge_row *choose_edge(struct ha_run *run, ha_loc loc,
                                             bool *decided) {
  const struct ha_program *p = run->program;
  const struct ha_plan *plan = run->plan;
  uint32_t first = plan->first[loc], past = plan->first[loc + 1];
  *decided = past - first > 1;
  for (uint32_t i = first; i < past && is_going(run); i++) {
    const struct ha_edge_row *edge = &p->edges.at[plan->edges[i]];
    if (!*decided)
      return edge;
    run->at = edge->first;
    ha_expr condition = guard(p, edge);
    if (!condition) {
      *decided = false;
      return edge;
    }
    if (holds(run, condition))
      return edge;
  }
  end(run, HA_RUN_BLOCKED);
  return NULL;
}

static void follow(struct ha_run *run, const struct ha_edge_row *edge, bool decided,
                   const struct ha_observer *observer, uint64_t step_limit) {
  for (uint32_t i = 0; i < edge->count && is_going(run); i++) {
    uint32_t at = run->at = edge->first + i;
    if (run->steps++ >= step_limit) {
      end(run, HA_RUN_STEPS);
      return;
    }
    if (observer)
      observer->step(observer->context, run, at);
    if (i > 0 || !decided)
      execute(run, &run->program->cmds.at[at]);
  }
}

enum ha_run_status ha_run_go(struct ha_run *run, struct ha_oracle oracle,
                             const struct ha_observer *observer, uint64_t step_limit) {
  const struct ha_program *p = run->program;
  run->oracle = &oracle;
  run->status = HA_RUN_GOING;
  if (run->judge)
    run->judge->enter(run->judge->context, run);
  for (ha_loc loc = p->entry; is_going(run);) {
    if (p->locs.at[loc].exit) {
      run->status = HA_RUN_EXIT;
      run->at = 0;
      break;
    }
    bool decided;
    const struct ha_edge_row *edge = choose_edge(run, loc, &decided);
    if (!edge)
      break;
    if (run->steps++ >= step_limit) /* an edge may be empty */
      end(run, HA_RUN_STEPS);
    follow(run, edge, decided, observer, step_limit);
    loc = edge->to;
  }
  run->oracle = NULL;
  return run->status;
}
