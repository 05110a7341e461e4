/* Formulas: every construct of the grammar is read, printed and read again as the same
 * term; mistakes are found where they are. */
#include "domain/formula.h"
#include "domain/named.h"
#include "domain/vocab.h"
#include "expect.h"
#include "gcl/text.h"

static const char program_text[] =
    "program f;\npointers 8;\nfile \"f.c\";\n"
    "struct node 24 { +0 next: node*; +8 prev: node*; +16 data: i32; }\n"
    "struct tnode 40 { +0 left: tnode*; +8 right: tnode*; +16 up: tnode*; "
    "+24 thread: tnode*; +32 key: i32; }\n"
    "struct link 16 { +0 next: link*; +8 prev: link*; }\n"
    "struct item 32 { +0 hook: link; +16 size: u64; +24 owner: node*; }\n"
    "struct queue 24 { +0 head: node*; +8 tail: node*; +16 len: u32; }\n"
    "struct table 64 { +0 row: node*[8]; }\n"
    "param x: node*;\nparam y: node*;\nparam r: tnode*;\nparam q: queue*;\n"
    "param it: item*;\nparam n: i32;\nparam pp: node**;\nparam t: table*;\n"
    "param next: node*;\nlocal push.x: node*;\nlocal v: node*;\nresult out: node*;\n"
    "global head: node*, 8;\nglobal list: link, 16;\nglobal rows: node*[4], "
    "32;\nreturns out;\n"
    "takes x;\nloc 1 entry {\n  goto 2 {\n    skip;\n  }\n}\nloc 2 exit;\n";

struct fixture {
  struct ha_arena *arena;
  struct ha_scope scope;
};

static bool set_up(struct fixture *f) {
  struct ha_text_error error = {0};
  *f = (struct fixture){.arena = ha_arena_new()};
  struct ha_program *p = ha_program_parse(f->arena, program_text, &error);
  if (!p) {
    printf("%u:%u: %s\n", error.line, error.column, error.message);
    return false;
  }
  f->scope.vocab = ha_vocab_new(ha_terms_new(f->arena), p);
  return true;
}

static ha_term parse(struct fixture *f, const char *text) {
  struct ha_text_error error = {0};
  ha_term term = ha_formula_parse(&f->scope, text, HA_SORT_BOOL, &error);
  if (!term)
    printf("%s\n%*s %u:%u %s\n", text, (int)error.column, "^", error.line, error.column,
           error.message);
  EXPECT(term);
  return term;
}

/* `text` means what `printed` means, and is printed so. */
static void check_prints(struct fixture *f, const char *text, const char *printed) {
  ha_term term = parse(f, text);
  if (!term)
    return;
  const char *again = ha_formula_print(&f->scope, term);
  EXPECT_TEXT(again, printed);
  EXPECT(parse(f, again) == term);
}

static void check_same(struct fixture *f, const char *text) {
  check_prints(f, text, text);
}

static void check_bad(struct fixture *f, const char *text, unsigned column,
                      const char *message) {
  struct ha_text_error error = {0};
  EXPECT(!ha_formula_parse(&f->scope, text, HA_SORT_BOOL, &error));
  EXPECT_TEXT(error.message, message);
  if (error.column != column)
    printf("%s: at %u, expected %u\n", text, error.column, column);
  EXPECT(error.column == column);
}

static void test_logic(struct fixture *f) {
  check_same(f, "true");
  check_same(f, "x == y");
  check_same(f, "x != null");
  check_prints(f, "NULL != x", "x != null");
  check_prints(f, "x == y && x != null", "x == y && x != null");
  check_prints(f, "x == y ==> y == null", "x == y ==> y == null");
  check_prints(f, "x == y ==> x == null ==> y == null",
               "x == null && x == y ==> y == null");
  check_prints(f, "(x == y ==> x == null) ==> y == null",
               "(x == y ==> x == null) ==> y == null");
  check_same(f, "x == y || x == null && y != null");
  check_same(f, "x == y <==> n < 3");
  check_same(f, "!(x == y <==> n < 3)");
  check_same(f, "!(x == y && n < 3)");
  check_prints(f, "!(x == y || n < 3)", "!(x == y || n < 3)");
  check_prints(f, "!!(x == y)", "x == y");
}

static void test_terms(struct fixture *f) {
  check_same(f, "x->next->data < n + 1");
  check_prints(f, "n - 1 >= 2 * x->data", "2 * x->data <= n - 1");
  check_prints(f, "n > -5", "-5 < n");
  check_same(f, "n - (n + 1) <= -3 * n");
  check_same(f, "n - x->data - 2 == 0");
  check_prints(f, "0x10 < n", "16 < n");
  check_same(f, "len(next, x) == q->len");
  check_same(f, "result == old(x)");
  check_same(f, "old(x->next) == x");
  check_same(f, "old(x)->next == x");
  check_same(f, "x->old(next) == x");
  check_same(f, "next->next == push.x");
  check_same(f, "*pp == x");
  check_same(f, "pp == &x->next");
  check_same(f, "t->row[n] == x");
  check_same(f, "rows[n + 1] == head");
  check_same(f, "&rows[3] == pp");
  check_same(f, "it->hook.next == &it->hook");
  check_same(f, "list.next == &list");
  check_prints(f, "ite(n < 3, x, y) == x", "ite(3 <= n, y, x) == x");
  check_same(f, "old(n < 3)");
  check_prints(f, "old(x) == old(y)", "old(x == y)");
}

static void test_quantifiers(struct fixture *f) {
  check_prints(f, "forall v. v->data <= n", "forall w. w->data <= n");
  check_prints(f, "exists v. v->data == n", "exists w. w->data == n");
  check_prints(f, "forall struct node v. v->next != x",
               "forall struct node w. w->next != x");
  check_prints(f, "forall v. reach(next, x, v) ==> v != y",
               "forall struct node w. reach(next, x, w) ==> w != y");
  check_prints(f, "forall v, w. v->data == w->data ==> v == w",
               "forall w. forall u. u->data == w->data ==> u == w");
  check_prints(f, "forall int k. 0 <= k && k < n ==> rows[k] != null",
               "forall int k. k < n && 0 <= k ==> rows[k] != null");
  check_same(f, "exists int k. rows[k] == x");
  check_same(f, "forall any w. w in mine");
  check_prints(f, "!(forall v. v->data <= n)", "!(forall w. w->data <= n)");
  check_prints(f, "!(exists v. v->data <= n)", "!(exists w. w->data <= n)");
  check_same(f, "forall struct tnode w. false");
  check_same(f, "exists struct tnode w. true");
  check_prints(f, "old(forall v. v->data <= 3)", "old(forall w. w->data <= 3)");
  check_prints(f, "forall struct node v. v->next == old(v->next)",
               "forall struct node w. w->next == old(w->next)");
  check_prints(f, "forall v. v->left == old(v->left)",
               "forall w. w->left == old(w->left)");
}

static void test_sets(struct fixture *f) {
  check_same(f, "x in content(next, y)");
  check_prints(f, "x in {y, null}", "x == y || x == null");
}

static void test_sets_of(struct fixture *f) {
  check_same(f, "content(next, x) == old(content(next, x)) + {y}");
  check_same(f, "content(next, x) - {y} <= content(next, y) * old(content(next, x))");
  check_same(f, "disjoint(content(next, x), content(next, y))");
  check_same(f, "y in content(next, it->owner).prev");
  check_same(f, "content(next, x).data == {n} + {3}");
  check_same(f, "content(left, right, r) == {r}");
  check_same(f, "values(next, data, x) == old(values(next, data, x)) + bag{n}");
  check_prints(f, "values(next, data, x) == values(next, data, y) + {n}",
               "values(next, data, x) == values(next, data, y) + bag{n}");
  check_same(f, "count(values(next, data, x), 3) == 1");
  check_same(f, "x in alloc(struct node)[y := true]");
}

static void test_shapes(struct fixture *f) {
  check_same(f, "reach(next, x, y)");
  check_same(f, "reach(left, right, r, r)");
  check_same(f, "acyclic(next, x)");
  check_same(f, "list(next, x)");
  check_same(f, "list(next, q->head)");
  check_same(f, "lseg(next, x, y)");
  check_same(f, "ring(next, &it->hook)");
  check_same(f, "dlist(next, prev, x)");
  check_same(f, "dlseg(next, prev, x, y)");
  check_same(f, "dring(next, prev, &list)");
  check_same(f, "sorted(next, data, x, null)");
  check_same(f, "unshared(node::next)");
  check_same(f, "unshared(left)");
  check_same(f, "root(next, x)");
  check_same(f, "tree(left, right, r)");
  check_same(f, "parent(left, right, up, r)");
  check_same(f, "threaded(left, right, thread, r)");
  check_same(f, "alloc(x)");
  check_same(f, "old(list(next, x))");
  check_same(f, "list(next, old(x))");
  check_same(f, "list(alloc(struct node)[x := false]: next, y)");
  check_same(f, "list(next[x := y], y)");
  check_same(f, "btwn(next, x, y, head)");
  check_same(f, "dist(next, x, y) < 3");
  check_same(f, "field(node::next) == field(old(node::next))");
}

static void test_mistakes(struct fixture *f) {
  check_bad(f, "x ==", 5, "expected a term, not the end of the formula");
  check_bad(f, "(x == y", 1, "this parenthesis is not closed");
  check_bad(f, "x == y)", 7, "this parenthesis closes nothing");
  check_bad(f, "x = y", 3, "'=' is no operator here; equality is '=='");
  check_bad(f, "x == y == x", 8, "comparisons do not chain; write '&&' between two");
  check_bad(f, "x ~ y", 3, "a character that begins nothing");
  check_bad(f, "z == x", 1, "unknown name 'z'");
  check_bad(f, "x->nxt == y", 4, "unknown field 'nxt' of 'struct node'");
  check_bad(f, "list(nxt, x)", 6, "unknown field 'nxt' of 'struct node'");
  check_bad(f, "unshared(next)", 10,
            "several structs have a field 'next'; write 'struct::next'");
  check_bad(f, "x", 1,
            "this is a pointer, where a truth value is wanted; "
            "compare it with null");
  check_bad(f, "n == x", 3, "'==' between an integer and a pointer");
  check_bad(f, "x < y", 3, "'<' compares integers, not a pointer");
  check_bad(f, "list(next)", 1, "'list' takes 2 arguments, not 1");
  check_bad(f, "list(data, x)", 6,
            "this is a data field, where a link field is wanted");
  check_bad(f, "lst(next, x)", 1, "unknown property 'lst'");
  check_bad(f, "list(next x)", 11, "expected ',' or ')' after an argument, not 'x'");
  check_bad(f, "forall w. w == w", 1,
            "over which objects does 'w' range? Write 'forall struct … w.'");
  check_bad(f, "forall struct foo w. w == x", 8, "unknown type");
  check_bad(f, "forall w: x == y", 9, "expected '.' after the variable, not ':'");
  check_bad(f, "it->hook == x", 5,
            "this is a whole 'struct link'; take its address with '&' or a field");
  check_bad(f, "x in n", 3, "'in' between a pointer and an integer");
  check_bad(f, "x in {y, 3}", 10, "pointers and integers in one set");
  check_bad(f, "99999999999999999999 < n", 1, "this number does not fit into 64 bits");
  check_bad(f, "x ==\n  z", 3, "unknown name 'z'");
  check_bad(f, "x.next == y", 3, "'.' takes a field of a struct; a pointer takes '->'");
}

/* Deep nesting and odd input end in an error, not in a crash. */
static void test_limits(struct fixture *f) {
  struct ha_text_error error = {0};
  char *deep = ha_arena_alloc(f->arena, 40001);
  memset(deep, '(', 40000);
  EXPECT(!ha_formula_parse(&f->scope, deep, HA_SORT_BOOL, &error));
  memset(deep, '!', 40000);
  EXPECT(!ha_formula_parse(&f->scope, deep, HA_SORT_BOOL, &error));
  for (unsigned i = 0; i < 40000; i += 2)
    memcpy(deep + i, "x.", 2);
  EXPECT(!ha_formula_parse(&f->scope, deep, HA_SORT_BOOL, &error));
}

int main(void) {
  struct fixture f;
  if (!set_up(&f))
    return 1;
  test_logic(&f);
  test_terms(&f);
  test_quantifiers(&f);
  test_sets(&f);
  test_sets_of(&f);
  test_shapes(&f);
  test_mistakes(&f);
  test_limits(&f);
  ha_arena_free(f.arena);
  return finish();
}
