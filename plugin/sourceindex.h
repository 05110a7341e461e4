// Which expression of the source a debug location stands for.
//
// CodeGen locates an access at the member's name, the `*`, the subscripted
// expression, or at the `=`, `+=`, `++` that stores; a call at its beginning.  The
// index has the range and the words of the expression under that position.  Where one
// position stands for several expressions (a macro, `p->a[i]`) it has the range only.
#ifndef HEAPABS_PLUGIN_SOURCEINDEX_H
#define HEAPABS_PLUGIN_SOURCEINDEX_H

#include "c_headers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace heapabs {

class SourceIndex {
public:
  explicit SourceIndex(clang::ASTContext &Context);

  void addFunction(const clang::FunctionDecl *F);
  // Tells the unit all that has been added.
  void publish(ha_unit *Unit) const;
  // Fills in clang's own encodings of a place that the debug info names.
  void locate(ha_place &Place) const;

private:
  friend class SourceVisitor;
  struct Entry {
    const char *File; // as clang presents it
    unsigned Line, Column;
    clang::SourceLocation Caret;
    clang::SourceRange Range;
    std::string Text, Base;
    int Next; // of the same line and column, in another file
  };

  void add(clang::SourceLocation Caret, const clang::Stmt *Whole,
           const clang::Expr *Base);
  void addTest(clang::SourceLocation Keyword);
  bool isMacroTest(llvm::StringRef File, unsigned Line, unsigned Column) const;
  Entry *find(llvm::StringRef File, unsigned Line, unsigned Column);
  std::string textOf(const clang::Stmt *S) const;

  clang::ASTContext &Context;
  std::vector<Entry> Entries;
  llvm::DenseMap<std::pair<unsigned, unsigned>, int> First;
  // Where a macro is expanded that branches: by itself, and as it was told to.
  using Position = std::tuple<unsigned, unsigned, std::string>;
  std::set<Position> MacroTests, GivenTests;
};

} // namespace heapabs

#endif
