/* Rules of seed 003 that are wrong as printed, each beside ours, on all heaps of up to
 * three live nodes: what the printed rule says differs from what the interpreter does,
 * and what symbolic execution says does not.  What an engine would prove with them is
 * in pdr_ring.c. */
#include "all_commands.h"
#include "domain/formula.h"
#include "refine/live.h"
#include "refine/predicates.h"
#include "steps.h"

enum { NODES = 3, STEPS = 60 };

/* a→*b along next; 0 is null, a node is its number. */
struct relation {
  unsigned nodes;
  bool holds[NODES + 1][NODES + 1];
};

/* A heap, the command's run on it, and what was reachable. */
struct scene {
  struct fixture f;
  struct ha_arena *run_arena;
  struct all_heap heap;
  struct step step;
  enum ha_run_status status;
  unsigned x, y; /* before */
  struct relation before;
};

/* ---- relations ---- */

static uint64_t address(const struct ha_run *run, unsigned node) {
  return node ? ha_machine_block(run->machine, node)->address : 0;
}

static unsigned node_at(const struct ha_run *run, uint64_t at) {
  return at ? ha_machine_find(run->machine, at) : 0;
}

static struct relation relation_of(const struct ha_run *run, unsigned nodes) {
  struct relation r = {.nodes = nodes};
  for (unsigned a = 0; a <= nodes; a++) {
    unsigned at = a;
    for (unsigned i = 0; i <= nodes; i++) {
      r.holds[a][at] = true;
      at = at ? node_at(run, ha_machine_read(run->machine, address(run, at), 8).bits)
              : 0;
    }
  }
  return r;
}

static bool same(const struct relation *r, const struct relation *s) {
  return memcmp(r->holds, s->holds, sizeof r->holds) == 0;
}

static bool is_acyclic(const struct relation *r) {
  for (unsigned a = 0; a <= r->nodes; a++)
    if (!r->holds[a][0])
      return false;
  return true;
}

/* ---- scenes ---- */

/* A program of these locations and edges. */
static void open_scene(struct scene *s, const char *locations) {
  *s = (struct scene){.run_arena = ha_arena_new()};
  read_program(&s->f, program_with(s->run_arena, locations), 0);
  execute(&s->f);
}

static void close_scene(struct scene *s) {
  ha_arena_free(s->run_arena);
  ha_arena_free(s->f.arena);
}

static bool some_is_freed(const struct all_heap *h) {
  for (unsigned i = h->nodes; i < 2 * h->nodes; i++)
    if (h->at[i])
      return true;
  return false;
}

static bool answer_one(void *context, struct ha_machine *machine,
                       const struct ha_question *question, struct ha_value *value) {
  (void)context, (void)machine, (void)question;
  *value = (struct ha_value){.bits = 1};
  return true;
}

static void run_scene(struct scene *s) {
  ha_arena_free(s->run_arena);
  s->run_arena = ha_arena_new();
  struct ha_run *before = run_on(&s->f, s->run_arena, &s->heap);
  struct ha_run *after = ha_run_clone(before, s->run_arena);
  struct ha_oracle oracle = {NULL, answer_one};
  s->x = s->heap.at[2 * s->heap.nodes];
  s->y = s->heap.at[2 * s->heap.nodes + 1];
  s->before = relation_of(before, s->heap.nodes);
  s->status = ha_run_go(after, oracle, NULL, STEPS);
  s->step =
      begin_step(&s->f, &(struct snapshot){before, 1}, &(struct snapshot){after, 2});
  s->step.before.context = &s->step.choices;
}

/* The next heap on which all nodes are live, after the command has run on it. */
static bool next_scene(struct scene *s) {
  do
    if (!all_heap_next(&s->heap) || s->heap.nodes > NODES)
      return false;
  while (some_is_freed(&s->heap));
  run_scene(s);
  return true;
}

/* ---- ours ---- */

static ha_term formula(struct scene *s, const char *text) {
  struct ha_scope scope = {.vocab = s->f.vocab};
  struct ha_text_error error = {0};
  ha_term term = ha_formula_parse(&scope, text, HA_SORT_BOOL, &error);
  if (!term)
    printf("%s: %s\n", text, error.message);
  EXPECT(term);
  return term;
}

static enum ha_truth truth(struct scene *s, ha_term term) {
  return ha_concrete_holds(s->f.concrete, &s->step.before, term);
}

static enum ha_truth truth_of(bool is) { return is ? HA_YES : HA_NO; }

/* Is the formula true after the piece, for the choices at hand? */
static enum ha_truth after(struct scene *s, const struct ha_piece *piece,
                           const char *text) {
  return truth(s, ha_subst_apply(piece->post, formula(s, text)));
}

/* What the program's one piece says of paths between x and y is what is so. */
static void expect_paths(struct scene *s, const struct relation *is) {
  const struct ha_piece *piece = &s->f.pieces->pieces.at[0];
  unsigned x = s->x, y = s->y;
  EXPECT(truth(s, piece->guard) == HA_YES);
  EXPECT(after(s, piece, "reach(next, x, null)") == truth_of(is->holds[x][0]));
  EXPECT(after(s, piece, "reach(next, y, null)") == truth_of(is->holds[y][0]));
  EXPECT(after(s, piece, "reach(next, x, y)") == truth_of(is->holds[x][y]));
  EXPECT(after(s, piece, "reach(next, y, x)") == truth_of(is->holds[y][x]));
}

/* ---- x->f = null: Q[a→*b ∧ (¬a→*x ∨ b→*x) / a→*b] (Table 5) ---- */

static bool printed_cut(const struct relation *r, unsigned x, unsigned a, unsigned b) {
  return r->holds[a][b] && (!r->holds[a][x] || r->holds[b][x]);
}

/* … with what it lost: ∨ (a→*x ∧ b = null). */
static struct relation cut(const struct relation *r, unsigned x) {
  struct relation out = {.nodes = r->nodes};
  for (unsigned a = 0; a <= r->nodes; a++)
    for (unsigned b = 0; b <= r->nodes; b++)
      out.holds[a][b] = printed_cut(r, x, a, b) || (r->holds[a][x] && !b);
  return out;
}

/* As printed, x reaches null no longer: it ends nowhere. */
static void test_cutting(void) {
  struct scene s;
  unsigned lists = 0;
  open_scene(&s, ONE_EDGE(NODE("x", 1) "x->next := null;"));
  while (next_scene(&s)) {
    if (!s.x || !is_acyclic(&s.before))
      continue;
    struct relation is = relation_of(s.step.after.run, s.heap.nodes);
    struct relation corrected = cut(&s.before, s.x);
    lists++;
    EXPECT(s.status == HA_RUN_EXIT && is.holds[s.x][0]);
    EXPECT(!printed_cut(&s.before, s.x, s.x, 0));
    EXPECT(same(&corrected, &is));
    expect_paths(&s, &is);
  }
  EXPECT(lists > 0);
  close_scene(&s);
}

/* ---- x->f = y: Q[a→*b ∨ (a→*x ∧ y→*b) / a→*b] (Table 5) ---- */

static struct relation printed_link(const struct relation *r, unsigned x, unsigned y) {
  struct relation out = {.nodes = r->nodes};
  for (unsigned a = 0; a <= r->nodes; a++)
    for (unsigned b = 0; b <= r->nodes; b++)
      out.holds[a][b] = r->holds[a][b] || (r->holds[a][x] && r->holds[y][b]);
  return out;
}

/* Where x leads nowhere and y leads to x the link closes a ring.  As printed all still
 * reach null, so the state it leads to is none that there is: no successor, no error,
 * and everything is "proved" of what comes then. */
static void test_linking(void) {
  struct scene s;
  unsigned rings = 0, lists = 0;
  open_scene(&s, ONE_EDGE(NODE("x", 1) "x->next := null; x->next := y;"));
  while (next_scene(&s)) {
    if (!s.x || !is_acyclic(&s.before))
      continue;
    struct relation is = relation_of(s.step.after.run, s.heap.nodes);
    struct relation alone = cut(&s.before, s.x);
    struct relation printed = printed_link(&alone, s.x, s.y);
    bool is_ring = alone.holds[s.y][s.x];
    rings += is_ring;
    lists += !is_ring;
    EXPECT(is_acyclic(&is) == !is_ring);
    EXPECT(is_acyclic(&printed) && same(&printed, &is) == !is_ring);
    expect_paths(&s, &is);
  }
  EXPECT(rings > 0 && lists > 0);
  close_scene(&s);
}

/* ---- wlp(C1|C2, Q) = wlp(C1, Q) ∧ wlp(C2, Q) (Section 4) ---- */

/* Is there a step along the path after which Q holds? */
static bool is_possible(struct scene *s, const struct ha_piece *path, const char *q) {
  struct choices *c = &s->step.choices;
  bool possible = false;
  c->f = &s->f;
  c->at.count = 0;
  find_choices(c, path->guard);
  EXPECT(c->at.count == 1);
  for (int64_t i = 0; i <= 1 && c->at.count == 1; i++) {
    c->at.at[0].value = (struct ha_ghost_value){.known = true, .number = i};
    possible |= truth(s, path->guard) == HA_YES && after(s, path, q) == HA_YES;
  }
  return possible;
}

/* ρ is what may happen: where either way is open, both need not lead to Q. */
static void test_choice(void) {
  struct scene s;
  unsigned lost = 0;
  open_scene(&s, "loc 1 entry {\n  goto 2 {\n    havoc i (call-result g);\n  }\n}\n"
                 "loc 2 {\n  goto 3 {\n    assume i == 1; x := null;\n  }\n"
                 "  goto 3 {\n    assume i != 1; x := y;\n  }\n}\nloc 3 exit;\n");
  struct ha_pieces *paths = ha_sym_paths(s.f.vocab, 2);
  EXPECT(paths && paths->pieces.count == 2);
  while (paths && next_scene(&s)) {
    const struct ha_piece *c1 = &paths->pieces.at[0], *c2 = &paths->pieces.at[1];
    bool printed =
        after(&s, c1, "x == null") == HA_YES && after(&s, c2, "x == null") == HA_YES;
    EXPECT(s.step.after.run->vars[s.f.program->params.at[0]].bits == 0);
    EXPECT(printed == !s.y);
    EXPECT(is_possible(&s, c1, "x == null") || is_possible(&s, c2, "x == null"));
    EXPECT(!is_possible(&s, c1, "x != y && x != null") &&
           !is_possible(&s, c2, "x != y && x != null"));
    lost += !printed;
  }
  EXPECT(lost > 0);
  close_scene(&s);
}

/* ---- x = malloc(): ∃a. ¬alloc a ∧ Q[alloc b ∨ (b = a ∧ b = x) / alloc b] ---- */

/* Wherever the guard lets NEW find room, is Q true after it? */
static enum ha_truth after_new(struct scene *s, const char *q) {
  const struct ha_piece *piece = &s->f.pieces->pieces.at[0];
  struct choices *c = &s->step.choices;
  unsigned places = 0;
  enum ha_truth last = HA_MAYBE;
  c->f = &s->f;
  c->at.count = 0;
  find_choices(c, ha_subst_apply(piece->post, formula(s, "x == null")));
  EXPECT(c->at.count == 1);
  for (unsigned i = 0; i < s->step.objects.count && c->at.count == 1; i++) {
    c->at.at[0].value = s->step.objects.at[i];
    if (truth(s, piece->guard) == HA_NO)
      continue;
    enum ha_truth now = after(s, piece, q);
    EXPECT(!places++ || now == last);
    last = now;
  }
  EXPECT(places > 0);
  return last;
}

/* As printed, Q without alloc is as true after it as before: x stays what it is. */
static void test_malloc(void) {
  struct scene s;
  unsigned null = 0, equal = 0;
  open_scene(&s, ONE_EDGE("x := new node, 16;"));
  while (next_scene(&s)) {
    const struct ha_run *run = s.step.after.run;
    uint64_t x = run->vars[s.f.program->params.at[0]].bits;
    EXPECT(x != 0 && x != address(s.step.before.run, s.y));
    EXPECT(after_new(&s, "x != null") == HA_YES);
    EXPECT(after_new(&s, "x == y") == HA_NO);
    EXPECT(truth(&s, formula(&s, "x == y")) == truth_of(s.x == s.y));
    null += truth(&s, formula(&s, "x != null")) == HA_NO;
    equal += truth(&s, formula(&s, "x == y")) == HA_YES;
  }
  EXPECT(null > 0 && equal > 0);
  close_scene(&s);
}

/* ---- ls[x,y] = ∀a, b. x→*a→*y ∧ b→*a ⇒ b→*x ∨ x→*b (Table 3) ---- */

static const char printed_ls[] =
    "forall any a. forall any b. reach(next, x, a) && reach(next, a, null) && "
    "reach(next, b, a) ==> reach(next, b, x) || reach(next, x, b)";

/* Does no node lead into the nodes from x on past x? */
static bool is_unshared(const struct scene *s) {
  const struct relation *r = &s->before;
  for (unsigned a = 1; a <= r->nodes; a++)
    for (unsigned b = 1; b <= r->nodes; b++)
      if (r->holds[s->x][a] && r->holds[a][0] && r->holds[b][a] && !r->holds[b][s->x] &&
          !r->holds[s->x][b])
        return false;
  return true;
}

/* The family's first member at the loop: ls[x,null]. */
static ha_term our_ls(struct scene *s) {
  struct ha_predicate_options options = {.pieces = s->f.pieces,
                                         .families = 1u << HA_FAMILY_ls};
  const struct ha_live *live = ha_live_new(s->f.arena, s->f.program);
  ha_term_vec all = ha_predicates_at(s->f.vocab, live, 2, &options);
  EXPECT(all.count > 0);
  return all.count ? all.at[0] : 0;
}

/* All lists share null: as printed, a second list makes the first one no list. */
static void test_ls(void) {
  struct scene s;
  unsigned disjoint = 0, shared = 0;
  open_scene(&s, "loc 1 entry {\n  goto 2 {\n    skip;\n  }\n}\n"
                 "loc 2 loop {\n  goto 2 {\n    assume x != y; x := x->next;\n  }\n"
                 "  goto 3 {\n    assume x == y;\n  }\n}\nloc 3 exit;\n");
  ha_term ours = our_ls(&s), printed = formula(&s, printed_ls);
  while (ours && next_scene(&s)) {
    bool is = is_unshared(&s);
    EXPECT(truth(&s, ours) == truth_of(is));
    shared += !is;
    if (is && is_acyclic(&s.before) && s.x && s.y && !s.before.holds[s.x][s.y] &&
        !s.before.holds[s.y][s.x]) {
      EXPECT(truth(&s, printed) == HA_NO);
      disjoint++;
    }
  }
  EXPECT(disjoint > 0 && shared > 0);
  close_scene(&s);
}

int main(void) {
  test_cutting();
  test_linking();
  test_choice();
  test_malloc();
  test_ls();
  return finish();
}
