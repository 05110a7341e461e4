/* Formulas on concrete heaps: every property against a direct computation on arrays, on
 * random heaps of up to four nodes, shared, cyclic and partly freed. */
#include "domain/concrete.h"
#include "domain/formula.h"
#include "domain/named.h"
#include "expect.h"
#include "gcl/access.h"
#include "gcl/text.h"

static const char program_text[] =
    "program f;\npointers 8;\nfile \"f.c\";\n"
    "struct node 40 { +0 next: node*; +8 prev: node*; +16 up: node*; "
    "+24 data: i32; +32 thread: node*; }\n"
    "struct link 8 { +0 to: link*; }\n"
    "struct item 16 { +0 size: u64; +8 hook: link; }\n"
    "param x: node*;\nparam y: node*;\nparam n: i32;\nparam it: item*;\n"
    "param pp: node**;\nglobal rows: node*[4], 32;\nglobal head: node*, 8;\n"
    "takes x;\nloc 1 entry {\n  goto 2 {\n    skip;\n  }\n}\nloc 2 exit;\n";

enum { NODES = 4, NEXT = 0, PREV, UP, THREAD, LINKS };

/* Node 0 is null. */
struct heap {
  unsigned nodes;
  unsigned link[LINKS][NODES + 1];
  int data[NODES + 1];
  bool live[NODES + 1];
  unsigned x, y;
  int n;
};

struct fixture {
  struct ha_arena *arena;
  struct ha_program *program;
  struct ha_scope scope;
  struct ha_concrete *concrete;
  ha_type node;
};

static void set_up(struct fixture *f) {
  struct ha_text_error error = {0};
  *f = (struct fixture){.arena = ha_arena_new()};
  f->program = ha_program_parse(f->arena, program_text, &error);
  if (!f->program)
    printf("%u:%u: %s\n", error.line, error.column, error.message);
  f->scope.vocab = ha_vocab_new(ha_terms_new(f->arena), f->program);
  f->concrete = ha_concrete_new(f->scope.vocab);
  f->node = ha_type_find(f->program->types, "node");
}

/* ---- heaps ---- */

static uint64_t random_state = 88172645463325252u;

static unsigned below(unsigned n) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (unsigned)(random_state >> 20) % n;
}

/* Every third heap is all random, the others are nearly a list, a ring or a tree. */
static struct heap random_heap(void) {
  struct heap h = {.nodes = below(NODES + 1)};
  unsigned style = below(4);
  for (unsigned i = 1; i <= h.nodes; i++) {
    for (unsigned l = 0; l < LINKS; l++)
      h.link[l][i] = below(h.nodes + 1);
    if (style >= 1) {
      h.link[NEXT][i] = i < h.nodes ? i + 1 : (style == 2);
      h.link[PREV][i] = i > 1 ? i - 1 : (style == 2 ? h.nodes : 0);
    }
    if (style == 3) {
      h.link[NEXT][i] = 2 * i <= h.nodes ? 2 * i : 0;
      h.link[PREV][i] = 2 * i + 1 <= h.nodes ? 2 * i + 1 : 0;
      h.link[UP][i] = i / 2;
      static const unsigned in_order[5][5] = {
          {0}, {0, 0}, {0, 0, 1}, {0, 3, 1, 0}, {0, 3, 1, 0, 2}};
      h.link[THREAD][i] = in_order[h.nodes][i];
    }
    h.data[i] = (int)below(3);
    h.live[i] = below(8) != 0;
  }
  if (h.nodes && style && below(3) == 0)
    h.link[below(LINKS)][1 + below(h.nodes)] = below(h.nodes + 1);
  h.x = h.nodes && style ? 1 : below(h.nodes + 1);
  h.y = below(h.nodes + 1);
  h.n = (int)below(3);
  return h;
}

static void write_field(struct ha_run *run, uint64_t at, const char *name,
                        uint64_t bits) {
  const struct ha_types *types = run->program->types;
  ha_field field = ha_field_find(types, ha_type_find(types, "node"), name);
  ha_access_store(run, at, field, (struct ha_value){.bits = bits});
}

static uint64_t address_of(const uint64_t *at, unsigned node) { return at[node]; }

static struct ha_run *build(struct fixture *f, struct ha_arena *arena,
                            const struct heap *h) {
  static const char *const names[] = {"next", "prev", "up", "thread"};
  struct ha_machine *m = ha_machine_new(arena, 8);
  struct ha_run *run = ha_run_new(arena, f->program, m, false);
  uint64_t at[NODES + 1] = {0};
  ha_block blocks[NODES + 1];
  for (unsigned i = 1; i <= h->nodes; i++) {
    blocks[i] = ha_machine_alloc(m, HA_BLOCK_ENTRY, 40, f->node, NULL);
    at[i] = ha_machine_block(m, blocks[i])->address;
  }
  for (unsigned i = 1; i <= h->nodes; i++) {
    for (unsigned l = 0; l < LINKS; l++)
      write_field(run, at[i], names[l], address_of(at, h->link[l][i]));
    write_field(run, at[i], "data", (uint32_t)h->data[i]);
    if (!h->live[i])
      ha_machine_kill(m, blocks[i]);
  }
  run->vars[f->program->params.count] = (struct ha_value){0};
  run->vars[1] = (struct ha_value){.bits = at[h->x]};
  run->vars[2] = (struct ha_value){.bits = at[h->y]};
  run->vars[3] = (struct ha_value){.bits = (uint32_t)h->n};
  return run;
}

/* ---- the same, computed directly ---- */

static bool reaches(const struct heap *h, unsigned l, unsigned a, unsigned b) {
  for (unsigned i = 0; i <= NODES + 1; i++, a = h->link[l][a])
    if (a == b)
      return true;
  return false;
}

static unsigned steps(const struct heap *h, unsigned a, unsigned b) {
  unsigned count = 0;
  for (; a != b; a = h->link[NEXT][a])
    count++;
  return count;
}

static bool is_list(const struct heap *h) {
  if (!reaches(h, NEXT, h->x, 0))
    return false;
  for (unsigned a = h->x; a; a = h->link[NEXT][a])
    if (!h->live[a])
      return false;
  return true;
}

static bool is_lseg(const struct heap *h) {
  if (!reaches(h, NEXT, h->x, h->y))
    return false;
  for (unsigned a = h->x; a != h->y; a = h->link[NEXT][a])
    if (!h->live[a])
      return false;
  return true;
}

static bool is_ring(const struct heap *h) {
  if (!h->x || !reaches(h, NEXT, h->link[NEXT][h->x], h->x))
    return false;
  unsigned a = h->x;
  do {
    if (!h->live[a])
      return false;
    a = h->link[NEXT][a];
  } while (a != h->x);
  return true;
}

static bool is_dlseg(const struct heap *h) {
  if (!is_lseg(h))
    return false;
  for (unsigned a = h->x; a != h->y && h->link[NEXT][a] != h->y; a = h->link[NEXT][a])
    if (h->link[PREV][h->link[NEXT][a]] != a)
      return false;
  return true;
}

static bool is_dlist(const struct heap *h) {
  struct heap whole = *h;
  whole.y = 0;
  return is_dlseg(&whole) && (!h->x || !h->link[PREV][h->x]);
}

static bool is_dring(const struct heap *h) {
  if (!is_ring(h))
    return false;
  unsigned a = h->x;
  do {
    if (h->link[PREV][h->link[NEXT][a]] != a)
      return false;
    a = h->link[NEXT][a];
  } while (a != h->x);
  return true;
}

/* Where y is not reached there is no segment, and nothing to be sorted. */
static bool is_sorted(const struct heap *h) {
  if (!reaches(h, NEXT, h->x, h->y))
    return true;
  for (unsigned a = h->x; a != h->y && h->link[NEXT][a] != h->y; a = h->link[NEXT][a])
    if (h->data[a] > h->data[h->link[NEXT][a]])
      return false;
  return true;
}

static bool is_unshared(const struct heap *h) {
  for (unsigned a = 1; a <= h->nodes; a++)
    for (unsigned b = 1; b < a; b++)
      if (h->live[a] && h->live[b] && h->link[NEXT][a] &&
          h->link[NEXT][a] == h->link[NEXT][b])
        return false;
  return true;
}

static bool is_root(const struct heap *h) {
  for (unsigned a = 1; a <= h->nodes; a++)
    if (h->live[a] && h->link[NEXT][a] == h->x)
      return false;
  return true;
}

/* Depth first; a node met twice is shared.  `order` is the nodes left to right. */
static bool visit(const struct heap *h, unsigned a, unsigned above, bool *seen,
                  unsigned *order, unsigned *count, bool *parents) {
  if (!a)
    return true;
  if (seen[a] || !h->live[a])
    return false;
  seen[a] = true;
  *parents &= h->link[UP][a] == above;
  if (!visit(h, h->link[NEXT][a], a, seen, order, count, parents))
    return false;
  order[(*count)++] = a;
  return visit(h, h->link[PREV][a], a, seen, order, count, parents);
}

struct tree {
  bool is_tree, has_parents, is_threaded;
};

static struct tree look_at_tree(const struct heap *h) {
  bool seen[NODES + 1] = {0}, parents = true;
  unsigned order[NODES + 1], count = 0;
  struct tree t = {.is_tree = visit(h, h->x, 0, seen, order, &count, &parents)};
  t.has_parents = t.is_tree && parents;
  t.is_threaded = t.is_tree;
  for (unsigned i = 0; t.is_threaded && i < count; i++)
    t.is_threaded = h->link[THREAD][order[i]] == (i + 1 < count ? order[i + 1] : 0);
  return t;
}

static bool in_content(const struct heap *h, unsigned from, unsigned a) {
  return a && reaches(h, NEXT, from, a);
}

static bool same_content(const struct heap *h) {
  for (unsigned a = 1; a <= h->nodes; a++)
    if (in_content(h, h->x, a) != in_content(h, h->y, a))
      return false;
  return true;
}

static bool subset(const struct heap *h) {
  for (unsigned a = 1; a <= h->nodes; a++)
    if (in_content(h, h->y, a) && !in_content(h, h->x, a))
      return false;
  return true;
}

static bool disjoint(const struct heap *h) {
  for (unsigned a = 1; a <= h->nodes; a++)
    if (in_content(h, h->x, a) && in_content(h, h->y, a))
      return false;
  return true;
}

static bool has_value(const struct heap *h) {
  for (unsigned a = 1; a <= h->nodes; a++)
    if (in_content(h, h->x, a) && h->data[a] == h->n)
      return true;
  return false;
}

static bool reaches_by_two(const struct heap *h, unsigned a, unsigned b,
                           unsigned left) {
  if (a == b || !left)
    return a == b;
  return reaches_by_two(h, h->link[NEXT][a], b, left - 1) ||
         reaches_by_two(h, h->link[PREV][a], b, left - 1);
}

static unsigned count_value(const struct heap *h, unsigned a, int value) {
  unsigned found = 0;
  for (; a; a = h->link[NEXT][a])
    found += h->data[a] == value;
  return found;
}

static bool same_values(const struct heap *h) {
  for (int value = 0; value < 3; value++)
    if (count_value(h, h->x, value) != count_value(h, h->y, value))
      return false;
  return true;
}

/* ---- comparing ---- */

static enum ha_truth eval(struct fixture *f, struct ha_run *run, const char *text) {
  struct ha_text_error error = {0};
  ha_term term = ha_formula_parse(&f->scope, text, HA_SORT_BOOL, &error);
  if (!term)
    printf("%s: %u: %s\n", text, error.column, error.message);
  EXPECT(term);
  struct ha_moment moment = {.run = run};
  return term ? ha_concrete_holds(f->concrete, &moment, term) : HA_MAYBE;
}

static void show(const struct heap *h) {
  for (unsigned i = 1; i <= h->nodes; i++)
    printf("  %u: next %u prev %u up %u thread %u data %d %s\n", i, h->link[NEXT][i],
           h->link[PREV][i], h->link[UP][i], h->link[THREAD][i], h->data[i],
           h->live[i] ? "" : "freed");
  printf("  x = %u, y = %u, n = %d\n", h->x, h->y, h->n);
}

static unsigned yes, no;

static void compare(struct fixture *f, struct ha_run *run, const struct heap *h,
                    const char *text, bool expected) {
  enum ha_truth got = eval(f, run, text);
  if (got == (expected ? HA_YES : HA_NO)) {
    yes += expected;
    no += !expected;
    return;
  }
  printf("%s: %d, expected %d on\n", text, got, expected);
  show(h);
  EXPECT(!"agrees");
}

static void compare_shapes(struct fixture *f, struct ha_run *run,
                           const struct heap *h) {
  struct tree t = look_at_tree(h);
  compare(f, run, h, "reach(next, x, y)", reaches(h, NEXT, h->x, h->y));
  compare(f, run, h, "acyclic(next, x)", reaches(h, NEXT, h->x, 0));
  compare(f, run, h, "list(next, x)", is_list(h));
  compare(f, run, h, "lseg(next, x, y)", is_lseg(h));
  compare(f, run, h, "ring(next, x)", is_ring(h));
  compare(f, run, h, "dlist(next, prev, x)", is_dlist(h));
  compare(f, run, h, "dlseg(next, prev, x, y)", is_dlseg(h));
  compare(f, run, h, "dring(next, prev, x)", is_dring(h));
  compare(f, run, h, "sorted(next, data, x, y)", is_sorted(h));
  compare(f, run, h, "unshared(node::next)", is_unshared(h));
  compare(f, run, h, "root(next, x)", is_root(h));
  compare(f, run, h, "tree(next, prev, x)", t.is_tree);
  compare(f, run, h, "parent(next, prev, up, x)", t.has_parents);
  compare(f, run, h, "threaded(next, prev, thread, x)", t.is_threaded);
  compare(f, run, h, "alloc(x)", h->x && h->live[h->x]);
}

static void compare_sets(struct fixture *f, struct ha_run *run, const struct heap *h) {
  compare(f, run, h, "content(next, x) == content(next, y)", same_content(h));
  compare(f, run, h, "content(next, y) <= content(next, x)", subset(h));
  compare(f, run, h, "disjoint(content(next, x), content(next, y))", disjoint(h));
  compare(f, run, h, "y in content(next, x) - {y}", false);
  compare(f, run, h, "y in content(next, x) * {y} + {}", in_content(h, h->x, h->y));
  compare(f, run, h, "n in content(next, x).data", has_value(h));
  compare(f, run, h, "reach(next, prev, x, y)", reaches_by_two(h, h->x, h->y, NODES));
  compare(f, run, h, "y in content(next, prev, x)",
          h->y && reaches_by_two(h, h->x, h->y, NODES));
  if (!reaches(h, NEXT, h->x, 0) || !reaches(h, NEXT, h->y, 0))
    return;
  compare(f, run, h, "len(next, x) == len(next, y)",
          steps(h, h->x, 0) == steps(h, h->y, 0));
  compare(f, run, h, "values(next, data, x) == values(next, data, y)", same_values(h));
  compare(f, run, h, "count(values(next, data, x) + {n}, n) == 2",
          count_value(h, h->x, h->n) == 1);
  compare(f, run, h, "forall int k. count(values(next, data, x), k) <= 1",
          count_value(h, h->x, 0) < 2 && count_value(h, h->x, 1) < 2 &&
              count_value(h, h->x, 2) < 2);
}

static bool some_live_points_to_x(const struct heap *h) { return !is_root(h); }

static void compare_logic(struct fixture *f, struct ha_run *run, const struct heap *h) {
  bool small = true;
  for (unsigned i = 1; i <= h->nodes; i++)
    small &= !h->live[i] || h->data[i] <= h->n;
  compare(f, run, h, "forall v. v == null || v->data <= n", small);
  compare(f, run, h, "exists struct node v. v != null && v->next == x",
          some_live_points_to_x(h));
  compare(f, run, h, "x == y <==> y == x", true);
  compare(f, run, h, "n + 1 > 1 || n == 0", true);
  compare(f, run, h, "ite(n < 1, x, y) == x", h->n < 1 || h->x == h->y);
  compare(f, run, h, "forall int k. 0 <= k && k < n ==> k * k < n * n", true);
  compare(f, run, h, "forall any v. v in alloc(struct node)", false);
  compare(f, run, h, "x != null ==> x->next == null ==> len(next, x) == 1", true);
}

static void test_random_heaps(struct fixture *f) {
  for (unsigned round = 0; round < 3000; round++) {
    struct ha_arena *arena = ha_arena_new();
    struct heap h = random_heap();
    struct ha_run *run = build(f, arena, &h);
    compare_shapes(f, run, &h);
    compare_sets(f, run, &h);
    compare_logic(f, run, &h);
    ha_arena_free(arena);
    if (failures)
      return;
  }
  EXPECT(yes > 20000 && no > 20000);
}

/* ---- places that are not nodes ---- */

static struct ha_run *run_with_item(struct fixture *f, struct ha_arena *arena) {
  struct heap h = {.nodes = 2, .link = {{0, 2, 0}}, .live = {0, true, true}, .x = 1};
  struct ha_run *run = build(f, arena, &h);
  struct ha_machine *m = run->machine;
  ha_block item = ha_machine_alloc(m, HA_BLOCK_HEAP, 16,
                                   ha_type_find(f->program->types, "item"), NULL);
  uint64_t at = ha_machine_block(m, item)->address;
  ha_machine_write(m, at + 8, 8, (struct ha_value){.bits = at + 8});
  run->vars[4] = (struct ha_value){.bits = at};
  run->vars[5] = (struct ha_value){.bits = run->vars[1].bits}; /* &x->next */
  uint64_t rows = run->obj_address[1];
  ha_machine_write(m, rows + 8, 8, run->vars[1]);
  return run;
}

static void test_places(struct fixture *f) {
  struct ha_run *run = run_with_item(f, f->arena);
  EXPECT(eval(f, run, "it->hook.to == &it->hook") == HA_YES);
  EXPECT(eval(f, run, "ring(to, &it->hook)") == HA_YES);
  EXPECT(eval(f, run, "it in mine && it in heap") == HA_YES);
  EXPECT(eval(f, run, "x in mine") == HA_NO);
  EXPECT(eval(f, run, "x in heap") == HA_YES);
  EXPECT(eval(f, run, "&it->hook in heap") == HA_NO);
  EXPECT(eval(f, run, "alloc(&it->hook)") == HA_YES);
  EXPECT(eval(f, run, "*pp == x->next") == HA_YES);
  EXPECT(eval(f, run, "pp == &x->next") == HA_YES);
  EXPECT(eval(f, run, "rows[1] == x && rows[0] == null") == HA_YES);
  EXPECT(eval(f, run, "forall int k. 0 <= k && k < 4 ==> rows[k] == x || k != 1") ==
         HA_YES);
  EXPECT(eval(f, run, "exists int k. 0 <= k && k < 4 && rows[k] == x") == HA_YES);
  EXPECT(eval(f, run, "forall int k. 0 <= k && k < 4 ==> rows[k] == null") == HA_NO);
  EXPECT(eval(f, run, "&rows[1] != pp") == HA_YES);
  EXPECT(eval(f, run, "&it->hook == it->hook.to") == HA_YES);
}

/* What the state does not say is neither true nor false. */
static void test_unknown(struct fixture *f) {
  struct ha_run *run = run_with_item(f, f->arena);
  EXPECT(eval(f, run, "it->size == 3") == HA_MAYBE); /* uninitialised */
  EXPECT(eval(f, run, "it->size == 3 || x != null") == HA_YES);
  EXPECT(eval(f, run, "it->size == 3 && x == null") == HA_NO);
  EXPECT(eval(f, run, "null->data == 3") == HA_MAYBE);
  EXPECT(eval(f, run, "old(x) == x") == HA_MAYBE);
  EXPECT(eval(f, run, "dist(next, x->next->next, x) == 3") == HA_MAYBE);
  EXPECT(eval(f, run, "forall int k. k * k != 7") == HA_MAYBE);
}

static bool read_entry(void *context, uint64_t address, unsigned size,
                       struct ha_value *value) {
  *value = ha_machine_read(context, address, size);
  return true;
}

static void test_old(struct fixture *f) {
  struct ha_run *run = run_with_item(f, f->arena);
  struct ha_run *entry = ha_run_clone(run, f->arena);
  struct ha_moment moment = {.run = run,
                             .entry_vars = entry->vars,
                             .entry_read = read_entry,
                             .context = entry->machine};
  run->vars[2] = run->vars[1];
  run->vars[1] = (struct ha_value){0};
  write_field(run, run->vars[2].bits, "next", 0);
  static const char *const hold[] = {
      "x == null && old(x) == y",
      "old(len(next, x)) == 2",
      "len(next, old(x)) == 1",
      "old(list(next, x))",
      "old(x)->next == null",
      "old(x->next) != null",
      "y->old(next) == old(x->next)",
      "old(content(next, x)) != content(next, x)",
      "exists struct node v. v != null && v->next != old(v->next)",
      "forall struct node v. v->prev == old(v->prev)",
      "old(alloc(x)) && !old(it in alloc(struct item))"};
  for (unsigned i = 0; i < sizeof hold / sizeof *hold; i++) {
    struct ha_text_error error = {0};
    ha_term term = ha_formula_parse(&f->scope, hold[i], HA_SORT_BOOL, &error);
    EXPECT(term);
    if (!term || ha_concrete_holds(f->concrete, &moment, term) != HA_YES) {
      printf("%s: %s\n", hold[i], error.message);
      EXPECT(!"holds");
    }
  }
}

static struct ha_ghost_value remembered;

static const struct ha_ghost_value *recall(void *context, ha_symbol symbol) {
  (void)context, (void)symbol;
  return &remembered;
}

static void test_ghosts(struct fixture *f) {
  struct ha_run *run = run_with_item(f, f->arena);
  struct ha_terms *terms = ha_vocab_terms(f->scope.vocab);
  struct ha_text_error error = {0};
  ha_symbol c0 = ha_symbol_make(terms, "c0", HA_SORT_SET);
  struct ha_scope_name name = {"c0", HA_NAME_SYMBOL, c0, f->node};
  f->scope.names = &name;
  f->scope.count = 1;
  struct ha_moment moment = {.run = run, .ghost = recall};
  ha_term set = ha_formula_parse(&f->scope, "content(next, x)", HA_SORT_SET, &error);
  remembered = ha_concrete_value(f->concrete, &moment, set);
  EXPECT(remembered.known && remembered.count == 2);
  ha_term same =
      ha_formula_parse(&f->scope, "c0 == content(next, x)", HA_SORT_BOOL, &error);
  EXPECT(ha_concrete_holds(f->concrete, &moment, same) == HA_YES);
  write_field(run, run->vars[1].bits, "next", 0);
  EXPECT(ha_concrete_holds(f->concrete, &moment, same) == HA_NO);
  f->scope.count = 0;
}

int main(void) {
  struct fixture f;
  set_up(&f);
  test_random_heaps(&f);
  test_places(&f);
  test_unknown(&f);
  test_old(&f);
  test_ghosts(&f);
  ha_arena_free(f.arena);
  return finish();
}
