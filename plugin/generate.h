// A private LLVM module for the unit, beside the one the compiler makes.
//
// The callbacks of the parser are kept and played to a second code generator when the
// unit is complete.  That happens in the analysing child only: there the compiler's
// options, diagnostics and declarations may be changed at will.
#ifndef HEAPABS_PLUGIN_GENERATE_H
#define HEAPABS_PLUGIN_GENERATE_H

#include "clang/AST/Decl.h"
#include "clang/AST/DeclGroup.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace heapabs {

// One callback of the parser, in the order they came.
struct ParseEvent {
  enum { TopLevel, TagDefinition, TagRequired, Tentative, Inline } Kind;
  clang::DeclGroupRef Group;   // TopLevel
  clang::Decl *Decl = nullptr; // the others
};
using ParseEvents = std::vector<ParseEvent>;

class Generated {
public:
  // Changes the process for good: call it in the child only.
  Generated(clang::CompilerInstance &CI, clang::ASTContext &Context,
            const ParseEvents &Events);

  llvm::Module *module() { return Generator->GetModule(); }
  // The source declaration of a function or variable of the module, or null.
  const clang::NamedDecl *declOf(const llvm::GlobalValue &Value);

private:
  void dropImplicitUses();

  llvm::LLVMContext Context;
  clang::CodeGenOptions Options; // the generator keeps a reference
  std::unique_ptr<clang::CodeGenerator> Generator;
};

} // namespace heapabs

#endif
