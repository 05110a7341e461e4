#include "contracts.h"
#include "compat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace heapabs {

static constexpr StringRef Prefix = "heapabs:";

bool Contracts::arePossible(CompilerInstance &CI) {
  return CI.hasPreprocessor() && CI.getPreprocessor().isMacroDefined("HEAPABS_H");
}

// ---- reading ----

static bool kindOf(StringRef Word, ha_formula_kind &Kind) {
  for (unsigned K = 0; K < HA_FORMULA_KINDS; K++)
    if (Word == ha_formula_kind_text[K]) {
      Kind = static_cast<ha_formula_kind>(K);
      return true;
    }
  return false;
}

// The literal is the formula as the preprocessor writes it; the file has it as it was
// written, with its own lines and columns.
bool Contracts::read(StringRef Literal, SourceLocation Where, Contract &C) const {
  if (!Literal.consume_front(Prefix))
    return false;
  auto [Word, Text] = Literal.split(':');
  if (!kindOf(Word, C.Kind))
    return false;
  C.Text = Text.str();
  C.Function = nullptr;
  locate(Where, C);
  return true;
}

namespace {

// The arguments of a macro as they stand in the file; comments are blanked.
class Arguments {
public:
  Arguments(SourceLocation Macro, const SourceManager &Sources,
            const LangOptions &Language)
      : Start(Macro) {
    auto [File, Offset] = Sources.getDecomposedLoc(Macro);
    Buffer = Sources.getBufferData(File);
    First = Offset;
    Lexer Lex(Sources.getLocForStartOfFile(File), Language, Buffer.begin(),
              Buffer.begin() + Offset, Buffer.end());
    Lex.SetCommentRetentionState(true);
    find(Lex, Sources);
  }
  bool found() const { return Found; }
  SourceLocation begin() const { return Start.getLocWithOffset(From - First); }
  std::string text() const { return Text; }

private:
  void find(Lexer &Lex, const SourceManager &Sources);

  SourceLocation Start;
  StringRef Buffer;
  unsigned First, From = 0;
  bool Found = false;
  std::string Text;
};

void Arguments::find(Lexer &Lex, const SourceManager &Sources) {
  Token T;
  Lex.LexFromRawLexer(T);
  if (!T.is(tok::raw_identifier) || !T.getRawIdentifier().starts_with("HA_"))
    return;
  Lex.LexFromRawLexer(T);
  if (!T.is(tok::l_paren))
    return;
  From = Sources.getFileOffset(T.getEndLoc());
  std::vector<std::pair<unsigned, unsigned>> Comments;
  for (unsigned Depth = 1; Depth && !T.is(tok::eof);) {
    Lex.LexFromRawLexer(T);
    Depth += T.is(tok::l_paren);
    Depth -= T.is(tok::r_paren);
    if (T.is(tok::comment))
      Comments.emplace_back(Sources.getFileOffset(T.getLocation()), T.getLength());
  }
  if (T.is(tok::eof))
    return;
  Text = Buffer.slice(From, Sources.getFileOffset(T.getLocation())).str();
  for (auto [At, Length] : Comments)
    for (unsigned I = At - From; I < At - From + Length; I++)
      Text[I] = Text[I] == '\n' ? '\n' : ' ';
  Found = true;
}

} // namespace

// Inside another macro the formula has no place of its own: that of the macro is told.
void Contracts::locate(SourceLocation Where, Contract &C) const {
  const SourceManager &Sources = Context.getSourceManager();
  SourceLocation Macro = Sources.getExpansionLoc(Where);
  Arguments Args(Macro, Sources, Context.getLangOpts());
  if (Args.found())
    C.Text = Args.text();
  PresumedLoc Place =
      Sources.getPresumedLoc(Args.found() ? Args.begin() : Macro, false);
  C.File = Place.isValid() ? Place.getFilename() : "";
  C.Line = Place.isValid() ? Place.getLine() : 0;
  C.Column = Place.isValid() ? Place.getColumn() : 0;
}

// Whatever word of the formula is a variable here; the grammar decides which it means.
void Contracts::bindNames(Contract &C, Lookup Find) const {
  StringRef Rest = C.Text;
  while (!Rest.empty()) {
    StringRef Word =
        Rest.take_while([](char Ch) { return llvm::isAlnum(Ch) || Ch == '_'; });
    Rest = Rest.drop_front(Word.empty() ? 1 : Word.size());
    if (Word.empty() || llvm::isDigit(Word.front()) ||
        llvm::is_contained(C.Names, Word))
      continue;
    if (const VarDecl *Variable = Find(Word)) {
      C.Names.push_back(Word.str());
      C.Variables.push_back(Variable);
    }
  }
}

const VarDecl *Contracts::findGlobal(StringRef Name) const {
  DeclarationName Key(&Context.Idents.get(Name));
  for (NamedDecl *Found : Context.getTranslationUnitDecl()->lookup(Key))
    if (auto *Variable = dyn_cast<VarDecl>(Found))
      return Variable;
  return nullptr;
}

// ---- calls in their places ----

static FunctionDecl *declareMarker(ASTContext &Context) {
  FunctionProtoType::ExtProtoInfo Info;
  Info.Variadic = true;
  QualType Type = Context.getFunctionType(Context.VoidTy, {Context.IntTy}, Info);
  FunctionDecl *Marker = FunctionDecl::Create(
      Context, Context.getTranslationUnitDecl(), SourceLocation(), SourceLocation(),
      DeclarationName(&Context.Idents.get(HA_CONTRACT_CALL)), Type,
      Context.getTrivialTypeSourceInfo(Type), SC_Extern);
  ParmVarDecl *Number =
      ParmVarDecl::Create(Context, Marker, SourceLocation(), SourceLocation(), nullptr,
                          Context.IntTy, nullptr, SC_None, nullptr);
  Marker->setParams({Number});
  return Marker;
}

static Expr *addressOf(ASTContext &Context, const VarDecl *Variable,
                       SourceLocation Where) {
  auto *Named = DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(),
                                    const_cast<VarDecl *>(Variable), false, Where,
                                    Variable->getType(), VK_LValue);
  return UnaryOperator::Create(Context, Named, UO_AddrOf,
                               Context.getPointerType(Variable->getType()), VK_PRValue,
                               OK_Ordinary, Where, false, FPOptionsOverride());
}

// __heapabs_contract(n, &x, …), for the contract that is added next.
Expr *Contracts::callFor(const Contract &C, SourceLocation Where) {
  if (!Marker)
    Marker = declareMarker(Context);
  llvm::APInt Number(Context.getIntWidth(Context.IntTy), All.size());
  SmallVector<Expr *, 8> Args = {
      IntegerLiteral::Create(Context, Number, Context.IntTy, Where)};
  for (const VarDecl *Variable : C.Variables)
    Args.push_back(addressOf(Context, Variable, Where));
  Expr *Callee =
      DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(), Marker,
                          false, Where, Marker->getType(), VK_LValue);
  Callee = ImplicitCastExpr::Create(Context, Context.getPointerType(Marker->getType()),
                                    CK_FunctionToPointerDecay, Callee, nullptr,
                                    VK_PRValue, FPOptionsOverride());
  return CallExpr::Create(Context, Callee, Args, Context.VoidTy, VK_PRValue, Where,
                          FPOptionsOverride());
}

// ---- bodies ----

// (void)sizeof("heapabs:…")
static const StringLiteral *literalOf(const CStyleCastExpr *Cast) {
  if (Cast->getCastKind() != CK_ToVoid)
    return nullptr;
  auto *Size =
      dyn_cast<UnaryExprOrTypeTraitExpr>(Cast->getSubExpr()->IgnoreParenImpCasts());
  if (!Size || Size->getKind() != UETT_SizeOf || Size->isArgumentType())
    return nullptr;
  auto *Literal = dyn_cast<StringLiteral>(Size->getArgumentExpr()->IgnoreParens());
  return Literal && Literal->isOrdinary() && Literal->getString().starts_with(Prefix)
             ? Literal
             : nullptr;
}

// Walks a body with the variables that are visible at each point.
class BodyVisitor {
public:
  BodyVisitor(Contracts &Owner, const FunctionDecl *F) : All(Owner) {
    for (const ParmVarDecl *Param : F->parameters())
      Visible.push_back(Param);
  }
  void visit(Stmt *S);

private:
  const VarDecl *find(StringRef Name) const;
  void replace(CStyleCastExpr *Cast, const StringLiteral *Literal);

  Contracts &All;
  std::vector<const VarDecl *> Visible;
};

const VarDecl *BodyVisitor::find(StringRef Name) const {
  for (const VarDecl *Variable : llvm::reverse(Visible))
    if (Variable->getName() == Name)
      return Variable;
  return All.findGlobal(Name);
}

void BodyVisitor::replace(CStyleCastExpr *Cast, const StringLiteral *Literal) {
  Contracts::Contract C;
  if (!All.read(Literal->getString(), Cast->getBeginLoc(), C))
    return;
  All.bindNames(C, [&](StringRef Name) { return find(Name); });
  Cast->setSubExpr(All.callFor(C, Cast->getBeginLoc()));
  All.All.push_back(std::move(C));
}

void BodyVisitor::visit(Stmt *S) {
  if (!S)
    return;
  size_t Outside = Visible.size();
  if (auto *Cast = dyn_cast<CStyleCastExpr>(S))
    if (const StringLiteral *Literal = literalOf(Cast))
      replace(Cast, Literal);
  if (auto *Declares = dyn_cast<DeclStmt>(S))
    for (Decl *D : Declares->decls())
      if (auto *Variable = dyn_cast<VarDecl>(D))
        Visible.push_back(Variable);
  for (Stmt *Child : S->children())
    visit(Child);
  if (isa<CompoundStmt>(S) || isa<ForStmt>(S))
    Visible.resize(Outside);
}

// ---- functions ----

// A prototype may have other names for the parameters than the definition.
void Contracts::addDeclaration(const FunctionDecl *Declaration,
                               const FunctionDecl *Definition,
                               std::vector<Stmt *> &Calls) {
  const FunctionDecl *Whose = Definition ? Definition : Declaration;
  for (const auto *Attr : Declaration->specific_attrs<SwiftAttrAttr>()) {
    Contract C;
    if (Attr->isInherited() || !read(Attr->getAttribute(), Attr->getLocation(), C))
      continue;
    bindNames(C, [&](StringRef Name) -> const VarDecl * {
      for (unsigned I = 0; I < Declaration->getNumParams(); I++)
        if (Declaration->getParamDecl(I)->getName() == Name)
          return Whose->getParamDecl(I);
      return findGlobal(Name);
    });
    C.Function = Whose;
    if (Definition)
      Calls.push_back(callFor(C, Definition->getBody()->getBeginLoc()));
    All.push_back(std::move(C));
  }
}

void Contracts::addFunction(FunctionDecl *F) {
  const FunctionDecl *Definition = F->getDefinition();
  std::vector<const FunctionDecl *> Declarations;
  for (const FunctionDecl *Declaration : F->redecls())
    Declarations.push_back(Declaration);
  std::vector<Stmt *> Calls;
  for (const FunctionDecl *Declaration : llvm::reverse(Declarations))
    addDeclaration(Declaration, Definition, Calls);
  if (!Definition)
    return;
  auto *Defined = const_cast<FunctionDecl *>(Definition);
  auto *Body = dyn_cast<CompoundStmt>(Defined->getBody());
  if (!Body)
    return;
  BodyVisitor(*this, Defined).visit(Body);
  if (Calls.empty())
    return;
  Calls.insert(Calls.end(), Body->body_begin(), Body->body_end());
  Defined->setBody(CompoundStmt::Create(Context, Calls, FPOptionsOverride(),
                                        Body->getLBracLoc(), Body->getRBracLoc()));
}

Contracts::Contracts(CompilerInstance &CI, ASTContext &AST, const ParseEvents &Events)
    : Context(AST) {
  if (!arePossible(CI))
    return;
  llvm::DenseMap<const FunctionDecl *, bool> Seen;
  for (const ParseEvent &Event : Events) {
    if (Event.Kind != ParseEvent::TopLevel)
      continue;
    for (Decl *D : Event.Group)
      if (auto *F = dyn_cast<FunctionDecl>(D))
        if (Seen.try_emplace(F->getCanonicalDecl(), true).second)
          addFunction(F);
  }
}

// ---- for the lowering ----

void Contracts::publish(ha_unit *Unit, Generated &Code) const {
  llvm::DenseMap<const Decl *, llvm::GlobalValue *> Values;
  for (llvm::GlobalValue &Value : Code.module()->global_values())
    if (const NamedDecl *Source = Code.declOf(Value))
      Values[Source->getCanonicalDecl()] = &Value;
  for (const Contract &C : All) {
    std::vector<const char *> Names;
    for (const std::string &Name : C.Names)
      Names.push_back(Name.c_str());
    ha_contract Row = {C.Kind,   C.Text.c_str(), C.File.c_str(),        C.Line,
                       C.Column, Names.data(),   unsigned(Names.size())};
    unsigned Number = ha_unit_add_contract(Unit, &Row);
    llvm::GlobalValue *Function =
        C.Function ? Values.lookup(C.Function->getCanonicalDecl()) : nullptr;
    if (!Function)
      continue;
    auto *F = cast<llvm::Function>(Function);
    unsigned First = F->arg_size() && F->getArg(0)->hasStructRetAttr() ? 1 : 0;
    std::vector<ha_contract_name> Meanings;
    for (const VarDecl *Variable : C.Variables) {
      auto *Param = dyn_cast<ParmVarDecl>(Variable);
      llvm::GlobalValue *Global =
          Param ? nullptr : Values.lookup(Variable->getCanonicalDecl());
      Meanings.push_back({Param ? int(First + Param->getFunctionScopeIndex()) : -1,
                          Global ? wrap(static_cast<llvm::Value *>(Global)) : nullptr});
    }
    ha_unit_bind_contract(Unit, wrap(static_cast<llvm::Value *>(F)), Number,
                          Meanings.data());
  }
}

} // namespace heapabs
