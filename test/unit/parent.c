/* The ghost parent on all small heaps: a store never makes it lead in a circle, and
 * what was a tree with its parents and stays one has its parents still. */
#include "domain/named.h"
#include "domain/sym.h"
#include "domain/vocab.h"
#include "expect.h"
#include "gcl/text.h"
#include "graphs.h"
#include "random_formula.h"

enum { NODES = 4 }; /* null is one of them */

static const char text[] =
    "program f;\npointers 8;\n"
    "struct tree 16 {\n  +0 left: tree*;\n  +8 right: tree*;\n}\n"
    "param x: tree*;\nparam y: tree*;\ntakes x, y;\n"
    "loc 1 entry {\n  goto 2 {\n    x->left := y;\n  }\n}\n"
    "loc 2 exit;\n";

struct fixture {
  struct ha_arena *arena;
  struct ha_terms *t;
  struct ha_structure *s;
  ha_symbol parent, left, right, x, y, root, live;
  ha_term after, no_circle, no_circle_after, tree, tree_after;
};

/* ∀v. R(p, v, null) */
static ha_term ends(struct ha_terms *t, ha_term p) {
  ha_term v = ha_term_bound(t, 0, HA_SORT_OBJ);
  return ha_forall(t, HA_SORT_OBJ, ha_reach(t, p, v, ha_null(t)));
}

static struct fixture begin(void) {
  struct fixture f = {.arena = ha_arena_new()};
  struct ha_text_error error = {0};
  const struct ha_program *program = ha_program_parse(f.arena, text, &error);
  EXPECT(program);
  f.t = ha_terms_new(f.arena);
  struct ha_vocab *vocab = ha_vocab_new(f.t, program);
  ha_type tree = ha_type_find(program->types, "tree");
  ha_field left = ha_field_find(program->types, tree, "left");
  ha_field right = ha_field_find(program->types, tree, "right");
  f.parent = ha_vocab_parent(vocab, left, right);
  f.left = ha_vocab_field(vocab, left);
  f.right = ha_vocab_field(vocab, right);
  f.live = ha_vocab_alloc(vocab, tree);
  f.x = ha_vocab_var(vocab, 1);
  f.y = ha_vocab_var(vocab, 2);
  f.root = ha_symbol_make(f.t, "root", HA_SORT_OBJ);
  const struct ha_pieces *pieces = ha_sym_pieces(vocab);
  EXPECT(pieces->pieces.count == 1);
  f.after = ha_subst_get(pieces->pieces.at[0].post, f.parent);
  EXPECT(f.after);
  ha_term p = ha_sym(f.t, f.parent);
  f.no_circle = ends(f.t, p);
  f.no_circle_after = ends(f.t, f.after);
  ha_term args[] = {ha_sym(f.t, f.live), ha_sym(f.t, f.left), ha_sym(f.t, f.right), p,
                    ha_sym(f.t, f.root)};
  f.tree = ha_named_expand(f.t, ha_named(f.t, HA_NAMED_TREE, args, 5));
  f.tree_after = ha_subst_apply(pieces->pieces.at[0].post, f.tree);
  f.s = ha_structure_new(f.arena, f.t, NODES);
  for (unsigned i = 0; i < NODES; i++)
    ha_structure_map(f.s, f.live)[i] = i != 0;
  return f;
}

/* Is what hangs below the node a tree, by walking it?  Counts how often each is met. */
static bool is_tree(const int64_t *left, const int64_t *right, int64_t node,
                    bool *seen) {
  if (!node)
    return true;
  if (seen[node])
    return false;
  seen[node] = true;
  return is_tree(left, right, left[node], seen) &&
         is_tree(left, right, right[node], seen);
}

struct tally {
  unsigned long stores, trees, kept, moved;
};

/* x, y and root anywhere; the structure has its links and its ghost. */
static void try_stores(struct fixture *f, struct tally *tally) {
  for (unsigned i = 0; i < NODES * NODES * NODES; i++) {
    int64_t x = i % NODES, y = i / NODES % NODES, root = i / NODES / NODES;
    int64_t left[NODES];
    bool seen[NODES] = {false}, before = false;
    if (!x || !root)
      continue;
    ha_structure_set(f->s, f->x, x);
    ha_structure_set(f->s, f->y, y);
    ha_structure_set(f->s, f->root, root);
    ha_structure_changed(f->s);
    tally->stores++;
    EXPECT(ha_structure_holds(f->s, f->no_circle_after) == HA_YES);
    before = ha_structure_holds(f->s, f->tree) == HA_YES;
    tally->trees += before;
    memcpy(left, ha_structure_map(f->s, f->left), sizeof left);
    left[x] = y;
    bool after = is_tree(left, ha_structure_map(f->s, f->right), root, seen);
    bool says = ha_structure_holds(f->s, f->tree_after) == HA_YES;
    EXPECT(!says || after); /* never a tree that is none */
    bool inside = before && y && seen[y];
    tally->kept += before && says;
    tally->moved += inside && says;
  }
}

static bool is_acyclic(struct fixture *f) {
  ha_structure_changed(f->s);
  return ha_structure_holds(f->s, f->no_circle) == HA_YES;
}

static void test_all_heaps(void) {
  struct fixture f = begin();
  struct tally tally = {0};
  int64_t *left = ha_structure_map(f.s, f.left);
  int64_t *right = ha_structure_map(f.s, f.right);
  int64_t *parent = ha_structure_map(f.s, f.parent);
  do
    do
      do
        if (is_acyclic(&f))
          try_stores(&f, &tally);
      while (next_graph(parent, NODES));
    while (next_graph(right, NODES - 1)); /* a part of them is enough */
  while (next_graph(left, NODES));
  printf("%lu stores, %lu into trees, %lu make trees, %lu of them hang a node\n",
         tally.stores, tally.trees, tally.kept, tally.moved);
  EXPECT(tally.stores > 100000 && tally.trees > 1000);
  EXPECT(tally.kept > 500 && tally.moved > 100);
  ha_arena_free(f.arena);
}

int main(void) {
  test_all_heaps();
  return finish();
}
