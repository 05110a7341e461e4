// The frontend plugin: listens to the parser, and when the unit is complete has it
// analysed in a child and reports what came back.  The compile itself goes on behind
// us with its own consumer, options and module.
#include "astfilter.h"
#include "compat.h"
#include "contracts.h"
#include "diagnose.h"
#include "host.h"
#include "suppressattr.h"
#include "unitbuilder.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include <unistd.h>

HEAPABS_ABSENT_IN_OPT;

using namespace clang;

namespace heapabs {
namespace {

// The options with the memory they live in.  The action dies as soon as it has made its
// consumer, so the consumer has a share in it.
struct Configuration {
  ha_arena *Arena = ha_arena_new();
  ha_options *Options = ha_options_new(Arena);
  Configuration() = default;
  Configuration(const Configuration &) = delete;
  ~Configuration() { ha_arena_free(Arena); }
};

// One unit's analysis; the context of isolate.h's callbacks.
struct Analysis {
  CompilerInstance &CI;
  ASTContext &AST;
  const ParseEvents &Events;
  const std::vector<const FunctionDecl *> &Defined;
  const ha_options *Options;
  ha_collection *Collection;
  double FrontendMs; // that the compiler has worked so far

  static Analysis &of(void *Context) { return *static_cast<Analysis *>(Context); }
  static void work(void *Context, unsigned First, double Deadline, ha_wire *Wire) {
    Analysis &A = of(Context);
    detachFromHost();
    UnitBuilder Builder(A.CI, A.AST, A.Events, A.Defined, A.Options, A.FrontendMs);
    ha_driver_run(Builder.driver(), First, Deadline, Wire);
    ha_isolate_finish(Wire);
  }
  static void record(void *Context, ha_record *Record) {
    ha_collection_record(of(Context).Collection, Record);
  }
  static void lost(void *Context, unsigned Index, const char *Why) {
    ha_collection_lost(of(Context).Collection, Index, Why);
  }
  static void failed(void *Context, const char *Why) {
    ha_collection_failed(of(Context).Collection, Why);
  }
};

class Consumer : public ASTConsumer {
public:
  Consumer(CompilerInstance &Compiler, std::shared_ptr<Configuration> Chosen)
      : CI(Compiler), Config(std::move(Chosen)), Options(Config->Options) {}

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    Events.push_back({ParseEvent::TopLevel, Group});
    return true;
  }
  void HandleInterestingDecl(DeclGroupRef Group) override { HandleTopLevelDecl(Group); }
  void HandleTagDeclDefinition(TagDecl *D) override {
    Events.push_back({ParseEvent::TagDefinition, {}, D});
  }
  void HandleTagDeclRequiredDefinition(const TagDecl *D) override {
    Events.push_back({ParseEvent::TagRequired, {}, const_cast<TagDecl *>(D)});
  }
  void CompleteTentativeDefinition(VarDecl *D) override {
    Events.push_back({ParseEvent::Tentative, {}, D});
  }
  void HandleInlineFunctionDefinition(FunctionDecl *D) override {
    Events.push_back({ParseEvent::Inline, {}, D});
  }
  void HandleTranslationUnit(ASTContext &AST) override;

private:
  void analyse(ASTContext &AST, ha_arena *Arena);

  CompilerInstance &CI;
  std::shared_ptr<Configuration> Config;
  const ha_options *Options;
  ParseEvents Events;
};

// What does not compile is not analysed; a header being precompiled is no unit.
void Consumer::HandleTranslationUnit(ASTContext &AST) {
  if (CI.getDiagnostics().hasUncompilableErrorOccurred() ||
      AST.getLangOpts().CPlusPlus || AST.getLangOpts().ObjC ||
      AST.TUKind != TU_Complete)
    return;
  ha_arena *Arena = ha_arena_new();
  analyse(AST, Arena);
  ha_arena_free(Arena);
}

void Consumer::analyse(ASTContext &AST, ha_arena *Arena) {
  std::string File = CI.getFrontendOpts().Inputs.front().getFile().str();
  ha_collection *Collection = ha_collection_new(Arena, Options, File.c_str());
  std::vector<const FunctionDecl *> Defined = definedFunctions(Events, AST);
  bool Forced = *Options->entry || *Options->explain || Options->dump != HA_DUMP_NONE ||
                Contracts::arePossible(CI);
  if (Forced || touchesLinks(Defined)) {
    Analysis A = {CI, AST, Events, Defined, Options, Collection, ha_cpu_ms()};
    ha_job Job = {&A, Analysis::work, Analysis::record, Analysis::lost,
                  Analysis::failed};
    ha_limits Limits = {uint64_t(Options->memory) << 20, double(Options->budget),
                        double(Options->unit_budget), Options->noise};
    ha_isolate(&Job, &Limits);
  } else {
    ha_collection_skip(Collection, Defined.size());
  }
  markSuppressed(AST, Defined, Collection);
  markPragmas(CI, Options, Collection);
  ha_collection_conclude(Collection);
  reportFindings(CI, Options, Collection);
  if (const char *Error = ha_collection_write(Collection))
    reportError(CI, Error);
  if (Options->stats)
    fprintf(stderr, "%s\n", ha_collection_summary(Collection));
  ha_collection_free(Collection);
}

class Action : public PluginASTAction {
public:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    return std::make_unique<Consumer>(CI, Config);
  }
  bool ParseArgs(const CompilerInstance &CI,
                 const std::vector<std::string> &Args) override;
  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  std::shared_ptr<Configuration> Config = std::make_shared<Configuration>();
};

bool Action::ParseArgs(const CompilerInstance &CI,
                       const std::vector<std::string> &Args) {
  for (const std::string &Arg : Args)
    if (const char *Error =
            ha_options_set(Config->Arena, Config->Options, Arg.c_str())) {
      reportError(const_cast<CompilerInstance &>(CI), Error);
      return false;
    }
  if (CI.getHeaderSearchOpts().Verbose)
    fprintf(stderr, "heapabs " HEAPABS_VERSION ": %s\n",
            ha_options_describe(Config->Arena, Config->Options));
  return true;
}

// A clang of another version has other classes under the same names: there is no way
// to tell it anything, and no way back into it.
[[noreturn]] void refuse(unsigned Host) {
  fprintf(stderr,
          "error: heapabs: this plugin was built for clang %d and cannot be loaded "
          "into version %u\n",
          LLVM_VERSION_MAJOR, Host);
  _exit(1);
}

// Runs when the library is loaded.  Not a static object: `opt` loads the same library
// and has no registry of frontend plugins.
__attribute__((constructor)) void enter() {
  unsigned Host = hostVersion();
  if (Host && Host != LLVM_VERSION_MAJOR)
    refuse(Host);
  if (hostIsClang())
    static FrontendPluginRegistry::Add<Action> Registration(
        "heapabs", "finds heap errors in list-manipulating C");
}

} // namespace
} // namespace heapabs
