#include "driver.h"
#include "../gcl/text.h"
#include "../gcl/validate.h"
#include "../passes/pipeline.h"
#include "../passes/unit.h"
#include "../refine/certify.h"
#include "../refine/engine.h"
#include "../refine/families.h"
#include "../report/explain.h"
#include "../report/report.h"
#include "callers.h"
#include "finding.h"
#include "inject.h"
#include "isolate.h"
#include "options.h"
#include "outputs.h"
#include "wire.h"
#include <llvm-c/Core.h>
#include <stdlib.h>
#include <string.h>

/* What is left of the unit's allowance, and for how many functions. */
struct purse {
  double left_ms;
  unsigned waiting;
};

struct driving {
  const struct ha_driver *driver;
  struct ha_wire *wire;
  struct ha_arena *arena; /* of the function at hand */
  struct ha_cache *cache; /* of the unit */
  unsigned index;
  uint64_t memory; /* from here on the process is too large to go on */
  struct purse *purse;
  LLVMValueRef function;
  const char *name;
};

static const char *name_of(LLVMValueRef function) {
  size_t length;
  return LLVMGetValueName2(function, &length);
}

static struct ha_place place_of(const struct driving *d, const struct ha_program *p,
                                ha_pos pos) {
  const struct ha_pos_row *row = &p->poss.at[pos];
  struct ha_place place = {.file = row->file, .line = row->line, .column = row->column};
  if (!place.file)
    place.file = "";
  if (d->driver->locate)
    d->driver->locate(d->driver->context, &place);
  return place;
}

static void send_finding(const struct driving *d, const struct ha_result *result,
                         ha_check check) {
  const struct ha_program *p = result->program;
  const struct ha_diagnostic *diagnostic =
      ha_report_diagnostic(d->arena, result, check);
  if (!diagnostic)
    return;
  ha_pos inner = p->checks.at[check].pos;
  struct ha_finding finding = {
      .function = d->name,
      .check = check,
      .kind = diagnostic->kind,
      .unknown = result->checks[check].verdict == HA_UNKNOWN,
      .inlined = inner && p->poss.at[inner].call,
      .place = place_of(d, p, diagnostic->pos),
      .inner = place_of(d, p, inner),
      .message = diagnostic->message,
  };
  for (unsigned i = 0; i < diagnostic->notes.count; i++) {
    const struct ha_note *note = &diagnostic->notes.at[i];
    struct ha_finding_note copy = {
        place_of(d, p, note->pos ? note->pos : diagnostic->pos), note->message};
    HA_PUSH(d->arena, finding.notes, copy);
  }
  ha_finding_send(d->wire, &finding);
}

static void send_reproducer(const struct driving *d, const struct ha_result *result,
                            ha_check check) {
  const struct ha_repro_options *options = d->driver->repro;
  const char *text = ha_report_reproducer(d->arena, result, check, options);
  if (!text)
    return;
  ha_wire_begin(d->wire, HA_RECORD_REPRO);
  ha_wire_text(d->wire,
               ha_report_reproducer_name(d->arena, result, check, options->source));
  ha_wire_text(d->wire, text);
  ha_wire_send(d->wire);
}

static void send_certificate_file(const struct driving *d, const char *stem,
                                  const char *ending, const char *text) {
  ha_wire_begin(d->wire, HA_RECORD_CERT);
  ha_wire_text(d->wire, ha_arena_printf(d->arena, "%s.%s", stem, ending));
  ha_wire_text(d->wire, text);
  ha_wire_send(d->wire);
}

/* SOURCE.FUNCTION */
static const char *certificate_stem(const struct driving *d,
                                    const struct ha_program *p) {
  const char *file = place_of(d, p, p->locs.at[p->entry].pos).file;
  const char *slash = strrchr(file, '/');
  const char *base = slash ? slash + 1 : file;
  return ha_arena_printf(d->arena, "%.*s.%s", (int)strcspn(base, "."), base, d->name);
}

/* The certificate, within the budget that the analysis had. */
static void send_certificate(const struct driving *d, struct ha_result *result,
                             double deadline) {
  const struct ha_options *options = d->driver->options;
  double left = deadline - ha_now_ms();
  if (!*options->cert || result->verdict != HA_PROVED)
    return;
  struct ha_certificate certificate =
      ha_certify(d->arena, result, strcmp(options->entry, "main") == 0,
                 left < options->budget ? left : options->budget);
  if (!certificate.smt2) {
    result->uncertified = certificate.why;
    return;
  }
  const char *stem = certificate_stem(d, result->program);
  send_certificate_file(d, stem, "gcl", certificate.gcl);
  send_certificate_file(d, stem, "inv", certificate.inv);
  send_certificate_file(d, stem, "smt2", certificate.smt2);
  result->certificate = ha_arena_printf(d->arena, "%s/%s.smt2", options->cert, stem);
}

static void send_checks(const struct driving *d, const struct ha_result *result) {
  const struct ha_options *options = d->driver->options;
  for (ha_check c = 1; c < result->program->checks.count; c++) {
    enum ha_verdict verdict = result->checks[c].verdict;
    if (verdict == HA_REFUTED && *options->repro)
      send_reproducer(d, result, c);
    if (verdict == HA_REFUTED || (verdict == HA_UNKNOWN && options->strict))
      send_finding(d, result, c);
  }
}

/* A formula that cannot be read is an error of the source, at its own column. */
static void send_mistakes(const struct driving *d, const struct ha_result *result) {
  const struct ha_program *p = result->program;
  for (unsigned i = 0; i < result->mistakes.count; i++) {
    const struct ha_mistake *m = &result->mistakes.at[i];
    const struct ha_pos_row *pos = &p->poss.at[p->formulas.at[m->formula].pos];
    ha_wire_begin(d->wire, HA_RECORD_ERROR);
    ha_wire_text(d->wire, pos->file);
    ha_wire_u32(d->wire, pos->line + m->line - 1);
    ha_wire_u32(d->wire, m->line == 1 ? pos->column + m->column - 1 : m->column);
    ha_wire_text(d->wire, m->message);
    ha_wire_send(d->wire);
  }
}

static void send_numbered(const struct driving *d, enum ha_record_kind kind) {
  ha_wire_begin(d->wire, kind);
  ha_wire_u32(d->wire, d->index);
  ha_wire_send(d->wire);
}

/* What is reported may be silenced by the source, which the compiler's side reads. */
static bool wants_json(const struct driving *d, enum ha_verdict verdict) {
  const struct ha_options *options = d->driver->options;
  return verdict == HA_REFUTED || (verdict == HA_UNKNOWN && options->strict) ||
         ha_outputs_wanted(options);
}

static void send_json(const struct driving *d, const char *json) {
  ha_wire_begin(d->wire, HA_RECORD_JSON);
  ha_wire_u32(d->wire, d->index);
  ha_wire_text(d->wire, json);
  ha_wire_send(d->wire);
}

static void send_end(const struct driving *d, enum ha_verdict verdict,
                     const char *why) {
  ha_wire_begin(d->wire, HA_RECORD_END);
  ha_wire_u32(d->wire, d->index);
  ha_wire_u32(d->wire, verdict);
  ha_wire_text(d->wire, why);
  ha_wire_send(d->wire);
}

static void send_missing(const struct driving *d, const char *why) {
  if (wants_json(d, HA_UNKNOWN))
    send_json(d, ha_report_json_missing(d->arena, d->name, why));
  send_end(d, HA_UNKNOWN, why);
}

static void send_dump(const struct driving *d, const struct ha_program *program) {
  char *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&text, &size);
  if (!memory)
    return;
  ha_program_print(program, memory);
  fclose(memory);
  ha_wire_begin(d->wire, HA_RECORD_DUMP);
  ha_wire_text(d->wire, text);
  ha_wire_send(d->wire);
  free(text);
}

static bool is_whole_program(const struct ha_options *options) {
  return strcmp(options->entry, "main") == 0;
}

static struct ha_program *lower(const struct driving *d) {
  const struct ha_options *options = d->driver->options;
  struct ha_lower_options lowering = {
      .malloc_may_fail = options->malloc == HA_MALLOC_MAY_FAIL,
      .whole_program = is_whole_program(options),
      .checks = options->checks,
      .assertion_names = options->assertion_names,
      .models = options->models,
  };
  return ha_lower(d->driver->unit, d->function, &lowering, d->arena);
}

static bool is_explained(const struct driving *d) {
  return !strcmp(d->driver->options->explain, d->name);
}

static void send_text(const struct driving *d, enum ha_record_kind kind,
                      const char *text) {
  ha_wire_begin(d->wire, kind);
  ha_wire_text(d->wire, text);
  ha_wire_send(d->wire);
}

static void explain(const struct driving *d, const struct ha_result *result) {
  send_text(d, HA_RECORD_DUMP, ha_report_explain(d->arena, result));
  if (*d->driver->options->dot)
    send_text(d, HA_RECORD_DOT, ha_report_dot(d->arena, result));
}

/* Most functions need next to nothing, so each may have several times its share. */
static double share_of(const struct purse *purse) {
  enum { SHARES = 4, LEAST_MS = 1 };
  double share = SHARES * purse->left_ms / (purse->waiting + 1);
  return share < LEAST_MS ? LEAST_MS : share;
}

static double budget_of(const struct driving *d, double deadline) {
  double budget = d->driver->options->budget, left = deadline - ha_now_ms();
  if (d->driver->allowance_ms && share_of(d->purse) < budget)
    budget = share_of(d->purse);
  return left < budget ? left : budget;
}

/* The build is not to wait long: who wants more says so. */
static const char *reason_of(const struct driving *d, const struct ha_result *result) {
  if (d->driver->allowance_ms && result->why && !strcmp(result->why, "budget"))
    return "the share of the compile's time is spent, budget= gives more";
  return result->why;
}

static void analyse(const struct driving *d, const struct ha_program *program,
                    double deadline) {
  const struct ha_options *options = d->driver->options;
  struct ha_analysis_options analysis = {
      .engine = strcmp(options->engine, "auto") == 0 ? NULL : options->engine,
      .budget_ms = budget_of(d, deadline),
      .memory = d->memory,
      .initial_globals = is_whole_program(options),
      .explain = is_explained(d),
      .generalise = (enum ha_generalise)options->generalise,
      .families = ha_families_parse(options->predicates),
      .internal = !*options->entry && ha_callers_are_known(d->function),
      .cache = d->cache,
  };
  struct ha_result *result = ha_analyse(d->arena, program, &analysis);
  d->purse->left_ms -= result->ms < d->purse->left_ms ? result->ms : d->purse->left_ms;
  result->why = reason_of(d, result);
  send_certificate(d, result, deadline);
  send_mistakes(d, result);
  send_checks(d, result);
  if (is_explained(d))
    explain(d, result);
  if (wants_json(d, result->verdict))
    send_json(d, ha_report_json(d->arena, result, d->driver->repro));
  send_end(d, result->verdict, result->why);
}

static void answer(const struct driving *d, bool relevant, double deadline) {
  if (ha_now_ms() >= deadline) {
    send_missing(d, "the unit's budget is spent");
    return;
  }
  ha_inject(d->driver->options->inject, d->name, d->arena);
  const struct ha_program *program = lower(d);
  const char *invalid = ha_program_validate(program);
  if (d->driver->options->dump == HA_DUMP_GCL)
    send_dump(d, program);
  if (invalid)
    send_missing(d, ha_arena_printf(d->arena, "the lowering is invalid: %s", invalid));
  else if (relevant && d->driver->analyse)
    analyse(d, program, deadline);
}

/* With entry=NAME only that function is asked about, relevant or not. */
static void visit(struct driving *d, double deadline) {
  const struct ha_options *options = d->driver->options;
  bool relevant = *options->entry || is_explained(d) ||
                  ha_function_is_relevant(d->driver->unit, d->function);
  d->purse->waiting -= relevant && d->purse->waiting;
  if (relevant || options->dump == HA_DUMP_GCL) {
    send_numbered(d, HA_RECORD_BEGIN);
    answer(d, relevant, deadline);
  }
  if (!relevant)
    send_numbered(d, HA_RECORD_SKIP);
}

static bool is_asked_for(const struct ha_driver *driver, unsigned index) {
  const char *entry = driver->options->entry, *only = driver->options->only;
  const char *name = name_of(driver->functions[index]);
  return (!*entry || !strcmp(entry, name)) && (!*only || !strcmp(only, name));
}

static void send_plan(const struct ha_driver *driver, struct ha_wire *wire) {
  ha_wire_begin(wire, HA_RECORD_PLAN);
  ha_wire_u32(wire, driver->count);
  for (unsigned i = 0; i < driver->count; i++)
    ha_wire_text(wire, is_asked_for(driver, i) ? name_of(driver->functions[i]) : "");
  ha_wire_send(wire);
}

/* In memory where nothing is said. */
static struct ha_cache *open_cache(const char *file) {
  return strcmp(file, "off") == 0 ? NULL : ha_answers_open(*file ? file : NULL);
}

/* Engines stop before the limit does: what is settled by then is not lost. */
static uint64_t memory_of(const struct ha_options *options) {
  return ha_memory() + ((uint64_t)options->memory << 20) / 3 * 2;
}

void ha_driver_run(const struct ha_driver *driver, unsigned first, double deadline,
                   struct ha_wire *wire) {
  struct purse purse = {.left_ms = driver->allowance_ms};
  for (unsigned i = first; driver->allowance_ms && i < driver->count; i++)
    purse.waiting += ha_function_is_relevant(driver->unit, driver->functions[i]);
  send_plan(driver, wire);
  struct ha_cache *cache = open_cache(driver->options->cache);
  uint64_t memory = memory_of(driver->options);
  for (unsigned i = first; i < driver->count; i++) {
    if (!is_asked_for(driver, i))
      continue;
    struct driving d = {.driver = driver,
                        .wire = wire,
                        .cache = cache,
                        .index = i,
                        .memory = memory,
                        .purse = &purse};
    d.function = driver->functions[i];
    d.name = name_of(d.function);
    d.arena = ha_arena_new();
    visit(&d, deadline);
    ha_arena_free(d.arena);
    if (ha_memory() > memory && i + 1 < driver->count)
      ha_isolate_renew();
  }
  if (cache)
    ha_answers_close(cache);
}
