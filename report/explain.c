#include "explain.h"
#include "../gcl/verdict.h"
#include "where.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static bool given(const char *text) { return text && *text; }

static unsigned line_of(const struct ha_program *program, ha_loc loc) {
  return ha_where_get(program, program->locs.at[loc].pos)->line;
}

static void put_verdict(FILE *out, const struct ha_result *r) {
  fprintf(out, "%s: %s", r->program->name, ha_verdict_text[r->verdict]);
  if (given(r->engine))
    fprintf(out, " by %s", r->engine);
  fprintf(out, " in %.1f ms, %" PRIu64 " queries, %" PRIu64 " of them from the cache\n",
          r->ms, r->queries, r->cache_hits);
  if (r->verdict == HA_UNKNOWN && given(r->why))
    fprintf(out, "  because: %s\n", r->why);
}

static void put_attempts(FILE *out, const struct ha_result *r) {
  fputs("\nengines, in order:\n", out);
  for (unsigned i = 0; i < r->attempts.count; i++) {
    const struct ha_attempt *a = &r->attempts.at[i];
    fprintf(out,
            "  %-6s %u checks proved, %u refuted, %u left; %.1f ms, %" PRIu64
            " queries\n",
            a->engine, a->proved, a->refuted, a->left, a->ms, a->queries);
  }
  if (!r->attempts.count)
    fputs("  none: there is nothing to check\n", out);
}

static void put_refinements(FILE *out, const struct ha_result *r) {
  if (r->refinements.count)
    fputs("\nrefinements:\n", out);
  for (unsigned i = 0; i < r->refinements.count; i++) {
    const struct ha_refinement *f = &r->refinements.at[i];
    fprintf(out, "  %u. %s, line %u: %s\n     %s%s\n", i + 1, f->engine,
            line_of(r->program, f->loc), f->learnt,
            f->excluded ? "excludes " : "inductive by itself",
            f->excluded ? f->excluded : "");
  }
}

static void put_invariants(FILE *out, const struct ha_result *r) {
  if (r->invariants.count)
    fputs("\ninvariants:\n", out);
  for (unsigned i = 0; i < r->invariants.count; i++) {
    const struct ha_invariant *invariant = &r->invariants.at[i];
    fprintf(out, "  line %u: %s\n", line_of(r->program, invariant->loc),
            invariant->formula);
    if (invariant->background)
      fprintf(out, "    besides: %s\n", invariant->background);
  }
}

static void put_list(FILE *out, const char *title, const char *const *texts,
                     unsigned count) {
  if (count)
    fprintf(out, "\n%s:\n", title);
  for (unsigned i = 0; i < count; i++)
    fprintf(out, "  %s\n", texts[i]);
}

static void put_limitations(FILE *out, const struct ha_program *program) {
  bool told = false;
  for (unsigned i = 0; i < program->limitations.count; i++) {
    const struct ha_limitation *limitation = &program->limitations.at[i];
    if (!limitation->what)
      continue;
    fputs(told ? "" : "\nnot modelled, and taken to do anything:\n", out);
    told = true;
    const struct ha_pos_row *row = ha_where_get(program, limitation->pos);
    fprintf(out, "  %s:%u: %s\n", row->file, row->line, limitation->what);
  }
}

static void put_check(FILE *out, const struct ha_result *r, ha_check id) {
  const struct ha_check_row *row = &r->program->checks.at[id];
  const struct ha_check_result *found = &r->checks[id];
  const struct ha_pos_row *where = ha_where_get(r->program, row->pos);
  fprintf(out, "  %u:%u %s", where->line, where->column, ha_check_id[row->kind]);
  if (given(row->text))
    fprintf(out, " '%s'", row->text);
  if (where->call)
    fprintf(out, " in '%s'", where->function);
  fprintf(out, ": %s", ha_verdict_text[found->verdict]);
  if (given(found->engine))
    fprintf(out, " by %s", found->engine);
  if (found->verdict == HA_UNKNOWN && given(found->why))
    fprintf(out, ": %s", found->why);
  fputc('\n', out);
}

static void put_abstract(FILE *out, const struct ha_result *r, ha_check id) {
  const struct ha_check_result *found = &r->checks[id];
  if (found->verdict == HA_UNKNOWN && found->abstract.count)
    fputs("    not excluded, though no input takes it:\n", out);
  for (unsigned i = 0; found->verdict == HA_UNKNOWN && i < found->abstract.count; i++)
    fprintf(out, "    line %u: %s\n", line_of(r->program, found->abstract.at[i].loc),
            found->abstract.at[i].says);
}

static void put_steps(FILE *out, const struct ha_result *r, ha_check id) {
  const struct ha_witness *witness = r->checks[id].witness;
  for (unsigned i = 0; witness && i < witness->steps.count; i++) {
    const struct ha_step *step = &witness->steps.at[i];
    fprintf(out, "    line %u: %s; here %s\n",
            ha_where_get(r->program, step->pos)->line,
            given(step->what) ? step->what : "on", given(step->heap) ? step->heap : "");
  }
}

const char *ha_report_explain(struct ha_arena *arena, const struct ha_result *r) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return "";
  put_verdict(out, r);
  put_attempts(out, r);
  put_refinements(out, r);
  put_invariants(out, r);
  put_list(out, "callers owe", r->inferred_requires.at, r->inferred_requires.count);
  put_list(out, "would suffice as a precondition", &r->suggestion,
           r->suggestion != NULL);
  put_list(out, "assumed", r->assumes.at, r->assumes.count);
  put_limitations(out, r->program);
  fputs("\nchecks:\n", out);
  for (ha_check id = 1; id < r->program->checks.count; id++) {
    put_check(out, r, id);
    put_abstract(out, r, id);
    put_steps(out, r, id);
  }
  fclose(out);
  const char *copy = ha_arena_strdup(arena, text);
  free(text);
  return copy;
}
