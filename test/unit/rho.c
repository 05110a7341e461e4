/* ρ ∪ err of seed 003 is the interpreter's step relation, on all heaps of up to three
 * nodes, for each heap command and for random loop-free sequences of them:
 *   a run that ends well has a successor in the piece, and the piece has no other;
 *   a run that fails a check violates that goal, no other, and has no successor;
 *   a run that fails an assumption violates no goal and has no successor.
 * (unit-sym has the first half of this for all commands and for loops.)
 * By hand, more random ones: unit-rho FIRST COUNT. */
#include "all_commands.h"
#include "steps.h"

enum { SMALL = 3, STEPS = 60, LONGEST = 4, SEQUENCES = 100 };

#define FREE(x, c)                                                                     \
  "assert (" x " == null) || live(" x ") @" #c "; "                                    \
  "assert (" x " == null) || freeable(" x ") @" #c "; free " x "; "

static const char *const heap_commands[] = {
    "x := y; ",
    "y := x; ",
    "x := null; ",
    NODE("x", 1) "x := x->next; ",
    NODE("y", 2) "x := y->next; ",
    NODE("x", 1) "y := x->next; ",
    NODE("x", 1) "x->next := null; ",
    NODE("x", 1) "x->next := y; ",
    NODE("y", 2) "y->next := x; ",
    FREE("x", 1),
    FREE("y", 2),
    "assume x == y; ",
    "assume x != y; ",
    "assume x != null; ",
    "assume y == null; ",
    "t := new node, 16; t->next := y; x := t; ",
    "y := new node, 16; y->next := null; ",
    "x := new node, 16; ",
};
/* The last three allocate; after the last an undefined link could be read. */
enum {
  COMMANDS = sizeof heap_commands / sizeof *heap_commands,
  DEFINED = COMMANDS - 1,
  LOCAL = COMMANDS - 3
};

/* How the runs on all heaps ended. */
struct tally {
  unsigned steps, errors, blocked, wrong;
};

/* The addresses that the program's NEWs return, in order. */
struct addresses {
  ha_symbol at[LONGEST];
  unsigned count;
};

/* A run, and what happens to each way of making the choices of a piece or a goal. */
struct trial {
  struct step step;
  const struct addresses *addresses;
  struct ha_run *after;
  enum ha_run_status status;
  ha_block first_new;
};

/* ---- choices ---- */

static unsigned place_of(const struct addresses *a, ha_symbol choice) {
  unsigned i = 0;
  while (i < a->count && a->at[i] != choice)
    i++;
  return i;
}

static void add_address(struct addresses *a, ha_symbol symbol) {
  if (place_of(a, symbol) < a->count)
    return;
  EXPECT(a->count < LONGEST);
  unsigned at = a->count++;
  for (; at && a->at[at - 1] > symbol; at--)
    a->at[at] = a->at[at - 1];
  a->at[at] = symbol;
}

static void add_addresses(struct addresses *a, const struct fixture *f, ha_term term) {
  struct ha_symbol_list list = {0};
  ha_term_symbols(f->t, term, &list);
  for (unsigned i = 0; i < list.count; i++)
    if (!ha_vocab_meaning(f->vocab, list.at[i]).means &&
        strncmp(ha_symbol_get(f->t, list.at[i])->name, "new", 3) == 0)
      add_address(a, list.at[i]);
}

/* Other choices are what is in the new nodes. */
static struct addresses find_addresses(const struct fixture *f) {
  struct addresses found = {0};
  for (unsigned i = 0; i < f->pieces->pieces.count; i++)
    add_addresses(&found, f, f->pieces->pieces.at[i].guard);
  for (unsigned i = 0; i < f->pieces->goals.count; i++)
    add_addresses(&found, f, f->pieces->goals.at[i].guard);
  return found;
}

static bool is_address(const struct trial *r, const struct choice *choice) {
  return place_of(r->addresses, choice->symbol) < r->addresses->count;
}

static bool holds(struct trial *r, ha_term condition) {
  return ha_concrete_holds(r->step.f->concrete, &r->step.before, condition) != HA_NO;
}

/* Has every NEW returned what the interpreter's did, as far as that came? */
static bool is_as_run(const struct trial *r) {
  const struct choices *c = &r->step.choices;
  for (unsigned i = 0; i < c->at.count; i++) {
    ha_block block = r->first_new + place_of(r->addresses, c->at.at[i].symbol);
    if (is_address(r, &c->at.at[i]) && block <= ha_machine_blocks(r->after->machine) &&
        c->at.at[i].value.object.address !=
            ha_machine_block(r->after->machine, block)->address)
      return false;
  }
  return true;
}

/* NEW returns no null and nothing that is in use all the time. */
static bool is_fresh(const struct trial *r, struct ha_concrete_object object) {
  const struct ha_machine *m = r->after->machine;
  ha_block block = object.address ? ha_machine_find(m, object.address) : 0;
  return block && (block >= r->first_new || !ha_machine_block(m, block)->live);
}

static bool are_fresh(const struct trial *r) {
  const struct choices *c = &r->step.choices;
  for (unsigned i = 0; i < c->at.count; i++)
    if (is_address(r, &c->at.at[i]) && !is_fresh(r, c->at.at[i].value.object))
      return false;
  return true;
}

/* Null, or a node; the vocabulary has the addresses of its fields as objects, too. */
static bool is_node(const struct trial *r, struct ha_concrete_object object) {
  return !object.address ||
         object.type == ha_type_find(r->step.f->program->types, "node");
}

struct verdict {
  bool possible, wrong;
};

/* The choices of a formula.  No program here reads the numbers in new nodes. */
static void list_choices(struct trial *r, ha_term condition) {
  struct choices *c = &r->step.choices;
  r->step.before.context = r->step.after.context = c;
  c->at.count = 0;
  find_choices(c, condition);
  for (unsigned i = 0; i < c->at.count; i++)
    if (ha_symbol_get(r->step.f->t, c->at.at[i].symbol)->sort == HA_SORT_INT)
      c->at.at[i].value = (struct ha_ghost_value){.known = true};
}

/* Tries all addresses; the links in new nodes stay unknown.  A piece leads to the run's
 * state, where NEW returned what it did there. */
static void try_addresses(struct trial *r, unsigned at, ha_term condition,
                          const struct ha_piece *piece, struct verdict *verdict) {
  struct choices *c = &r->step.choices;
  if (!holds(r, condition))
    return;
  while (at < c->at.count && !is_address(r, &c->at.at[at]))
    at++;
  if (at < c->at.count) {
    for (unsigned i = 0; i < r->step.objects.count; i++) {
      c->at.at[at].value = r->step.objects.at[i];
      if (is_node(r, c->at.at[at].value.object))
        try_addresses(r, at + 1, condition, piece, verdict);
    }
    c->at.at[at].value.known = false;
    return;
  }
  verdict->wrong |= !are_fresh(r);
  if (!is_as_run(r))
    return;
  verdict->possible = true;
  verdict->wrong |= piece && !same_state(&r->step, piece);
}

static struct verdict judge(struct trial *r, ha_term condition,
                            const struct ha_piece *piece) {
  struct verdict verdict = {0};
  list_choices(r, condition);
  try_addresses(r, 0, condition, piece, &verdict);
  return verdict;
}

/* ---- runs ---- */

static bool check_pieces(struct trial *r) {
  const struct ha_pieces *all = r->step.f->pieces;
  unsigned successors = 0;
  bool right = true;
  for (unsigned i = 0; i < all->pieces.count; i++) {
    struct verdict v = judge(r, all->pieces.at[i].guard, &all->pieces.at[i]);
    successors += v.possible;
    right &= !v.wrong;
  }
  return right && successors == (r->status == HA_RUN_EXIT);
}

static bool check_goals(struct trial *r) {
  struct fixture *f = r->step.f;
  bool violated[3] = {0};
  for (unsigned i = 0; i < f->pieces->goals.count; i++) {
    const struct ha_goal *goal = &f->pieces->goals.at[i];
    ha_term fails = ha_and(f->t, goal->guard, ha_not(f->t, goal->holds));
    violated[goal->check] |= judge(r, fails, NULL).possible;
  }
  ha_check failed = r->status == HA_RUN_CHECK_FAILED ? r->after->failed : 0;
  return !violated[0] && violated[1] == (failed == 1) && violated[2] == (failed == 2);
}

/* False: it ended in no such way. */
static bool count(struct tally *tally, enum ha_run_status status) {
  tally->steps += status == HA_RUN_EXIT;
  tally->errors += status == HA_RUN_CHECK_FAILED;
  tally->blocked += status == HA_RUN_BLOCKED;
  return status == HA_RUN_EXIT || status == HA_RUN_CHECK_FAILED ||
         status == HA_RUN_BLOCKED;
}

static bool answer_nothing(void *context, struct ha_machine *machine,
                           const struct ha_question *question, struct ha_value *value) {
  (void)context, (void)machine, (void)question, (void)value;
  return false;
}

static void check_heap(struct fixture *f, const struct addresses *addresses,
                       const struct all_heap *heap, struct tally *tally) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_run *before = run_on(f, arena, heap), *after = ha_run_clone(before, arena);
  struct trial r = {.addresses = addresses,
                    .after = after,
                    .first_new = ha_machine_blocks(before->machine) + 1};
  struct ha_oracle nobody = {NULL, answer_nothing};
  r.status = ha_run_go(after, nobody, NULL, STEPS);
  r.step = begin_step(f, &(struct snapshot){before, 1}, &(struct snapshot){after, 2});
  r.step.is_strict = true;
  wrong_symbol = NULL;
  bool right = count(tally, r.status) && check_goals(&r) && check_pieces(&r);
  if (!right && !tally->wrong++)
    printf("program %lu, heap of %u nodes, status %d: %s\n", (unsigned long)f->seed,
           heap->nodes, r.status, wrong_symbol ? wrong_symbol : "no state");
  ha_arena_free(arena);
}

static void check_program(const char *text, uint64_t seed, struct tally *tally) {
  struct fixture f;
  struct all_heap heap = {0};
  unsigned wrong = tally->wrong;
  tally->wrong = 0;
  read_program(&f, text, seed);
  execute(&f);
  const struct addresses addresses = find_addresses(&f);
  do
    check_heap(&f, &addresses, &heap, tally);
  while (all_heap_next(&heap) && heap.nodes <= SMALL);
  if (tally->wrong)
    printf("%u heaps go wrong in\n%s\n", tally->wrong, text);
  tally->wrong += wrong;
  ha_arena_free(f.arena);
}

static void test_commands(void) {
  for (unsigned c = 0; c < COMMANDS; c++) {
    struct ha_arena *arena = ha_arena_new();
    struct tally tally = {0};
    check_program(program_of(arena, heap_commands[c]), c, &tally);
    EXPECT(tally.wrong == 0 && tally.steps > 0);
    EXPECT((tally.errors > 0) == (strstr(heap_commands[c], "assert") != NULL));
    EXPECT((tally.blocked > 0) == (strstr(heap_commands[c], "assume") != NULL));
    ha_arena_free(arena);
  }
}

/* ---- sequences ---- */

/* In a branch nothing is allocated: one address for each NEW that is met. */
static const char *any_commands(struct ha_arena *arena, struct dice *dice, bool all) {
  const char *text = "";
  for (unsigned i = 1 + roll(dice, 2); i > 0; i--) {
    unsigned pick = roll(dice, all ? DEFINED : LOCAL);
    text = ha_arena_printf(arena, "%s%s", text, heap_commands[pick]);
  }
  return text;
}

/* One or two commands, a branch or none, and as many again. */
static const char *any_sequence(struct ha_arena *arena, uint64_t seed) {
  struct dice dice = {.state = seed * 0x9e3779b97f4a7c15 + 5};
  const char *first = any_commands(arena, &dice, true);
  const char *then = any_commands(arena, &dice, false);
  const char *otherwise = any_commands(arena, &dice, false);
  const char *last = any_commands(arena, &dice, true);
  if (roll(&dice, 2))
    return program_of(arena, ha_arena_printf(arena, "%s%s", first, last));
  return program_with(
      arena, ha_arena_printf(arena,
                             "loc 1 entry {\n  goto 2 {\n    %s\n  }\n}\n"
                             "loc 2 {\n  goto 3 {\n    assume x == y; %s\n  }\n"
                             "  goto 3 {\n    assume x != y; %s\n  }\n}\n"
                             "loc 3 {\n  goto 4 {\n    %s\n  }\n}\nloc 4 exit;\n",
                             first, then, otherwise, last));
}

static void test_sequences(uint64_t first, uint64_t how_many) {
  struct tally tally = {0};
  for (uint64_t seed = first; seed < first + how_many; seed++) {
    struct ha_arena *arena = ha_arena_new();
    check_program(any_sequence(arena, seed), seed, &tally);
    ha_arena_free(arena);
  }
  printf("%u steps, %u errors, %u blocked\n", tally.steps, tally.errors, tally.blocked);
  EXPECT(tally.wrong == 0);
  EXPECT(tally.steps > how_many && tally.errors > how_many && tally.blocked > how_many);
}

int main(int argc, char **argv) {
  test_commands();
  test_sequences(argc > 2 ? strtoull(argv[1], NULL, 10) : 1,
                 argc > 2 ? strtoull(argv[2], NULL, 10) : SEQUENCES);
  return finish();
}
