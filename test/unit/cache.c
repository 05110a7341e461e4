/* The cache of answers: what it may answer, that it agrees with a solver that has none,
 * and what becomes of its file. */
#include "domain/cache.h"
#include "domain/solver.h"
#include "domain/store.h"
#include "domain/vocab.h"
#include "expect.h"
#include "gcl/text.h"
#include "random_formula.h"
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct fixture {
  struct ha_arena *arena;
  struct ha_terms *t;
  struct ha_vocab *vocab;
  struct ha_solver *solver;
};

static struct fixture begin(struct ha_cache *cache) {
  struct fixture f = {.arena = ha_arena_new()};
  struct ha_text_error error = {0};
  const char *text = "program f;\npointers 8;\n"
                     "local a: i8;\nlocal b: i8;\nlocal c: i32;\n"
                     "loc 1 entry exit;\n";
  const struct ha_program *program = ha_program_parse(f.arena, text, &error);
  if (!program) {
    printf("%u:%u: %s\n", error.line, error.column, error.message);
    exit(1);
  }
  f.t = ha_terms_new(f.arena);
  f.vocab = ha_vocab_new(f.t, program);
  f.solver = ha_solver_new(f.vocab);
  ha_solver_set_cache(f.solver, cache);
  return f;
}

static void end(struct fixture *f) {
  ha_solver_free(f->solver);
  ha_arena_free(f->arena);
}

static ha_term object(struct fixture *f, const char *name) {
  return ha_sym(f->t, ha_symbol_make(f->t, name, HA_SORT_OBJ));
}

static ha_term link_map(struct fixture *f, const char *name) {
  return ha_sym(f->t, ha_symbol_make(f->t, name, HA_SORT_LINK));
}

static uint64_t hits(const struct fixture *f) {
  return ha_solver_stats(f->solver)->cache_hits;
}

/* ---- forms ---- */

static bool same_form(struct ha_alpha *alpha, ha_term p, ha_term q) {
  return ha_digest_same(ha_alpha_form(alpha, p)->digest,
                        ha_alpha_form(alpha, q)->digest);
}

static void test_forms(void) {
  struct fixture f = begin(NULL);
  struct ha_alpha *alpha = ha_alpha_new(f.arena, f.vocab);
  ha_term x = object(&f, "x"), y = object(&f, "y"), z = object(&f, "z");
  ha_term n = link_map(&f, "next"), m = link_map(&f, "prev");
  EXPECT(same_form(alpha, ha_reach(f.t, n, x, y), ha_reach(f.t, m, y, z)));
  EXPECT(!same_form(alpha, ha_reach(f.t, n, x, y), ha_reach(f.t, n, x, x)));
  EXPECT(!same_form(alpha, ha_reach(f.t, n, x, y), ha_btwn(f.t, n, x, y, z)));
  EXPECT(!same_form(alpha, ha_reach(f.t, n, x, y), ha_reach(f.t, n, x, ha_null(f.t))));
  ha_term five = ha_int(f.t, 5), six = ha_int(f.t, 6);
  ha_term a = ha_sym(f.t, ha_vocab_var(f.vocab, 1));
  ha_term b = ha_sym(f.t, ha_vocab_var(f.vocab, 2));
  ha_term c = ha_sym(f.t, ha_vocab_var(f.vocab, 3));
  EXPECT(same_form(alpha, ha_le(f.t, a, five), ha_le(f.t, b, five)));
  EXPECT(!same_form(alpha, ha_le(f.t, a, five), ha_le(f.t, a, six)));
  EXPECT(!same_form(alpha, ha_le(f.t, a, five), ha_le(f.t, c, five))); /* ranges */
  end(&f);
}

/* ---- what it may answer ---- */

/* x →* y and ¬ y →* x with x = y is contradictory, whatever else is said, under any
 * names; of its parts nothing is known by that. */
static void test_unsat_answers_more(void) {
  struct ha_cache *cache = ha_cache_new(NULL);
  struct fixture f = begin(cache);
  ha_term x = object(&f, "x"), y = object(&f, "y"), u = object(&f, "u");
  ha_term v = object(&f, "v"), n = link_map(&f, "next"), m = link_map(&f, "prev");
  ha_term first[] = {ha_eq(f.t, x, y), ha_not(f.t, ha_reach(f.t, n, x, y))};
  EXPECT(ha_solver_check(f.solver, first, 2) == HA_ANSWER_UNSAT && hits(&f) == 0);
  ha_term more[] = {ha_reach(f.t, n, x, v), ha_eq(f.t, u, v), ha_reach(f.t, m, x, y),
                    ha_not(f.t, ha_reach(f.t, m, u, v)), ha_eq(f.t, x, u)};
  EXPECT(ha_solver_check(f.solver, more, 5) == HA_ANSWER_UNSAT && hits(&f) == 1);
  EXPECT(!ha_solver_in_core(f.solver, 0) && ha_solver_in_core(f.solver, 1) &&
         !ha_solver_in_core(f.solver, 2) && ha_solver_in_core(f.solver, 3) &&
         !ha_solver_in_core(f.solver, 4));
  ha_term other[] = {ha_eq(f.t, u, x), ha_not(f.t, ha_reach(f.t, m, u, v))};
  EXPECT(ha_solver_check(f.solver, other, 2) == HA_ANSWER_SAT && hits(&f) == 1);
  EXPECT(ha_solver_check(f.solver, first, 1) == HA_ANSWER_SAT && hits(&f) == 1);
  end(&f);
  ha_cache_free(cache);
}

/* ¬ Γ ⊨ F holds for less than Γ too, and not for more. */
static void test_sat_answers_less(void) {
  struct ha_cache *cache = ha_cache_new(NULL);
  struct fixture f = begin(cache);
  ha_term x = object(&f, "x"), y = object(&f, "y"), u = object(&f, "u");
  ha_term v = object(&f, "v"), n = link_map(&f, "next");
  ha_term goal = ha_reach(f.t, n, y, x), null = ha_null(f.t);
  ha_term given[] = {ha_reach(f.t, n, x, y), ha_reach(f.t, n, y, null)};
  EXPECT(ha_solver_valid(f.solver, given, 2, goal) == HA_ANSWER_SAT);
  EXPECT(ha_solver_heap(f.solver) && hits(&f) == 0);
  ha_term less[] = {ha_reach(f.t, n, v, null)};
  EXPECT(ha_solver_valid(f.solver, less, 1, ha_reach(f.t, n, v, u)) == HA_ANSWER_SAT);
  EXPECT(!ha_solver_heap(f.solver) && hits(&f) == 1);
  EXPECT(!ha_solver_is_exact(f.solver));
  /* who wants a heap gets one */
  ha_term whole[] = {less[0], ha_not(f.t, ha_reach(f.t, n, v, u))};
  EXPECT(ha_solver_check(f.solver, whole, 2) == HA_ANSWER_SAT);
  EXPECT(ha_solver_heap(f.solver) && hits(&f) == 1);
  ha_term more[] = {given[0], given[1], ha_eq(f.t, x, y)};
  EXPECT(ha_solver_valid(f.solver, more, 3, goal) == HA_ANSWER_UNSAT);
  end(&f);
  ha_cache_free(cache);
}

/* A query that came too late is no answer. */
static void test_unknown_is_not_kept(void) {
  struct ha_cache *cache = ha_cache_new(NULL);
  struct fixture f = begin(cache);
  ha_term x = object(&f, "x"), y = object(&f, "y"), n = link_map(&f, "next");
  ha_term query[] = {ha_eq(f.t, x, y), ha_not(f.t, ha_reach(f.t, n, x, y))};
  ha_solver_set_deadline(f.solver, 1e-9);
  EXPECT(ha_solver_check(f.solver, query, 2) == HA_ANSWER_UNKNOWN);
  EXPECT(ha_solver_check(f.solver, query, 2) == HA_ANSWER_UNKNOWN && hits(&f) == 0);
  ha_solver_set_deadline(f.solver, 0);
  EXPECT(ha_solver_check(f.solver, query, 2) == HA_ANSWER_UNSAT && hits(&f) == 0);
  EXPECT(ha_solver_check(f.solver, query, 2) == HA_ANSWER_UNSAT && hits(&f) == 1);
  end(&f);
  ha_cache_free(cache);
}

/* ---- against a solver without one ---- */

static const struct words vocabulary = {
    .objects = 3, .links = 2, .sets = 1, .stores = true, .quantifiers = true};

/* Random questions; the answers of a solver without cache. */
enum { MANY = 40, FEW = 5, FORMULAS = 4, VARIANTS = 3 };

struct tally {
  unsigned asked, hits, unsat;
};

/* Formulas and parts of them: Γ is what comes before the last. */
static void ask_one(struct ha_cache *cache, bool against, unsigned seed,
                    unsigned variant, struct tally *tally) {
  struct fixture f = begin(cache), plain = {0};
  struct words w = vocabulary, p = vocabulary;
  ha_term all[FORMULAS], same[FORMULAS];
  for (unsigned i = 0; i < variant; i++) /* the same names, other numbers */
    object(&f, i ? "x2" : "x1");
  make_words(&w, f.t, seed);
  if (against) {
    plain = begin(NULL);
    make_words(&p, plain.t, seed);
  }
  for (unsigned i = 0; i < FORMULAS; i++) {
    all[i] = any_formula(&w, 3, 0);
    same[i] = against ? any_formula(&p, 3, 0) : 0;
  }
  for (unsigned first = 0; first < FORMULAS; first++) {
    unsigned count = FORMULAS - first - 1;
    enum ha_answer got =
        ha_solver_valid(f.solver, all + first, count, all[FORMULAS - 1]);
    tally->asked++;
    tally->unsat += got == HA_ANSWER_UNSAT;
    if (!against)
      continue;
    enum ha_answer wanted =
        ha_solver_valid(plain.solver, same + first, count, same[FORMULAS - 1]);
    if (got != wanted)
      printf("seed %u from %u: %d instead of %d\n", seed, first, got, wanted);
    EXPECT(got == wanted);
  }
  tally->hits += (unsigned)hits(&f);
  end(&f);
  if (against)
    end(&plain);
}

static void ask_all(struct ha_cache *cache, bool against, unsigned sets,
                    struct tally *tally) {
  for (unsigned seed = 1; seed <= sets; seed++)
    for (unsigned variant = 0; variant < VARIANTS; variant++)
      ask_one(cache, against, seed, variant, tally);
}

static void test_agrees_with_none(void) {
  struct ha_cache *cache = ha_cache_new(NULL);
  struct tally tally = {0};
  ask_all(cache, true, MANY, &tally);
  printf("asked %u, from the cache %u, unsat %u\n", tally.asked, tally.hits,
         tally.unsat);
  EXPECT(tally.unsat > 40 && tally.asked - tally.unsat > 100);
  EXPECT(tally.hits > tally.asked / 3);
  ha_cache_free(cache);
}

/* ---- the file ---- */

static char folder[] = "/tmp/heapabs-cache-XXXXXX";
static char file[64], lock[64];

static void write_file(const char *text, size_t size) {
  FILE *out = fopen(file, "w");
  EXPECT(out && fwrite(text, 1, size, out) == size && !fclose(out));
}

static size_t read_file(char **text) {
  FILE *in = fopen(file, "r");
  struct stat status;
  EXPECT(in && !stat(file, &status));
  *text = malloc((size_t)status.st_size);
  size_t size = fread(*text, 1, (size_t)status.st_size, in);
  fclose(in);
  return size;
}

/* Is everything answered from the file?  Nothing may be wrong either way. */
static bool is_warm(bool against) {
  struct ha_cache *cache = ha_cache_new(file);
  struct tally tally = {0};
  ask_all(cache, against, FEW, &tally);
  ha_cache_free(cache);
  return tally.hits == tally.asked;
}

static bool has_store(void) {
  struct ha_store *store = ha_store_open(file, "test");
  if (store)
    ha_store_close(store);
  unlink(file);
  unlink(lock);
  return store != NULL;
}

static void test_file_is_used_again(void) {
  EXPECT(!is_warm(false));
  EXPECT(is_warm(true));
}

/* Cut off, overwritten anywhere, foreign, empty: made anew, and good afterwards. */
static void test_bad_file_is_made_anew(void) {
  char *good, *bad;
  size_t size = read_file(&good);
  bad = malloc(size);
  struct dice dice = {.state = 7};
  for (unsigned i = 0; i < 12; i++) {
    memcpy(bad, good, size);
    size_t cut = size;
    if (i < 4)
      cut = size * i / 4 + 100 * i; /* empty at first */
    else if (i < 6)
      memset(bad + 4096 * (i - 4), 'x', 4096); /* a meta page */
    else
      for (unsigned k = 0; k < 3000; k++)
        bad[roll(&dice, (unsigned)size)] ^= (char)(1 + roll(&dice, 255));
    write_file(bad, cut);
    is_warm(true);
    EXPECT(is_warm(false));
  }
  write_file("#!/bin/sh\nexit 1\n", 17);
  EXPECT(!is_warm(true));
  EXPECT(is_warm(false));
  struct ha_store *other = ha_store_open(file, "another version");
  EXPECT(other);
  if (other)
    ha_store_close(other);
  EXPECT(!is_warm(false));
  EXPECT(is_warm(false));
  free(good);
  free(bad);
}

/* Where no file can be, the answers are kept in memory. */
static void test_no_file(void) {
  struct ha_cache *cache = ha_cache_new("/nonexistent/answers");
  struct tally first = {0}, second = {0};
  ask_all(cache, false, FEW, &first);
  ask_all(cache, false, FEW, &second);
  EXPECT(second.hits == second.asked);
  ha_cache_free(cache);
  cache = ha_cache_new(folder); /* a folder stays a folder */
  ask_all(cache, false, FEW, &first);
  ha_cache_free(cache);
  struct stat status;
  EXPECT(!stat(folder, &status) && S_ISDIR(status.st_mode));
}

/* Several processes write the same answers at once. */
static void test_processes(void) {
  enum { PROCESSES = 4 };
  pid_t child[PROCESSES];
  unlink(file);
  unlink(lock);
  for (unsigned i = 0; i < PROCESSES; i++) {
    child[i] = fork();
    if (!child[i]) {
      is_warm(i == 0);
      _exit(failures != 0);
    }
  }
  for (unsigned i = 0; i < PROCESSES; i++) {
    int status;
    EXPECT(waitpid(child[i], &status, 0) == child[i] && status == 0);
  }
  EXPECT(is_warm(true));
}

int main(void) {
  EXPECT(mkdtemp(folder));
  snprintf(file, sizeof file, "%s/answers", folder);
  snprintf(lock, sizeof lock, "%s/answers-lock", folder);
  test_forms();
  test_unsat_answers_more();
  test_sat_answers_less();
  test_unknown_is_not_kept();
  test_agrees_with_none();
  test_no_file();
  if (has_store()) { /* built with LMDB */
    test_file_is_used_again();
    test_bad_file_is_made_anew();
    test_processes();
  }
  unlink(file);
  unlink(lock);
  rmdir(folder);
  return finish();
}
