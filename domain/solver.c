/* The loop: solve; complete the model to a heap; a heap on which all that was asked
 * holds is an answer.  Otherwise add the instances of axioms that the model breaks, and
 * only when the axioms hold those of universals that the heap breaks. */
#include "cache.h"
#include "expand.h"
#include "facts.h"
#include "heap.h"
#include "model.h"
#include "skolem.h"
#include "solver_impl.h"
#include "structure.h"
#include "theory.h"
#include "unfold.h"
#include "universal.h"
#include "vocab.h"
#include <string.h>
#include <time.h>

enum {
  ROUNDS = 400,      /* of solving and instantiating, then unknown */
  PER_UNIVERSAL = 6, /* instances of one universal in one round */
  GENERATIONS = 1    /* an object made by so many instantiations makes no more */
};

static const struct ha_theory *const theories[] = {&ha_theory_between,
                                                   &ha_theory_length};

struct ha_solver *ha_solver_new(struct ha_vocab *vocab) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_solver *s = ha_arena_alloc(arena, sizeof *s);
  s->arena = arena;
  s->scratch = ha_arena_new();
  s->vocab = vocab;
  s->terms = ha_vocab_terms(vocab);
  s->ground = ha_ground_new(s->terms);
  s->unfolder = ha_unfolder_new(s->terms);
  s->expander = ha_expander_new(s->terms);
  s->skolem = ha_skolem_new(s->terms);
  s->active = (struct ha_active){.arena = arena, .terms = s->terms};
  s->heap = ha_structure_new(arena, s->terms, 1);
  return s;
}

void ha_solver_free(struct ha_solver *s) {
  if (s->smt)
    ha_smt_free(s->smt);
  ha_ground_free(s->ground);
  ha_arena_free(s->scratch);
  ha_arena_free(s->arena);
}

const struct ha_solver_stats *ha_solver_stats(const struct ha_solver *s) {
  return &s->stats;
}

const struct ha_skolem *ha_solver_skolem(const struct ha_solver *s) {
  return s->skolem;
}

unsigned ha_solver_instances(const struct ha_solver *s) { return s->instances.count; }

const struct ha_instance *ha_solver_instance(const struct ha_solver *s, unsigned i) {
  return &s->instances.at[i];
}

/* ---- asserting ---- */

/* False if it is so already. */
static bool put_in_force(struct ha_solver *s, ha_term formula) {
  struct force *force = ha_solver_force(s, formula);
  if (force->query == s->active.query)
    return false;
  force->query = s->active.query;
  HA_PUSH(s->arena, s->in_force, formula);
  return true;
}

static uint32_t log_instance(struct ha_solver *s, struct ha_instance instance,
                             ha_term asserted) {
  HA_PUSH(s->arena, s->instances, instance);
  HA_PUSH(s->arena, s->asserted, asserted);
  HA_PUSH(s->arena, s->next_of, 0);
  HA_PUSH(s->arena, s->activated, 0);
  return s->instances.count - 1;
}

static ha_term youngest(const struct ha_axiom_instance *axiom) {
  ha_term most = 0;
  for (unsigned i = 0; i < 4; i++)
    if (axiom->at[i] > most)
      most = axiom->at[i];
  return most;
}

static bool add_axiom(struct ha_solver *s, const struct ha_axiom_instance *instance) {
  ha_term formula = ha_axiom_formula(s->terms, instance);
  if (!put_in_force(s, formula))
    return false;
  struct ha_axiom_instance *kept = ha_arena_alloc(s->arena, sizeof *kept);
  *kept = *instance;
  uint32_t index =
      log_instance(s, (struct ha_instance){.axiom = kept, .formula = formula}, formula);
  ha_term at = youngest(instance);
  FIT(s, s->first_at, at);
  s->next_of.at[index] = s->first_at.at[at];
  s->first_at.at[at] = index + 1;
  s->stats.axioms++;
  return true;
}

static void add_facts(struct ha_solver *s, ha_term term) {
  ha_term facts = ha_facts(s->vocab, term);
  if (facts == ha_true(s->terms))
    return;
  bool is_new = !ha_solver_force(s, facts)->query;
  put_in_force(s, facts);
  if (is_new)
    log_instance(s, (struct ha_instance){.value = term, .formula = facts}, facts);
}

/* A closed formula without quantifiers and with no maps but symbols. */
static ha_term flatten(struct ha_solver *s, ha_term unfolded) {
  return ha_expand(s->expander, ha_skolemise(s->skolem, unfolded));
}

static const struct ha_instance *find_instance(const struct ha_solver *s,
                                               ha_term forall, ha_term value) {
  uint32_t at = forall < s->first_of.count ? s->first_of.at[forall] : 0;
  for (; at; at = s->next_of.at[at - 1])
    if (s->instances.at[at - 1].value == value)
      return &s->instances.at[at - 1];
  return NULL;
}

/* Does it speak of objects that no active term names? */
static bool makes_objects(const struct ha_solver *s, ha_term term) {
  const struct ha_term_row *row = ha_term_get(s->terms, term);
  bool is_map =
      row->sort != HA_SORT_OBJ && row->sort != HA_SORT_INT && row->sort != HA_SORT_BOOL;
  if (is_map || ha_active_has(&s->active, term))
    return false;
  if (row->sort == HA_SORT_OBJ && row->op != HA_TERM_ITE)
    return true;
  for (unsigned i = 0; i < row->count; i++)
    if (makes_objects(s, row->args[i]))
      return true;
  return false;
}

/* proxy → body[value]; false if the value is too far from the query to make more. */
static bool add_instance(struct ha_solver *s, ha_term forall, ha_term value) {
  ha_term proxy = ha_skolemise(s->skolem, forall);
  ha_term body = flatten(s, ha_term_instance(s->terms, forall, value));
  if (ha_active_generation(&s->active, value) >= GENERATIONS && makes_objects(s, body))
    return false;
  ha_term guarded = ha_implies(s->terms, proxy, body);
  put_in_force(s, guarded);
  uint32_t index = log_instance(
      s, (struct ha_instance){.forall = forall, .value = value, .formula = body},
      guarded);
  FIT(s, s->first_of, forall);
  s->next_of.at[index] = s->first_of.at[forall];
  s->first_of.at[forall] = index + 1;
  s->stats.instances++;
  return true;
}

/* ---- the active terms ---- */

static ha_term quantifier_of(const struct ha_solver *s, ha_term proxy) {
  ha_symbol symbol = (ha_symbol)ha_term_get(s->terms, proxy)->imm;
  return ha_skolem_quantifier(s->skolem, symbol);
}

static void define(struct ha_solver *s, ha_term symbol, uint8_t generation) {
  ha_symbol number = (ha_symbol)ha_term_get(s->terms, symbol)->imm;
  ha_term definition = ha_skolem_definition(s->skolem, number);
  if (!definition)
    return;
  definition = ha_expand(s->expander, definition);
  put_in_force(s, definition);
  ha_active_add(&s->active, definition, generation);
}

/* What each term that has become active brings along. */
static void meet(struct ha_solver *s) {
  for (; s->met < s->active.all.count; s->met++) {
    ha_term term = s->active.all.at[s->met];
    add_facts(s, term);
    if (ha_term_get(s->terms, term)->op != HA_TERM_SYM)
      continue;
    define(s, term, ha_active_generation(&s->active, term));
    if (quantifier_of(s, term))
      HA_PUSH(s->arena, s->proxies, term);
  }
}

static bool is_ready(const struct ha_solver *s, const struct ha_instance *instance,
                     uint8_t *generation) {
  *generation = 0;
  for (unsigned i = 0; i < 4; i++) {
    ha_term at = instance->axiom ? instance->axiom->at[i] : (i ? 0 : instance->value);
    if (at && !ha_active_has(&s->active, at))
      return false;
    if (at && ha_active_generation(&s->active, at) > *generation)
      *generation = ha_active_generation(&s->active, at);
  }
  *generation = (uint8_t)(*generation + !instance->axiom);
  return true;
}

/* The instances of a chain whose values are all active are active. */
static void activate_chain(struct ha_solver *s, uint32_t at) {
  for (; at; at = s->next_of.at[at - 1]) {
    uint8_t generation;
    if (s->activated.at[at - 1] == s->active.query ||
        !is_ready(s, &s->instances.at[at - 1], &generation))
      continue;
    s->activated.at[at - 1] = s->active.query;
    put_in_force(s, s->asserted.at[at - 1]);
    ha_active_add(&s->active, s->instances.at[at - 1].formula, generation);
  }
}

/* On to the end: what becomes active may bring other instances along. */
static void activate_instances(struct ha_solver *s) {
  unsigned before;
  do {
    before = s->active.all.count;
    meet(s);
    for (unsigned i = 0; i < s->proxies.count; i++) {
      ha_term forall = quantifier_of(s, s->proxies.at[i]);
      if (forall < s->first_of.count)
        activate_chain(s, s->first_of.at[forall]);
    }
    for (unsigned i = 0; i < s->active.objects.count; i++)
      if (s->active.objects.at[i] < s->first_at.count)
        activate_chain(s, s->first_at.at[s->active.objects.at[i]]);
  } while (s->active.all.count != before);
}

static void activate_query(struct ha_solver *s) {
  ha_active_begin(&s->active);
  s->proxies.count = s->met = s->in_force.count = s->given = 0;
  s->is_for_smt = false;
  for (unsigned i = 0; i < s->watched.count; i++)
    ha_active_add(&s->active, s->watched.at[i], 0);
  for (unsigned i = 0; i < s->formulas.count; i++)
    ha_active_add(&s->active, s->formulas.at[i], 0);
}

/* ---- what the model lacks ---- */

static unsigned add_missing_axioms(struct ha_solver *s) {
  unsigned added = 0;
  for (unsigned t = 0; t < sizeof theories / sizeof *theories && !added; t++) {
    struct ha_missing missing = {.arena = s->scratch};
    theories[t]->check(s->view, &missing);
    for (unsigned i = 0; i < missing.axioms.count; i++)
      added += add_axiom(s, &missing.axioms.at[i]);
  }
  return added;
}

/* The instance at a tuple: one of each of the nested quantifiers. */
static unsigned add_tuple(struct ha_solver *s, ha_term forall,
                          const struct ha_tuple *tuple) {
  unsigned added = 0;
  for (unsigned i = 0; i < tuple->count; i++) {
    if (!find_instance(s, forall, tuple->at[i])) {
      if (!add_instance(s, forall, tuple->at[i]))
        return added;
      added++;
    }
    forall = ha_term_instance(s->terms, forall, tuple->at[i]);
    if (ha_term_get(s->terms, forall)->op != HA_TERM_FORALL)
      break; /* the makers have found it trivial */
  }
  return added;
}

static bool is_assumed(const struct ha_solver *s, ha_term proxy) {
  struct ha_said said = ha_model_eval(s->model, proxy);
  return said.known && said.value;
}

static unsigned add_broken_universals(struct ha_solver *s) {
  unsigned added = 0;
  for (unsigned i = 0; i < s->proxies.count; i++) {
    if (!is_assumed(s, s->proxies.at[i]))
      continue;
    struct ha_tuples broken = {.arena = s->scratch, .limit = PER_UNIVERSAL};
    ha_term forall = quantifier_of(s, s->proxies.at[i]);
    ha_universal_broken(s->view, s->heap, forall, &broken);
    for (unsigned k = 0; k < broken.list.count; k++)
      added += add_tuple(s, forall, &broken.list.at[k]);
  }
  return added;
}

/* ---- asking ---- */

static enum ha_truth all_hold(struct ha_solver *s) {
  enum ha_truth all = HA_YES;
  for (unsigned i = 0; i < s->asked.count; i++) {
    enum ha_truth t = ha_structure_holds(s->heap, s->asked.at[i]);
    if (t == HA_NO)
      return t;
    all = t == HA_MAYBE ? t : all;
  }
  return all;
}

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static enum ha_answer solve(struct ha_solver *s) {
  activate_query(s);
  ha_ground_begin(s->ground);
  for (unsigned round = 0; round < ROUNDS; round++) {
    if (s->deadline_ms > 0 && now_ms() > s->deadline_ms)
      return HA_ANSWER_UNKNOWN;
    ha_arena_reset(s->scratch, 0);
    s->stats.rounds++;
    activate_instances(s);
    enum ha_answer answer = ha_solver_decide(s);
    if (answer != HA_ANSWER_SAT)
      return answer;
    s->view = ha_view_new(s->scratch, s->model, &s->active);
    ha_heap_build(s->view, s->heap);
    s->genuine = all_hold(s);
    if (s->genuine == HA_YES)
      return HA_ANSWER_SAT;
    if (!add_missing_axioms(s) && !add_broken_universals(s))
      return HA_ANSWER_SAT;
  }
  return HA_ANSWER_UNKNOWN;
}

/* ---- the cache ---- */

/* Is the answer known?  `with_heap`: SAT is worth nothing without a heap. */
static bool recall(struct ha_solver *s, const ha_term *assumed, unsigned count,
                   bool with_heap, enum ha_answer *answer) {
  struct ha_pattern question;
  ha_arena_reset(s->scratch, 0);
  if (!s->cache ||
      !ha_pattern_make(s->scratch, s->alpha, assumed, count, NULL, &question))
    return false;
  bool *marks = ha_arena_alloc(s->scratch, count * sizeof *marks);
  if (ha_cache_is_unsat(s->cache, &question, marks)) {
    s->core.count = 0;
    for (unsigned i = 0; i < count; i++) /* items are the formulas, last first */
      HA_PUSH(s->arena, s->core, marks[count - 1 - i]);
    *answer = HA_ANSWER_UNSAT;
    return true;
  }
  *answer = HA_ANSWER_SAT;
  return !with_heap && ha_cache_is_sat(s->cache, &question);
}

/* A core, or a set that a heap satisfies; nothing else is certain enough. */
static void learn(struct ha_solver *s, const ha_term *assumed, unsigned count,
                  enum ha_answer answer) {
  struct ha_pattern pattern;
  bool is_sat = answer == HA_ANSWER_SAT && s->genuine == HA_YES;
  if (!s->cache || (answer != HA_ANSWER_UNSAT && !is_sat))
    return;
  bool *wanted = ha_arena_alloc(s->scratch, (count + 1) * sizeof *wanted);
  for (unsigned i = 0; i < count; i++)
    wanted[i] = is_sat || s->core.at[i];
  if (ha_pattern_make(s->scratch, s->alpha, assumed, count, wanted, &pattern))
    ha_cache_add(s->cache, &pattern, is_sat);
}

static enum ha_answer compute(struct ha_solver *s, const ha_term *assumed,
                              unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    HA_PUSH(s->arena, s->asked, ha_unfold(s->unfolder, assumed[i]));
    HA_PUSH(s->arena, s->formulas, flatten(s, s->asked.at[i]));
  }
  enum ha_answer answer = solve(s);
  s->has_model = answer == HA_ANSWER_SAT;
  learn(s, assumed, count, answer);
  return answer;
}

static enum ha_answer ask(struct ha_solver *s, const ha_term *assumed, unsigned count,
                          bool with_heap) {
  double start = now_ms();
  enum ha_answer answer;
  s->asked.count = s->formulas.count = 0;
  s->has_model = false;
  bool known = recall(s, assumed, count, with_heap, &answer);
  if (!known)
    answer = compute(s, assumed, count);
  s->stats.queries++;
  s->stats.cache_hits += known;
  s->stats.unknowns += answer == HA_ANSWER_UNKNOWN;
  s->stats.ms += now_ms() - start;
  return answer;
}

void ha_solver_set_cache(struct ha_solver *s, struct ha_cache *cache) {
  s->cache = cache;
  if (cache && !s->alpha)
    s->alpha = ha_alpha_new(s->arena, s->vocab);
}

enum ha_answer ha_solver_check(struct ha_solver *s, const ha_term *assumed,
                               unsigned count) {
  return ask(s, assumed, count, true);
}

bool ha_solver_in_core(const struct ha_solver *s, unsigned i) { return s->core.at[i]; }

enum ha_answer ha_solver_valid(struct ha_solver *s, const ha_term *context,
                               unsigned count, ha_term formula) {
  s->valid.count = 0;
  for (unsigned i = 0; i < count; i++)
    HA_PUSH(s->arena, s->valid, context[i]);
  HA_PUSH(s->arena, s->valid, ha_not(s->terms, formula));
  return ask(s, s->valid.at, s->valid.count, false);
}

bool ha_solver_is_exact(const struct ha_solver *s) {
  return s->has_model && s->genuine == HA_YES;
}

struct ha_structure *ha_solver_heap(struct ha_solver *s) {
  return s->has_model ? s->heap : NULL;
}

enum ha_truth ha_solver_truth(struct ha_solver *s, ha_term formula) {
  return s->heap ? ha_structure_holds(s->heap, ha_unfold(s->unfolder, formula))
                 : HA_MAYBE;
}

void ha_solver_set_deadline(struct ha_solver *s, double deadline_ms) {
  s->deadline_ms = deadline_ms;
}

void ha_solver_watch(struct ha_solver *s, ha_term object) {
  for (unsigned i = 0; i < s->watched.count; i++)
    if (s->watched.at[i] == object)
      return;
  HA_PUSH(s->arena, s->watched, object);
}
