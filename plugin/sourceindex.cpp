#include "sourceindex.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace heapabs {

SourceIndex::SourceIndex(ASTContext &AST) : Context(AST) {}

// The pointer that reading or writing the lvalue E goes through; null if E is part of
// a variable.
static const Expr *pointerOf(const Expr *E) {
  E = E->IgnoreParens();
  if (auto *Member = dyn_cast<MemberExpr>(E))
    return Member->isArrow() ? Member->getBase() : pointerOf(Member->getBase());
  if (auto *Deref = dyn_cast<UnaryOperator>(E))
    return Deref->getOpcode() == UO_Deref ? Deref->getSubExpr() : nullptr;
  auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
  if (!Subscript)
    return nullptr;
  auto *Decay = dyn_cast<ImplicitCastExpr>(Subscript->getBase()->IgnoreParens());
  if (Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
    return pointerOf(Decay->getSubExpr());
  return Subscript->getBase();
}

class SourceVisitor : public RecursiveASTVisitor<SourceVisitor> {
public:
  SourceVisitor(SourceIndex &Index, bool FromMacro)
      : Into(Index), Generated(FromMacro) {}

  bool VisitMemberExpr(MemberExpr *E) { return addAccess(E); }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) { return addAccess(E); }
  bool VisitUnaryOperator(UnaryOperator *E) {
    if (E->getOpcode() == UO_Deref)
      return addAccess(E);
    return E->isIncrementDecrementOp() ? addStore(E, E->getSubExpr()) : true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) {
    if (E->isLogicalOp())
      return addTest(E->getOperatorLoc());
    return E->isAssignmentOp() ? addStore(E, E->getLHS()) : true;
  }
  bool VisitCallExpr(CallExpr *E) {
    const Expr *Pointer = nullptr;
    if (E->getNumArgs() && E->getArg(0)->getType()->isPointerType())
      Pointer = E->getArg(0);
    Into.add(E->getExprLoc(), E, Pointer);
    return true;
  }
  bool VisitReturnStmt(ReturnStmt *S) {
    Into.add(S->getReturnLoc(), S, nullptr);
    return true;
  }

  bool VisitIfStmt(IfStmt *S) { return addTest(S->getIfLoc()); }
  bool VisitConditionalOperator(ConditionalOperator *E) {
    return addTest(E->getQuestionLoc());
  }

private:
  // What a function that is all written by a macro tests, it tests itself.
  bool addTest(SourceLocation Keyword) {
    if (Keyword.isMacroID() && !Generated)
      Into.addTest(Keyword);
    return true;
  }
  // A whole record is copied through two pointers at one position.
  bool addAccess(Expr *E) {
    if (const Expr *Pointer = pointerOf(E))
      Into.add(E->getExprLoc(), E, E->getType()->isRecordType() ? nullptr : Pointer);
    return true;
  }
  bool addStore(Expr *Operator, Expr *Target) {
    if (const Expr *Pointer = pointerOf(Target))
      Into.add(Operator->getExprLoc(), Target,
               Target->getType()->isRecordType() ? nullptr : Pointer);
    return true;
  }

  SourceIndex &Into;
  bool Generated;
};

void SourceIndex::addFunction(const FunctionDecl *F) {
  bool Generated = F->getBody()->getBeginLoc().isMacroID();
  SourceVisitor(*this, Generated).TraverseStmt(const_cast<Stmt *>(F->getBody()));
}

// As written where it is written in one piece, else as clang prints the tree.
std::string SourceIndex::textOf(const Stmt *S) const {
  SourceRange Range = S->getSourceRange();
  if (Range.getBegin().isFileID() && Range.getEnd().isFileID())
    return Lexer::getSourceText(CharSourceRange::getTokenRange(Range),
                                Context.getSourceManager(), Context.getLangOpts())
        .str();
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  S->printPretty(Stream, nullptr, Context.getPrintingPolicy());
  return Text;
}

SourceIndex::Entry *SourceIndex::find(StringRef File, unsigned Line, unsigned Column) {
  auto It = First.find({Line, Column});
  for (int I = It == First.end() ? -1 : It->second; I >= 0; I = Entries[I].Next)
    if (File == Entries[I].File)
      return &Entries[I];
  return nullptr;
}

// Two expressions at one position have no words in common, but a range: the one that
// contains the other, or the macro both come from.
void SourceIndex::add(SourceLocation Caret, const Stmt *Whole, const Expr *Base) {
  const SourceManager &Sources = Context.getSourceManager();
  PresumedLoc Presumed = Sources.getPresumedLoc(Caret);
  if (Presumed.isInvalid())
    return;
  SourceRange Range = Sources.getExpansionRange(Whole->getSourceRange()).getAsRange();
  std::string Text = textOf(Whole), BaseText = Base ? textOf(Base) : "";
  Entry *Known = find(Presumed.getFilename(), Presumed.getLine(), Presumed.getColumn());
  if (!Known) {
    auto [It, New] = First.try_emplace({Presumed.getLine(), Presumed.getColumn()}, -1);
    Entries.push_back({Presumed.getFilename(), Presumed.getLine(), Presumed.getColumn(),
                       Sources.getExpansionLoc(Caret), Range, Text, BaseText,
                       It->second});
    It->second = Entries.size() - 1;
  } else if (Known->Text != Text || Known->Base != BaseText) {
    Known->Text.clear();
    Known->Base.clear();
  }
}

void SourceIndex::addTest(SourceLocation Keyword) {
  const SourceManager &Sources = Context.getSourceManager();
  PresumedLoc At = Sources.getPresumedLoc(Keyword);
  if (At.isInvalid())
    return;
  bool IsGiven = Sources.isMacroArgExpansion(Keyword);
  (IsGiven ? GivenTests : MacroTests)
      .emplace(At.getLine(), At.getColumn(), At.getFilename());
}

bool SourceIndex::isMacroTest(StringRef File, unsigned Line, unsigned Column) const {
  Position At(Line, Column, File.str());
  return MacroTests.count(At) && !GivenTests.count(At);
}

void SourceIndex::publish(ha_unit *Unit) const {
  const SourceManager &Sources = Context.getSourceManager();
  for (const Entry &E : Entries) {
    PresumedLoc Begin = Sources.getPresumedLoc(E.Range.getBegin());
    PresumedLoc End = Sources.getPresumedLoc(Lexer::getLocForEndOfToken(
        E.Range.getEnd(), 0, Sources, Context.getLangOpts()));
    if (Begin.isInvalid() || End.isInvalid())
      continue;
    ha_source_expr Expr = {E.File,
                           E.Line,
                           E.Column,
                           Begin.getLine(),
                           Begin.getColumn(),
                           End.getLine(),
                           End.getColumn(),
                           E.Text.c_str(),
                           E.Base.c_str(),
                           isMacroTest(E.File, E.Line, E.Column)};
    ha_unit_add_source(Unit, &Expr);
  }
  for (const auto &[Line, Column, File] : MacroTests) {
    if (!isMacroTest(File, Line, Column) ||
        ha_unit_source(Unit, File.c_str(), Line, Column))
      continue;
    ha_source_expr Expr = {};
    Expr.file = File.c_str();
    Expr.line = Line;
    Expr.column = Column;
    Expr.text = Expr.base = "";
    Expr.macro_test = true;
    ha_unit_add_source(Unit, &Expr);
  }
}

void SourceIndex::locate(ha_place &Place) const {
  auto *Found =
      const_cast<SourceIndex *>(this)->find(Place.file, Place.line, Place.column);
  if (!Found)
    return;
  Place.caret = Found->Caret.getRawEncoding();
  Place.begin = Found->Range.getBegin().getRawEncoding();
  Place.end = Found->Range.getEnd().getRawEncoding();
}

} // namespace heapabs
