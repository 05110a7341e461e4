/* How fast is the one door to the solver?  Questions like those of list code: a
 * function has some lists that are live, acyclic and apart, cursors in them, and makes
 * a few stores; each question is about a property of what comes out, from some of what
 * is known.  The same questions go
 *   - to ha_solver, in process, a new one for every function;
 *   - to ha_solver once more, with the answers kept (cache.h);
 *   - to Z3 in process, with the axioms quantified (triggers as in the literature);
 *   - to a z3 process each, with the same text.
 * Questions are kept as they come, whoever can answer them, but for two rules: what is
 * known must not contradict itself, and half of a function's questions, as far as they
 * are settled, hold.  What a way leaves unanswered counts with the time it took, which
 * flatters it: so there is a line for the questions that all ways answer, by answer,
 * and one says how many only some do. */
#define _GNU_SOURCE
#include "../domain/axiom.h"
#include "../domain/cache.h"
#include "../domain/expand.h"
#include "../domain/named.h"
#include "../domain/smtlib.h"
#include "../domain/solver.h"
#include "../domain/unfold.h"
#include "../domain/vocab.h"
#include "../gcl/text.h"
#include "../test/unit/random_formula.h"
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <z3.h>

enum { VARS = 12, PER_FUNCTION = 20, LIMIT_MS = 500, MOST = 48 };

enum way { OURS, KEPT, QUANTIFIED, PROCESS, WAYS };

static const char *const way_name[] = {"ha_solver", "ha_solver, kept",
                                       "Z3, quantified axioms", "a z3 process each"};

struct reply {
  bool is_asked;
  enum ha_answer answer;
  double ms;
};

struct query {
  ha_term at[MOST];
  unsigned count;
  unsigned function;
  struct reply by[WAYS];
};

struct bench {
  struct ha_arena *arena;
  struct ha_terms *t;
  struct ha_vocab *vocab;
  struct dice dice;
  ha_symbol var[VARS], link[2], live;
  HA_VEC(struct query) queries;
  unsigned functions, hits;
  uint64_t rounds, instances;
  double kept_ms;
};

/* Processor time, of the processes that were started too: a busy machine blurs it
 * little.
 */
static double now_ms(void) {
  double ms = 0;
  for (int i = 0; i < 2; i++) {
    struct rusage use;
    getrusage(i ? RUSAGE_CHILDREN : RUSAGE_SELF, &use);
    ms += (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1e3;
    ms += (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e3;
  }
  return ms;
}

/* ---- questions ---- */

/* What one question is about. */
struct scene {
  unsigned vars, lists, links;
  ha_term x[VARS], f, g; /* f: the link that changes */
};

static void given(struct query *q, ha_term formula) {
  if (q->count < MOST)
    q->at[q->count++] = formula;
}

/* ∀v. v ≠ null → ¬(R(x,v) ∧ R(y,v)) */
static ha_term apart(struct ha_terms *t, ha_term f, ha_term x, ha_term y) {
  ha_term v = ha_term_bound(t, 0, HA_SORT_OBJ);
  ha_term both = ha_and(t, ha_reach(t, f, x, v), ha_reach(t, f, y, v));
  return ha_forall(t, HA_SORT_OBJ, ha_or(t, ha_eq(t, v, ha_null(t)), ha_not(t, both)));
}

static ha_term live_list(const struct bench *b, ha_term f, ha_term x) {
  return ha_named(b->t, HA_NAMED_LIST, (ha_term[]){ha_sym(b->t, b->live), f, x}, 3);
}

/* Lists that are apart, and cursors in them. */
static void set_scene(struct bench *b, struct scene *s, struct query *q) {
  struct ha_terms *t = b->t;
  for (unsigned i = 0; i < s->lists; i++) {
    given(q, live_list(b, s->f, s->x[i]));
    if (s->links > 1)
      given(q, ha_reach(t, s->g, s->x[i], ha_null(t)));
    for (unsigned k = 0; k < i; k++)
      given(q, apart(t, s->f, s->x[k], s->x[i]));
  }
  for (unsigned i = s->lists; i < s->vars; i++) {
    ha_term from = s->x[roll(&b->dice, i)];
    bool is_next = roll(&b->dice, 3) == 0;
    given(q, is_next ? ha_eq(t, s->x[i], ha_select(t, s->f, from))
                     : ha_reach(t, s->f, from, s->x[i]));
    if (roll(&b->dice, 2))
      given(q, ha_not(t, ha_eq(t, s->x[i], ha_null(t))));
    if (s->links > 1 && roll(&b->dice, 3) == 0)
      given(q, ha_reach(t, s->g, s->x[i], from));
  }
}

static ha_term any_var(struct bench *b, const struct scene *s) {
  return s->x[roll(&b->dice, s->vars)];
}

/* The link after the code: what it stores is a cursor, the successor of one, or null.
 */
static ha_term after_stores(struct bench *b, struct scene *s, struct query *q) {
  struct ha_terms *t = b->t;
  ha_term f = s->f;
  for (unsigned i = 1 + roll(&b->dice, 3); i > 0; i--) {
    ha_term to = any_var(b, s), value = any_var(b, s);
    unsigned kind = roll(&b->dice, 4);
    if (kind < 2)
      value = kind ? ha_select(t, f, value) : ha_null(t);
    given(q, ha_not(t, ha_eq(t, to, ha_null(t))));
    f = ha_store(t, f, to, value);
  }
  return f;
}

static ha_term any_goal(struct bench *b, struct scene *s, ha_term f) {
  struct ha_terms *t = b->t;
  ha_term x = any_var(b, s), y = any_var(b, s), z = any_var(b, s);
  switch (roll(&b->dice, 8)) {
  case 0:
    return live_list(b, f, x);
  case 1:
    return apart(t, f, x, y);
  case 2:
    return ha_reach(t, f, x, ha_null(t));
  case 3:
    return ha_or(t, ha_eq(t, x, ha_null(t)), ha_select(t, ha_sym(t, b->live), x));
  case 4:
    return ha_implies(t, ha_reach(t, f, x, y), ha_btwn(t, f, x, y, ha_null(t)));
  case 5:
    return ha_implies(t, ha_and(t, ha_reach(t, f, x, y), ha_reach(t, f, x, z)),
                      ha_or(t, ha_reach(t, f, y, z), ha_reach(t, f, z, y)));
  case 6:
    return ha_not(t, ha_eq(t, ha_select(t, f, x), x));
  default:
    return ha_reach(t, f, x, y);
  }
}

/* A function: all that is known, and the link at its end. */
static ha_term any_function(struct bench *b, struct scene *scene, struct query *known) {
  struct scene s = {.vars = 8 + roll(&b->dice, 5),
                    .lists = 2 + roll(&b->dice, 2),
                    .links = 1 + roll(&b->dice, 2)};
  for (unsigned i = 0; i < s.vars; i++)
    s.x[i] = ha_sym(b->t, b->var[i]);
  s.f = ha_sym(b->t, b->link[0]);
  s.g = ha_sym(b->t, b->link[1]);
  set_scene(b, &s, known);
  ha_term f = after_stores(b, &s, known);
  *scene = s;
  return f;
}

/* Most of what is known, and a goal. */
static struct query any_query(struct bench *b, struct scene *s, ha_term f,
                              const struct query *known) {
  struct query q = {0};
  for (unsigned i = 0; i < known->count; i++)
    if (roll(&b->dice, 12))
      given(&q, known->at[i]);
  given(&q, ha_not(b->t, any_goal(b, s, f)));
  return q;
}

/* SAT is an answer only with a heap on which everything holds. */
static enum ha_answer settled(const struct ha_solver *solver, enum ha_answer answer) {
  bool is_open = answer == HA_ANSWER_SAT && !ha_solver_is_exact(solver);
  return is_open ? HA_ANSWER_UNKNOWN : answer;
}

static bool is_vacuous(struct ha_solver *solver, const struct query *q) {
  return ha_solver_check(solver, q->at, q->count - 1) == HA_ANSWER_UNSAT;
}

/* The questions of one function; fewer if it has no more. */
static void ask_about(struct bench *b, unsigned count) {
  struct scene scene;
  struct query known = {0};
  unsigned have[3] = {0}, all = 0;
  ha_term f = any_function(b, &scene, &known);
  struct ha_solver *solver = ha_solver_new(b->vocab);
  for (unsigned tried = 0; tried < 5 * count && all < count; tried++) {
    struct query q = any_query(b, &scene, f, &known);
    q.function = b->functions;
    enum ha_answer answer = settled(solver, ha_solver_check(solver, q.at, q.count));
    if (have[answer] >= count / 2 ||
        (answer == HA_ANSWER_UNSAT && is_vacuous(solver, &q)))
      continue;
    have[answer]++;
    all++;
    HA_PUSH(b->arena, b->queries, q);
  }
  b->functions++;
  ha_solver_free(solver);
}

static void make_queries(struct bench *b, unsigned count) {
  while (b->queries.count < count) {
    unsigned left = count - b->queries.count;
    ask_about(b, left < PER_FUNCTION ? left + left % 2 : PER_FUNCTION);
  }
}

/* ---- by ha_solver ---- */

static void note(struct query *q, enum way way, enum ha_answer answer, double start) {
  q->by[way] = (struct reply){true, answer, now_ms() - start};
}

/* As Γ ⊨ F: the last formula is ¬F. */
static void ask_solver(struct bench *b, struct ha_solver *solver, struct query *q,
                       enum way way) {
  ha_term goal = ha_not(b->t, q->at[q->count - 1]);
  double start = now_ms();
  enum ha_answer answer = ha_solver_valid(solver, q->at, q->count - 1, goal);
  note(q, way, way == KEPT ? answer : settled(solver, answer), start);
}

/* The first question of a function pays for its solver. */
static void by_solver(struct bench *b) {
  for (unsigned i = 0; i < b->queries.count;) {
    unsigned function = b->queries.at[i].function, first = i;
    double start = now_ms();
    struct ha_solver *solver = ha_solver_new(b->vocab);
    double made = now_ms() - start;
    for (; i < b->queries.count && b->queries.at[i].function == function; i++)
      ask_solver(b, solver, &b->queries.at[i], OURS);
    const struct ha_solver_stats *stats = ha_solver_stats(solver);
    b->rounds += stats->rounds;
    b->instances += stats->axioms + stats->instances;
    start = now_ms();
    ha_solver_free(solver);
    b->queries.at[first].by[OURS].ms += made + now_ms() - start;
  }
}

/* Each question twice: the second time it is known.  The clock is read around all, for
 * it is coarser than one answer. */
static void by_cache(struct bench *b) {
  struct ha_cache *cache = ha_cache_new(NULL);
  struct ha_solver *solver = ha_solver_new(b->vocab);
  double start = 0;
  ha_solver_set_cache(solver, cache);
  for (unsigned round = 0; round < 2; round++) {
    start = now_ms();
    for (unsigned i = 0; i < b->queries.count; i++)
      ask_solver(b, solver, &b->queries.at[i], KEPT);
  }
  b->kept_ms = (now_ms() - start) / b->queries.count;
  b->hits = (unsigned)ha_solver_stats(solver)->cache_hits;
  ha_solver_free(solver);
  ha_cache_free(cache);
}

/* ---- as text, with quantified axioms ---- */

static const char *const variable[] = {"x", "y", "z", "u"};

/* The triggers; %s is the link. */
static const struct {
  enum ha_axiom axiom;
  const char *pattern;
} quantified[] = {
    {HA_AXIOM_STEP, "(|s %s| |s x|)"},
    {HA_AXIOM_REACH, "(|s %s| |s x|) (|B %s| |s x| |s y| |s y|)"},
    {HA_AXIOM_CYCLE, "(|s %s| |s x|) (|B %s| |s x| |s y| |s y|)"},
    {HA_AXIOM_SANDWICH, "(|B %s| |s x| |s y| |s x|)"},
    {HA_AXIOM_ORDER1, "(|B %s| |s x| |s y| |s y|) (|B %s| |s x| |s z| |s z|)"},
    {HA_AXIOM_ORDER2, "(|B %s| |s x| |s y| |s z|)"},
    {HA_AXIOM_ENDS, "(|B %s| |s x| |s y| |s y|)"},
    {HA_AXIOM_TRANS1, "(|B %s| |s x| |s y| |s y|) (|B %s| |s y| |s z| |s z|)"},
    {HA_AXIOM_TRANS2, "(|B %s| |s x| |s y| |s z|) (|B %s| |s y| |s u| |s z|)"},
    {HA_AXIOM_TRANS3, "(|B %s| |s x| |s y| |s z|) (|B %s| |s x| |s u| |s y|)"},
    {HA_AXIOM_NULL_ENDS, "(|B %s| |null| |s x| |s x|)"},
};

static void write_axioms(struct bench *b, FILE *out, ha_symbol link) {
  const char *name = ha_symbol_get(b->t, link)->name;
  ha_term at[4];
  for (unsigned i = 0; i < 4; i++)
    at[i] = ha_sym(b->t, ha_symbol_make(b->t, variable[i], HA_SORT_OBJ));
  for (unsigned i = 0; i < sizeof quantified / sizeof *quantified; i++) {
    struct ha_axiom_instance instance = {.axiom = quantified[i].axiom, .link = link};
    memcpy(instance.at, at, sizeof at);
    fputs("(assert (forall (", out);
    for (unsigned k = 0; k < ha_axiom_objects(instance.axiom); k++)
      fprintf(out, "(|s %s| Obj)", variable[k]);
    fputs(") (! ", out);
    ha_smtlib_term(out, b->t, ha_axiom_formula(b->t, &instance));
    fputs(" :pattern (", out);
    fprintf(out, quantified[i].pattern, name, name);
    fputs("))))\n", out);
  }
  fprintf(
      out,
      "(assert (forall ((x Obj)) (! (|B %s| x x x) :pattern ((|s %s| x)))))\n"
      "(assert (forall ((x Obj) (y Obj) (z Obj)) (! (=> (|B %s| x y z) (and (|B %s| "
      "x x x) (|B %s| y y y) (|B %s| z z z))) :pattern ((|B %s| x y z)))))\n"
      "(assert (= (|s %s| |null|) |null|))\n",
      name, name, name, name, name, name, name, name);
}

/* The conjuncts, those with a quantifier last; ¬∀ with a constant for its variable. */
struct text {
  struct bench *b;
  struct ha_unfolder *unfolder;
  struct ha_expander *expander;
  struct ha_smtlib_uses *uses;
  ha_symbol v;
  HA_VEC(ha_term) ground, universal;
};

static void split(struct text *x, ha_term formula) {
  struct ha_terms *t = x->b->t;
  struct ha_term_row row = *ha_term_get(t, formula);
  ha_term inner = row.op == HA_TERM_NOT ? row.args[0] : formula;
  struct ha_term_row below = *ha_term_get(t, inner);
  if (row.op == HA_TERM_AND) {
    for (unsigned i = 0; i < row.count; i++)
      split(x, row.args[i]);
  } else if (!row.has_quantifier) {
    HA_PUSH(x->b->arena, x->ground, ha_expand(x->expander, formula));
  } else if (row.op == HA_TERM_FORALL) {
    ha_term body = ha_term_instance(t, formula, ha_sym(t, x->v));
    HA_PUSH(x->b->arena, x->universal, ha_expand(x->expander, body));
  } else if (below.op == HA_TERM_FORALL) {
    ha_term w = ha_sym(t, ha_symbol_make(t, "witness", HA_SORT_OBJ));
    split(x, ha_not(t, ha_term_instance(t, inner, w)));
  } else { /* ¬(p ∧ ∀…): over the choice of its parts, each with the same witness */
    ha_term any = ha_false(t);
    ha_term w = ha_sym(t, ha_symbol_make(t, "witness", HA_SORT_OBJ));
    for (unsigned i = 0; i < below.count; i++) {
      bool is_all = ha_term_get(t, below.args[i])->op == HA_TERM_FORALL;
      ha_term part = is_all ? ha_term_instance(t, below.args[i], w) : below.args[i];
      any = ha_or(t, any, ha_not(t, part));
    }
    HA_PUSH(x->b->arena, x->ground, ha_expand(x->expander, any));
  }
}

static void write_query(struct bench *b, const struct query *q, FILE *out) {
  struct text x = {.b = b,
                   .unfolder = ha_unfolder_new(b->t),
                   .expander = ha_expander_new(b->t),
                   .uses = ha_smtlib_uses_new(b->t),
                   .v = ha_symbol_make(b->t, "v", HA_SORT_OBJ)};
  for (unsigned i = 0; i < q->count; i++)
    split(&x, ha_unfold(x.unfolder, q->at[i]));
  ha_smtlib_bind(x.uses, x.v);
  for (unsigned i = 0; i < x.ground.count; i++)
    ha_smtlib_use(x.uses, x.ground.at[i]);
  for (unsigned i = 0; i < x.universal.count; i++)
    ha_smtlib_use(x.uses, x.universal.at[i]);
  for (unsigned i = 0; i < 2; i++) {
    ha_term null = ha_null(b->t), f = ha_sym(b->t, b->link[i]);
    ha_smtlib_use(x.uses, ha_select(b->t, f, null));
    ha_smtlib_use(x.uses, ha_btwn(b->t, f, null, null, ha_select(b->t, f, null)));
  }
  ha_smtlib_declare(out, x.uses);
  for (unsigned i = 0; i < 2; i++)
    write_axioms(b, out, b->link[i]);
  for (unsigned i = 0; i < x.ground.count; i++) {
    fputs("(assert ", out);
    ha_smtlib_term(out, b->t, x.ground.at[i]);
    fputs(")\n", out);
  }
  for (unsigned i = 0; i < x.universal.count; i++) {
    fputs("(assert (forall ((|s v| Obj)) ", out);
    ha_smtlib_term(out, b->t, x.universal.at[i]);
    fputs("))\n", out);
  }
}

static enum ha_answer ask_text(Z3_context z3, const char *text) {
  Z3_solver solver = Z3_mk_simple_solver(z3);
  Z3_solver_inc_ref(z3, solver);
  Z3_params params = Z3_mk_params(z3);
  Z3_params_inc_ref(z3, params);
  Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, "timeout"), LIMIT_MS);
  Z3_solver_set_params(z3, solver, params);
  Z3_params_dec_ref(z3, params);
  Z3_solver_from_string(z3, solver, text);
  Z3_lbool answer = Z3_solver_check(z3, solver);
  Z3_solver_dec_ref(z3, solver);
  return answer == Z3_L_FALSE  ? HA_ANSWER_UNSAT
         : answer == Z3_L_TRUE ? HA_ANSWER_SAT
                               : HA_ANSWER_UNKNOWN;
}

static enum ha_answer ask_process(const char *file) {
  char *command = NULL, line[64] = "";
  if (asprintf(&command, "z3 -t:%d %s", LIMIT_MS, file) < 0)
    return HA_ANSWER_UNKNOWN;
  FILE *from = popen(command, "r");
  free(command);
  if (from && !fgets(line, sizeof line, from))
    *line = '\0';
  if (from)
    pclose(from);
  return !strcmp(line, "unsat\n") ? HA_ANSWER_UNSAT
         : !strcmp(line, "sat\n") ? HA_ANSWER_SAT
                                  : HA_ANSWER_UNKNOWN;
}

/* One of `step` questions, not the same one of each: the first of a function pays for
 * its solver. */
static void by_others(struct bench *b, unsigned step) {
  char file[] = "/tmp/heapabs-bench-XXXXXX";
  int fd = mkstemp(file);
  Z3_config config = Z3_mk_config();
  Z3_context z3 = Z3_mk_context_rc(config);
  for (unsigned k = 0; fd >= 0 && k * step + k % step < b->queries.count; k++) {
    struct query *q = &b->queries.at[k * step + k % step];
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    write_query(b, q, out);
    fclose(out);
    double start = now_ms();
    note(q, QUANTIFIED, ask_text(z3, text), start);
    out = fopen(file, "w");
    fprintf(out, "%s(check-sat)\n", text);
    fclose(out);
    start = now_ms();
    note(q, PROCESS, ask_process(file), start);
    free(text);
  }
  close(fd);
  unlink(file);
  Z3_del_context(z3);
  Z3_del_config(config);
}

/* ---- the report ---- */

/* Which questions a line is about. */
enum about { ALL, BY_ALL, UNSAT_BY_ALL, SAT_BY_ALL, OURS_ONLY, OTHERS_ONLY };

static bool is_answered(const struct query *q, enum way way) {
  return q->by[way].is_asked && q->by[way].answer != HA_ANSWER_UNKNOWN;
}

static bool is_about(const struct query *q, enum about about) {
  bool ours = is_answered(q, OURS), first = is_answered(q, QUANTIFIED),
       second = is_answered(q, PROCESS), all = ours && first && second;
  switch (about) {
  case ALL:
    return true;
  case BY_ALL:
    return all;
  case UNSAT_BY_ALL:
    return all && q->by[OURS].answer == HA_ANSWER_UNSAT;
  case SAT_BY_ALL:
    return all && q->by[OURS].answer == HA_ANSWER_SAT;
  case OURS_ONLY:
    return ours && !first && !second;
  default:
    return !ours && (first || second);
  }
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

struct figures {
  unsigned asked, unsat, sat;
  double mean, median;
};

static struct figures figures_of(struct bench *b, enum way way, enum about about) {
  struct figures f = {0};
  double sum = 0;
  double *ms = ha_arena_alloc(b->arena, (b->queries.count + 1) * sizeof *ms);
  for (unsigned i = 0; i < b->queries.count; i++) {
    const struct query *q = &b->queries.at[i];
    if (!q->by[PROCESS].is_asked || !is_about(q, about))
      continue;
    sum += ms[f.asked++] = q->by[way].ms;
    f.unsat += q->by[way].answer == HA_ANSWER_UNSAT;
    f.sat += q->by[way].answer == HA_ANSWER_SAT;
  }
  qsort(ms, f.asked, sizeof *ms, by_size);
  f.mean = f.asked ? sum / f.asked : 0;
  f.median = f.asked ? ms[f.asked / 2] : 0;
  return f;
}

static void tell(struct bench *b, const char *title, enum about about) {
  static const enum way shown[] = {OURS, QUANTIFIED, PROCESS};
  struct figures ours = figures_of(b, OURS, about);
  printf("%s: %u questions\n", title, ours.asked);
  for (unsigned i = 0; ours.asked && i < 3; i++) {
    struct figures f = figures_of(b, shown[i], about);
    printf("  %-22s %5u unsat %5u sat %5u open   mean %9.3f ms  median %9.3f ms",
           way_name[shown[i]], f.unsat, f.sat, f.asked - f.unsat - f.sat, f.mean,
           f.median);
    if (shown[i] != OURS)
      printf("   %7.1f and %.1f times ours", f.mean / ours.mean,
             f.median / ours.median);
    puts("");
  }
}

/* Two ways that answer answer the same. */
static unsigned count_contradictions(const struct bench *b) {
  unsigned count = 0;
  for (unsigned i = 0; i < b->queries.count; i++)
    for (unsigned way = KEPT; way < WAYS; way++) {
      const struct query *q = &b->queries.at[i];
      count += is_answered(q, OURS) && is_answered(q, (enum way)way) &&
               q->by[OURS].answer != q->by[way].answer;
    }
  return count;
}

/* All that ha_solver was asked, whether others were or not. */
static void tell_ours(struct bench *b) {
  double sum = 0;
  for (unsigned i = 0; i < b->queries.count; i++)
    sum += b->queries.at[i].by[OURS].ms;
  double mean = sum / b->queries.count;
  printf("ha_solver: %u questions, mean %.3f ms, %.1f rounds and %.1f new instances "
         "each\nkept: %u known, mean %.4f ms, %.0f times as fast\n",
         b->queries.count, mean, (double)b->rounds / b->queries.count,
         (double)b->instances / b->queries.count, b->hits, b->kept_ms,
         mean / b->kept_ms);
}

static void begin(struct bench *b) {
  struct ha_text_error error = {0};
  b->arena = ha_arena_new();
  b->t = ha_terms_new(b->arena);
  b->vocab = ha_vocab_new(
      b->t, ha_program_parse(b->arena, "program f;\npointers 8;\nloc 1 entry exit;\n",
                             &error));
  b->dice.state = 20;
  for (unsigned i = 0; i < VARS; i++)
    b->var[i] = numbered(b->t, "p", i, HA_SORT_OBJ);
  b->link[0] = ha_symbol_make(b->t, "next", HA_SORT_LINK);
  b->link[1] = ha_symbol_make(b->t, "other", HA_SORT_LINK);
  b->live = ha_symbol_make(b->t, "live", HA_SORT_SET);
}

int main(int argc, char **argv) {
  unsigned count = argc > 1 ? (unsigned)atoi(argv[1]) : 1000;
  unsigned step = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
  struct bench b = {0};
  begin(&b);
  make_queries(&b, count);
  by_solver(&b);
  by_cache(&b);
  tell_ours(&b);
  fflush(stdout);
  by_others(&b, step);
  printf("others: one of %u questions, %d ms\n", step, LIMIT_MS);
  tell(&b, "all", ALL);
  tell(&b, "answered by all", BY_ALL);
  tell(&b, "answered by all, unsatisfiable", UNSAT_BY_ALL);
  tell(&b, "answered by all, satisfiable", SAT_BY_ALL);
  tell(&b, "answered by ha_solver only", OURS_ONLY);
  tell(&b, "answered by others only", OTHERS_ONLY);
  unsigned wrong = count_contradictions(&b);
  printf("contradictions: %u\n", wrong);
  ha_arena_free(b.arena);
  return wrong != 0;
}
