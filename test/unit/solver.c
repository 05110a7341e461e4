/* The solver against brute force: what it calls unsatisfiable no small structure
 * satisfies, and a heap that it calls exact does satisfy what was asked. */
#include "domain/solver.h"
#include "domain/structure.h"
#include "domain/vocab.h"
#include "expect.h"
#include "gcl/text.h"
#include "random_formula.h"
#include <stdlib.h>

struct fixture {
  struct ha_arena *arena;
  struct ha_terms *t;
  struct ha_solver *solver;
};

static struct fixture begin(void) {
  struct fixture f = {.arena = ha_arena_new()};
  struct ha_text_error error = {0};
  const char *text = "program f;\npointers 8;\nloc 1 entry exit;\n";
  f.t = ha_terms_new(f.arena);
  f.solver = ha_solver_new(ha_vocab_new(f.t, ha_program_parse(f.arena, text, &error)));
  return f;
}

static void end(struct fixture *f) {
  ha_solver_free(f->solver);
  ha_arena_free(f->arena);
}

/* ---- all small structures ---- */

struct space {
  struct words *w;
  unsigned nodes;
  struct ha_structure *s;
};

/* Digits of a counter in mixed radix; false when it is back at the start. */
static bool tick(int64_t *digit, int64_t low, int64_t high) {
  *digit = *digit < high ? *digit + 1 : low;
  return *digit == low;
}

static bool next_map(struct space *p, ha_symbol map, int64_t low, int64_t high,
                     unsigned first) {
  int64_t *at = ha_structure_map(p->s, map);
  for (unsigned x = first; x < p->nodes; x++)
    if (!tick(&at[x], low, high))
      return true;
  return false;
}

static bool next_constants(struct space *p, const ha_symbol *list, unsigned count,
                           int64_t low, int64_t high) {
  for (unsigned i = 0; i < count; i++) {
    int64_t value = ha_structure_get(p->s, list[i]);
    bool again = tick(&value, low, high);
    ha_structure_set(p->s, list[i], value);
    if (!again)
      return true;
  }
  return false;
}

static bool next_structure(struct space *p) {
  const struct words *w = p->w;
  ha_structure_changed(p->s);
  if (next_constants(p, w->object, w->objects, 0, p->nodes - 1) ||
      next_constants(p, w->integer, w->integers, -1, 2))
    return true;
  for (unsigned i = 0; i < w->links; i++)
    if (next_map(p, w->link[i], 0, p->nodes - 1, 1))
      return true;
  for (unsigned i = 0; i < w->sets; i++)
    if (next_map(p, w->set[i], 0, 1, 0))
      return true;
  for (unsigned i = 0; i < w->datas; i++)
    if (next_map(p, w->data[i], -1, 2, 0))
      return true;
  return false;
}

/* Is there a model among the first `limit` structures of this size? */
static bool has_small_model(struct words *w, struct ha_arena *arena, ha_term formula,
                            unsigned nodes, unsigned long limit) {
  struct space p = {w, nodes, ha_structure_new(arena, w->t, nodes)};
  for (unsigned i = 0; i < w->integers; i++)
    ha_structure_set(p.s, w->integer[i], -1);
  for (unsigned i = 0; i < w->datas; i++)
    for (unsigned x = 0; x < nodes; x++)
      ha_structure_map(p.s, w->data[i])[x] = -1;
  do
    if (ha_structure_holds(p.s, formula) == HA_YES)
      return true;
  while (next_structure(&p) && --limit);
  return false;
}

static bool has_random_model(struct words *w, ha_term formula, unsigned tries) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_structure *s = ha_structure_new(arena, w->t, 1);
  bool found = false;
  for (unsigned i = 0; i < tries && !found; i++) {
    any_structure(w, s, 1 + roll(&w->dice, 5));
    found = ha_structure_holds(s, formula) == HA_YES;
  }
  ha_arena_free(arena);
  return found;
}

/* ---- random formulas ---- */

struct tally {
  unsigned unsat, exact, inexact, unknown;
};

/* An argument: so many times as many formulas, and what was left open is shown. */
static unsigned times = 1;

/* One solver for several formulas over one vocabulary: instances stay. */
static void ask_some(struct words w, uint64_t seed, unsigned depth, unsigned long limit,
                     struct tally *tally) {
  struct fixture f = begin();
  make_words(&w, f.t, seed);
  for (unsigned k = 0; k < 5; k++) {
    ha_term parts[3];
    for (unsigned i = 0; i < 3; i++)
      parts[i] = any_formula(&w, depth, 0);
    ha_term whole = ha_all(f.t, HA_TERM_AND, parts, 3);
    struct ha_arena *arena = ha_arena_new();
    switch (ha_solver_check(f.solver, parts, 3)) {
    case HA_ANSWER_UNSAT:
      tally->unsat++;
      for (unsigned nodes = 1; nodes <= 4; nodes++)
        if (has_small_model(&w, arena, whole, nodes, limit)) {
          printf("seed %lu.%u: %s\n", (unsigned long)seed, k, show(f.t, whole));
          EXPECT(!"unsatisfiable, but it has a model");
        }
      EXPECT(!has_random_model(&w, whole, 500));
      break;
    case HA_ANSWER_SAT:
      tally->exact += ha_solver_is_exact(f.solver);
      tally->inexact += !ha_solver_is_exact(f.solver);
      if (ha_solver_is_exact(f.solver))
        EXPECT(ha_structure_holds(ha_solver_heap(f.solver), whole) == HA_YES);
      else if (times > 1)
        printf("seed %lu.%u inexact: %s\n", (unsigned long)seed, k, show(f.t, whole));
      break;
    case HA_ANSWER_UNKNOWN:
      tally->unknown++;
      if (times > 1)
        printf("seed %lu.%u unknown: %s\n", (unsigned long)seed, k, show(f.t, whole));
      break;
    }
    ha_arena_free(arena);
  }
  end(&f);
}

static struct tally ask_many(struct words w, unsigned seeds, unsigned depth,
                             unsigned long limit) {
  struct tally tally = {0};
  for (uint64_t seed = 1; seed <= times * seeds; seed++)
    ask_some(w, seed, depth, limit, &tally);
  printf("unsat %u, exact %u, inexact %u, unknown %u\n", tally.unsat, tally.exact,
         tally.inexact, tally.unknown);
  return tally;
}

/* Ground formulas over links: the answer is always definite. */
static void test_ground(void) {
  struct words one = {.objects = 4, .links = 1};
  struct words two = {.objects = 3, .links = 2, .sets = 1, .stores = true};
  struct words data = {
      .objects = 3, .links = 1, .datas = 1, .integers = 1, .stores = true};
  struct tally t = ask_many(one, 40, 4, 3000);
  EXPECT(t.unsat > 20 && t.exact > 100 && !t.inexact && !t.unknown);
  t = ask_many(two, 40, 4, 3000);
  EXPECT(t.unsat > 20 && t.exact > 100 && !t.inexact && !t.unknown);
  t = ask_many(data, 40, 4, 3000);
  EXPECT(t.unsat > 20 && t.exact > 100 && !t.inexact && !t.unknown);
}

/* Distances to what is not reached have no value, so an answer may stay open. */
static void test_distances(void) {
  struct words w = {.objects = 3, .links = 1, .integers = 1, .distances = true};
  struct tally t = ask_many(w, 60, 4, 3000);
  EXPECT(t.unsat > 20 && t.exact > 100 && t.inexact + t.unknown < 20 * times);
  w.stores = true;
  t = ask_many(w, 40, 4, 3000);
  EXPECT(t.unsat > 20 && t.exact > 100 && t.inexact + t.unknown < 20 * times);
}

/* With universals some may stay open: ∀∃, and links below a quantifier. */
static void test_universals(void) {
  struct words w = {
      .objects = 3, .links = 1, .sets = 1, .stores = true, .quantifiers = true};
  struct tally t = ask_many(w, 40, 5, 1000);
  EXPECT(t.unsat > 40 && t.exact > 80 && t.inexact + t.unknown < 4 * times);
  w.functions = true;
  t = ask_many(w, 40, 5, 1000);
  EXPECT(t.unsat > 40 && t.exact > 80 && t.inexact + t.unknown < 4 * times);
  w.datas = w.integers = 1;
  w.links = 2;
  t = ask_many(w, 40, 5, 1000);
  EXPECT(t.unsat > 40 && t.exact > 80 && t.inexact + t.unknown < 8 * times);
}

int main(int argc, char **argv) {
  times = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
  test_ground();
  test_distances();
  test_universals();
  return finish();
}
