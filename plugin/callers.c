#include "callers.h"
#include <llvm-c/Core.h>

enum { DEPTH = 8 /* how far an address is followed from hand to hand */ };

static bool stays(LLVMValueRef value, unsigned depth, bool *called);

/* A local that is only loaded and stored: what is loaded stays, too. */
static bool stays_in_local(LLVMValueRef slot, unsigned depth, bool *called) {
  if (!LLVMIsAAllocaInst(slot))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(slot); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == slot &&
        LLVMGetOperand(user, 0) != slot)
      continue;
    if (!LLVMIsALoadInst(user) || !stays(user, depth, called))
      return false;
  }
  return true;
}

/* Called itself (which counts if it is not by itself), or handed to functions with a
 * body here. */
static bool stays_in_call(LLVMValueRef call, LLVMValueRef value, unsigned depth,
                          bool *called) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  *called |= callee == value && caller != value;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    if (LLVMGetOperand(call, i) != value)
      continue;
    if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee) ||
        i >= LLVMCountParams(callee) || !stays(LLVMGetParam(callee, i), depth, called))
      return false;
  }
  return true;
}

static bool stays(LLVMValueRef value, unsigned depth, bool *called) {
  if (!depth)
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool harmless = false;
    if (LLVMIsACallInst(user))
      harmless = stays_in_call(user, value, depth - 1, called);
    else if (LLVMIsAStoreInst(user))
      harmless = stays_in_local(LLVMGetOperand(user, 1), depth - 1, called);
    else
      harmless = LLVMIsAICmpInst(user);
    if (!harmless)
      return false;
  }
  return true;
}

bool ha_callers_are_known(LLVMValueRef function) {
  bool called = false;
  return LLVMGetLinkage(function) == LLVMInternalLinkage &&
         stays(function, DEPTH, &called) && called;
}
