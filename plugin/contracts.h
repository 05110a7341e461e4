// The contracts that the macros of heapabs.h leave in the source.
//
// On a function they are attributes, in a body the size of a string: clang makes no
// code of either.  The private module is to have them, so in the analysing child a call
// is put in the place of each, with the addresses of the variables it names; the
// compiler's own process never sees those calls.
#ifndef HEAPABS_PLUGIN_CONTRACTS_H
#define HEAPABS_PLUGIN_CONTRACTS_H

#include "c_headers.h"
#include "generate.h"
#include <string>
#include <vector>

namespace heapabs {

class Contracts {
public:
  // Is heapabs.h included?
  static bool arePossible(clang::CompilerInstance &CI);

  // Changes the syntax tree: in the child only, before code is generated.
  Contracts(clang::CompilerInstance &CI, clang::ASTContext &Context,
            const ParseEvents &Events);
  void publish(ha_unit *Unit, Generated &Code) const;

private:
  friend class BodyVisitor;

  struct Contract {
    ha_formula_kind Kind;
    std::string Text, File;
    unsigned Line, Column;
    std::vector<std::string> Names;
    std::vector<const clang::VarDecl *> Variables; // by name
    const clang::FunctionDecl *Function;           // whose it is; null: in a body
  };
  using Lookup = llvm::function_ref<const clang::VarDecl *(llvm::StringRef)>;

  bool read(llvm::StringRef Literal, clang::SourceLocation Where, Contract &C) const;
  void locate(clang::SourceLocation Where, Contract &C) const;
  void bindNames(Contract &C, Lookup Find) const;
  const clang::VarDecl *findGlobal(llvm::StringRef Name) const;
  clang::Expr *callFor(const Contract &C, clang::SourceLocation Where);
  void addFunction(clang::FunctionDecl *F);
  void addDeclaration(const clang::FunctionDecl *Declaration,
                      const clang::FunctionDecl *Definition,
                      std::vector<clang::Stmt *> &Calls);

  clang::ASTContext &Context;
  clang::FunctionDecl *Marker = nullptr;
  std::vector<Contract> All;
};

} // namespace heapabs

#endif
