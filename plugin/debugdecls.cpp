#include "debugdecls.h"
#include "compat.h"
#include "debugtypes.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heapabs {
namespace {

class Declarer {
public:
  explicit Declarer(ha_unit *Owner) : Unit(Owner), Types(ha_unit_types(Owner)) {}

  void declareFunction(Function &F);
  void declareLocals(Function &F);
  void declareGlobal(GlobalVariable &G);
  void makeType(const DIType *Type) { Types.get(Type); }

private:
  void declareLocal(Value *Address, const DILocalVariable *Variable, unsigned Column);
  void declareScopes(const DebugLoc &Place);
  void declareParam(Argument &Arg, StringRef Name, const DIType *Type);
  void declareParams(Function &F, DITypeRefArray Signature);
  void declare(ha_decl Decl, StringRef Name, StringRef File);

  ha_unit *Unit;
  DebugTypes Types;
};

void Declarer::declare(ha_decl Decl, StringRef Name, StringRef File) {
  std::string NameText = Name.str(), FileText = File.str();
  Decl.name = NameText.c_str();
  Decl.file = FileText.c_str();
  ha_unit_declare(Unit, &Decl);
}

void Declarer::declareParam(Argument &Arg, StringRef Name, const DIType *Type) {
  std::string Text = Name.str();
  ha_decl Decl = {};
  Decl.value = wrap(&Arg);
  Decl.name = Text.c_str();
  Decl.type = Types.get(Type);
  Decl.nonnull = Arg.hasNonNullAttr(/*AllowUndefOrPoison=*/true);
  ha_unit_declare_param(Unit, wrap(Arg.getParent()), Arg.getArgNo(), &Decl);
  ha_unit_declare(Unit, &Decl);
}

// Is one IR argument of this type one C argument of the type the debug info names?
// A record passed by value is expanded or coerced: from there on positions differ.
bool fits(const Argument &Arg, const DIType *Type, const DataLayout &Layout) {
  while (auto *Derived = dyn_cast_or_null<DIDerivedType>(Type)) {
    if (Derived->getTag() == dwarf::DW_TAG_pointer_type)
      return Arg.getType()->isPointerTy() && !Arg.hasByValAttr();
    Type = Derived->getBaseType();
  }
  auto *Composite = dyn_cast_or_null<DICompositeType>(Type);
  if (Composite && Composite->getTag() != dwarf::DW_TAG_enumeration_type)
    return false;
  return Type && !Arg.getType()->isPointerTy() &&
         Layout.getTypeSizeInBits(Arg.getType()) <= Type->getSizeInBits();
}

void Declarer::declareParams(Function &F, DITypeRefArray Signature) {
  const DataLayout &Layout = F.getParent()->getDataLayout();
  unsigned First = F.arg_size() && F.getArg(0)->hasStructRetAttr() ? 1 : 0;
  for (unsigned I = 1; I < Signature.size() && First + I - 1 < F.arg_size(); I++) {
    Argument &Arg = *F.getArg(First + I - 1);
    if (!fits(Arg, Signature[I], Layout))
      return;
    declareParam(Arg, Arg.getName(), Signature[I]);
  }
}

void Declarer::declareFunction(Function &F) {
  DISubprogram *Subprogram = F.getSubprogram();
  if (!Subprogram || !Subprogram->getType())
    return;
  DITypeRefArray Signature = Subprogram->getType()->getTypeArray();
  ha_decl Decl = {};
  Decl.value = wrap(&F);
  Decl.type = Signature.size() ? Types.get(Signature[0]) : 0;
  Decl.line = Subprogram->getLine();
  Decl.nonnull = F.hasRetAttribute(Attribute::NonNull);
  declare(Decl, Subprogram->getName(), Subprogram->getFilename());
  declareParams(F, Signature);
}

// Values have names in our own module; in one that comes from a file they may not.
bool isArgumentOf(const Argument &Arg, const AllocaInst *Slot,
                  const DILocalVariable *Variable) {
  if (Arg.hasName())
    return Arg.getName() == Variable->getName();
  return any_of(Slot->users(), [&](const User *U) {
    auto *Store = dyn_cast<StoreInst>(U);
    return Store && Store->getValueOperand() == &Arg &&
           Store->getPointerOperand() == Slot;
  });
}

// A parameter after a record passed by value is recognised by its name.
void Declarer::declareLocal(Value *Address, const DILocalVariable *Variable,
                            unsigned Column) {
  auto *Slot = dyn_cast_or_null<AllocaInst>(Address);
  if (!Slot)
    return;
  ha_decl Decl = {};
  Decl.value = wrap(Slot);
  Decl.type = Types.get(Variable->getType());
  Decl.line = Variable->getLine();
  Decl.column = Column;
  Decl.scope = wrap(Variable->getScope()->getNonLexicalBlockFileScope());
  declare(Decl, Variable->getName(), Variable->getFilename());
  Function *F = Slot->getFunction();
  for (Argument &Arg : F->args())
    if (Variable->isParameter() && isArgumentOf(Arg, Slot, Variable) &&
        (!Arg.hasName() || !ha_unit_param(Unit, wrap(F), Arg.getArgNo())) &&
        fits(Arg, Variable->getType(), F->getParent()->getDataLayout()))
      declareParam(Arg, Variable->getName(), Variable->getType());
}

// The blocks around an instruction, outwards to the function's body.
void Declarer::declareScopes(const DebugLoc &Place) {
  const MDNode *At = Place ? Place.getScope() : nullptr;
  while (auto *Block = dyn_cast_or_null<DILexicalBlockBase>(At)) {
    At = Block->getScope();
    ha_unit_declare_scope(Unit, wrap(Block), wrap(At));
  }
}

void Declarer::declareLocals(Function &F) {
  for (Instruction &I : instructions(F)) {
    declareScopes(I.getDebugLoc());
    for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange()))
      if (Record.isDbgDeclare() && !Record.getExpression()->getNumElements())
        declareLocal(Record.getVariableLocationOp(0), Record.getVariable(),
                     Record.getDebugLoc().getCol());
    auto *Declare = dyn_cast<DbgDeclareInst>(&I);
    if (Declare && !Declare->getExpression()->getNumElements())
      declareLocal(Declare->getAddress(), Declare->getVariable(),
                   Declare->getDebugLoc().getCol());
  }
}

void Declarer::declareGlobal(GlobalVariable &G) {
  SmallVector<DIGlobalVariableExpression *, 1> Found;
  G.getDebugInfo(Found);
  if (Found.empty())
    return;
  const DIGlobalVariable *Variable = Found.front()->getVariable();
  ha_decl Decl = {};
  Decl.value = wrap(&G);
  Decl.type = Types.get(Variable->getType());
  Decl.line = Variable->getLine();
  declare(Decl, Variable->getName(), Variable->getFilename());
}

} // namespace

static LLVMValueRef caseLabel(LLVMValueRef Inst, unsigned Successor) {
  auto *Switch = cast<SwitchInst>(unwrap(Inst));
  return wrap(
      SwitchInst::CaseIt::fromSuccessorIndex(Switch, Successor)->getCaseValue());
}

ha_unit *newUnit(ha_arena *Arena, Module &Module) {
  return ha_unit_new(Arena, wrap(&Module), caseLabel);
}

// Types that only a cast names are in no declaration, but the unit retains them.
void declareFromDebugInfo(ha_unit *Unit, Module &Module) {
  Declarer D(Unit);
  for (Function &F : Module)
    D.declareFunction(F);
  for (GlobalVariable &G : Module.globals())
    D.declareGlobal(G);
  for (Function &F : Module)
    D.declareLocals(F);
  for (DICompileUnit *CU : Module.debug_compile_units())
    for (DIScope *Retained : CU->getRetainedTypes())
      if (auto *Type = dyn_cast_or_null<DIType>(Retained))
        D.makeType(Type);
}

} // namespace heapabs
