#include "astfilter.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;

namespace heapabs {

std::vector<const FunctionDecl *> definedFunctions(const ParseEvents &Events,
                                                   ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  bool SystemToo =
      !Context.getDiagnostics().getSuppressSystemWarnings(); // -Wsystem-headers
  std::vector<const FunctionDecl *> Functions;
  for (const ParseEvent &Event : Events) {
    if (Event.Kind != ParseEvent::TopLevel)
      continue;
    for (const Decl *D : Event.Group)
      if (auto *F = dyn_cast<FunctionDecl>(D))
        if (F->doesThisDeclarationHaveABody() &&
            (SystemToo ||
             !Sources.isInSystemHeader(Sources.getExpansionLoc(F->getLocation()))))
          Functions.push_back(F);
  }
  return Functions;
}

namespace {

// The record a type is about: its own, an element's or a pointee's.
const RecordDecl *recordOf(QualType Type) {
  Type = Type.getCanonicalType();
  for (;;) {
    if (Type->isPointerType())
      Type = Type->getPointeeType();
    else if (Type->isArrayType())
      Type = QualType(Type->getArrayElementTypeNoTypeQual(), 0);
    else if (auto *Record = Type->getAs<RecordType>())
      return Record->getDecl()->getDefinition();
    else
      return nullptr;
  }
}

// A record is linked if it leads, by pointers or embedding, to one that leads back to
// itself: a cycle can be reached in the graph of the types.
class Links {
public:
  bool isLinked(const RecordDecl *Record) {
    auto [It, New] = Seen.try_emplace(Record, OnPath);
    if (!New)
      return It->second != Unlinked;
    bool Linked = false;
    for (const FieldDecl *Field : Record->fields())
      if (const RecordDecl *Next = recordOf(Field->getType()))
        Linked |= isLinked(Next);
    Seen[Record] = Linked ? IsLinked : Unlinked;
    return Linked;
  }

  bool areTouchedBy(const Stmt *S) {
    if (!S)
      return false;
    if (auto *Member = dyn_cast<MemberExpr>(S))
      if (auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl()))
        if (isLinked(Field->getParent()))
          return true;
    if (auto *Deref = dyn_cast<UnaryOperator>(S))
      if (Deref->getOpcode() == UO_Deref)
        if (const RecordDecl *Record = recordOf(Deref->getType()))
          if (isLinked(Record))
            return true;
    for (const Stmt *Child : S->children())
      if (areTouchedBy(Child))
        return true;
    return false;
  }

private:
  enum State { OnPath, Unlinked, IsLinked };
  llvm::DenseMap<const RecordDecl *, State> Seen;
};

} // namespace

bool touchesLinks(const std::vector<const FunctionDecl *> &Functions) {
  Links L;
  for (const FunctionDecl *F : Functions)
    if (L.areTouchedBy(F->getBody()))
      return true;
  return false;
}

} // namespace heapabs
