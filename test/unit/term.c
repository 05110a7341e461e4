/* Terms: equal ones are one, and substitution means what it should on structures. */
#include "domain/term.h"
#include "expect.h"
#include "random_formula.h"

static void test_equal_terms_are_one(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_terms *t = ha_terms_new(arena);
  ha_term x = ha_sym(t, ha_symbol_make(t, "x", HA_SORT_OBJ));
  ha_term y = ha_sym(t, ha_symbol_make(t, "y", HA_SORT_OBJ));
  ha_term f = ha_sym(t, ha_symbol_make(t, "f", HA_SORT_LINK));
  ha_term p = ha_eq(t, x, y), q = ha_reach(t, f, x, y);
  ha_term r = ha_reach(t, f, y, x);
  EXPECT(ha_eq(t, y, x) == p);
  EXPECT(ha_and(t, p, ha_and(t, q, r)) == ha_and(t, ha_and(t, r, p), ha_and(t, p, q)));
  EXPECT(ha_and(t, p, ha_not(t, p)) == ha_false(t));
  EXPECT(ha_or(t, q, ha_or(t, p, ha_not(t, q))) == ha_true(t));
  EXPECT(ha_or(t, p, ha_false(t)) == p && ha_and(t, p, ha_true(t)) == p);
  EXPECT(ha_not(t, ha_not(t, q)) == q);
  EXPECT(ha_eq(t, p, q) == ha_eq(t, q, p) && ha_eq(t, p, ha_not(t, p)) == ha_false(t));
  EXPECT(ha_reach(t, f, x, x) == ha_true(t));
  EXPECT(ha_select(t, ha_store(t, f, x, y), x) == y);
  EXPECT(ha_store(t, ha_store(t, f, x, x), x, y) == ha_store(t, f, x, y));
  EXPECT(ha_add(t, ha_int(t, 2), ha_int(t, 3)) == ha_int(t, 5));
  ha_term big = ha_int(t, INT64_MAX), three = ha_int(t, 3);
  ha_term product = ha_term_make(t, HA_TERM_MUL, 0, (ha_term[]){big, three}, 2);
  EXPECT(ha_term_make(t, HA_TERM_MUL, 0, (ha_term[]){three, big}, 2) == product);
  const ha_term *args = ha_term_get(t, product)->args;
  EXPECT(ha_term_make(t, HA_TERM_MUL, 0, (ha_term[]){args[0], args[1]}, 2) == product);
  EXPECT(ha_ite(t, ha_not(t, p), x, y) == ha_ite(t, p, y, x));
  EXPECT(ha_le(t, ha_int(t, 3), ha_int(t, 2)) == ha_false(t));
  ha_arena_free(arena);
}

/* Thousands of terms: the index grows, and nothing is found twice. */
static void test_many_terms(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_terms *t = ha_terms_new(arena);
  ha_term f = ha_sym(t, ha_symbol_make(t, "f", HA_SORT_LINK));
  ha_term first[5000];
  for (unsigned i = 0; i < 5000; i++) {
    ha_symbol s = ha_symbol_fresh(t, "x", HA_SORT_OBJ);
    first[i] = ha_select(t, f, ha_sym(t, s));
    EXPECT(ha_symbol_find(t, ha_symbol_get(t, s)->name) == s);
  }
  uint32_t count = ha_terms_count(t);
  for (unsigned i = 0; i < 5000; i++)
    EXPECT(ha_select(t, f, ha_term_get(t, first[i])->args[1]) == first[i]);
  EXPECT(ha_terms_count(t) == count);
  ha_arena_free(arena);
}

static struct words all_words(struct ha_terms *t, uint64_t seed) {
  struct words w = {.objects = 3,
                    .links = 2,
                    .datas = 1,
                    .sets = 2,
                    .integers = 2,
                    .stores = true,
                    .quantifiers = true,
                    .functions = true};
  make_words(&w, t, seed);
  return w;
}

/* F[x := a] in a structure is F in the structure where x is what a is. */
static void test_substitution_is_assignment(void) {
  for (uint64_t seed = 1; seed <= 400; seed++) {
    struct ha_arena *arena = ha_arena_new();
    struct ha_terms *t = ha_terms_new(arena);
    struct words w = all_words(t, seed);
    ha_term formula = any_formula(&w, 4, 0), link = any_link(&w, 2, 0);
    ha_term x = any_object(&w, 2, 0), i = any_integer(&w, 2, 0);
    struct ha_subst *subst = ha_subst_new(t);
    ha_subst_set(subst, w.object[0], x);
    ha_subst_set(subst, w.integer[0], i);
    ha_subst_set(subst, w.link[0], link);
    ha_term changed = ha_subst_apply(subst, formula);
    EXPECT(ha_subst_get(subst, w.object[0]) == x && !ha_subst_get(subst, w.object[1]));
    struct ha_structure *s = ha_structure_new(arena, w.t, 1);
    for (unsigned k = 0; k < 20; k++) {
      any_structure(&w, s, 4);
      int64_t at, number, map[4];
      enum ha_truth expected = ha_structure_holds(s, changed);
      if (!ha_structure_eval(s, x, &at) || !ha_structure_eval(s, i, &number))
        continue;
      for (unsigned v = 0; v < 4; v++) {
        ha_symbol probe = ha_symbol_make(t, "probe", HA_SORT_OBJ);
        ha_structure_set(s, probe, v);
        EXPECT(ha_structure_eval(s, ha_select(t, link, ha_sym(t, probe)), &map[v]));
      }
      ha_structure_set(s, w.object[0], at);
      ha_structure_set(s, w.integer[0], number);
      memcpy(ha_structure_map(s, w.link[0]), map, sizeof map);
      ha_structure_changed(s);
      EXPECT(ha_structure_holds(s, formula) == expected);
    }
    ha_arena_free(arena);
  }
}

/* A universal holds exactly where all its instances do. */
static void test_instances(void) {
  for (uint64_t seed = 1; seed <= 400; seed++) {
    struct ha_arena *arena = ha_arena_new();
    struct ha_terms *t = ha_terms_new(arena);
    struct words w = all_words(t, seed);
    ha_term forall = ha_forall(t, HA_SORT_OBJ, any_formula(&w, 4, 1));
    if (ha_term_get(t, forall)->op != HA_TERM_FORALL) {
      ha_arena_free(arena);
      continue;
    }
    EXPECT(!ha_term_get(t, forall)->open && ha_term_get(t, forall)->has_quantifier);
    ha_symbol at = ha_symbol_fresh(t, "at", HA_SORT_OBJ);
    ha_term instance = ha_term_instance(t, forall, ha_sym(t, at));
    EXPECT(!ha_term_get(t, instance)->open);
    struct ha_structure *s = ha_structure_new(arena, w.t, 1);
    for (unsigned k = 0; k < 20; k++) {
      any_structure(&w, s, 4);
      bool all = true;
      for (unsigned v = 0; v < 4; v++) {
        ha_structure_set(s, at, v);
        all &= ha_structure_holds(s, instance) == HA_YES;
      }
      EXPECT(all == (ha_structure_holds(s, forall) == HA_YES));
    }
    ha_arena_free(arena);
  }
}

static void test_lifted_terms_escape_binders(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_terms *t = ha_terms_new(arena);
  ha_term v = ha_term_bound(t, 0, HA_SORT_OBJ), w = ha_term_bound(t, 1, HA_SORT_OBJ);
  ha_term f = ha_sym(t, ha_symbol_make(t, "f", HA_SORT_LINK));
  ha_term inner = ha_forall(t, HA_SORT_OBJ, ha_reach(t, f, v, w));
  EXPECT(ha_term_lift(t, v, 1) == w);
  ha_term lifted = ha_term_lift(t, inner, 2), u = ha_term_bound(t, 3, HA_SORT_OBJ);
  EXPECT(lifted == ha_forall(t, HA_SORT_OBJ, ha_reach(t, f, v, u)));
  EXPECT(ha_term_lift(t, ha_forall(t, HA_SORT_OBJ, inner), 5) ==
         ha_forall(t, HA_SORT_OBJ, inner));
  ha_arena_free(arena);
}

static void test_symbols(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_terms *t = ha_terms_new(arena);
  ha_symbol x = ha_symbol_make(t, "x", HA_SORT_OBJ), y = ha_symbol_fresh(t, "x", 3);
  ha_symbol f = ha_symbol_make(t, "f", HA_SORT_LINK);
  EXPECT_TEXT(ha_symbol_get(t, y)->name, "x.1");
  ha_term v = ha_term_bound(t, 0, HA_SORT_OBJ);
  ha_term all =
      ha_forall(t, HA_SORT_OBJ,
                ha_implies(t, ha_reach(t, ha_sym(t, f), ha_sym(t, x), v),
                           ha_eq(t, v, ha_select(t, ha_sym(t, f), ha_sym(t, x)))));
  struct ha_symbol_list list = {0};
  ha_term_symbols(t, all, &list);
  EXPECT(list.count == 2);
  EXPECT((list.at[0] == f && list.at[1] == x) || (list.at[0] == x && list.at[1] == f));
  ha_arena_free(arena);
}

int main(void) {
  test_equal_terms_are_one();
  test_many_terms();
  test_substitution_is_assignment();
  test_instances();
  test_lifted_terms_escape_binders();
  test_symbols();
  return finish();
}
