#include "diagnose.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/SourceManagerInternals.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace heapabs {
namespace {

class Reporter {
public:
  Reporter(CompilerInstance &Compiler, const ha_options *Chosen)
      : CI(Compiler), Diags(Compiler.getDiagnostics()), Options(Chosen) {}

  void report(const ha_finding &Finding);
  bool isSilencedByPragma(const ha_finding &Finding);
  void error(const ha_source_error &Error);
  void remark(const ha_remark &Remark);
  void remark(const ha_mark &Unused);
  void remark(const char *Message);

private:
  using Level = DiagnosticsEngine::Level;

  SourceLocation locationOf(const ha_place &Place);
  CharSourceRange rangeOf(const ha_place &Place);
  Level levelOf(const ha_finding &Finding, SourceLocation Where);
  void emit(Level L, const ha_place &Place, const Twine &Message);

  CompilerInstance &CI;
  DiagnosticsEngine &Diags;
  const ha_options *Options;
};

// The line of the file itself that the entry at I makes line Line of its file; 0 if
// that is beyond the entry.
unsigned physicalLine(const SourceManager &Sources, FileID File,
                      const std::vector<LineEntry> &Entries, size_t I, unsigned Line) {
  if (Line < Entries[I].LineNo)
    return 0;
  unsigned Marker = Sources.getLineNumber(File, Entries[I].FileOffset);
  unsigned Physical = Marker + 1 + (Line - Entries[I].LineNo);
  bool Last = I + 1 == Entries.size();
  unsigned End = Last ? ~0u : Sources.getLineNumber(File, Entries[I + 1].FileOffset);
  return Physical < End ? Physical : 0;
}

// Where a line is that `#line` or a line marker gives another name and number: in what
// a generator or the preprocessor has written.
SourceLocation renamedLocation(SourceManager &Sources, const ha_place &Place) {
  if (!Sources.hasLineTable())
    return SourceLocation();
  LineTableInfo &Table = Sources.getLineTable();
  for (const auto &[File, Entries] : Table) {
    auto Own = Sources.getFileEntryRefForID(File);
    for (size_t I = 0; I < Entries.size(); I++) {
      int Id = Entries[I].FilenameID;
      StringRef Name = Id >= 0 ? Table.getFilename(Id) : Own ? Own->getName() : "";
      unsigned Line =
          Name == Place.file ? physicalLine(Sources, File, Entries, I, Place.line) : 0;
      if (Line)
        return Sources.translateLineCol(File, Line, Place.column ? Place.column : 1);
    }
  }
  return SourceLocation();
}

SourceLocation Reporter::locationOf(const ha_place &Place) {
  if (Place.caret)
    return SourceLocation::getFromRawEncoding(Place.caret);
  if (!*Place.file || !Place.line)
    return SourceLocation();
  SourceManager &Sources = CI.getSourceManager();
  SourceLocation Renamed = renamedLocation(Sources, Place);
  auto File = CI.getFileManager().getOptionalFileRef(Place.file);
  if (Renamed.isValid() || !File)
    return Renamed;
  return Sources.translateFileLineCol(*File, Place.line,
                                      Place.column ? Place.column : 1);
}

CharSourceRange Reporter::rangeOf(const ha_place &Place) {
  if (!Place.begin || !Place.end)
    return CharSourceRange();
  return CharSourceRange::getTokenRange(SourceLocation::getFromRawEncoding(Place.begin),
                                        SourceLocation::getFromRawEncoding(Place.end));
}

// The warning of clang's own that is about the same as a kind of ours.  Clang knows its
// state at each place (-W flags, -w, -Werror, pragmas), and that is ours too: there is
// no way to give our own warnings names that clang knows.  What clang has no word for
// goes with the warnings that programs define.
unsigned relativeOf(ha_check_kind Kind) {
  switch (Kind) {
  case HA_CHECK_NULL_DEREF:
    return diag::warn_indirection_through_null;
  case HA_CHECK_INVALID_FREE:
    return diag::warn_free_nonheap_object;
  default:
    return diag::warn_diagnose_if_succeeded;
  }
}

// A kind that was made an error by name is one, whatever is said of warnings.
Reporter::Level Reporter::levelOf(const ha_finding &Finding, SourceLocation Where) {
  unsigned Kind = 1u << Finding.kind;
  if (Options->disable & Kind)
    return DiagnosticsEngine::Ignored;
  if (Where.isValid() && Diags.getSuppressSystemWarnings() &&
      CI.getSourceManager().isInSystemHeader(Where))
    return DiagnosticsEngine::Ignored;
  if (!Finding.unknown && (Options->error & Kind))
    return DiagnosticsEngine::Error;
  return std::min(Diags.getDiagnosticLevel(relativeOf(Finding.kind), Where),
                  DiagnosticsEngine::Error);
}

// The state at the beginning of the file is that of the command line.
bool Reporter::isSilencedByPragma(const ha_finding &Finding) {
  SourceManager &Sources = CI.getSourceManager();
  SourceLocation Start = Sources.getLocForStartOfFile(Sources.getMainFileID());
  SourceLocation Where = locationOf(Finding.place);
  unsigned Id = relativeOf(Finding.kind);
  return Where.isValid() && !Diags.isIgnored(Id, Start) && Diags.isIgnored(Id, Where);
}

// A message may contain '%': it is an argument, never the format.
void Reporter::emit(Level L, const ha_place &Place, const Twine &Message) {
  DiagnosticBuilder Builder =
      Diags.Report(locationOf(Place), Diags.getCustomDiagID(L, "%0"));
  Builder << Message.str();
  CharSourceRange Range = rangeOf(Place);
  if (Range.isValid())
    Builder << Range;
}

void Reporter::report(const ha_finding &Finding) {
  SourceLocation Where = locationOf(Finding.place);
  Level L = levelOf(Finding, Where);
  if (L == DiagnosticsEngine::Ignored)
    return;
  emit(L, Finding.place,
       Twine(Finding.message) + " [heapabs-" + ha_check_id[Finding.kind] + "]");
  for (unsigned I = 0; I < Finding.notes.count; I++)
    emit(DiagnosticsEngine::Note, Finding.notes.at[I].place,
         Finding.notes.at[I].message);
}

void Reporter::error(const ha_source_error &Error) {
  emit(DiagnosticsEngine::Error, Error.place, Error.message);
}

void Reporter::remark(const ha_remark &Remark) {
  ha_place Nowhere = {};
  Nowhere.file = "";
  std::string Subject = *Remark.function
                            ? "'" + std::string(Remark.function) + "' is unknown: "
                            : "this file was not analysed: ";
  emit(DiagnosticsEngine::Remark, Nowhere,
       Twine("heapabs: ") + Subject + Remark.why + " [heapabs-unknown]");
}

void Reporter::remark(const char *Message) {
  ha_place Nowhere = {};
  Nowhere.file = "";
  if (!Diags.getIgnoreAllWarnings())
    emit(DiagnosticsEngine::Remark, Nowhere,
         Twine("heapabs: ") + Message + " [heapabs-explain]");
}

void Reporter::remark(const ha_mark &Unused) {
  ha_place Place = {};
  Place.file = Unused.file;
  Place.line = Unused.line;
  if (!Diags.getIgnoreAllWarnings())
    emit(DiagnosticsEngine::Remark, Place,
         Twine("'") + Unused.text + "' suppresses nothing [heapabs-suppression]");
}

} // namespace

void markPragmas(CompilerInstance &CI, const ha_options *Options,
                 ha_collection *Collection) {
  Reporter R(CI, Options);
  const ha_finding *const *Findings = nullptr;
  unsigned Count = ha_collection_found(Collection, &Findings);
  for (unsigned I = 0; I < Count; I++) {
    const ha_finding &Finding = *Findings[I];
    if (Finding.unknown || !R.isSilencedByPragma(Finding))
      continue;
    std::string Rule = std::string("heapabs-") + ha_check_id[Finding.kind];
    ha_mark Mark = {};
    Mark.file = Finding.place.file;
    Mark.line = Mark.first = Mark.last = Finding.place.line;
    Mark.by = "pragma";
    Mark.rules = Rule.c_str();
    Mark.text = "#pragma clang diagnostic";
    Mark.why = "";
    ha_collection_mark(Collection, &Mark);
  }
}

void reportError(CompilerInstance &CI, const char *Message) {
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  Diags.Report(Diags.getCustomDiagID(DiagnosticsEngine::Error, "heapabs: %0"))
      << Message;
}

void reportFindings(CompilerInstance &CI, const ha_options *Options,
                    ha_collection *Collection) {
  Reporter R(CI, Options);
  const ha_source_error *Errors = nullptr;
  unsigned Count = ha_collection_errors(Collection, &Errors);
  for (unsigned I = 0; I < Count; I++)
    R.error(Errors[I]);
  const ha_finding *const *Findings = nullptr;
  Count = ha_collection_findings(Collection, &Findings);
  for (unsigned I = 0; I < Count; I++)
    R.report(*Findings[I]);
  const ha_remark *Remarks = nullptr;
  Count = ha_collection_remarks(Collection, Options->remarks, &Remarks);
  for (unsigned I = 0; I < Count; I++)
    R.remark(Remarks[I]);
  if (const char *Missing = ha_collection_unexplained(Collection))
    R.remark(Missing);
  const ha_mark *const *Unused = nullptr;
  Count = ha_collection_unused(Collection, &Unused);
  for (unsigned I = 0; I < Count; I++)
    R.remark(*Unused[I]);
}

} // namespace heapabs
