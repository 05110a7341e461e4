/* `pdr` is as precise as its predicates: what it proves, and where it says that no
 * combination of them proves it, against the strongest invariant in the abstract
 * domain, computed by enumerating the reachable cubes.  By hand, more of them:
 * unit-pdr_abstract FIRST COUNT. */
#include "domain/solver.h"
#include "domain/sym.h"
#include "domain/vocab.h"
#include "expect.h"
#include "gcl/text.h"
#include "random_list.h"
#include "refine/engine.h"
#include "refine/entry.h"
#include "refine/init.h"
#include "refine/live.h"
#include "refine/predicates.h"
#include <stdlib.h>
#include <string.h>

enum {
  FAMILIES = 1u << HA_FAMILY_equal | 1u << HA_FAMILY_alloc,
  MOST_PREDICATES = 24,
  MOST_CUBES = 400,
  BUDGET_MS = 4000
};

struct place { /* a cut point */
  ha_loc loc;
  ha_term_vec predicates;
  HA_VEC(uint64_t) cubes; /* reachable: bit i for predicate i */
};

struct space {
  struct ha_arena *arena;
  struct ha_terms *terms;
  const struct ha_program *program;
  const struct ha_pieces *pieces;
  ha_term_vec init;
  struct ha_solver *solver;
  HA_VEC(struct place) places;
  bool *unsafe; /* by check */
  bool gave_up;
};

static struct place *place_of(struct space *s, ha_loc loc) {
  for (unsigned i = 0; i < s->places.count; i++)
    if (s->places.at[i].loc == loc)
      return &s->places.at[i];
  return NULL;
}

static ha_term literal(struct space *s, const struct place *place, uint64_t cube,
                       unsigned i) {
  ha_term predicate = place->predicates.at[i];
  return cube >> i & 1 ? predicate : ha_not(s->terms, predicate);
}

static enum ha_answer ask(struct space *s, const ha_term_vec *formulas) {
  enum ha_answer answer = ha_solver_check(s->solver, formulas->at, formulas->count);
  s->gave_up |= answer == HA_ANSWER_UNKNOWN;
  return answer;
}

/* Init, or γ of a cube. */
static ha_term_vec source(struct space *s, const struct place *from, uint64_t cube) {
  ha_term_vec out = {0};
  for (unsigned i = 0; !from && i < s->init.count; i++)
    HA_PUSH(s->arena, out, s->init.at[i]);
  for (unsigned i = 0; from && i < from->predicates.count; i++)
    HA_PUSH(s->arena, out, literal(s, from, cube, i));
  return out;
}

static uint64_t abstract(struct space *s, const struct place *to,
                         const struct ha_piece *piece) {
  uint64_t cube = 0;
  for (unsigned i = 0; i < to->predicates.count; i++) {
    enum ha_truth truth =
        ha_solver_truth(s->solver, ha_subst_apply(piece->post, to->predicates.at[i]));
    s->gave_up |= truth == HA_MAYBE || !ha_solver_is_exact(s->solver);
    cube |= (uint64_t)(truth == HA_YES) << i;
  }
  return cube;
}

/* All cubes that the piece leads to and that were not known. */
static void step(struct space *s, ha_term_vec from, const struct ha_piece *piece) {
  struct place *to = place_of(s, piece->to);
  HA_PUSH(s->arena, from, piece->guard);
  for (unsigned known = 0; to && !s->gave_up; known++) {
    if (known == to->cubes.count) {
      if (ask(s, &from) != HA_ANSWER_SAT)
        return;
      HA_PUSH(s->arena, to->cubes, abstract(s, to, piece));
      s->gave_up |= to->cubes.count > MOST_CUBES;
    }
    ha_term all = ha_true(s->terms);
    for (unsigned i = 0; i < to->predicates.count; i++)
      all = ha_and(s->terms, all, literal(s, to, to->cubes.at[known], i));
    HA_PUSH(s->arena, from, ha_not(s->terms, ha_subst_apply(piece->post, all)));
  }
}

static void judge(struct space *s, ha_term_vec from, const struct ha_goal *goal) {
  HA_PUSH(s->arena, from, goal->guard);
  HA_PUSH(s->arena, from, ha_not(s->terms, goal->holds));
  if (!s->unsafe[goal->check])
    s->unsafe[goal->check] = ask(s, &from) == HA_ANSWER_SAT;
}

static void leave(struct space *s, const struct place *from, uint64_t cube) {
  ha_loc loc = from ? from->loc : s->program->entry;
  for (unsigned i = 0; i < s->pieces->pieces.count && !s->gave_up; i++)
    if (s->pieces->pieces.at[i].from == loc)
      step(s, source(s, from, cube), &s->pieces->pieces.at[i]);
  for (unsigned i = 0; i < s->pieces->goals.count && !s->gave_up; i++)
    if (s->pieces->goals.at[i].from == loc)
      judge(s, source(s, from, cube), &s->pieces->goals.at[i]);
}

/* False: more predicates than can be enumerated, or no loop. */
static bool prepare(struct space *s, const struct ha_program *program) {
  s->program = program;
  s->terms = ha_terms_new(s->arena);
  struct ha_vocab *vocab = ha_vocab_new(s->terms, program);
  s->pieces = ha_sym_pieces(vocab);
  const struct ha_entry *entry = ha_entry_infer(s->arena, program, false);
  s->init = ha_init_formulas(vocab, entry, false);
  s->solver = ha_solver_new(vocab);
  s->unsafe = ha_arena_alloc(s->arena, program->checks.count + 1);
  const struct ha_live *live = ha_live_new(s->arena, program);
  struct ha_predicate_options options = {&s->init, entry, s->pieces, FAMILIES};
  for (ha_loc loc = 1; loc < program->locs.count; loc++) {
    if (!program->locs.at[loc].loop_head || loc == program->entry)
      continue;
    struct place place = {.loc = loc};
    place.predicates = ha_predicates_at(vocab, live, loc, &options);
    ha_term_vec pointers = ha_predicate_pointers(vocab, live, loc);
    for (unsigned i = 0; i < pointers.count; i++)
      ha_solver_watch(s->solver, pointers.at[i]);
    if (place.predicates.count > MOST_PREDICATES)
      return false;
    HA_PUSH(s->arena, s->places, place);
  }
  return s->places.count > 0;
}

static void enumerate(struct space *s) {
  leave(s, NULL, 0);
  for (bool more = true; more && !s->gave_up;) {
    more = false;
    for (unsigned i = 0; i < s->places.count; i++)
      for (unsigned k = 0; k < s->places.at[i].cubes.count && !s->gave_up; k++) {
        unsigned before = 0, after = 0;
        for (unsigned n = 0; n < s->places.count; n++)
          before += s->places.at[n].cubes.count;
        leave(s, &s->places.at[i], s->places.at[i].cubes.at[k]);
        for (unsigned n = 0; n < s->places.count; n++)
          after += s->places.at[n].cubes.count;
        more |= after > before;
      }
  }
}

struct score {
  unsigned programs, proved, failed, wrong;
};

static void match(const struct space *s, const struct ha_result *result,
                  struct score *score, uint64_t seed) {
  bool all_safe = !s->unsafe[0];
  for (ha_check c = 1; c < s->program->checks.count; c++)
    all_safe &= !s->unsafe[c];
  for (ha_check c = 1; c < s->program->checks.count; c++) {
    const struct ha_check_result *r = &result->checks[c];
    bool proved = r->verdict == HA_PROVED;
    bool failed = r->why && strncmp(r->why, "abstraction failure", 19) == 0;
    bool wrong =
        (proved && s->unsafe[c]) || (failed && !s->unsafe[c]) || (all_safe && !proved);
    score->proved += proved;
    score->failed += failed;
    score->wrong += wrong;
    if (wrong)
      printf("program %llu, check %u: %s (%s), but cubes say %s\n",
             (unsigned long long)seed, c, ha_verdict_text[r->verdict],
             r->why ? r->why : "", s->unsafe[c] ? "unsafe" : "safe");
  }
}

static const struct ha_program *parse(struct ha_arena *arena, const char *text) {
  struct ha_text_error error = {0};
  const struct ha_program *program = ha_program_parse(arena, text, &error);
  if (!program) {
    printf("%s\n%u:%u: %s\n", text, error.line, error.column, error.message);
    exit(1);
  }
  return program;
}

static void compare_with_cubes(uint64_t seed, struct score *score) {
  struct ha_arena *arena = ha_arena_new();
  struct space s = {.arena = arena};
  char *text = random_list_program(seed);
  const struct ha_program *program = parse(arena, text);
  if (prepare(&s, program)) {
    struct ha_analysis_options options = {
        .engine = "pdr", .budget_ms = BUDGET_MS, .families = FAMILIES};
    enumerate(&s);
    score->programs += !s.gave_up;
    if (!s.gave_up)
      match(&s, ha_analyse(arena, program, &options), score, seed);
  }
  if (s.solver)
    ha_solver_free(s.solver);
  free(text);
  ha_arena_free(arena);
}

int main(int argc, char **argv) {
  uint64_t first = argc > 2 ? strtoull(argv[1], NULL, 10) : 1;
  uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 500;
  struct score score = {0};
  for (uint64_t seed = first; seed < first + count; seed++)
    compare_with_cubes(seed, &score);
  printf("%u programs: %u checks proved, %u abstraction failures\n", score.programs,
         score.proved, score.failed);
  EXPECT(score.wrong == 0);
  EXPECT(score.programs > 0 && score.proved > 0 && score.failed > 0);
  return finish();
}
