/* `heapabs cert`: checks certificates, and makes one from a program and a claim. */
#include "../domain/cert.h"
#include "../gcl/validate.h"
#include "../refine/engine.h"
#include "../refine/entry.h"
#include "../refine/init.h"
#include "../refine/vacuity.h"
#include "../report/report.h"
#include "clang.h"
#include "commands.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SOLVER_SECONDS = 60, MAKE_MS = 60000, VACUITY_MS = 3000 };

struct cert {
  struct ha_arena *arena; /* of the certificate at hand */
  const struct ha_program *program;
  const struct ha_claim *claim;
  struct ha_conditions *conditions;
  bool quiet;
};

static void usage(void) {
  puts("usage: heapabs cert FILE.smt2…\n"
       "       heapabs cert --make FILE.gcl FILE.inv [-o DIR]\n\n"
       "Checks that each FILE.smt2 proves what FILE.inv claims of FILE.gcl, by\n"
       "recomputing the conditions, comparing every line, and running z3 and cvc5.\n\n"
       "  --make    write the certificate of a claim, or say what does not hold\n"
       "  -o DIR    … into that folder (default: .)\n"
       "  --quiet   the verdicts alone\n"
       "  --help    this list");
}

/* ---- files ---- */

static char *load(struct cert *c, const char *file) {
  char *text = ha_read_file(file);
  if (!text)
    printf("%s: rejected: %s\n", file, strerror(errno));
  char *kept = text ? ha_arena_strdup(c->arena, text) : NULL;
  free(text);
  return kept;
}

static bool reject(const char *file, const struct ha_text_error *error) {
  printf("%s:", file);
  if (error->line)
    printf("%u:", error->line);
  if (error->line && error->column)
    printf("%u:", error->column);
  printf(" rejected: %s\n", error->message ? error->message : "not understood");
  return false;
}

static bool load_program(struct cert *c, const char *file) {
  struct ha_text_error error = {0};
  const char *text = load(c, file);
  if (!text)
    return false;
  c->program = ha_program_parse(c->arena, text, &error);
  if (!c->program)
    return reject(file, &error);
  error.message = ha_program_validate(c->program);
  return error.message ? reject(file, &error) : true;
}

static bool load_claim(struct cert *c, const char *file) {
  struct ha_text_error error = {0};
  const char *text = load(c, file);
  c->claim = text ? ha_claim_parse(c->arena, text, &error) : NULL;
  return text && (c->claim || reject(file, &error));
}

/* FILE.smt2 to FILE.gcl */
static const char *sibling(struct cert *c, const char *file, const char *ending) {
  size_t length = strlen(file) - strlen(".smt2");
  return ha_arena_printf(c->arena, "%.*s%s", (int)length, file, ending);
}

/* ---- the entry policy ---- */

static ha_term_vec policy_formulas(void *context, struct ha_vocab *vocab) {
  const struct cert *c = context;
  const struct ha_entry *entry = ha_entry_infer(c->arena, c->program, false);
  return ha_init_formulas(vocab, entry, false);
}

/* How often Init says of something that it is a tree: all have one ghost parent. */
static unsigned trees_in_init(const struct cert *c) {
  static const char *const words[] = {"tree(", "parent(", "threaded("};
  unsigned count = 0;
  for (unsigned f = 0; f < c->claim->formulas.count; f++)
    for (unsigned w = 0; w < 3 && !c->claim->formulas.at[f].at; w++)
      for (const char *at = c->claim->formulas.at[f].text; (at = strstr(at, words[w]));
           at++)
        count += at == c->claim->formulas.at[f].text || at[-1] != '`';
  return count;
}

/* Init may say less than the policy; what it says beyond is told, and counted. */
static unsigned tell_assumptions(const struct cert *c) {
  struct ha_conditions *k = c->conditions;
  struct cert copy = *c;
  ha_term_vec policy = policy_formulas(&copy, k->vocab);
  unsigned beyond = 0;
  for (unsigned i = 0, f = 0; f < c->claim->formulas.count; f++) {
    const struct ha_claim_formula *formula = &c->claim->formulas.at[f];
    if (formula->at)
      continue;
    bool found = k->init.at[i] == ha_true(k->terms);
    for (unsigned j = 0; j < policy.count; j++)
      found |= policy.at[j] == k->init.at[i];
    beyond += !found;
    if (!c->quiet)
      printf("  assumes %s%s\n", formula->text,
             found ? "" : " (more than the entry policy)");
    i++;
  }
  if (trees_in_init(c) > 1) {
    beyond++;
    if (!c->quiet)
      puts("  assumes that the trees above have no node in common (more than the entry "
           "policy)");
  }
  if (k->pieces->assumes_no_overflow && !c->quiet)
    puts("  assumes that signed arithmetic does not overflow");
  return beyond;
}

/* ---- solvers ---- */

/* What the solver says of the file, on one line; NULL if it could not be run. */
static const char *ask(struct cert *c, char *const *argv) {
  char log[] = "/tmp/heapabs-cert-XXXXXX";
  int fd = mkstemp(log);
  if (fd < 0)
    return NULL;
  close(fd);
  int status = ha_spawn(argv, log);
  char *text = ha_read_file(log);
  unlink(log);
  const char *answer = NULL;
  if (text && status >= 0 && status != 127)
    answer = ha_arena_strndup(c->arena, text, strcspn(text, "\n"));
  if (answer && text[strlen(answer)] && text[strlen(answer) + 1])
    answer = ha_arena_printf(c->arena, "%s …", answer); /* more than one word */
  free(text);
  return answer;
}

/* `plain` is what the solver is given, `file` where it comes from. */
static bool refutes(struct cert *c, const char *file, const char *plain,
                    const char *solver, const char *limit) {
  char *argv[] = {ha_arena_strdup(c->arena, solver), ha_arena_strdup(c->arena, limit),
                  ha_arena_strdup(c->arena, plain), NULL};
  double start = ha_now_ms();
  const char *answer = ask(c, argv);
  if (!answer) {
    printf("%s: rejected: cannot run %s (package %s)\n", file, solver, solver);
    return false;
  }
  if (strcmp(answer, "unsat") != 0) {
    printf("%s: rejected: %s says '%s'\n", file, solver, answer);
    return false;
  }
  if (!c->quiet)
    printf("  %s: unsat in %.0f ms\n", solver, ha_now_ms() - start);
  return true;
}

/* What the checker has read, in a file of its own: there is then only one reading. */
static bool solvers_refute(struct cert *c, const char *file, const char *text) {
  const char *z3 = ha_arena_printf(c->arena, "-T:%d", SOLVER_SECONDS);
  const char *cvc5 = ha_arena_printf(c->arena, "--tlimit=%d", 1000 * SOLVER_SECONDS);
  char plain[] = "/tmp/heapabs-cert-XXXXXX.smt2";
  int fd = mkstemps(plain, (int)strlen(".smt2"));
  FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
  bool saved = out && fputs(text, out) >= 0;
  saved &= out && !fclose(out);
  if (!saved)
    printf("%s: rejected: %s: %s\n", file, plain, strerror(errno));
  bool ok = saved && refutes(c, file, plain, "z3", z3) &&
            refutes(c, file, plain, "cvc5", cvc5);
  if (fd >= 0)
    unlink(plain);
  return ok;
}

/* ---- vacuity ---- */

/* Nothing follows from hypotheses that nothing satisfies. */
static bool is_about_something(struct cert *c, const char *file) {
  struct ha_vacuity v = ha_vacuity_check(c->arena, c->conditions, c->claim, VACUITY_MS);
  if (!v.has_input) {
    printf("%s: rejected: no input was found in which all that is assumed holds\n",
           file);
    return false;
  }
  if (v.broken) {
    printf("%s:%u: rejected: a run breaks '%s'\n", sibling(c, file, ".inv"),
           v.broken->line, v.broken->text);
    return false;
  }
  if (!c->quiet)
    printf("  run: %u inputs within the assumptions; %u of %u invariants met\n", v.runs,
           v.shown, v.cuts);
  return true;
}

/* ---- checking ---- */

static bool recompute(struct cert *c, const char *file) {
  struct ha_text_error error = {0};
  struct ha_init_policy policy = {policy_formulas, c};
  if (!load_program(c, sibling(c, file, ".gcl")) ||
      !load_claim(c, sibling(c, file, ".inv")))
    return false;
  c->conditions = ha_conditions_new(c->arena, c->program, c->claim, &policy, &error);
  return c->conditions || reject(sibling(c, file, ".inv"), &error);
}

static void tell_verdict(const struct cert *c, const char *file, unsigned beyond) {
  unsigned checks = 0;
  for (ha_check k = 1; k < c->program->checks.count; k++)
    checks += ha_claim_covers(c->claim, k);
  printf("%s: accepted: %s: %u of %u checks never fail (%u conditions)", file,
         c->program->name, checks, c->program->checks.count - 1,
         c->conditions->vcs.count);
  if (beyond)
    printf(", under %u assumption%s more than the entry policy", beyond,
           beyond == 1 ? "" : "s");
  putchar('\n');
}

static bool check(struct cert *c, const char *file) {
  struct ha_text_error error = {0};
  size_t length = strlen(file);
  if (length < 6 || strcmp(file + length - 5, ".smt2") != 0) {
    printf("%s: rejected: not a .smt2 file\n", file);
    return false;
  }
  const char *text = load(c, file);
  if (!text || !recompute(c, file))
    return false;
  char *plain = NULL;
  if (!ha_cert_check(c->conditions, text, &plain, &error))
    return reject(file, &error);
  text = ha_arena_strdup(c->arena, plain);
  free(plain);
  unsigned beyond = tell_assumptions(c);
  if (!is_about_something(c, file) || !solvers_refute(c, file, text))
    return false;
  tell_verdict(c, file, beyond);
  return true;
}

/* ---- making ---- */

static bool save(struct cert *c, const char *directory, const char *stem,
                 const char *ending, const char *text) {
  const char *path = ha_arena_printf(c->arena, "%s/%s%s", directory, stem, ending);
  FILE *out = fopen(path, "w");
  bool ok = out && fputs(text, out) >= 0;
  if ((out && fclose(out)) || !ok) {
    fprintf(stderr, "heapabs cert: error: %s: %s\n", path, strerror(errno));
    return false;
  }
  return true;
}

static const char *stem_of(struct cert *c, const char *file) {
  const char *slash = strrchr(file, '/');
  const char *name = slash ? slash + 1 : file;
  const char *dot = strrchr(name, '.');
  return ha_arena_strndup(c->arena, name, dot ? (size_t)(dot - name) : strlen(name));
}

/* A claim that fails may be the program's fault: then there is an input to show. */
static void show_counterexample(struct cert *c) {
  struct ha_analysis_options options = {.engine = "small", .budget_ms = 2000};
  const struct ha_result *result = ha_analyse(c->arena, c->program, &options);
  for (ha_check k = 1; k < c->program->checks.count; k++) {
    if (result->checks[k].verdict != HA_REFUTED || !ha_claim_covers(c->claim, k))
      continue;
    const struct ha_diagnostic *found = ha_report_diagnostic(c->arena, result, k);
    printf("  check %u fails: %s\n", k, found->message);
    for (unsigned i = 0; i < found->notes.count; i++)
      printf("    %s\n", found->notes.at[i].message);
  }
}

static bool make(struct cert *c, const char *gcl, const char *inv,
                 const char *directory) {
  struct ha_init_policy policy = {policy_formulas, c};
  if (!load_program(c, gcl) || !load_claim(c, inv))
    return false;
  struct ha_cert_texts texts =
      ha_cert_make(c->arena, c->program, c->claim, &policy, ha_cpu_ms() + MAKE_MS);
  const char *stem = stem_of(c, inv);
  bool ok = texts.smt2 != NULL;
  if (!ok) {
    printf("%s: no certificate: %s\n", inv, texts.why);
    if (texts.conditions)
      show_counterexample(c);
  }
  ok = ok && save(c, directory, stem, ".gcl", texts.gcl) &&
       save(c, directory, stem, ".inv", texts.inv) &&
       save(c, directory, stem, ".smt2", texts.smt2);
  free(texts.gcl);
  free(texts.inv);
  free(texts.smt2);
  return ok;
}

/* ---- the command line ---- */

struct arguments {
  bool make, quiet, help;
  const char *directory;
  const char **files;
  unsigned count;
};

static bool take_arguments(struct arguments *a, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--make"))
      a->make = true;
    else if (!strcmp(argv[i], "--quiet"))
      a->quiet = true;
    else if (!strcmp(argv[i], "--help"))
      a->help = true;
    else if (!strcmp(argv[i], "-o") && i + 1 < argc)
      a->directory = argv[++i];
    else if (*argv[i] == '-') {
      fprintf(stderr, "heapabs cert: error: cannot make sense of '%s'\n", argv[i]);
      return false;
    } else
      a->files[a->count++] = argv[i];
  }
  if (a->help || (a->make ? a->count == 2 : a->count > 0))
    return true;
  fprintf(stderr, "heapabs cert: error: expected %s\n",
          a->make ? "FILE.gcl and FILE.inv" : "FILE.smt2");
  return false;
}

static bool run_one(const struct arguments *a, unsigned i) {
  struct cert c = {.arena = ha_arena_new(), .quiet = a->quiet};
  bool ok = a->make ? make(&c, a->files[0], a->files[1], a->directory)
                    : check(&c, a->files[i]);
  ha_arena_free(c.arena);
  return ok;
}

int ha_tool_cert(int argc, char **argv) {
  struct arguments a = {.directory = ".",
                        .files = calloc((size_t)argc, sizeof(char *))};
  bool ok = a.files && take_arguments(&a, argc, argv);
  int status = ok ? 0 : 2;
  if (a.help && ok)
    usage();
  for (unsigned i = 0; ok && !a.help && i < (a.make ? 1 : a.count); i++)
    status |= !run_one(&a, i);
  free(a.files);
  return status;
}
