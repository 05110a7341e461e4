#include "lazy.h"
#include "../domain/vocab.h"
#include "../gcl/arena.h"
#include "heaps.h"

enum {
  WORN = 300 /* instances; measured: 100 to 600 differ little, 1200 is twice as slow */
};

struct supposition {
  ha_term formula;
  bool asserted, in_core;
};

struct ha_lazy {
  struct ha_arena *arena;
  struct ha_vocab *vocab;
  struct ha_terms *terms;
  struct ha_solver *solver;
  struct ha_cache *cache;
  uint64_t queries, cache_hits; /* of the solvers before it */
  double deadline_ms;
  HA_VEC(ha_term) watched;
  struct ha_heaps *heaps;
  unsigned heap; /* the one at hand, if it is exact */
  bool is_exact;
  HA_VEC(struct supposition) all;
  HA_VEC(ha_term) asked;   /* what is asserted … */
  HA_VEC(unsigned) number; /* … and its number among all */
  HA_VEC(bool) is_wanted;  /* by term: the last UNSAT answer that could use it did */
};

static void new_solver(struct ha_lazy *l) {
  l->solver = ha_solver_new(l->vocab);
  ha_solver_set_deadline(l->solver, l->deadline_ms);
  ha_solver_set_cache(l->solver, l->cache);
  for (unsigned i = 0; i < l->watched.count; i++)
    ha_solver_watch(l->solver, l->watched.at[i]);
}

static void free_solver(struct ha_lazy *l) {
  l->queries += ha_solver_stats(l->solver)->queries;
  l->cache_hits += ha_solver_stats(l->solver)->cache_hits;
  ha_solver_free(l->solver);
  l->solver = NULL;
}

struct ha_lazy *ha_lazy_new(struct ha_arena *arena, struct ha_vocab *vocab,
                            struct ha_cache *cache, double deadline_ms) {
  struct ha_lazy *l = ha_arena_alloc(arena, sizeof *l);
  l->arena = arena;
  l->vocab = vocab;
  l->terms = ha_vocab_terms(vocab);
  l->cache = cache;
  l->deadline_ms = deadline_ms;
  l->heaps = ha_heaps_new(arena, l->terms);
  new_solver(l);
  return l;
}

void ha_lazy_leave_cache(struct ha_lazy *l) {
  l->cache = NULL;
  ha_solver_set_cache(l->solver, NULL);
}

void ha_lazy_free(struct ha_lazy *l) { free_solver(l); }

uint64_t ha_lazy_queries(const struct ha_lazy *l) {
  return l->queries + ha_solver_stats(l->solver)->queries;
}

uint64_t ha_lazy_cache_hits(const struct ha_lazy *l) {
  return l->cache_hits + ha_solver_stats(l->solver)->cache_hits;
}

void ha_lazy_watch(struct ha_lazy *l, ha_term object) {
  HA_PUSH(l->arena, l->watched, object);
  ha_solver_watch(l->solver, object);
}

/* What earlier questions have left behind costs more than it saves. */
static bool is_worn(const struct ha_lazy *l) {
  const struct ha_solver_stats *stats = ha_solver_stats(l->solver);
  return stats->axioms + stats->instances > WORN;
}

void ha_lazy_begin(struct ha_lazy *l) {
  l->all.count = 0;
  if (is_worn(l)) {
    free_solver(l);
    new_solver(l);
  }
}

static unsigned add(struct ha_lazy *l, ha_term formula, bool asserted) {
  HA_PUSH(l->arena, l->all,
          (struct supposition){.formula = formula, .asserted = asserted});
  return l->all.count - 1;
}

unsigned ha_lazy_require(struct ha_lazy *l, ha_term formula) {
  return add(l, formula, true);
}

static bool is_costly(const struct ha_lazy *l, ha_term formula) {
  const struct ha_term_row *row = ha_term_get(l->terms, formula);
  return row->has_quantifier || row->op == HA_TERM_NAMED;
}

unsigned ha_lazy_suppose(struct ha_lazy *l, ha_term formula) {
  bool wanted = formula < l->is_wanted.count && l->is_wanted.at[formula];
  return add(l, formula, wanted || !is_costly(l, formula));
}

void ha_lazy_retract(struct ha_lazy *l, unsigned i) { l->all.count = i; }

enum ha_truth ha_lazy_truth(struct ha_lazy *l, ha_term formula) {
  return l->is_exact ? ha_heaps_truth(l->heaps, l->heap, formula)
                     : ha_solver_truth(l->solver, formula);
}

bool ha_lazy_is_exact(const struct ha_lazy *l) { return l->is_exact; }

static enum ha_answer ask(struct ha_lazy *l) {
  l->asked.count = l->number.count = 0;
  for (unsigned i = 0; i < l->all.count; i++)
    if (l->all.at[i].asserted) {
      HA_PUSH(l->arena, l->asked, l->all.at[i].formula);
      HA_PUSH(l->arena, l->number, i);
    }
  return ha_solver_check(l->solver, l->asked.at, l->asked.count);
}

/* Asserts the first that the heap at hand breaks; false if it breaks nothing. */
static bool assert_broken(struct ha_lazy *l) {
  for (unsigned i = 0; i < l->all.count; i++) {
    struct supposition *s = &l->all.at[i];
    if (!s->asserted && ha_lazy_truth(l, s->formula) != HA_YES)
      return s->asserted = true;
  }
  return false;
}

static bool is_answer(struct ha_lazy *l, unsigned heap) {
  for (unsigned i = 0; i < l->all.count; i++)
    if (l->all.at[i].asserted &&
        ha_heaps_truth(l->heaps, heap, l->all.at[i].formula) != HA_YES)
      return false;
  return true;
}

/* A heap on which all that is asserted holds: one that is known, or a new one. */
static enum ha_answer find_heap(struct ha_lazy *l) {
  for (l->heap = 0; l->heap < ha_heaps_count(l->heaps); l->heap++)
    if (is_answer(l, l->heap)) {
      l->is_exact = true;
      return HA_ANSWER_SAT;
    }
  enum ha_answer answer = ask(l);
  l->is_exact = answer == HA_ANSWER_SAT && ha_solver_is_exact(l->solver);
  l->heap = 0;
  if (l->is_exact)
    ha_heaps_add(l->heaps, ha_solver_heap(l->solver));
  return answer;
}

static void note_core(struct ha_lazy *l) {
  for (unsigned i = 0; i < l->all.count; i++)
    l->all.at[i].in_core = false;
  for (unsigned i = 0; i < l->number.count; i++)
    l->all.at[l->number.at[i]].in_core = ha_solver_in_core(l->solver, i);
  for (unsigned i = 0; i < l->all.count; i++) {
    while (l->is_wanted.count <= l->all.at[i].formula)
      HA_PUSH(l->arena, l->is_wanted, false);
    l->is_wanted.at[l->all.at[i].formula] = l->all.at[i].in_core;
  }
}

enum ha_answer ha_lazy_check(struct ha_lazy *l) {
  enum ha_answer answer;
  do
    answer = find_heap(l);
  while (answer == HA_ANSWER_SAT && assert_broken(l));
  if (answer == HA_ANSWER_UNSAT)
    note_core(l);
  return answer;
}

bool ha_lazy_in_core(const struct ha_lazy *l, unsigned i) {
  return l->all.at[i].in_core;
}
