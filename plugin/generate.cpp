#include "generate.h"
#include "compat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace clang;

namespace heapabs {
namespace {

// Nothing that the user's flags add for the machine's sake may blur the program:
// no sanitizers, no profiling, no initialisation of what is uninitialised.
void plainLanguage(LangOptions &Options) {
  Options.Sanitize.clear();
  Options.setTrivialAutoVarInit(LangOptions::TrivialAutoVarInitKind::Uninitialized);
  if (Options.getSignedOverflowBehavior() == LangOptions::SOB_Trapping)
    Options.setSignedOverflowBehavior(LangOptions::SOB_Undefined);
  Options.XRayInstrument = false;
  describeCallees(Options);
}

CodeGenOptions plainCode(CodeGenOptions Options) {
  Options.OptimizationLevel = 0;
  Options.OptimizeSize = 0;
  Options.DisableO0ImplyOptNone = true;
  Options.DiscardValueNames = false;
  Options.setDebugInfo(llvm::codegenoptions::FullDebugInfo);
  Options.DebugColumnInfo = true;
  Options.DwarfVersion = 5;
  // Files keep the names the diagnostics have: nothing is made relative or mapped.
  Options.DebugCompilationDir = "/";
  Options.DebugPrefixMap.clear();
  Options.InstrumentFunctions = false;
  Options.InstrumentFunctionsAfterInlining = false;
  Options.InstrumentFunctionEntryBare = false;
  Options.InstrumentForProfiling = false;
  Options.XRayInstrumentFunctions = false;
  Options.CoverageMapping = false;
  Options.CoverageNotesFile.clear();
  Options.CoverageDataFile.clear();
  Options.SanitizeCoverageType = 0;
  Options.SampleProfileFile.clear();
  Options.ProfileInstrumentUsePath.clear();
  Options.ProfileRemappingFile.clear();
  return Options;
}

// A static function nobody calls yet is still a function someone wrote.
void keepUnused(Decl *D, ASTContext &Context) {
  auto *F = dyn_cast<FunctionDecl>(D);
  if (!F || !F->doesThisDeclarationHaveABody() || !F->isStatic() ||
      F->hasAttr<UsedAttr>() ||
      !Context.getSourceManager().isInMainFile(
          Context.getSourceManager().getExpansionLoc(F->getLocation())))
    return;
  F->addAttr(UsedAttr::CreateImplicit(Context));
}

// The debug info of external variables and functions is made where it is asked for.
void describeExternal(Decl *D, CodeGenerator &Generator) {
  if (!D->isReferenced() || D->getMostRecentDecl() != D)
    return;
  auto *V = dyn_cast<VarDecl>(D);
  if (V && V->hasExternalStorage() && !V->hasDefinition())
    Generator.CompleteExternalDeclaration(V);
  auto *F = dyn_cast<FunctionDecl>(D);
  if (F && CompletesFunctions && !F->isDefined() && !F->getBuiltinID() && F->isGlobal())
    Generator.CompleteExternalDeclaration(F);
}

void play(const ParseEvent &Event, CodeGenerator &Generator, ASTContext &Context) {
  switch (Event.Kind) {
  case ParseEvent::TopLevel:
    for (Decl *D : Event.Group)
      keepUnused(D, Context);
    Generator.HandleTopLevelDecl(Event.Group);
    for (Decl *D : Event.Group)
      describeExternal(D, Generator);
    break;
  case ParseEvent::TagDefinition:
    Generator.HandleTagDeclDefinition(cast<TagDecl>(Event.Decl));
    break;
  case ParseEvent::TagRequired:
    Generator.HandleTagDeclRequiredDefinition(cast<TagDecl>(Event.Decl));
    break;
  case ParseEvent::Tentative:
    Generator.CompleteTentativeDefinition(cast<VarDecl>(Event.Decl));
    break;
  case ParseEvent::Inline:
    Generator.HandleInlineFunctionDefinition(cast<FunctionDecl>(Event.Decl));
    break;
  }
}

} // namespace

Generated::Generated(CompilerInstance &CI, ASTContext &AST, const ParseEvents &Events)
    : Options(plainCode(CI.getCodeGenOpts())) {
  Options.setProfileInstr(NoProfile);
  Options.setProfileUse(NoProfile);
  plainLanguage(CI.getLangOpts());
  CI.getDiagnostics().setSuppressAllDiagnostics(true);
  Context.setDiscardValueNames(false);
  Generator = createCodeGenerator(CI, Options, Context);
  Generator->Initialize(AST);
  for (const ParseEvent &Event : Events)
    play(Event, *Generator, AST);
  Generator->HandleTranslationUnit(AST);
  if (module())
    dropImplicitUses();
}

// The mark of keepUnused is not a use.
void Generated::dropImplicitUses() {
  llvm::removeFromUsedLists(*module(), [this](llvm::Constant *Listed) {
    auto *Value = dyn_cast<llvm::GlobalValue>(Listed->stripPointerCasts());
    const NamedDecl *Source = Value ? declOf(*Value) : nullptr;
    const auto *Mark = Source ? Source->getAttr<UsedAttr>() : nullptr;
    return Mark && Mark->isImplicit();
  });
  for (llvm::Function &F : *module())
    F.removeDeadConstantUsers();
}

const NamedDecl *Generated::declOf(const llvm::GlobalValue &Value) {
  return dyn_cast_or_null<NamedDecl>(Generator->GetDeclForMangledName(Value.getName()));
}

} // namespace heapabs
