/* The judge of the logic judged: evaluation on structures where the answer is plain. */
#include "domain/structure.h"
#include "expect.h"

struct fixture {
  struct ha_arena *arena;
  struct ha_terms *t;
  struct ha_structure *s;
  ha_symbol next, data, live, x, y, i;
};

/* 0 is null, 1 → 2 → 3 → 2, 4 → null; data 10, 20, 20, 7; live 1, 2. */
static struct fixture ring_with_tail(void) {
  struct fixture f = {.arena = ha_arena_new()};
  f.t = ha_terms_new(f.arena);
  f.s = ha_structure_new(f.arena, f.t, 5);
  f.next = ha_symbol_make(f.t, "next", HA_SORT_LINK);
  f.data = ha_symbol_make(f.t, "data", HA_SORT_DATA);
  f.live = ha_symbol_make(f.t, "live", HA_SORT_SET);
  f.x = ha_symbol_make(f.t, "x", HA_SORT_OBJ);
  f.y = ha_symbol_make(f.t, "y", HA_SORT_OBJ);
  f.i = ha_symbol_make(f.t, "i", HA_SORT_INT);
  static const int64_t next[] = {0, 2, 3, 2, 0}, data[] = {0, 10, 20, 20, 7};
  static const int64_t live[] = {0, 1, 1, 0, 0};
  memcpy(ha_structure_map(f.s, f.next), next, sizeof next);
  memcpy(ha_structure_map(f.s, f.data), data, sizeof data);
  memcpy(ha_structure_map(f.s, f.live), live, sizeof live);
  ha_structure_set(f.s, f.x, 1);
  ha_structure_set(f.s, f.y, 3);
  return f;
}

static void test_walks(void) {
  struct fixture f = ring_with_tail();
  struct ha_terms *t = f.t;
  ha_term x = ha_sym(t, f.x), y = ha_sym(t, f.y), n = ha_sym(t, f.next);
  ha_term after = ha_select(t, n, x);
  EXPECT(ha_structure_holds(f.s, ha_reach(t, n, x, y)) == HA_YES);
  EXPECT(ha_structure_holds(f.s, ha_reach(t, n, y, x)) == HA_NO);
  EXPECT(ha_structure_holds(f.s, ha_btwn(t, n, x, after, y)) == HA_YES);
  EXPECT(ha_structure_holds(f.s, ha_btwn(t, n, x, y, after)) == HA_NO);
  EXPECT(ha_structure_holds(f.s, ha_btwn(t, n, x, after, x)) == HA_NO);
  EXPECT(ha_structure_holds(f.s, ha_reach(t, n, x, ha_null(t))) == HA_NO);
  ha_term there = ha_term_make(t, HA_TERM_DIST, 0, (ha_term[]){n, x, y}, 3);
  ha_term back = ha_term_make(t, HA_TERM_DIST, 0, (ha_term[]){n, y, x}, 3);
  int64_t value;
  EXPECT(ha_structure_eval(f.s, there, &value) && value == 2);
  EXPECT(!ha_structure_eval(f.s, back, &value));
  ha_term cut = ha_store(t, n, after, ha_null(t));
  EXPECT(ha_structure_holds(f.s, ha_reach(t, cut, x, ha_null(t))) == HA_YES);
  EXPECT(ha_structure_holds(f.s, ha_reach(t, cut, x, y)) == HA_NO);
  ha_arena_free(f.arena);
}

static void test_quantifiers(void) {
  struct fixture f = ring_with_tail();
  struct ha_terms *t = f.t;
  ha_term n = ha_sym(t, f.next), d = ha_sym(t, f.data), live = ha_sym(t, f.live);
  ha_term v = ha_term_bound(t, 0, HA_SORT_OBJ), w = ha_term_bound(t, 1, HA_SORT_OBJ);
  ha_term sorted = ha_forall(
      t, HA_SORT_OBJ,
      ha_forall(t, HA_SORT_OBJ,
                ha_implies(
                    t,
                    ha_and(t, ha_reach(t, n, v, w), ha_not(t, ha_eq(t, w, ha_null(t)))),
                    ha_le(t, ha_select(t, d, w), ha_select(t, d, v)))));
  EXPECT(ha_structure_holds(f.s, sorted) == HA_NO);
  ha_structure_map(f.s, f.data)[1] = 20;
  ha_structure_changed(f.s);
  EXPECT(ha_structure_holds(f.s, sorted) == HA_YES);
  ha_term some = ha_exists(t, HA_SORT_OBJ, ha_not(t, ha_select(t, live, v)));
  EXPECT(ha_structure_holds(f.s, some) == HA_YES);
  ha_term all = ha_forall(t, HA_SORT_OBJ, ha_select(t, live, ha_select(t, n, v)));
  EXPECT(ha_structure_holds(f.s, all) == HA_NO);
  ha_arena_free(f.arena);
}

static void test_integers_are_not_all_tried(void) {
  struct fixture f = ring_with_tail();
  struct ha_terms *t = f.t;
  ha_term k = ha_term_bound(t, 0, HA_SORT_INT), i = ha_sym(t, f.i);
  ha_term wrong = ha_forall(t, HA_SORT_INT, ha_le(t, k, ha_int(t, 19)));
  ha_term open = ha_forall(t, HA_SORT_INT, ha_le(t, k, ha_int(t, 1000)));
  ha_structure_set(f.s, f.i, 3);
  EXPECT(ha_structure_holds(f.s, wrong) == HA_NO);
  EXPECT(ha_structure_holds(f.s, open) == HA_MAYBE);
  ha_term huge = ha_term_make(t, HA_TERM_MUL, 0, (ha_term[]){i, i}, 2);
  int64_t value;
  ha_structure_set(f.s, f.i, INT64_MAX);
  EXPECT(!ha_structure_eval(f.s, huge, &value));
  EXPECT(ha_structure_holds(f.s, ha_le(t, huge, i)) == HA_NO);
  ha_arena_free(f.arena);
}

static void test_sets_and_functions(void) {
  struct fixture f = ring_with_tail();
  struct ha_terms *t = f.t;
  ha_term live = ha_sym(t, f.live), y = ha_sym(t, f.y), x = ha_sym(t, f.x);
  ha_term single = ha_term_make(t, HA_TERM_SINGLE, 0, &y, 1);
  ha_term both = ha_term_make(t, HA_TERM_UNION, 0, (ha_term[]){live, single}, 2);
  ha_term again = ha_term_make(t, HA_TERM_DIFF, 0, (ha_term[]){both, single}, 2);
  EXPECT(ha_structure_holds(f.s, ha_eq(t, live, again)) == HA_YES);
  EXPECT(ha_structure_holds(f.s, ha_eq(t, live, both)) == HA_NO);
  ha_structure_set(f.s, f.y, 2);
  EXPECT(ha_structure_holds(f.s, ha_eq(t, live, both)) == HA_YES);
  static const enum ha_sort sorts[] = {HA_SORT_OBJ, HA_SORT_INT};
  ha_symbol elem = ha_symbol_function(t, "elem", HA_SORT_OBJ, sorts, 2);
  ha_term at = ha_term_make(t, HA_TERM_APP, elem, (ha_term[]){x, ha_int(t, 5)}, 2);
  ha_structure_set_at(f.s, elem, (int64_t[]){1, 5}, 4);
  int64_t value;
  EXPECT(ha_structure_eval(f.s, at, &value) && value == 4);
  ha_structure_set_at(f.s, elem, (int64_t[]){1, 5}, 3);
  EXPECT(ha_structure_eval(f.s, at, &value) && value == 3);
  ha_arena_free(f.arena);
}

int main(void) {
  test_walks();
  test_quantifiers();
  test_integers_are_not_all_tried();
  test_sets_and_functions();
  return finish();
}
