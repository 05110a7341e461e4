/* Known heaps answer as the structures did that they were made from, the youngest
 * first, and the oldest are forgotten. */
#include "refine/heaps.h"
#include "expect.h"
#include "random_program.h" /* the dice */

enum { HEAPS = 400, KEPT = 256, OBJECTS = 5, FORMULAS = 5 };

struct fixture {
  struct ha_terms *t;
  struct ha_structure *s;
  ha_symbol next, data, x, y;
  ha_term formulas[FORMULAS];
};

static struct fixture new_fixture(struct ha_arena *arena) {
  struct ha_terms *t = ha_terms_new(arena);
  struct fixture f = {t,
                      ha_structure_new(arena, t, OBJECTS),
                      ha_symbol_make(t, "next", HA_SORT_LINK),
                      ha_symbol_make(t, "data", HA_SORT_DATA),
                      ha_symbol_make(t, "x", HA_SORT_OBJ),
                      ha_symbol_make(t, "y", HA_SORT_OBJ),
                      {0}};
  ha_term n = ha_sym(t, f.next), d = ha_sym(t, f.data), x = ha_sym(t, f.x);
  ha_term y = ha_sym(t, f.y), v = ha_term_bound(t, 0, HA_SORT_OBJ);
  ha_term low = ha_le(t, ha_select(t, d, v), ha_int(t, 2));
  f.formulas[0] = ha_eq(t, x, ha_null(t));
  f.formulas[1] = ha_reach(t, n, x, y);
  f.formulas[2] = ha_le(t, ha_select(t, d, x), ha_select(t, d, y));
  f.formulas[3] = ha_forall(t, HA_SORT_OBJ, ha_implies(t, ha_reach(t, n, x, v), low));
  f.formulas[4] = ha_reach(t, ha_store(t, n, x, y), y, x);
  return f;
}

/* Fewer objects than before, too: nothing of a larger heap may be left over. */
static void shuffle(struct fixture *f, struct dice *dice) {
  unsigned objects = 1 + roll(dice, OBJECTS);
  ha_structure_reset(f->s, objects);
  for (unsigned i = 1; i < objects; i++) {
    ha_structure_map(f->s, f->next)[i] = roll(dice, objects);
    ha_structure_map(f->s, f->data)[i] = roll(dice, 4);
  }
  ha_structure_changed(f->s);
  ha_structure_set(f->s, f->x, roll(dice, objects));
  ha_structure_set(f->s, f->y, roll(dice, objects));
}

int main(void) {
  struct ha_arena *arena = ha_arena_new();
  struct fixture f = new_fixture(arena);
  struct ha_heaps *heaps = ha_heaps_new(arena, f.t);
  struct dice dice = {7};
  enum ha_truth wanted[HEAPS][FORMULAS];
  unsigned yes = 0;
  for (unsigned h = 0; h < HEAPS; h++) {
    shuffle(&f, &dice);
    for (unsigned i = 0; i < FORMULAS; i++) {
      wanted[h][i] = ha_structure_holds(f.s, f.formulas[i]);
      yes += wanted[h][i] == HA_YES;
    }
    ha_heaps_add(heaps, f.s);
    EXPECT(ha_heaps_truth(heaps, 0, f.formulas[1]) == wanted[h][1]);
  }
  EXPECT(ha_heaps_count(heaps) == KEPT);
  EXPECT(yes > HEAPS && yes < (FORMULAS - 1) * HEAPS);
  for (int again = 0; again < 2; again++) /* computed, then remembered */
    for (unsigned h = 0; h < KEPT; h++)
      for (unsigned i = 0; i < FORMULAS; i++)
        EXPECT(ha_heaps_truth(heaps, h, f.formulas[i]) == wanted[HEAPS - 1 - h][i]);
  ha_arena_free(arena);
  return finish();
}
