#include "suppressattr.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace heapabs {
namespace {

class Visitor : public RecursiveASTVisitor<Visitor> {
public:
  Visitor(const SourceManager &Manager, ha_collection *Into)
      : Sources(Manager), Collection(Into) {}

  bool VisitAttributedStmt(AttributedStmt *S) {
    for (const Attr *A : S->getAttrs())
      if (auto *Suppress = dyn_cast<SuppressAttr>(A))
        mark(*Suppress, S->getSourceRange());
    return true;
  }
  bool VisitDecl(Decl *D) {
    for (const auto *Suppress : D->specific_attrs<SuppressAttr>())
      mark(*Suppress, D->getSourceRange());
    return true;
  }

private:
  void mark(const SuppressAttr &Attribute, SourceRange Range);

  const SourceManager &Sources;
  ha_collection *Collection;
};

void Visitor::mark(const SuppressAttr &Attribute, SourceRange Range) {
  PresumedLoc Where =
      Sources.getPresumedLoc(Sources.getExpansionLoc(Attribute.getLocation()));
  PresumedLoc Begin = Sources.getPresumedLoc(Sources.getExpansionLoc(Range.getBegin()));
  PresumedLoc End =
      Sources.getPresumedLoc(Sources.getExpansionRange(Range.getEnd()).getEnd());
  if (Where.isInvalid() || Begin.isInvalid() || End.isInvalid())
    return;
  std::string Rules;
  for (StringRef Rule : Attribute.diagnosticIdentifiers())
    Rules += (Rules.empty() ? "" : ",") + Rule.str();
  std::string Text = Rules.empty() ? "suppress" : "suppress(" + Rules + ")";
  ha_mark Mark = {};
  Mark.file = Where.getFilename();
  Mark.line = Where.getLine();
  Mark.first = Begin.getLine();
  Mark.last = End.getLine();
  Mark.by = "attribute";
  Mark.rules = Rules.empty() ? nullptr : Rules.c_str();
  Mark.text = Text.c_str();
  Mark.why = "";
  ha_collection_mark(Collection, &Mark);
}

} // namespace

void markSuppressed(ASTContext &Context,
                    const std::vector<const FunctionDecl *> &Functions,
                    ha_collection *Collection) {
  Visitor V(Context.getSourceManager(), Collection);
  for (const FunctionDecl *F : Functions)
    V.TraverseDecl(const_cast<FunctionDecl *>(F));
}

} // namespace heapabs
