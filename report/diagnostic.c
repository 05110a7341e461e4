/* A finding in words.
 *
 * The warning stands in the entry function, where its reader is: what fails inside an
 * inlined callee is said of the call, and a note shows the callee's own line.  Notes
 * begin with the input, walk the path with the heap in one line each, and end with
 * the heap on which the check fails. */
#include "../gcl/draw.h"
#include "cause.h"
#include "report.h"
#include "where.h"
#include <string.h>

/* What a failing check of each kind means, of a call and of a pointer in it. */
static const struct {
  const char *call_does, *pointer_is;
} words[HA_CHECK_KINDS] = {
    [HA_CHECK_NULL_DEREF] = {"dereferences null", "is null"},
    [HA_CHECK_USE_AFTER_FREE] = {"uses freed memory", "is freed"},
    [HA_CHECK_INVALID_DEREF] = {"makes an invalid access", "is no valid pointer"},
    [HA_CHECK_DOUBLE_FREE] = {"frees memory twice", "is freed already"},
    [HA_CHECK_INVALID_FREE] = {"makes an invalid free", "is not to be freed"},
    [HA_CHECK_LEAK] = {"leaks memory", "is lost"},
    [HA_CHECK_ASSERT] = {"fails an assertion", "does not hold"},
    [HA_CHECK_CONTRACT] = {"breaks a contract", "does not hold"},
    [HA_CHECK_UNREACHABLE] = {"reaches what must not be reached", "is reached"},
};

/* More steps than this are shown by their ends; the JSON has them all. */
enum { FIRST_STEPS = 6, LAST_STEPS = 6 };

static bool given(const char *text) { return text && *text; }

/* `'p->next'`, or what to call it if the source is not known. */
static const char *quote(struct ha_arena *arena, const char *text,
                         const char *otherwise) {
  return given(text) ? ha_arena_printf(arena, "'%s'", text) : otherwise;
}

static const char *pointer_of(struct ha_arena *arena, const struct ha_check_row *row) {
  return quote(arena, row->base, "the pointer");
}

/* `, dereferenced as 'p->next'`; nothing where that would repeat the pointer. */
static const char *use_of(struct ha_arena *arena, const struct ha_check_row *row,
                          const char *how) {
  if (!given(row->text) || (given(row->base) && !strcmp(row->text, row->base)))
    return "";
  return ha_arena_printf(arena, "%s '%s'", how, row->text);
}

static const char *block_of(struct ha_arena *arena, const struct ha_cause *cause) {
  return cause->name ? ha_arena_printf(arena, "'%s'", cause->name) : "its block";
}

static const char *say_null_deref(struct ha_arena *arena,
                                  const struct ha_check_row *row,
                                  const struct ha_cause *cause) {
  const char *pointer = pointer_of(arena, row);
  const char *use = use_of(arena, row, ", dereferenced as");
  if (cause->kind == HA_CAUSE_FIELD_OF_NULL)
    return ha_arena_printf(arena, "%s is NULL+%lld here%s", pointer,
                           (long long)cause->offset, use);
  return ha_arena_printf(arena, "%s is null here%s", pointer, use);
}

static const char *say_invalid_deref(struct ha_arena *arena,
                                     const struct ha_check_row *row,
                                     const struct ha_cause *cause) {
  const char *pointer = pointer_of(arena, row);
  const char *use = use_of(arena, row, ", dereferenced as");
  switch (cause->kind) {
  case HA_CAUSE_UNINITIALISED:
    return ha_arena_printf(arena, "%s is uninitialised here%s", pointer, use);
  case HA_CAUSE_DEAD_FRAME:
    return ha_arena_printf(arena,
                           "%s points to %s, a local variable that no longer "
                           "exists%s",
                           pointer, quote(arena, cause->name, "memory"), use);
  case HA_CAUSE_OUT_OF_BOUNDS:
    return ha_arena_printf(arena, "%s is out of bounds: byte %lld of %s of %llu bytes",
                           quote(arena, row->text, pointer), (long long)cause->offset,
                           cause->name ? block_of(arena, cause) : "a block",
                           (unsigned long long)cause->size);
  default:
    return ha_arena_printf(arena, "%s is not a valid pointer here%s", pointer, use);
  }
}

static const char *say_invalid_free(struct ha_arena *arena,
                                    const struct ha_check_row *row,
                                    const struct ha_cause *cause) {
  const char *pointer = pointer_of(arena, row);
  switch (cause->kind) {
  case HA_CAUSE_UNINITIALISED:
    return ha_arena_printf(arena, "%s is freed but is uninitialised", pointer);
  case HA_CAUSE_NOT_HEAP:
    return ha_arena_printf(arena,
                           "%s is freed but points to %s, which no allocation returned",
                           pointer, quote(arena, cause->name, "memory"));
  case HA_CAUSE_NOT_START:
    return ha_arena_printf(arena, "%s is freed but points %lld bytes into its block",
                           pointer, (long long)cause->offset);
  default:
    return ha_arena_printf(arena, "%s is freed but no allocation returned it", pointer);
  }
}

static const char *say_leak(struct ha_arena *arena, const struct ha_program *program,
                            const struct ha_cause *cause) {
  if (!cause->allocated)
    return "memory allocated here is never freed and no longer reachable";
  return ha_arena_printf(
      arena, "memory allocated at line %u is never freed and no longer reachable",
      ha_where_get(program, cause->allocated)->line);
}

/* The formula that a check asks about; NULL if it is an expression. */
static const struct ha_formula_row *formula_of(const struct ha_program *program,
                                               const struct ha_check_row *row) {
  ha_check check = (ha_check)(row - program->checks.at);
  for (uint32_t c = 1; c < program->cmds.count; c++) {
    const struct ha_cmd_row *cmd = &program->cmds.at[c];
    const struct ha_expr_row *asked = &program->exprs.at[cmd->a];
    if (cmd->op == HA_CMD_ASSERT && cmd->check == check)
      return asked->op == HA_EXPR_FORMULA ? &program->formulas.at[asked->imm] : NULL;
  }
  return NULL;
}

static const char *say_contract(struct ha_arena *arena,
                                const struct ha_program *program,
                                const struct ha_check_row *row) {
  const struct ha_formula_row *formula = formula_of(program, row);
  const char *text = quote(arena, row->text, "the contract");
  if (formula && formula->kind == HA_FORMULA_ENSURES)
    return ha_arena_printf(arena, "'%s' does not ensure %s", program->name, text);
  if (formula && formula->kind == HA_FORMULA_ASSIGNS)
    return ha_arena_printf(arena, "'%s' assigns more than %s", program->name, text);
  return ha_arena_printf(arena, "%s does not hold here", text);
}

/* The message at the check's own place. */
static const char *say(struct ha_arena *arena, const struct ha_program *program,
                       const struct ha_check_row *row, const struct ha_cause *cause) {
  const char *pointer = pointer_of(arena, row);
  switch (row->kind) {
  case HA_CHECK_NULL_DEREF:
    return say_null_deref(arena, row, cause);
  case HA_CHECK_USE_AFTER_FREE:
    return ha_arena_printf(arena, "%s is used%s after it was freed", pointer,
                           use_of(arena, row, " as"));
  case HA_CHECK_INVALID_DEREF:
    return say_invalid_deref(arena, row, cause);
  case HA_CHECK_DOUBLE_FREE:
    return ha_arena_printf(arena, "%s is freed a second time", pointer);
  case HA_CHECK_INVALID_FREE:
    return say_invalid_free(arena, row, cause);
  case HA_CHECK_LEAK:
    return say_leak(arena, program, cause);
  case HA_CHECK_ASSERT:
    return ha_arena_printf(arena, "assertion %s fails",
                           quote(arena, row->text, "checked here"));
  case HA_CHECK_CONTRACT:
    return say_contract(arena, program, row);
  default:
    return "this code is reached";
  }
}

/* The message at the call through which the failing code was inlined. */
static const char *say_of_call(struct ha_arena *arena, const struct ha_program *program,
                               const struct ha_check_row *row) {
  const struct ha_formula_row *formula = formula_of(program, row);
  if (formula && formula->kind == HA_FORMULA_REQUIRES)
    return ha_arena_printf(arena, "call to '%s' breaks its contract: it requires %s",
                           ha_where_get(program, row->pos)->function,
                           quote(arena, row->text, "a formula"));
  const char *what = row->kind == HA_CHECK_ASSERT || row->kind == HA_CHECK_CONTRACT
                         ? row->text
                         : row->base;
  return ha_arena_printf(arena, "call to '%s' %s: %s %s in '%s'",
                         ha_where_callee(program, row->pos), words[row->kind].call_does,
                         quote(arena, what, "the pointer"), words[row->kind].pointer_is,
                         ha_where_get(program, row->pos)->function);
}

/* ---- notes ---- */

static void add(struct ha_arena *arena, struct ha_diagnostic *diagnostic, ha_pos pos,
                const char *message) {
  HA_PUSH(arena, diagnostic->notes, (struct ha_note){pos, message});
}

static void note_input(struct ha_arena *arena, struct ha_diagnostic *diagnostic,
                       const struct ha_program *program,
                       const struct ha_witness *witness) {
  if (!witness->entry)
    return;
  const char *heap =
      ha_draw_line(arena, ha_report_entry_run(arena, program, witness), 0);
  if (given(heap))
    add(arena, diagnostic, program->locs.at[program->entry].pos,
        ha_arena_printf(arena, "input: %s", heap));
}

/* `assuming 'p' is null; here x = NULL`; a heap that has not changed is not drawn
 * again. */
static void note_step(struct ha_arena *arena, struct ha_diagnostic *diagnostic,
                      const struct ha_step *step, const char *before) {
  bool draw = given(step->heap) && (!before || strcmp(step->heap, before));
  if (given(step->what) && draw)
    add(arena, diagnostic, step->pos,
        ha_arena_printf(arena, "%s; here %s", step->what, step->heap));
  else if (given(step->what))
    add(arena, diagnostic, step->pos, step->what);
  else if (draw)
    add(arena, diagnostic, step->pos, ha_arena_printf(arena, "here %s", step->heap));
}

static void note_path(struct ha_arena *arena, struct ha_diagnostic *diagnostic,
                      const struct ha_witness *witness) {
  unsigned count = witness->steps.count - 1; /* the last one is the failure */
  const char *before = NULL;
  for (unsigned i = 0; i < count; i++) {
    const struct ha_step *step = &witness->steps.at[i];
    if (i == FIRST_STEPS && count > FIRST_STEPS + LAST_STEPS + 1) {
      unsigned hidden = count - FIRST_STEPS - LAST_STEPS;
      add(arena, diagnostic, step->pos,
          ha_arena_printf(arena, "(%u more steps)", hidden));
      i += hidden - 1;
      before = NULL;
      continue;
    }
    note_step(arena, diagnostic, step, before);
    before = step->heap;
  }
}

static bool has_note_at(const struct ha_diagnostic *diagnostic, ha_pos pos) {
  for (unsigned i = 0; i < diagnostic->notes.count; i++)
    if (diagnostic->notes.at[i].pos == pos)
      return true;
  return false;
}

static void note_cause(struct ha_arena *arena, struct ha_diagnostic *diagnostic,
                       const struct ha_cause *cause) {
  if (cause->freed && !has_note_at(diagnostic, cause->freed))
    add(arena, diagnostic, cause->freed, "freed here");
  if (cause->kind == HA_CAUSE_LOST && cause->allocated &&
      !has_note_at(diagnostic, cause->allocated))
    add(arena, diagnostic, cause->allocated, "allocated here");
}

/* The heap at the failure is the one the step before it has shown. */
static bool is_shown(const struct ha_witness *witness) {
  unsigned count = witness->steps.count;
  const char *last = witness->steps.at[count - 1].heap;
  const char *before = count > 1 ? witness->steps.at[count - 2].heap : NULL;
  return given(before) && given(last) && !strcmp(before, last);
}

static void note_failure(struct ha_arena *arena, struct ha_diagnostic *diagnostic,
                         const struct ha_check_row *row, const char *own,
                         const struct ha_witness *witness) {
  const struct ha_step *last = &witness->steps.at[witness->steps.count - 1];
  if (diagnostic->pos != row->pos)
    add(arena, diagnostic, row->pos,
        given(last->heap) ? ha_arena_printf(arena, "%s; here %s", own, last->heap)
                          : own);
  else if (given(last->heap) && !is_shown(witness))
    add(arena, diagnostic, row->pos, ha_arena_printf(arena, "here %s", last->heap));
}

static void refuted(struct ha_arena *arena, struct ha_diagnostic *diagnostic,
                    const struct ha_result *result, ha_check check) {
  const struct ha_program *program = result->program;
  const struct ha_check_row *row = &program->checks.at[check];
  const struct ha_witness *witness = result->checks[check].witness;
  struct ha_cause cause = ha_report_cause(arena, result, check);
  const char *own = say(arena, program, row, &cause);
  bool inlined = ha_where_callee(program, row->pos) != NULL;
  diagnostic->message = inlined ? say_of_call(arena, program, row) : own;
  if (!witness || !witness->steps.count)
    return;
  note_input(arena, diagnostic, program, witness);
  note_path(arena, diagnostic, witness);
  note_cause(arena, diagnostic, &cause);
  note_failure(arena, diagnostic, row, own, witness);
}

struct ha_diagnostic *ha_report_diagnostic(struct ha_arena *arena,
                                           const struct ha_result *result,
                                           ha_check check) {
  const struct ha_check_row *row = &result->program->checks.at[check];
  const struct ha_check_result *found = &result->checks[check];
  if (found->verdict == HA_PROVED)
    return NULL;
  struct ha_diagnostic *diagnostic = ha_arena_alloc(arena, sizeof *diagnostic);
  diagnostic->kind = row->kind;
  diagnostic->pos = ha_where_outermost(result->program, row->pos);
  diagnostic->is_remark = found->verdict == HA_UNKNOWN;
  if (found->verdict == HA_REFUTED)
    refuted(arena, diagnostic, result, check);
  else
    diagnostic->message = ha_arena_printf(
        arena, "%s check of %s is not settled: %s", ha_check_id[row->kind],
        quote(arena, row->text, "this"), given(found->why) ? found->why : "no engine");
  return diagnostic;
}
