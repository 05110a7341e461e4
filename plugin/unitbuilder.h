// The unit that passes/ lowers, from the syntax tree and the private module.
#ifndef HEAPABS_PLUGIN_UNITBUILDER_H
#define HEAPABS_PLUGIN_UNITBUILDER_H

#include "contracts.h"
#include "generate.h"
#include "sourceindex.h"

namespace heapabs {

class UnitBuilder {
public:
  UnitBuilder(clang::CompilerInstance &CI, clang::ASTContext &Context,
              const ParseEvents &Events,
              const std::vector<const clang::FunctionDecl *> &Defined,
              const ha_options *Options, double FrontendMs);
  ~UnitBuilder() { ha_arena_free(Arena); }
  UnitBuilder(const UnitBuilder &) = delete;

  const ha_driver *driver() const { return &Driver; }

private:
  void allowFor(clang::CompilerInstance &CI, double FrontendMs);
  void declareNullability();
  void collectFunctions(const std::vector<const clang::FunctionDecl *> &Defined);
  void describeReproducers(clang::CompilerInstance &CI);
  void collectFlags(clang::CompilerInstance &CI);
  bool isForeign(const llvm::GlobalValue &Value);

  clang::ASTContext &Context;
  Contracts Claims; // before the code that is to have them
  Generated Code;
  ha_arena *Arena;
  ha_unit *Unit = nullptr;
  SourceIndex Index;
  std::vector<LLVMValueRef> Functions;
  std::vector<const char *> Flags, ExternFunctions, ExternVariables;
  ha_repro_options Repro = {};
  ha_driver Driver = {};
};

} // namespace heapabs

#endif
