/* The input heaps of a program: how many there are, and that they keep their shape. */
#include "refine/heapgen.h"
#include "expect.h"
#include "gcl/text.h"
#include "refine/search.h"
#include <stdlib.h>

static struct ha_program *parse(struct ha_arena *arena, const char *text) {
  struct ha_text_error error = {0};
  struct ha_program *program = ha_program_parse(arena, text, &error);
  if (!program) {
    printf("%u:%u: %s\n", error.line, error.column, error.message);
    exit(1);
  }
  return program;
}

static unsigned choose(void *context, unsigned options) {
  return ha_search_choose(context, options);
}

static bool answer(void *context, struct ha_machine *machine,
                   const struct ha_question *question, struct ha_value *value) {
  (void)machine;
  return ha_heapgen_answer(context, question, value);
}

struct count {
  unsigned exits, failures;
};

/* Every input of up to `nodes` nodes; each that ends at an exit or fails is one more
 * heap, and does the same again when it is frozen. */
static struct count enumerate(const char *text, unsigned nodes) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_program *p = parse(arena, text);
  struct ha_heapgen_plan plan = {.program = p,
                                 .entry = ha_entry_infer(arena, p, false),
                                 .values = ha_values_collect(arena, p),
                                 .max_nodes = nodes};
  struct ha_search search = {.arena = arena};
  struct count count = {0};
  ha_search_begin(&search, 20, 100000);
  do {
    struct ha_run *run = ha_run_new(arena, p, ha_machine_new(arena, 8), false);
    struct ha_chooser chooser = {.context = &search, .choose = choose};
    struct ha_heapgen *gen = ha_heapgen_new(arena, &plan, run, chooser);
    if (!gen)
      continue;
    struct ha_oracle oracle = {.context = gen, .answer = answer};
    ha_run_go(run, oracle, NULL, 1000);
    count.exits += run->status == HA_RUN_EXIT;
    count.failures += run->status == HA_RUN_CHECK_FAILED;
    struct ha_run *again = ha_run_new(arena, p, ha_machine_new(arena, 8), false);
    ha_heapgen_freeze(gen, again);
    ha_run_go(again, oracle, NULL, 1000);
    EXPECT(again->status == run->status && again->steps == run->steps);
  } while (ha_search_advance(&search));
  EXPECT(!search.cut);
  ha_arena_free(arena);
  return count;
}

#define HEAD "program f;\npointers 8;\n"
#define NODE "struct node 16 { +0 next: node*; +8 value: i32; }\n"
#define TREE "struct tree 24 { +0 left: tree*; +8 right: tree*; +16 key: i32; }\n"

static void test_lists_by_length(void) {
  struct count c = enumerate(
      HEAD NODE "param x: node*;\nlocal p: node*;\ntemp t: node*;\ntakes x;\n"
                "loc 1 entry { goto 2 { p := x; } }\n"
                "loc 2 loop { goto 3 { assume p == null; }\n"
                "  goto 2 { assume p != null; t := p->next; p := t; } }\nloc 3 exit;\n",
      4);
  EXPECT(c.exits == 5); /* no node to four */
}

/* Left spine first, then right: all binary trees, Catalan's numbers. */
static void test_trees_by_what_is_read(void) {
  struct count c = enumerate(
      HEAD TREE "param x: tree*;\nlocal p: tree*;\ntemp l: tree*;\ntemp r: tree*;\n"
                "temp s: tree*;\ntemp k: i32;\ntakes x;\n"
                "loc 1 entry { goto 2 { l := x->left; r := x->right; } }\n"
                "loc 2 { goto 4 { assume l == null; } goto 3 { assume l != null; } }\n"
                "loc 3 { goto 4 { s := l->left; s := l->right; } }\n"
                "loc 4 exit;\n",
      3);
  EXPECT(c.exits == 2 + 2 + 2); /* (l, r, l's children), three nodes at most */
}

static void test_header_is_consistent(void) {
  struct count c = enumerate(
      HEAD NODE
      "struct queue 24 { +0 head: node*; +8 tail: node*; +16 len: u32; }\n"
      "param q: queue*;\nlocal p: node*;\nlocal n: u32;\ntemp m: u32;\nlocal last: "
      "node*;\n"
      "temp t: node*;\ntakes q;\n"
      "check 1 assert \"n == len\";\ncheck 2 assert \"last == tail\";\n"
      "loc 1 entry { goto 2 { t := q->head; p := t; n := 0; last := null; } }\n"
      "loc 2 loop { goto 3 { assume p == null; }\n"
      "  goto 2 { assume p != null; last := p; n := n + 1; t := p->next; p := t; } }\n"
      "loc 3 { goto 4 { t := q->tail; assert last == t @2; } }\n"
      "loc 4 { goto 5 { m := q->len; assert m == n @1; } }\nloc 5 exit;\n",
      3);
  EXPECT(c.exits == 4);
  EXPECT(c.failures == 0);
}

static void test_ring_comes_round(void) {
  struct count c = enumerate(
      HEAD
      "struct link 16 { +0 next: link*; +8 prev: link*; }\n"
      "param h: link*;\nlocal p: link*;\ntemp n: link*;\ntemp b: link*;\ntakes h;\n"
      "check 1 assert \"p->next->prev == p\";\n"
      "loc 1 entry { goto 2 { b := h->prev; n := h->next; b := n->prev;\n"
      "  assert b == h @1; p := n; } }\n"
      "loc 2 loop { goto 3 { assume p == h; }\n"
      "  goto 2 { assume p != h; n := p->next; b := n->prev; assert b == p @1; p := n; "
      "} }\n"
      "loc 3 exit;\n",
      4);
  EXPECT(c.exits == 4); /* one link to four */
  EXPECT(c.failures == 0);
}

/* The node that is looked for is in the list, at every place behind the first. */
static void test_member_is_found(void) {
  struct count c = enumerate(
      HEAD NODE
      "param x: node*;\nparam y: node*;\nlocal p: node*;\ntemp t: node*;\n"
      "takes x, y;\ncheck 1 null-deref \"p->next\";\n"
      "loc 1 entry { goto 2 { p := x; } }\n"
      "loc 2 loop { goto 3 { assert p != null @1; t := p->next; } }\n"
      "loc 3 { goto 2 { assume t != y; p := t; } goto 4 { assume t == y; } }\n"
      "loc 4 exit;\n",
      4);
  EXPECT(c.exits == 3);
  EXPECT(c.failures == 0);
}

int main(void) {
  test_member_is_found();
  test_lists_by_length();
  test_trees_by_what_is_read();
  test_header_is_consistent();
  test_ring_comes_round();
  return finish();
}
