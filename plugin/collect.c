#include "collect.h"
#include "../refine/engine.h"
#include "../report/document.h"
#include "../report/files.h"
#include "../report/marks.h"
#include "../report/report.h"
#include "../report/suppress.h"
#include "options.h"
#include "outputs.h"
#include "wire.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum state { PENDING, SKIPPED, ANSWERED, LOST };

struct function {
  const char *name;
  enum state state;
  enum ha_verdict verdict;
  const char *why, *json;
};

struct text_file {
  const char *name, *text;
};

struct ha_collection {
  struct ha_arena *arena;
  const struct ha_options *options;
  const char *file, *directory;
  double start;
  const char *failed; /* why there is no answer for the unit at all */
  unsigned skipped;   /* beside the functions below */
  HA_VEC(struct function) functions;
  HA_VEC(const struct ha_finding *) findings;
  HA_VEC(const struct ha_finding *) distinct; /* of those, what is to be told */
  const char *dot;                            /* NULL if there is none */
  struct ha_marks *marks;
  struct json_t *document; /* owned; NULL until the end, or if nobody wants it */
  HA_VEC(struct text_file) reproducers, certificates;
  HA_VEC(struct ha_remark) remarks;
  HA_VEC(struct ha_source_error) errors;
};

struct ha_collection *ha_collection_new(struct ha_arena *arena,
                                        const struct ha_options *options,
                                        const char *file) {
  struct ha_collection *c = ha_arena_alloc(arena, sizeof *c);
  c->arena = arena;
  c->options = options;
  c->file = ha_arena_strdup(arena, file);
  char directory[4096];
  bool known = getcwd(directory, sizeof directory);
  c->directory = known ? ha_arena_strdup(arena, directory) : "";
  c->marks = ha_marks_new(arena, c->directory);
  c->start = ha_now_ms();
  return c;
}

/* Every child says the plan; it is the same each time. */
static void take_plan(struct ha_collection *c, struct ha_record *record) {
  if (c->functions.count)
    return;
  for (uint32_t n = ha_record_u32(record); n && record->at < record->end; n--) {
    struct function f = {.name = ha_arena_strdup(c->arena, ha_record_text(record))};
    HA_PUSH(c->arena, c->functions, f);
  }
}

static struct function *function_of(struct ha_collection *c, struct ha_record *record) {
  uint32_t index = ha_record_u32(record);
  return index < c->functions.count ? &c->functions.at[index] : NULL;
}

static void take_end(struct ha_collection *c, struct ha_record *record) {
  struct function *f = function_of(c, record);
  uint32_t verdict = ha_record_u32(record);
  if (!f)
    return;
  f->state = ANSWERED;
  f->verdict = verdict <= HA_REFUTED ? (enum ha_verdict)verdict : HA_UNKNOWN;
  f->why = ha_arena_strdup(c->arena, ha_record_text(record));
}

static void take_json(struct ha_collection *c, struct ha_record *record) {
  struct function *f = function_of(c, record);
  if (f)
    f->json = ha_arena_strdup(c->arena, ha_record_text(record));
}

static struct text_file take_file(struct ha_collection *c, struct ha_record *record) {
  struct text_file file = {.name = ha_arena_strdup(c->arena, ha_record_text(record))};
  file.text = ha_arena_strdup(c->arena, ha_record_text(record));
  return file;
}

static void take_skip(struct ha_collection *c, struct ha_record *record) {
  struct function *f = function_of(c, record);
  if (f)
    f->state = SKIPPED;
}

/* A formula is met once for each function that it concerns. */
static void take_error(struct ha_collection *c, struct ha_record *record) {
  struct ha_source_error e = {0};
  e.place.file = ha_arena_strdup(c->arena, ha_record_text(record));
  e.place.line = ha_record_u32(record);
  e.place.column = ha_record_u32(record);
  e.message = ha_arena_strdup(c->arena, ha_record_text(record));
  for (unsigned i = 0; i < c->errors.count; i++)
    if (ha_place_equal(&c->errors.at[i].place, &e.place))
      return;
  HA_PUSH(c->arena, c->errors, e);
}

unsigned ha_collection_errors(const struct ha_collection *c,
                              const struct ha_source_error **errors) {
  *errors = c->errors.at;
  return c->errors.count;
}

void ha_collection_record(void *collection, struct ha_record *record) {
  struct ha_collection *c = collection;
  switch (record->kind) {
  case HA_RECORD_PLAN:
    take_plan(c, record);
    break;
  case HA_RECORD_SKIP:
    take_skip(c, record);
    break;
  case HA_RECORD_FINDING:
    HA_PUSH(c->arena, c->findings, ha_finding_read(c->arena, record));
    break;
  case HA_RECORD_JSON:
    take_json(c, record);
    break;
  case HA_RECORD_DUMP:
    fputs(ha_record_text(record), stdout);
    fflush(stdout);
    break;
  case HA_RECORD_DOT:
    c->dot = ha_arena_strdup(c->arena, ha_record_text(record));
    break;
  case HA_RECORD_REPRO:
    HA_PUSH(c->arena, c->reproducers, take_file(c, record));
    break;
  case HA_RECORD_CERT:
    HA_PUSH(c->arena, c->certificates, take_file(c, record));
    break;
  case HA_RECORD_ERROR:
    take_error(c, record);
    break;
  case HA_RECORD_END:
    take_end(c, record);
    break;
  case HA_RECORD_BEGIN:
  case HA_RECORD_DONE:
    break;
  }
}

void ha_collection_lost(void *collection, unsigned index, const char *why) {
  struct ha_collection *c = collection;
  if (index >= c->functions.count || !*c->functions.at[index].name)
    return;
  struct function *f = &c->functions.at[index];
  f->state = LOST;
  f->verdict = HA_UNKNOWN;
  f->why = ha_arena_strdup(c->arena, why);
  f->json = ha_report_json_missing(c->arena, f->name, f->why);
}

void ha_collection_failed(void *collection, const char *why) {
  struct ha_collection *c = collection;
  c->failed = ha_arena_strdup(c->arena, why);
}

void ha_collection_skip(struct ha_collection *c, unsigned count) {
  c->skipped += count;
}

unsigned ha_collection_found(const struct ha_collection *c,
                             const struct ha_finding *const **findings) {
  *findings = c->findings.at;
  return c->findings.count;
}

/* The same failure, seen by the analysis of the function it is in. */
static bool is_reported_inside(const struct ha_collection *c,
                               const struct ha_finding *finding) {
  for (unsigned i = 0; i < c->findings.count; i++) {
    const struct ha_finding *other = c->findings.at[i];
    if (!other->inlined && other->kind == finding->kind &&
        other->unknown == finding->unknown &&
        ha_place_equal(&other->place, &finding->inner))
      return true;
  }
  return false;
}

/* Each failure once, and none of a kind that is not to be reported. */
static void find_distinct(struct ha_collection *c) {
  for (unsigned i = 0; i < c->findings.count; i++) {
    const struct ha_finding *f = c->findings.at[i];
    bool known = (c->options->disable >> f->kind & 1) ||
                 (f->inlined && is_reported_inside(c, f));
    for (unsigned k = 0; k < c->distinct.count && !known; k++)
      known = c->distinct.at[k]->kind == f->kind &&
              ha_place_equal(&c->distinct.at[k]->place, &f->place);
    if (!known)
      HA_PUSH(c->arena, c->distinct, f);
  }
}

unsigned ha_collection_remarks(struct ha_collection *c, bool unknown,
                               const struct ha_remark **remarks) {
  c->remarks.count = 0;
  if (c->failed)
    HA_PUSH(c->arena, c->remarks, (struct ha_remark){"", c->failed});
  for (unsigned i = 0; i < c->functions.count; i++) {
    const struct function *f = &c->functions.at[i];
    bool open = f->state == ANSWERED && f->verdict == HA_UNKNOWN;
    if (f->state == LOST || (unknown && open))
      HA_PUSH(c->arena, c->remarks, (struct ha_remark){f->name, f->why});
  }
  *remarks = c->remarks.at;
  return c->remarks.count;
}

static bool has_function(const struct ha_collection *c, const char *name) {
  for (unsigned i = 0; i < c->functions.count; i++)
    if (strcmp(c->functions.at[i].name, name) == 0)
      return true;
  return false;
}

const char *ha_collection_unexplained(struct ha_collection *c) {
  const char *name = c->options->explain;
  if (!*name || has_function(c, name))
    return NULL;
  return ha_arena_printf(c->arena, "there is no function '%s' in %s to explain", name,
                         c->file);
}

unsigned ha_collection_unused(struct ha_collection *c,
                              const struct ha_mark *const **unused) {
  HA_VEC(const struct ha_mark *) list = {0};
  for (unsigned i = 0; c->document && i < ha_marks_count(c->marks); i++) {
    const struct ha_mark *mark = ha_marks_get(c->marks, i);
    if (ha_suppress_is_useless(c->document, mark))
      HA_PUSH(c->arena, list, mark);
  }
  *unused = list.at;
  return list.count;
}

static unsigned count_skipped(const struct ha_collection *c) {
  unsigned n = c->skipped;
  for (unsigned i = 0; i < c->functions.count; i++)
    n += c->functions.at[i].state == SKIPPED;
  return n;
}

const char *ha_collection_summary(struct ha_collection *c) {
  unsigned counts[HA_REFUTED + 1] = {0};
  for (unsigned i = 0; i < c->functions.count; i++)
    if (c->functions.at[i].state == ANSWERED || c->functions.at[i].state == LOST)
      counts[c->functions.at[i].verdict]++;
  return ha_arena_printf(
      c->arena,
      "heapabs: %s: %u proved, %u refuted, %u unknown, %u skipped as irrelevant, "
      "%.0f ms",
      c->file, counts[HA_PROVED], counts[HA_REFUTED], counts[HA_UNKNOWN],
      count_skipped(c), ha_now_ms() - c->start);
}

const char *ha_collection_verdicts(struct ha_collection *c) {
  const char *lines = "";
  for (unsigned i = 0; i < c->functions.count; i++) {
    const struct function *f = &c->functions.at[i];
    if (f->state != ANSWERED && f->state != LOST)
      continue;
    bool why = f->verdict == HA_UNKNOWN && f->why && *f->why;
    lines = ha_arena_printf(c->arena, "%s%s: %s%s%s%s\n", lines, f->name,
                            ha_verdict_text[f->verdict], why ? " (" : "",
                            why ? f->why : "", why ? ")" : "");
  }
  return lines;
}

static struct json_t *document_of(struct ha_collection *c) {
  HA_VEC(const char *) elements = {0};
  HA_VEC(struct ha_reported) reported = {0};
  for (unsigned i = 0; i < c->functions.count; i++)
    if (c->functions.at[i].json)
      HA_PUSH(c->arena, elements, c->functions.at[i].json);
  if (c->failed)
    HA_PUSH(c->arena, elements, ha_report_json_missing(c->arena, "*", c->failed));
  for (unsigned i = 0; i < c->distinct.count; i++)
    HA_PUSH(
        c->arena, reported,
        (struct ha_reported){c->distinct.at[i]->function, c->distinct.at[i]->check});
  struct ha_unit_summary unit = {
      .file = c->file,
      .directory = c->directory,
      .functions = elements.at,
      .count = elements.count,
      .skipped = count_skipped(c),
      .ms = ha_now_ms() - c->start,
      .reported = reported.at,
      .reported_count = reported.count,
  };
  return ha_document_new(c->arena, &unit);
}

static const char *write_files(struct ha_collection *c, const char *directory,
                               const struct text_file *files, unsigned count) {
  const char *error =
      *directory && count ? ha_directory_make(c->arena, directory) : NULL;
  for (unsigned i = 0; *directory && i < count && !error; i++) {
    const char *path = ha_arena_printf(c->arena, "%s/%s", directory, files[i].name);
    error = ha_file_write(c->arena, path, files[i].text);
  }
  return error;
}

const char *ha_collection_write(struct ha_collection *c) {
  const char *error = NULL;
  if (ha_outputs_wanted(c->options))
    error = ha_outputs_write(c->arena, c->options, c->document, c->directory);
  if (!error)
    error = write_files(c, c->options->repro, c->reproducers.at, c->reproducers.count);
  if (!error)
    error = write_files(c, c->options->cert, c->certificates.at, c->certificates.count);
  if (!error && *c->options->dot && c->dot)
    error = ha_file_write(c->arena, c->options->dot, c->dot);
  return error;
}

/* ---- what the source silences ---- */

void ha_collection_mark(struct ha_collection *c, const struct ha_mark *mark) {
  ha_marks_add(c->marks, mark);
}

void ha_collection_conclude(struct ha_collection *c) {
  find_distinct(c);
  ha_marks_read(c->marks, c->file);
  bool silent = !c->findings.count && !ha_marks_count(c->marks);
  if (silent && !ha_outputs_wanted(c->options))
    return;
  c->document = document_of(c);
  ha_suppress(c->document, c->marks, ha_options_ask_all(c->options));
}

void ha_collection_free(struct ha_collection *c) { ha_document_free(c->document); }

static bool is_suppressed(struct ha_collection *c, const struct ha_finding *f) {
  if (!f->unknown)
    return ha_suppress_is(c->document, f->function, f->check);
  const char *rule = ha_arena_printf(c->arena, "heapabs-%s", ha_check_id[f->kind]);
  return ha_marks_find(c->marks, f->place.file, f->place.line, rule) ||
         ha_marks_find(c->marks, f->inner.file, f->inner.line, rule);
}

unsigned ha_collection_findings(struct ha_collection *c,
                                const struct ha_finding *const **findings) {
  HA_VEC(const struct ha_finding *) kept = {0};
  for (unsigned i = 0; i < c->distinct.count; i++)
    if (!is_suppressed(c, c->distinct.at[i]))
      HA_PUSH(c->arena, kept, c->distinct.at[i]);
  *findings = kept.at;
  return kept.count;
}
