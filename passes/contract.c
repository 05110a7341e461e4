/* Formulas of the source.  The front end has put a call in the place of each, with the
 * addresses of the variables it names; here they become formulas of the program.
 *
 * What a function requires is assumed where it is the entry and checked where it is
 * inlined or called; what it ensures is checked at its own exits.  A formula that looks
 * back (`old`) means the entry of the function it stands in, so in an inlined body it
 * is left to that function's own analysis. */
#include "lowering.h"
#include <ctype.h>
#include <llvm-c/Core.h>
#include <string.h>

/* ---- words ---- */

static bool is_word_char(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool has_word(const char *text, const char *word) {
  size_t len = strlen(word);
  for (const char *at = text; len && (at = strstr(at, word)); at++)
    if ((at == text || !is_word_char(at[-1])) && !is_word_char(at[len]))
      return true;
  return false;
}

/* The name in `set name = …`; "" if there is none. */
static const char *ghost_name(struct ha_lowering *lowering, const char *text) {
  const char *end = strchr(text, '=');
  while (end && end > text && isspace((unsigned char)end[-1]))
    end--;
  const char *start = end ? end : text;
  while (start > text && is_word_char(start[-1]))
    start--;
  return ha_arena_strndup(lowering->scratch, start, end ? (size_t)(end - start) : 0);
}

/* ---- what names mean ---- */

/* A parameter's slot may be an object; the value it came with is the parameter's. */
static bool entry_value(struct ha_lowering *lowering, uint32_t number,
                        struct ha_formula_name *name) {
  struct ha_frame *frame = lowering->frame;
  LLVMValueRef parameter = frame->function->facts[number].parameter;
  if (frame->caller || !parameter)
    return false;
  ha_expr value = frame->bindings[ha_function_number(lowering->unit, parameter)].expr;
  const struct ha_expr_row *row = &lowering->program->exprs.at[value];
  if (row->op != HA_EXPR_VAR)
    return false;
  name->var = (ha_var)row->imm;
  return true;
}

static bool of_local(struct ha_lowering *lowering, LLVMValueRef slot, bool at_entry,
                     struct ha_formula_name *name) {
  struct ha_frame *frame = lowering->frame;
  uint32_t number = ha_function_number(lowering->unit, slot);
  if (at_entry && entry_value(lowering, number, name))
    return true;
  name->var = frame->vars[number];
  name->object = name->var ? 0 : frame->objs[number];
  return name->var || name->object;
}

/* False if it is nothing that a formula can speak of (a variable-length array, a struct
 * passed on the stack). */
static bool meaning_of(struct ha_lowering *lowering, LLVMValueRef address,
                       bool at_entry, struct ha_formula_name *name) {
  if (LLVMIsAGlobalVariable(address)) {
    name->object = ha_global(lowering, address);
    return true;
  }
  bool local = LLVMIsAAllocaInst(address) || LLVMIsAArgument(address);
  return local && of_local(lowering, address, at_entry, name);
}

static void bind(struct ha_lowering *lowering, struct ha_formula_row *row,
                 struct ha_formula_name name) {
  name.name = ha_arena_strdup(lowering->program->arena, name.name);
  HA_PUSH(lowering->program->arena, row->names, name);
}

static void bind_ghosts(struct ha_lowering *lowering, struct ha_formula_row *row) {
  for (unsigned i = lowering->ghosts.count; i-- > 0;) {
    const struct ha_ghost_draft *g = &lowering->ghosts.at[i];
    if (g->frame == lowering->frame && has_word(row->text, g->name))
      bind(lowering, row,
           (struct ha_formula_name){.name = g->name, .ghost = g->formula});
  }
}

/* ---- rows ---- */

static ha_pos position(struct ha_lowering *lowering, const struct ha_contract *contract,
                       const char *function, ha_pos call) {
  struct ha_program *p = lowering->program;
  struct ha_pos_row row = {.file = ha_arena_strdup(p->arena, contract->file),
                           .line = contract->line,
                           .column = contract->column,
                           .function = ha_arena_strdup(p->arena, function),
                           .call = call};
  HA_PUSH(p->arena, p->poss, row);
  return p->poss.count - 1;
}

static ha_formula add_formula(struct ha_lowering *lowering, struct ha_formula_row row) {
  struct ha_program *p = lowering->program;
  HA_PUSH(p->arena, p->formulas, row);
  return p->formulas.count - 1;
}

/* The contract with the names that a call in the body passes. */
static bool read_call(struct ha_lowering *lowering, LLVMValueRef call,
                      const struct ha_contract *contract, struct ha_formula_row *row) {
  struct ha_frame *frame = lowering->frame;
  bool at_entry = contract->kind <= HA_FORMULA_ASSIGNS;
  *row = (struct ha_formula_row){
      .kind = contract->kind,
      .text = ha_arena_strdup(lowering->program->arena, contract->text),
      .pos = position(lowering, contract, ha_name_value(frame->function->value),
                      frame->call)};
  bind_ghosts(lowering, row);
  unsigned passed = LLVMGetNumArgOperands(call) - 1;
  for (unsigned i = 0; i < contract->count && i < passed; i++) {
    struct ha_formula_name name = {.name = contract->names[i]};
    if (!meaning_of(lowering, LLVMGetOperand(call, i + 1), at_entry, &name))
      return false;
    bind(lowering, row, name);
  }
  return true;
}

/* ---- commands ---- */

static ha_expr truth_of(struct ha_lowering *lowering, ha_formula formula) {
  return ha_expr_formula(lowering->program, formula);
}

/* At the formula's own place. */
static void check(struct ha_lowering *lowering, enum ha_check_kind kind,
                  ha_formula formula) {
  const struct ha_formula_row *row = &lowering->program->formulas.at[formula];
  ha_pos before = lowering->pos;
  const char *text = row->text;
  lowering->pos = row->pos;
  ha_emit_check(lowering, kind, truth_of(lowering, formula), text, "");
  lowering->pos = before;
}

static void assume(struct ha_lowering *lowering, ha_formula formula) {
  ha_pos before = lowering->pos;
  lowering->pos = lowering->program->formulas.at[formula].pos;
  ha_emit_assume(lowering, truth_of(lowering, formula));
  lowering->pos = before;
}

static void note(struct ha_lowering *lowering, ha_formula formula) {
  ha_emit(lowering,
          (struct ha_cmd_row){.op = HA_CMD_NOTE, .a = truth_of(lowering, formula)});
}

static void emit(struct ha_lowering *lowering, ha_formula formula) {
  const struct ha_formula_row row = lowering->program->formulas.at[formula];
  bool inlined = lowering->frame->caller != NULL;
  switch (row.kind) {
  case HA_FORMULA_REQUIRES:
    if (inlined)
      check(lowering, HA_CHECK_CONTRACT, formula);
    else
      assume(lowering, formula);
    break;
  case HA_FORMULA_ENSURES:
  case HA_FORMULA_ASSIGNS:
    HA_PUSH(lowering->scratch, lowering->ensures, formula);
    break;
  case HA_FORMULA_ASSERT:
  case HA_FORMULA_INVARIANT:
    check(lowering, HA_CHECK_ASSERT, formula);
    break;
  case HA_FORMULA_ASSUME:
    assume(lowering, formula);
    break;
  default: /* a ghost or a predicate */
    note(lowering, formula);
  }
}

/* Is it about this run?  What a callee ensures and what it compares with its own entry
 * is shown where it is analysed itself. */
static bool concerns(const struct ha_lowering *lowering,
                     const struct ha_contract *contract) {
  bool own = contract->kind == HA_FORMULA_ENSURES ||
             contract->kind == HA_FORMULA_ASSIGNS || has_word(contract->text, "old");
  return !lowering->frame->caller || !own;
}

bool ha_lower_contract(struct ha_lowering *lowering, LLVMValueRef call,
                       LLVMValueRef callee) {
  if (strcmp(ha_name_value(callee), HA_CONTRACT_CALL) || !LLVMIsACallInst(call) ||
      LLVMGetNumArgOperands(call) == 0 || !LLVMIsAConstantInt(LLVMGetOperand(call, 0)))
    return false;
  uint64_t number = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
  const struct ha_contract *contract =
      ha_unit_contract(lowering->unit, (unsigned)number);
  struct ha_formula_row row;
  if (!contract || !concerns(lowering, contract))
    return true;
  if (!read_call(lowering, call, contract, &row)) {
    ha_limit(lowering, "contract");
    return true;
  }
  ha_formula formula = add_formula(lowering, row);
  if (row.kind == HA_FORMULA_GHOST)
    HA_PUSH(lowering->scratch, lowering->ghosts,
            (struct ha_ghost_draft){lowering->frame, ghost_name(lowering, row.text),
                                    formula});
  emit(lowering, formula);
  return true;
}

void ha_contract_leave(struct ha_lowering *lowering) {
  for (unsigned i = 0; i < lowering->ensures.count; i++)
    check(lowering, HA_CHECK_CONTRACT, lowering->ensures.at[i]);
}

/* ---- calls ---- */

/* The argument in a variable of its own. */
static bool argument(struct ha_lowering *lowering, LLVMValueRef call, unsigned index,
                     struct ha_formula_name *name) {
  if (index >= LLVMGetNumArgOperands(call) ||
      !ha_ctype_is_scalar(LLVMTypeOf(LLVMGetOperand(call, index))))
    return false;
  ha_expr value = ha_value(lowering, LLVMGetOperand(call, index));
  const struct ha_decl *decl =
      ha_unit_param(lowering->unit, LLVMGetCalledValue(call), index);
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, index));
  if (decl && ha_ctype_fits(lowering, decl->type, type))
    value = ha_expr_as(lowering, value, decl->type);
  name->var = ha_var_temp(lowering, ha_type_of(lowering, value));
  ha_emit_assign(lowering, name->var, value);
  return true;
}

static void require(struct ha_lowering *lowering, LLVMValueRef call,
                    LLVMValueRef function, unsigned number) {
  const struct ha_contract *contract = ha_unit_contract(lowering->unit, number);
  const struct ha_contract_name *names = ha_unit_contract_names(lowering->unit, number);
  struct ha_formula_row row = {
      .kind = contract->kind,
      .text = ha_arena_strdup(lowering->program->arena, contract->text),
      .pos = position(lowering, contract, ha_name_value(function), lowering->pos)};
  for (unsigned i = 0; i < contract->count; i++) {
    struct ha_formula_name name = {.name = contract->names[i]};
    bool known = names[i].parameter < 0
                     ? names[i].global != NULL
                     : argument(lowering, call, (unsigned)names[i].parameter, &name);
    if (!known) {
      ha_limit(lowering, "contract");
      return;
    }
    if (names[i].parameter < 0)
      name.object = ha_global(lowering, names[i].global);
    bind(lowering, &row, name);
  }
  check(lowering, HA_CHECK_CONTRACT, add_formula(lowering, row));
}

void ha_contract_call(struct ha_lowering *lowering, LLVMValueRef call,
                      LLVMValueRef function) {
  int number = -1;
  while ((number = ha_unit_next_contract(lowering->unit, function, number)) >= 0)
    if (ha_unit_contract(lowering->unit, (unsigned)number)->kind == HA_FORMULA_REQUIRES)
      require(lowering, call, function, (unsigned)number);
}
