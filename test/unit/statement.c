/* Formulas read to be shown: in words, and as pictures that say no more than they do.
 */
#include "report/statement.h"
#include "expect.h"

static void test_words(void) {
  static const char *const cases[][2] = {
      {"x != null", "'x' is not null"},
      {"list(next, q->head)", "'q->head' heads a list along 'next' that ends in null"},
      {"lseg(next, x, y)", "a list along 'next' leads from 'x' to 'y'"},
      {"tree(left, right, t)", "'t' is the root of a tree along 'left' and 'right'"},
      {"q->len == len(next, q->head)",
       "'q->len' equals the number of nodes from 'q->head' along 'next'"},
      {"x == null || alloc(x)", "'x' is null or points to live memory"},
      {"a == null || b == null && c < 3",
       "either 'a' is null, or 'b' is null and 'c' is less than '3'"},
      {"forall v. reach(next, x, v) ==> v == null || alloc(v)",
       "for every v: if 'v' is reached from 'x' along 'next', then 'v' is null or "
       "points "
       "to live memory"},
      {"!(x in content(next, y))",
       "it is not so that 'x' is one of the nodes from 'y' along 'next'"},
      {"p.2 == g.x", "'p.2' equals 'g.x'"},
      {"*pp == null", "'*pp' is null"},
      {"result == old(x)", "the result equals 'x' at the entry"},
      {"forall any v. v in alloc(struct node) ==> v->`<-next` in heap",
       "for every v: if 'v' is a live 'struct node', then 'v->`<-next`' is on the "
       "heap"},
      {"x in heap || x == null", "'x' is null or points to live memory"},
      {"alloc(&a.2)", "'&a.2' points to live memory"},
      {"true", "nothing in particular"},
      /* what is no formula stays as it is */
      {"every pointer is null or live", "every pointer is null or live"},
      {"list(next", "list(next"},
      {"x ==", "x =="},
      {"", ""},
      {"x == null) && (y", "x == null) && (y"},
  };
  struct ha_arena *arena = ha_arena_new();
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
    EXPECT_TEXT(ha_statement_words(arena, cases[i][0]), cases[i][1]);
  ha_arena_free(arena);
}

static unsigned pictures(const char *text) {
  struct ha_arena *arena = ha_arena_new();
  unsigned count = ha_statement_pictures(arena, text).at.count;
  ha_arena_free(arena);
  return count;
}

static void test_cases(void) {
  EXPECT(pictures("list(next, x)") == 1);
  EXPECT(pictures("x == null || x->next == null") == 2);
  EXPECT(pictures("(x == null || alloc(x)) && (y == null || alloc(y))") == 1);
  /* a case that cannot be drawn must not be left out */
  EXPECT(pictures("x == null || i < 3") == 0);
  EXPECT(pictures("alloc(x) && (x->next == null || x->tag == 2)") == 1);
  EXPECT(pictures("alloc(&x) && 3 == 4") == 0);
  EXPECT(pictures("true") == 0);
  EXPECT(pictures("no formula at all") == 0);
  /* one that contradicts itself must be */
  EXPECT(pictures("x == null && alloc(x) || x == null") == 1);
  /* too many to look at */
  EXPECT(pictures("(a == b || a == c) && (d == b || d == c) && (e == b || e == c)") ==
         0);
}

static const struct ha_block *block_at(const struct ha_picture *picture,
                                       const char *var) {
  for (unsigned i = 0; i < picture->vars.count; i++) {
    int block = ha_picture_find(picture, picture->vars.at[i].to);
    if (!strcmp(picture->vars.at[i].name, var) && block >= 0)
      return &picture->blocks.at[block];
  }
  return NULL;
}

static void test_list(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_pictures drawn =
      ha_statement_pictures(arena, "lseg(next, x, p) && p != null && list(next, p)");
  EXPECT(drawn.at.count == 1);
  const struct ha_picture *picture = drawn.at.at[0];
  const struct ha_block *x = block_at(picture, "x"), *p = block_at(picture, "p");
  EXPECT(x && x->state == HA_BLOCK_SEGMENT);
  EXPECT(p && p->state == HA_BLOCK_INPUT);
  if (x && p) {
    EXPECT_TEXT(x->cells.at[0].to, p->id);
    int rest = ha_picture_find(picture, p->cells.at[0].to);
    EXPECT(rest >= 0 && picture->blocks.at[rest].state == HA_BLOCK_SEGMENT);
    EXPECT(rest >= 0 && picture->blocks.at[rest].cells.at[0].null);
  }
  ha_arena_free(arena);
}

/* Not null is not yet live. */
static void test_not_null(void) {
  struct ha_arena *arena = ha_arena_new();
  const struct ha_picture *picture =
      ha_statement_pictures(arena, "x != null && y != null && (y == null || alloc(y))")
          .at.at[0];
  const struct ha_block *x = block_at(picture, "x"), *y = block_at(picture, "y");
  EXPECT(x && x->state == HA_BLOCK_MAYBE && !strcmp(x->type, "not NULL"));
  EXPECT(y && y->state == HA_BLOCK_INPUT);
  ha_arena_free(arena);
}

/* x may be p: then there is no node of the segment to draw. */
static void test_segment_may_be_empty(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_pictures drawn =
      ha_statement_pictures(arena, "x != null && lseg(next, x, p)");
  EXPECT(drawn.at.count == 1);
  const struct ha_block *x = block_at(drawn.at.at[0], "x");
  EXPECT(x && x->state == HA_BLOCK_SEGMENT);
  ha_arena_free(arena);
}

int main(void) {
  test_words();
  test_cases();
  test_list();
  test_not_null();
  test_segment_may_be_empty();
  return finish();
}
