#include "unitbuilder.h"
#include "compat.h"
#include "debugdecls.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/FileSystem.h"

using namespace clang;

namespace heapabs {

static void locateByIndex(void *Index, ha_place *Place) {
  static_cast<SourceIndex *>(Index)->locate(*Place);
}

static bool isMarked(QualType Type, NullabilityKind Kind) {
  auto Nullability = Type->getNullability();
  return Nullability && *Nullability == Kind;
}

static bool isNonNullParam(const FunctionDecl *F, unsigned Index) {
  const ParmVarDecl *Param = F->getParamDecl(Index);
  if (Param->hasAttr<NonNullAttr>() ||
      isMarked(Param->getType(), NullabilityKind::NonNull))
    return true;
  for (const auto *Attr : F->specific_attrs<NonNullAttr>())
    if (Param->getType()->isPointerType() && Attr->isNonNull(Index))
      return true;
  return false;
}

// The debug info has neither `_Nullable` nor `_Nonnull`.
void UnitBuilder::declareNullability() {
  for (llvm::Function &F : *Code.module()) {
    auto *Source = dyn_cast_or_null<FunctionDecl>(Code.declOf(F));
    if (!Source)
      continue;
    unsigned First = F.arg_size() && F.getArg(0)->hasStructRetAttr() ? 1 : 0;
    for (unsigned I = 0; I < Source->getNumParams(); I++) {
      const ha_decl *Known = ha_unit_param(Unit, wrap(&F), First + I);
      if (!Known)
        continue;
      ha_decl Decl = *Known;
      Decl.nonnull |= isNonNullParam(Source, I);
      Decl.nullable =
          isMarked(Source->getParamDecl(I)->getType(), NullabilityKind::Nullable);
      if (Decl.nonnull == Known->nonnull && !Decl.nullable)
        continue;
      ha_unit_declare_param(Unit, wrap(&F), First + I, &Decl);
      ha_unit_declare(Unit, &Decl);
    }
  }
}

void UnitBuilder::collectFunctions(const std::vector<const FunctionDecl *> &Defined) {
  llvm::DenseMap<const Decl *, llvm::Function *> ByDecl;
  for (llvm::Function &F : *Code.module())
    if (!F.isDeclaration())
      if (const NamedDecl *Source = Code.declOf(F))
        ByDecl[Source->getCanonicalDecl()] = &F;
  for (const FunctionDecl *Source : Defined)
    if (llvm::Function *F = ByDecl.lookup(Source->getCanonicalDecl()))
      Functions.push_back(wrap(F));
}

// Something the reproducer must define for the linker to be content.
bool UnitBuilder::isForeign(const llvm::GlobalValue &Value) {
  if (!Value.isDeclaration() || Value.use_empty() ||
      Value.getName() == HA_CONTRACT_CALL)
    return false;
  const NamedDecl *Source = Code.declOf(Value);
  if (!Source)
    return false;
  auto *F = dyn_cast<FunctionDecl>(Source);
  const SourceManager &Sources = Context.getSourceManager();
  return !(F && F->getBuiltinID()) &&
         !Sources.isInSystemHeader(Sources.getExpansionLoc(Source->getLocation()));
}

// What decides how the source is read: macros, search paths, the standard.
void UnitBuilder::collectFlags(CompilerInstance &CI) {
  auto Add = [&](const Twine &Flag) {
    Flags.push_back(ha_arena_strdup(Arena, Flag.str().c_str()));
  };
  for (const auto &[Macro, IsUndef] : CI.getPreprocessorOpts().Macros)
    Add((IsUndef ? "-U" : "-D") + Macro);
  for (const auto &Entry : CI.getHeaderSearchOpts().UserEntries)
    if (Entry.Group == frontend::Angled || Entry.Group == frontend::Quoted)
      Add("-I" + Entry.Path);
  for (const std::string &File : CI.getPreprocessorOpts().Includes)
    Add("-include" + File);
  Flags.push_back(nullptr);
}

void UnitBuilder::describeReproducers(CompilerInstance &CI) {
  collectFlags(CI);
  for (llvm::Function &F : *Code.module())
    if (!F.isIntrinsic() && isForeign(F))
      ExternFunctions.push_back(ha_arena_strdup(Arena, F.getName().str().c_str()));
  for (llvm::GlobalVariable &G : Code.module()->globals())
    if (isForeign(G))
      ExternVariables.push_back(ha_arena_strdup(Arena, G.getName().str().c_str()));
  ExternFunctions.push_back(nullptr);
  ExternVariables.push_back(nullptr);
  llvm::SmallString<256> Path(CI.getFrontendOpts().Inputs.front().getFile());
  llvm::sys::fs::make_absolute(Path);
  Repro.source = ha_arena_strdup(Arena, Path.c_str());
  Repro.cflags = Flags.data();
  Repro.extern_functions = ExternFunctions.data();
  Repro.extern_variables = ExternVariables.data();
}

// The engines get a sixth of what the compile costs: that of the front end is known,
// that of the rest goes with the size of the code.  A contract is to be settled
// whatever it costs, and so is what a budget was named for.
void UnitBuilder::allowFor(CompilerInstance &CI, double FrontendMs) {
  const ha_options *Options = Driver.options;
  if (CI.getFrontendOpts().ProgramAction == frontend::ParseSyntaxOnly ||
      Options->has_budget || *Options->entry || *Options->explain || *Options->cert ||
      !Code.module() || Contracts::arePossible(CI))
    return;
  double PerInstruction = CI.getCodeGenOpts().OptimizationLevel ? 0.030 : 0.008;
  double Rest = PerInstruction * Code.module()->getInstructionCount();
  Driver.allowance_ms = (FrontendMs + Rest) / 6;
}

UnitBuilder::UnitBuilder(CompilerInstance &CI, ASTContext &AST,
                         const ParseEvents &Events,
                         const std::vector<const FunctionDecl *> &Defined,
                         const ha_options *Options, double FrontendMs)
    : Context(AST), Claims(CI, AST, Events), Code(CI, AST, Events),
      Arena(ha_arena_new()), Index(AST) {
  Driver.options = Options;
  if (!Code.module())
    return;
  Unit = newUnit(Arena, *Code.module());
  declareFromDebugInfo(Unit, *Code.module());
  declareNullability();
  Claims.publish(Unit, Code);
  for (const FunctionDecl *F : Defined)
    Index.addFunction(F);
  Index.publish(Unit);
  collectFunctions(Defined);
  bool Shown = ha_options_want_reproducers(Options);
  if (Shown)
    describeReproducers(CI);
  Driver.unit = Unit;
  Driver.functions = Functions.data();
  Driver.count = Functions.size();
  Driver.analyse = true;
  allowFor(CI, FrontendMs);
  Driver.repro = Shown ? &Repro : nullptr;
  Driver.locate = locateByIndex;
  Driver.context = &Index;
}

} // namespace heapabs
