/* The axioms and the store rules of `between` and of distances, on all graphs of up to
 * four nodes. */
#include "domain/axiom.h"
#include "domain/expand.h"
#include "expect.h"
#include "graphs.h"
#include "random_formula.h"

enum { NODES = 4 };

struct fixture {
  struct ha_arena *arena;
  struct ha_terms *t;
  struct ha_structure *s;
  ha_symbol f, at[5];
  ha_term x[5];
};

static struct fixture begin(unsigned nodes) {
  struct fixture f = {.arena = ha_arena_new()};
  f.t = ha_terms_new(f.arena);
  f.s = ha_structure_new(f.arena, f.t, nodes);
  f.f = ha_symbol_make(f.t, "f", HA_SORT_LINK);
  for (unsigned i = 0; i < 5; i++) {
    f.at[i] = numbered(f.t, "x", i, HA_SORT_OBJ);
    f.x[i] = ha_sym(f.t, f.at[i]);
  }
  return f;
}

/* The next assignment of the first `count` constants; false after the last. */
static bool next_assignment(struct fixture *f, unsigned count, unsigned nodes) {
  for (unsigned i = 0; i < count; i++) {
    int64_t value = ha_structure_get(f->s, f->at[i]) + 1;
    ha_structure_set(f->s, f->at[i], value < nodes ? value : 0);
    if (value < nodes)
      return true;
  }
  return false;
}

/* Distances to what is not reached are not known, so an instance may be; never false.
 */
static void test_axioms_hold(void) {
  struct fixture f = begin(NODES);
  ha_term formula[HA_AXIOMS];
  for (unsigned axiom = 0; axiom < HA_AXIOMS; axiom++) {
    struct ha_axiom_instance instance = {axiom, f.f, {f.x[0], f.x[1], f.x[2], f.x[3]}};
    formula[axiom] = ha_axiom_formula(f.t, &instance);
  }
  unsigned long checked = 0, known = 0;
  do {
    ha_structure_changed(f.s);
    do {
      for (unsigned axiom = 0; axiom < HA_AXIOMS; axiom++, checked++) {
        enum ha_truth truth = ha_structure_holds(f.s, formula[axiom]);
        known += truth == HA_YES;
        if (truth == HA_NO)
          printf("%s\n", ha_axiom_text[axiom]);
        EXPECT(truth != HA_NO);
      }
    } while (next_assignment(&f, 4, NODES));
  } while (next_graph(ha_structure_map(f.s, f.f), NODES));
  EXPECT(checked == 64ul * 256 * HA_AXIOMS && known > checked / 2);
  ha_arena_free(f.arena);
}

/* What is left after expanding has no map but symbols. */
static bool is_flat(const struct fixture *f, ha_term term) {
  const struct ha_term_row row = *ha_term_get(f->t, term);
  bool is_map =
      row.sort == HA_SORT_LINK || row.sort == HA_SORT_DATA || row.sort == HA_SORT_SET;
  if (is_map)
    return row.op == HA_TERM_SYM;
  for (unsigned i = 0; i < row.count; i++)
    if (!is_flat(f, row.args[i]))
      return false;
  return true;
}

/* f[u ↦ v]: between and distance are those of the changed graph. */
static void test_one_store(void) {
  struct fixture f = begin(NODES);
  ha_term a = f.x[0], b = f.x[1], c = f.x[2], u = f.x[3], v = f.x[4];
  ha_term stored = ha_store(f.t, ha_sym(f.t, f.f), u, v);
  struct ha_expander *e = ha_expander_new(f.t);
  ha_term between = ha_btwn(f.t, stored, a, b, c), next = ha_select(f.t, stored, a);
  ha_term dist = ha_term_make(f.t, HA_TERM_DIST, 0, (ha_term[]){stored, a, c}, 3);
  ha_term between2 = ha_expand(e, between), next2 = ha_expand(e, next);
  ha_term dist2 = ha_expand(e, dist);
  EXPECT(is_flat(&f, between2) && is_flat(&f, next2) && is_flat(&f, dist2));
  do {
    ha_structure_changed(f.s);
    do {
      int64_t one = 0, two = 0;
      EXPECT(ha_structure_holds(f.s, between) == ha_structure_holds(f.s, between2));
      EXPECT(ha_structure_eval(f.s, next, &one) && ha_structure_eval(f.s, next2, &two));
      EXPECT(one == two);
      if (ha_structure_eval(f.s, dist, &one)) {
        EXPECT(ha_structure_eval(f.s, dist2, &two));
        EXPECT(one == two);
      }
    } while (next_assignment(&f, 5, NODES));
  } while (next_graph(ha_structure_map(f.s, f.f), NODES) && !failures);
  ha_arena_free(f.arena);
}

/* Chains of stores, conditional maps, sets and map equality inside random formulas. */
static void test_expanded_formulas_mean_the_same(void) {
  for (uint64_t seed = 1; seed <= 1500; seed++) {
    struct ha_arena *arena = ha_arena_new();
    struct words w = {.objects = 3,
                      .links = 2,
                      .datas = 1,
                      .sets = 2,
                      .integers = 1,
                      .distances = seed % 2,
                      .stores = true,
                      .quantifiers = true,
                      .functions = true};
    struct fixture f = {.t = ha_terms_new(arena)};
    make_words(&w, f.t, seed);
    struct ha_expander *e = ha_expander_new(f.t);
    ha_term formula = any_formula(&w, 4, 0), flat = ha_expand(e, formula);
    EXPECT(is_flat(&f, flat));
    struct ha_structure *s = ha_structure_new(arena, w.t, 1);
    for (unsigned k = 0; k < 20; k++) {
      any_structure(&w, s, 1 + roll(&w.dice, NODES));
      enum ha_truth expected = ha_structure_holds(s, formula);
      if (expected == HA_MAYBE || ha_structure_holds(s, flat) == expected)
        continue;
      printf("seed %lu: %s\n", (unsigned long)seed, show(f.t, formula));
      failures++;
    }
    ha_arena_free(arena);
  }
}

int main(void) {
  test_axioms_hold();
  test_one_store();
  test_expanded_formulas_mean_the_same();
  return finish();
}
