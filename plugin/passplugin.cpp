// The same library as a pass plugin, for IR without clang:
//   opt -load-pass-plugin=heapabs.so -passes='print<heapabs-gcl>' -disable-output f.ll
//   opt -load-pass-plugin=heapabs.so -passes=heapabs -disable-output f.ll
// C types and names come from the debug info alone; options have their defaults.
#include "compat.h"
#include "debugdecls.h"
#include "host.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heapabs {
namespace {

struct ModuleAnalysis {
  Module &Code;
  const ha_options *Options;
  bool Analyse;
  ha_collection *Collection;

  static ModuleAnalysis &of(void *Context) {
    return *static_cast<ModuleAnalysis *>(Context);
  }
  static void work(void *Context, unsigned First, double Deadline, ha_wire *Wire) {
    ModuleAnalysis &A = of(Context);
    detachFromHost();
    ha_unit *Unit = newUnit(ha_arena_new(), A.Code);
    declareFromDebugInfo(Unit, A.Code);
    std::vector<LLVMValueRef> Functions;
    for (Function &F : A.Code)
      if (!F.isDeclaration())
        Functions.push_back(wrap(&F));
    ha_driver Driver = {};
    Driver.options = A.Options;
    Driver.unit = Unit;
    Driver.functions = Functions.data();
    Driver.count = Functions.size();
    Driver.analyse = A.Analyse;
    ha_driver_run(&Driver, First, Deadline, Wire);
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

void print(const ha_place &Place, const Twine &Message) {
  errs() << Place.file << ':' << Place.line << ':';
  if (Place.column) // debug info has none for a function
    errs() << Place.column << ':';
  errs() << ' ' << Message << '\n';
}

// Findings as compilers write them, for a terminal and for FileCheck.
void printFindings(ha_collection *Collection) {
  const ha_finding *const *Findings = nullptr;
  unsigned Count = ha_collection_findings(Collection, &Findings);
  for (unsigned I = 0; I < Count; I++) {
    const ha_finding &F = *Findings[I];
    print(F.place, Twine(F.unknown ? "remark: " : "warning: ") + F.message +
                       " [heapabs-" + ha_check_id[F.kind] + "]");
    for (unsigned N = 0; N < F.notes.count; N++)
      print(F.notes.at[N].place, Twine("note: ") + F.notes.at[N].message);
  }
  errs() << ha_collection_verdicts(Collection) << ha_collection_summary(Collection)
         << '\n';
}

class Pass : public PassInfoMixin<Pass> {
public:
  explicit Pass(bool OnlyPrint) : Print(OnlyPrint) {}

  PreservedAnalyses run(Module &Code, ModuleAnalysisManager &) {
    ha_arena *Arena = ha_arena_new();
    ha_options *Options = ha_options_new(Arena);
    Options->dump = Print ? HA_DUMP_GCL : HA_DUMP_NONE;
    ModuleAnalysis A = {
        Code, Options, !Print,
        ha_collection_new(Arena, Options, Code.getSourceFileName().c_str())};
    ha_job Job = {&A, ModuleAnalysis::work, ModuleAnalysis::record,
                  ModuleAnalysis::lost, ModuleAnalysis::failed};
    ha_limits Limits = {uint64_t(Options->memory) << 20, double(Options->budget),
                        double(Options->unit_budget), Options->noise};
    ha_isolate(&Job, &Limits);
    ha_collection_conclude(A.Collection);
    if (Code.debug_compile_units().empty())
      errs() << "heapabs: " << Code.getSourceFileName()
             << " has no debug info, compile it with -g: what is linked is unknown\n";
    printFindings(A.Collection);
    ha_collection_free(A.Collection);
    ha_arena_free(Arena);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  bool Print;
};

void addPasses(PassBuilder &Builder) {
  Builder.registerPipelineParsingCallback([](StringRef Name, ModulePassManager &Passes,
                                             ArrayRef<PassBuilder::PipelineElement>) {
    if (Name != "heapabs" && Name != "print<heapabs-gcl>")
      return false;
    Passes.addPass(Pass(Name != "heapabs"));
    return true;
  });
}

} // namespace
} // namespace heapabs

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  PassPluginLibraryInfo Info = {};
  Info.APIVersion = LLVM_PLUGIN_API_VERSION;
  Info.PluginName = "heapabs";
  Info.PluginVersion = HEAPABS_VERSION;
  Info.RegisterPassBuilderCallbacks = heapabs::addPasses;
  return Info;
}
