/* Symbolic execution against the interpreter, on random list programs and random small
 * heaps, shared, cyclic and partly freed:
 *   every concrete step from cut point to cut point satisfies guard and post of the
 *   piece for some choices; every check that fails violates its goal for some choices;
 *   what depends on no choice is exact.
 * And each command by itself on all heaps of up to four nodes (all_heaps.h).  That
 * nothing else is possible, where there are choices: rho.c.
 * By hand, more random ones: unit-sym FIRST COUNT. */
#include "domain/sym.h"
#include "all_commands.h"
#include "domain/solver.h"
#include "random_list.h"
#include "steps.h"

enum { HEAPS = 12, NODES = 4, STEPS = 60, MAX_CHOICES = 4 };

/* ---- programs ---- */

/* Only targets of back edges are cut: the others are joined. */
static void find_heads(struct ha_program *p, ha_loc loc, uint8_t *colour) {
  colour[loc] = 1;
  for (uint32_t e = 1; e < p->edges.count; e++) {
    if (p->edges.at[e].from != loc)
      continue;
    ha_loc to = p->edges.at[e].to;
    if (colour[to] == 1)
      p->locs.at[to].loop_head = true;
    else if (!colour[to])
      find_heads(p, to, colour);
  }
  colour[loc] = 2;
}

static void set_up(struct fixture *f, uint64_t seed) {
  char *text = random_list_program(seed);
  read_program(f, text, seed);
  free(text);
  for (ha_loc l = 1; seed % 4 && l < f->program->locs.count; l++)
    f->program->locs.at[l].loop_head = false;
  uint8_t *colour = ha_arena_alloc(f->arena, f->program->locs.count);
  find_heads(f->program, f->program->entry, colour);
  execute(f);
}

/* ---- heaps and runs ---- */

static uint64_t any_of(struct fixture *f, const uint64_t *nodes, unsigned count) {
  unsigned pick = roll(&f->dice, count + 1);
  return pick < count ? nodes[pick] : 0;
}

static struct ha_run *random_run(struct fixture *f, struct ha_arena *arena) {
  const struct ha_program *p = f->program;
  struct ha_machine *m = ha_machine_new(arena, 8);
  struct ha_run *run = ha_run_new(arena, p, m, false);
  ha_type node = ha_type_find(p->types, "node"), item = ha_type_find(p->types, "item");
  unsigned count = roll(&f->dice, NODES), items = roll(&f->dice, 2);
  uint64_t nodes[NODES] = {0}, item_at[1] = {0};
  for (unsigned i = 0; i < count; i++)
    nodes[i] = ha_machine_block(m, ha_machine_alloc(m, HA_BLOCK_ENTRY, 24, node, NULL))
                   ->address;
  for (unsigned i = 0; i < items; i++)
    item_at[i] =
        ha_machine_block(m, ha_machine_alloc(m, HA_BLOCK_ENTRY, 16, item, NULL))
            ->address;
  for (unsigned i = 0; i < count; i++) {
    put(m, nodes[i], 8, any_of(f, nodes, count));
    put(m, nodes[i] + 8, 8, any_of(f, item_at, items));
    put(m, nodes[i] + 16, 4, roll(&f->dice, 3));
    if (roll(&f->dice, 8) == 0)
      ha_machine_kill(m, ha_machine_find(m, nodes[i]));
  }
  for (ha_obj o = 1; o < p->objs.count; o++)
    if (p->objs.at[o].kind == HA_OBJ_GLOBAL)
      put(m, run->obj_address[o], 8, any_of(f, nodes, count));
  for (unsigned i = 0; i < p->params.count; i++) {
    ha_var v = p->params.at[i];
    bool is_pointer = ha_type_is_ptr(p->types, p->vars.at[v].type);
    run->vars[v] = (struct ha_value){.bits = is_pointer ? any_of(f, nodes, count)
                                                        : roll(&f->dice, 3)};
  }
  return run;
}

static void keep(struct fixture *f, const struct ha_run *run, ha_loc loc) {
  HA_PUSH(run->arena, f->trace, (struct snapshot){ha_run_clone(run, run->arena), loc});
}

static void watch(void *context, const struct ha_run *run, uint32_t cmd) {
  struct fixture *f = context;
  for (uint32_t e = 1; e < f->program->edges.count; e++) {
    const struct ha_edge_row *edge = &f->program->edges.at[e];
    if (edge->first == cmd && edge->count && ha_sym_is_cut(f->program, edge->from)) {
      keep(f, run, edge->from);
      return;
    }
  }
}

static bool try_choices(struct step *s, unsigned at, ha_term condition,
                        const struct ha_piece *piece) {
  struct fixture *f = s->f;
  if (at == s->choices.at.count)
    return ha_concrete_holds(f->concrete, &s->before, condition) != HA_NO &&
           (!piece || same_state(s, piece));
  struct choice *c = &s->choices.at.at[at];
  enum ha_sort sort = ha_symbol_get(f->t, c->symbol)->sort;
  values_vec list = sort == HA_SORT_OBJ ? s->objects : s->integers;
  unsigned count = sort == HA_SORT_BOOL ? 4 : list.count;
  for (unsigned i = sort == HA_SORT_BOOL ? 2 : 0; i < count; i++) {
    c->value = list.at[i];
    if (ha_concrete_holds(f->concrete, &s->before, condition) != HA_NO &&
        try_choices(s, at + 1, condition, piece))
      return true;
    c->value.known = false;
  }
  return false;
}

/* Can the condition hold before the step, for some choices? */
static bool possible(struct step *s, ha_term condition, const struct ha_piece *piece) {
  s->before.context = s->after.context = &s->choices;
  s->choices.at.count = 0;
  find_choices(&s->choices, condition);
  for (ha_symbol v = 0; piece && (v = ha_vocab_next(s->f->vocab, v));)
    if (ha_vocab_is_state(s->f->vocab, v) && ha_subst_get(piece->post, v))
      find_choices(&s->choices, ha_subst_get(piece->post, v));
  return s->choices.at.count > MAX_CHOICES || try_choices(s, 0, condition, piece);
}

/* An access that the program's own checks do not cover went wrong: anything goes. */
static bool owes(struct step *s, ha_loc from) {
  for (unsigned i = 0; i < s->f->pieces->goals.count; i++) {
    const struct ha_goal *goal = &s->f->pieces->goals.at[i];
    ha_term fails = ha_and(s->f->t, goal->guard, ha_not(s->f->t, goal->holds));
    if (goal->from == from && !goal->check && possible(s, fails, NULL))
      return true;
  }
  return false;
}

static void report(struct fixture *f, const char *what, const struct snapshot *before,
                   ha_loc to, ha_check check) {
  printf("program %lu, loc %u to %u, check %u: %s (%s)\n", (unsigned long)f->seed,
         before->loc, to, check, what, wrong_symbol ? wrong_symbol : "");
  failures++;
}

static void check_step(struct fixture *f, const struct snapshot *before,
                       const struct snapshot *after) {
  struct step s = begin_step(f, before, after);
  bool found = false;
  wrong_symbol = NULL;
  for (unsigned i = 0; i < f->pieces->pieces.count; i++) {
    const struct ha_piece *piece = &f->pieces->pieces.at[i];
    if (piece->from != before->loc)
      continue;
    if (piece->to == after->loc) {
      found |= possible(&s, piece->guard, piece);
      continue;
    }
    s.choices.at.count = 0;
    s.choices.is_open = false;
    find_choices(&s.choices, piece->guard);
    if (s.choices.at.count || s.choices.is_open)
      continue;
    f->exact++;
    if (ha_concrete_holds(f->concrete, &s.before, piece->guard) == HA_YES)
      report(f, "another piece was possible", before, piece->to, 0);
  }
  f->steps++;
  if (!found && !owes(&s, before->loc))
    report(f, "the step is missing", before, after->loc, 0);
}

/* The goal of the check that failed is violated; where none failed and nothing is left
 * to choose, no goal is. */
static void check_goals(struct fixture *f, const struct snapshot *before,
                        const struct snapshot *after, ha_check failed) {
  struct step s = begin_step(f, before, after);
  bool found = !failed;
  wrong_symbol = NULL;
  for (unsigned i = 0; i < f->pieces->goals.count; i++) {
    const struct ha_goal *goal = &f->pieces->goals.at[i];
    ha_term fails = ha_and(f->t, goal->guard, ha_not(f->t, goal->holds));
    if (goal->from != before->loc)
      continue;
    if (goal->check == failed) {
      found |= possible(&s, fails, NULL);
      continue;
    }
    s.choices.at.count = 0;
    s.choices.is_open = false;
    find_choices(&s.choices, fails);
    if (failed || !goal->check || s.choices.at.count || s.choices.is_open)
      continue;
    f->exact++;
    if (ha_concrete_holds(f->concrete, &s.before, fails) == HA_YES)
      report(f, "a check fails that did not", before, after->loc, goal->check);
  }
  f->checks += failed != 0;
  if (!found && !owes(&s, before->loc))
    report(f, "a check failed unseen", before, after->loc, failed);
}

static void check_run(struct fixture *f, const struct all_heap *heap) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_run *run = heap ? run_on(f, arena, heap) : random_run(f, arena);
  memset(&f->trace, 0, sizeof f->trace);
  struct ha_observer observer = {f, watch};
  struct ha_oracle oracle = {f, answer};
  enum ha_run_status status = ha_run_go(run, oracle, &observer, STEPS);
  if (status == HA_RUN_EXIT)
    for (ha_loc l = 1; l < f->program->locs.count; l++)
      if (f->program->locs.at[l].exit)
        keep(f, run, l);
  if (status == HA_RUN_CHECK_FAILED)
    keep(f, run, 0);
  for (unsigned i = 0; i + 1 < f->trace.count; i++) {
    const struct snapshot *before = &f->trace.at[i], *after = &f->trace.at[i + 1];
    check_goals(f, before, after, after->loc ? 0 : run->failed);
    if (after->loc)
      check_step(f, before, after);
  }
  ha_arena_free(arena);
}

/* ---- each command on all heaps ---- */

/* As many steps as there are runs, but for those that fail a check or an assumption. */
static void test_all_heaps(void) {
  unsigned heaps = 0, steps = 0, checks = 0, exact = 0;
  for (unsigned c = 0; c < sizeof all_commands / sizeof *all_commands; c++) {
    struct ha_arena *arena = ha_arena_new();
    struct all_heap heap = {0};
    struct fixture f;
    read_program(&f, program_of(arena, all_commands[c]), c);
    execute(&f);
    heaps = 0;
    do {
      check_run(&f, &heap);
      heaps++;
    } while (all_heap_next(&heap));
    EXPECT(f.steps > 0);
    steps += f.steps;
    checks += f.checks;
    exact += f.exact;
    ha_arena_free(f.arena);
    ha_arena_free(arena);
  }
  printf("all %u heaps: %u steps, %u failed checks, %u exact\n", heaps, steps, checks,
         exact);
  EXPECT(steps > 0 && checks > 0 && exact > 0);
}

/* ---- leaks that must not be overlooked ---- */

#define LEAKY                                                                          \
  "program f;\npointers 8;\nfile \"f.c\";\n"                                           \
  "struct node 16 { +0 next: node*; +8 value: i32; }\n"                                \
  "struct hook 8 { +0 to: outer*; }\nstruct outer 16 { +0 a: i64; +8 hook: hook; }\n"  \
  "param x: node*;\nlocal a: node*;\nlocal b: node*;\nlocal o: outer*;\n"              \
  "local p: i8*;\ntakes x;\ncheck 1 leak \"\" at 1:1;\n"

/* Can the one check of the program fail? */
static bool may_leak(const char *text) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_text_error error = {0};
  struct ha_program *program = ha_program_parse(arena, text, &error);
  if (!program) {
    printf("%u:%u: %s\n", error.line, error.column, error.message);
    exit(1);
  }
  struct ha_vocab *vocab = ha_vocab_new(ha_terms_new(arena), program);
  struct ha_pieces *pieces = ha_sym_pieces(vocab);
  struct ha_solver *solver = ha_solver_new(vocab);
  bool may = false;
  struct ha_terms *t = ha_vocab_terms(vocab);
  ha_term mine =
      ha_select(t, ha_sym(t, ha_vocab_mine(vocab)), ha_term_bound(t, 0, HA_SORT_OBJ));
  ha_term context[] = {ha_forall(t, HA_SORT_OBJ, ha_not(t, mine)), 0};
  for (unsigned i = 0; i < pieces->goals.count; i++)
    if (pieces->goals.at[i].check == 1) {
      context[1] = pieces->goals.at[i].guard;
      may |= ha_solver_valid(solver, context, 2, pieces->goals.at[i].holds) !=
             HA_ANSWER_UNSAT;
    }
  ha_solver_free(solver);
  ha_arena_free(arena);
  return may;
}

static void test_leaks(void) {
  EXPECT(!may_leak(
      LEAKY "loc 1 entry { goto 2 { x->next := null; a := new node, 16; x->next := a;"
            " assert noleak() @1 at 1:1; } }\nloc 2 exit;\n"));
  /* through a freed node */
  EXPECT(may_leak(LEAKY "loc 1 entry { goto 2 { a := new node, 16; b := new node, 16;"
                        " a->next := b; x->next := a; free a;"
                        " assert noleak() @1 at 1:1; } }\nloc 2 exit;\n"));
  /* by a part of the lost object itself */
  EXPECT(may_leak(LEAKY
                  "loc 1 entry { goto 2 { o := new outer, 16; (&o->hook)->to := o;"
                  " assert noleak() @1 at 1:1; } }\nloc 2 exit;\n"));
  /* memory without a type */
  EXPECT(may_leak(LEAKY "loc 1 entry { goto 2 { p := new void, 10;"
                        " assert noleak() @1 at 1:1; } }\nloc 2 exit;\n"));
}

int main(int argc, char **argv) {
  test_leaks();
  test_all_heaps();
  uint64_t first = argc > 2 ? strtoull(argv[1], NULL, 10) : 1;
  uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 30;
  unsigned steps = 0, checks = 0, exact = 0;
  for (uint64_t seed = first; seed < first + count; seed++) {
    struct fixture f;
    set_up(&f, seed);
    for (unsigned i = 0; i < HEAPS; i++)
      check_run(&f, NULL);
    steps += f.steps;
    checks += f.checks;
    exact += f.exact;
    ha_arena_free(f.arena);
  }
  printf("%u steps, %u failed checks, %u exact\n", steps, checks, exact);
  EXPECT(steps > 2 * count && checks > count && exact > 10 * count);
  return finish();
}
