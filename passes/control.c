/* The body of a function: blocks in reverse postorder, their instructions, and the
 * terminators that tie them together. */
#include "lifetime.h"
#include "lowering.h"
#include <llvm-c/Core.h>

static ha_expr truth(struct ha_lowering *lowering, bool value) {
  return ha_expr_const(lowering->program, ha_type_truth(lowering->types), value);
}

static ha_loc location_of(struct ha_lowering *lowering, LLVMBasicBlockRef block) {
  return lowering->frame->block_locs[ha_function_block(lowering->unit, block)];
}

/* One assignment to a phi's variable on the way into its block. */
struct phi_copy {
  ha_var var;
  ha_expr value;
};

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
    if (LLVMGetIncomingBlock(phi, i) == from)
      return LLVMGetIncomingValue(phi, i);
  return LLVMGetUndef(LLVMTypeOf(phi));
}

static bool is_overwritten_before(struct ha_lowering *lowering,
                                  const struct phi_copy *copies, unsigned i) {
  for (unsigned k = 0; k < i; k++)
    if (ha_expr_mentions(lowering, copies[i].value, copies[k].var))
      return true;
  return false;
}

/* Phis take their values all at once: what an earlier copy would overwrite is read
 * into a temporary first. */
static void emit_copies(struct ha_lowering *lowering, struct phi_copy *copies,
                        unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (is_overwritten_before(lowering, copies, i)) {
      ha_var temp = ha_var_temp(lowering, ha_type_of(lowering, copies[i].value));
      ha_emit_assign(lowering, temp, copies[i].value);
      copies[i].value = ha_expr_var(lowering->program, temp);
    }
  for (unsigned i = 0; i < count; i++)
    ha_emit_assign(lowering, copies[i].var, copies[i].value);
}

static bool has_phis(LLVMBasicBlockRef block) {
  LLVMValueRef first = LLVMGetFirstInstruction(block);
  return first && LLVMIsAPHINode(first);
}

/* A first-class aggregate cannot flow through a variable: it becomes unknown. */
static void lower_phi(struct ha_lowering *lowering, LLVMValueRef phi) {
  if (ha_ctype_is_scalar(LLVMTypeOf(phi)))
    return;
  ha_limit(lowering, "aggregate-phi");
  ha_value_havoc(lowering, phi, HA_ORIGIN_UNMODELLED, NULL);
}

static LLVMMetadataRef scope_into(struct ha_lowering *lowering, LLVMBasicBlockRef to) {
  return lowering->frame->function->scope_in[ha_function_block(lowering->unit, to)];
}

/* From the block just lowered to a successor, by way of the phi copies and of the
 * locals that end or begin between the two. */
static void enter_block(struct ha_lowering *lowering, LLVMBasicBlockRef from,
                        LLVMBasicBlockRef to) {
  LLVMMetadataRef scope = lowering->frame->scope;
  HA_VEC(struct phi_copy) copies = {0};
  for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi)) {
    ha_var var = lowering->frame->vars[ha_function_number(lowering->unit, phi)];
    if (var)
      HA_PUSH(lowering->scratch, copies,
              (struct phi_copy){var, ha_value(lowering, incoming(phi, from))});
  }
  emit_copies(lowering, copies.at, copies.count);
  ha_lifetime_pass(lowering, scope_into(lowering, to));
  ha_flow_goto(lowering, location_of(lowering, to));
  lowering->frame->scope = scope;
}

static bool has_something_on_the_way(struct ha_lowering *lowering,
                                     LLVMBasicBlockRef to) {
  return has_phis(to) || ha_lifetime_matters(lowering, scope_into(lowering, to));
}

/* The location a branch to `to` should aim at: the block's own, or one on the way
 * where the phi copies are. */
static ha_loc landing(struct ha_lowering *lowering, LLVMBasicBlockRef to) {
  return has_something_on_the_way(lowering, to) ? ha_flow_location(lowering)
                                                : location_of(lowering, to);
}

static void land(struct ha_lowering *lowering, ha_loc at, LLVMBasicBlockRef from,
                 LLVMBasicBlockRef to) {
  if (!has_something_on_the_way(lowering, to))
    return;
  ha_flow_start(lowering, at);
  enter_block(lowering, from, to);
}

static void branch(struct ha_lowering *lowering, ha_expr condition,
                   LLVMBasicBlockRef from, LLVMBasicBlockRef yes,
                   LLVMBasicBlockRef no) {
  ha_loc yes_loc = landing(lowering, yes), no_loc = landing(lowering, no);
  ha_flow_branch(lowering, condition, yes_loc, no_loc);
  land(lowering, yes_loc, from, yes);
  land(lowering, no_loc, from, no);
}

/* One two-way test per destination: `branch` to it, or on to the next test. */
static void branch_or_continue(struct ha_lowering *lowering, ha_expr condition,
                               LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  ha_loc target = landing(lowering, to), next = ha_flow_location(lowering);
  ha_flow_branch(lowering, condition, target, next);
  land(lowering, target, from, to);
  ha_flow_start(lowering, next);
}

/* The value is anything then, and a label's place stands for the label. */
static bool is_wide(LLVMValueRef inst) {
  return !ha_ctype_is_scalar(LLVMTypeOf(LLVMGetOperand(inst, 0)));
}

static ha_expr case_test(struct ha_lowering *lowering, LLVMValueRef inst, ha_expr value,
                         unsigned first, unsigned cases) {
  struct ha_program *p = lowering->program;
  ha_type type = ha_type_of(lowering, value), i1 = ha_type_truth(lowering->types);
  ha_expr test = 0;
  for (unsigned i = first; i <= cases; i++) {
    if (LLVMGetSuccessor(inst, i) != LLVMGetSuccessor(inst, first))
      continue;
    LLVMValueRef label = ha_unit_case_label(lowering->unit, inst, i);
    ha_expr constant =
        ha_expr_const(p, type, is_wide(inst) ? i : LLVMConstIntGetZExtValue(label));
    ha_expr hit = ha_expr_make(p, HA_EXPR_EQ, i1, value, constant, 0);
    test = test ? ha_expr_make(p, HA_EXPR_LOR, i1, test, hit, 0) : hit;
  }
  return test;
}

static bool is_earlier_destination(LLVMValueRef inst, unsigned i) {
  for (unsigned k = 1; k < i; k++)
    if (LLVMGetSuccessor(inst, k) == LLVMGetSuccessor(inst, i))
      return true;
  return false;
}

static void lower_switch(struct ha_lowering *lowering, LLVMValueRef inst,
                         LLVMBasicBlockRef block) {
  ha_expr value = ha_value(lowering, LLVMGetOperand(inst, 0));
  unsigned cases = LLVMGetNumSuccessors(inst) - 1;
  LLVMBasicBlockRef otherwise = LLVMGetSwitchDefaultDest(inst);
  if (!value) {
    ha_limit(lowering, "wide-integer");
    ha_var choice = ha_var_temp(lowering, ha_type_size(lowering->types));
    ha_emit_havoc(lowering, choice, HA_ORIGIN_UNMODELLED, NULL);
    value = ha_expr_var(lowering->program, choice);
  }
  for (unsigned i = 1; i <= cases; i++)
    if (LLVMGetSuccessor(inst, i) != otherwise && !is_earlier_destination(inst, i))
      branch_or_continue(lowering, case_test(lowering, inst, value, i, cases), block,
                         LLVMGetSuccessor(inst, i));
  enter_block(lowering, block, otherwise);
}

/* A computed goto: the address is one of the labels', or the jump is undefined. */
static void lower_indirect_branch(struct ha_lowering *lowering, LLVMValueRef inst,
                                  LLVMBasicBlockRef block) {
  struct ha_program *p = lowering->program;
  ha_expr address = ha_value(lowering, LLVMGetOperand(inst, 0));
  for (unsigned i = 0; i < LLVMGetNumSuccessors(inst); i++) {
    LLVMBasicBlockRef to = LLVMGetSuccessor(inst, i);
    ha_obj label = ha_global_named(lowering, to, "label", HA_OBJ_FUNCTION,
                                   ha_type_func(lowering->types));
    ha_expr here =
        ha_expr_as(lowering, ha_expr_obj(p, label), ha_type_of(lowering, address));
    branch_or_continue(
        lowering,
        ha_expr_make(p, HA_EXPR_EQ, ha_type_truth(lowering->types), address, here, 0),
        block, to);
  }
  ha_flow_stop(lowering);
}

/* Terminators that C hardly makes: any successor may be next. */
static void lower_any_branch(struct ha_lowering *lowering, LLVMValueRef inst,
                             LLVMBasicBlockRef block) {
  unsigned count = LLVMGetNumSuccessors(inst);
  ha_limit(lowering, "control");
  if (!count) {
    ha_flow_stop(lowering);
    return;
  }
  for (unsigned i = 0; i + 1 < count; i++) {
    ha_var choice = ha_var_temp(lowering, ha_type_truth(lowering->types));
    ha_emit_havoc(lowering, choice, HA_ORIGIN_UNMODELLED, NULL);
    branch_or_continue(lowering, ha_expr_var(lowering->program, choice), block,
                       LLVMGetSuccessor(inst, i));
  }
  enter_block(lowering, block, LLVMGetSuccessor(inst, count - 1));
}

/* The struct that the entry function returns: what it points to is no leak. */
static ha_expr returned_struct(struct ha_lowering *lowering, LLVMValueRef inst) {
  LLVMValueRef value = LLVMGetNumOperands(inst) ? LLVMGetOperand(inst, 0) : NULL;
  if (!value || ha_ctype_is_scalar(LLVMTypeOf(value)))
    return 0;
  return ha_value_in_object(lowering, value);
}

static void lower_return(struct ha_lowering *lowering, LLVMValueRef inst) {
  struct ha_frame *frame = lowering->frame;
  ha_expr returned = frame->caller ? 0 : returned_struct(lowering, inst);
  if (LLVMGetNumOperands(inst) && frame->results) {
    LLVMValueRef value = LLVMGetOperand(inst, 0);
    ha_expr *parts = ha_value_parts(lowering, value);
    for (unsigned i = 0; i < ha_leaf_count(LLVMTypeOf(value)); i++) {
      const struct ha_expr_row *row = &lowering->program->exprs.at[parts[i]];
      if (row->op != HA_EXPR_VAR || row->imm != frame->results[i])
        ha_emit_assign(lowering, frame->results[i], parts[i]);
    }
  }
  LLVMMetadataRef scope = frame->scope;
  ha_lifetime_pass(lowering, NULL);
  if (!frame->caller)
    ha_leave_entry(lowering, returned);
  ha_flow_goto(lowering, frame->return_loc);
  frame->scope = scope;
}

/* A slot that is no variable of the source: clang's own for the returned value. */
static bool loads_own_slot(struct ha_lowering *lowering, LLVMValueRef inst) {
  if (!LLVMIsALoadInst(inst))
    return false;
  LLVMValueRef slot = LLVMGetOperand(inst, 0);
  return LLVMIsAAllocaInst(slot) && !ha_unit_decl(lowering->unit, slot);
}

/* The block that clang makes all `return` statements jump to. */
static bool only_returns(struct ha_lowering *lowering, LLVMBasicBlockRef block) {
  LLVMValueRef inst = LLVMGetFirstInstruction(block);
  if (loads_own_slot(lowering, inst))
    inst = LLVMGetNextInstruction(inst);
  return LLVMGetInstructionOpcode(inst) == LLVMRet;
}

/* Each `return` of the entry function gets a copy of it, at its own position: what is
 * wrong with leaving here is said of this statement, not of the closing brace. */
static void return_here(struct ha_lowering *lowering, LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  for (LLVMValueRef inst = LLVMGetFirstInstruction(block); inst != end;
       inst = LLVMGetNextInstruction(inst))
    ha_lower_instruction(lowering, inst);
  lower_return(lowering, end);
}

static void lower_jump(struct ha_lowering *lowering, LLVMBasicBlockRef from,
                       LLVMBasicBlockRef to) {
  if (!lowering->frame->caller && only_returns(lowering, to))
    return_here(lowering, to);
  else
    enter_block(lowering, from, to);
}

static void lower_terminator(struct ha_lowering *lowering, LLVMValueRef inst,
                             LLVMBasicBlockRef block) {
  switch (LLVMGetInstructionOpcode(inst)) {
  case LLVMRet:
    lower_return(lowering, inst);
    break;
  case LLVMBr:
    if (LLVMIsConditional(inst))
      branch(lowering, ha_value(lowering, LLVMGetCondition(inst)), block,
             LLVMGetSuccessor(inst, 0), LLVMGetSuccessor(inst, 1));
    else
      lower_jump(lowering, block, LLVMGetSuccessor(inst, 0));
    break;
  case LLVMSwitch:
    lower_switch(lowering, inst, block);
    break;
  case LLVMIndirectBr:
    lower_indirect_branch(lowering, inst, block);
    break;
  case LLVMUnreachable:
    if (lowering->options->checks & 1u << HA_CHECK_UNREACHABLE)
      ha_emit_check(lowering, HA_CHECK_UNREACHABLE, truth(lowering, false), "", "");
    ha_flow_stop(lowering);
    break;
  case LLVMCallBr:
    ha_call_unknown(lowering, inst, "asm goto");
    lower_any_branch(lowering, inst, block);
    break;
  case LLVMInvoke: /* -fexceptions: what is called may return or unwind */
    ha_call_unknown(lowering, inst, "invoke");
    lower_any_branch(lowering, inst, block);
    break;
  default:
    lower_any_branch(lowering, inst, block);
  }
}

static bool is_float_operation(LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMFNeg:
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFMul:
  case LLVMFDiv:
  case LLVMFRem:
  case LLVMFCmp:
  case LLVMFPToUI:
  case LLVMFPToSI:
  case LLVMUIToFP:
  case LLVMSIToFP:
  case LLVMFPTrunc:
  case LLVMFPExt:
    return true;
  default:
    return false;
  }
}

static const char *limitation_of(LLVMOpcode opcode, LLVMTypeRef type) {
  if (is_float_operation(opcode))
    return "float";
  if (opcode == LLVMVAArg)
    return "varargs";
  if (opcode == LLVMFreeze && ha_ctype_is_scalar(type))
    return "undefined";
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMVectorTypeKind || opcode == LLVMExtractElement ||
      opcode == LLVMInsertElement || opcode == LLVMShuffleVector)
    return "vector";
  if (kind == LLVMIntegerTypeKind)
    return "wide-integer";
  return "instruction";
}

/* No exact meaning: the result is anything, nothing else changes. */
static void lower_unmodelled(struct ha_lowering *lowering, LLVMValueRef inst,
                             LLVMOpcode opcode) {
  ha_limit(lowering, limitation_of(opcode, LLVMTypeOf(inst)));
  if (opcode == LLVMVAArg)
    ha_emit_havoc_reach(lowering, ha_value(lowering, LLVMGetOperand(inst, 0)), NULL);
  ha_value_havoc(lowering, inst, HA_ORIGIN_UNMODELLED, NULL);
}

void ha_lower_instruction(struct ha_lowering *lowering, LLVMValueRef inst) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
  switch (opcode) {
  case LLVMAlloca:
    ha_lower_alloca(lowering, inst);
    return;
  case LLVMLoad:
    ha_lower_load(lowering, inst);
    return;
  case LLVMStore:
    ha_lower_store(lowering, inst);
    return;
  case LLVMCall:
    ha_lower_call(lowering, inst);
    return;
  case LLVMPHI:
    lower_phi(lowering, inst);
    return;
  case LLVMExtractValue:
  case LLVMInsertValue:
    ha_lower_aggregate(lowering, inst);
    return;
  case LLVMAtomicCmpXchg:
  case LLVMAtomicRMW:
    ha_lower_atomic(lowering, inst);
    return;
  case LLVMFence:
    return;
  default: {
    ha_expr expr = ha_expr_of(lowering, inst, opcode);
    if (expr)
      ha_bind(lowering, inst, expr);
    else
      lower_unmodelled(lowering, inst, opcode);
  }
  }
}

static void lower_block(struct ha_lowering *lowering, LLVMBasicBlockRef block) {
  struct ha_frame *frame = lowering->frame;
  ha_flow_start(lowering, location_of(lowering, block));
  frame->unstable.count = 0;
  frame->scope = scope_into(lowering, block);
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  for (LLVMValueRef inst = LLVMGetFirstInstruction(block); inst;
       inst = LLVMGetNextInstruction(inst)) {
    lowering->pos = ha_position(lowering, inst);
    frame->at = ha_function_number(lowering->unit, inst);
    if (ha_lifetime_scope(inst))
      ha_lifetime_pass(lowering, ha_lifetime_scope(inst));
    if (inst == end) {
      ha_value_save_for_other_blocks(lowering);
      lower_terminator(lowering, inst, block);
    } else {
      ha_lower_instruction(lowering, inst);
    }
  }
}

/* The body of the current frame's function, from the current point to its
 * return_loc. */
void ha_lower_body(struct ha_lowering *lowering) {
  struct ha_frame *frame = lowering->frame;
  const struct ha_function *function = frame->function;
  for (uint32_t i = 0; i < function->block_count; i++)
    frame->block_locs[i] = ha_flow_location(lowering);
  ha_flow_goto(lowering, frame->block_locs[0]);
  for (uint32_t i = 0; i < function->block_count; i++)
    lower_block(lowering, function->blocks[i]);
}
