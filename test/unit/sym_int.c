/* Integer operators of symbolic execution against the interpreter: the computed value
 * is always possible, and where no value is left to choose it is the only one. */
#include "domain/range.h"
#include "domain/solver.h"
#include "domain/sym.h"
#include "domain/vocab.h"
#include "expect.h"
#include "gcl/interp.h"
#include "random_formula.h"
#include <stdlib.h>

enum { VALUES = 6 };

struct fixture {
  struct ha_arena *arena;
  struct ha_program *p;
  struct dice dice;
  ha_var a, b, r;
};

static ha_type any_type(struct fixture *f) {
  static const unsigned bits[] = {8, 8, 16, 32, 32, 64};
  return ha_type_int(f->p->types, bits[roll(&f->dice, 6)], roll(&f->dice, 2));
}

static ha_var add_var(struct fixture *f, const char *name, enum ha_var_kind kind,
                      ha_type type) {
  HA_PUSH(f->arena, f->p->vars,
          (struct ha_var_row){.name = name, .kind = kind, .type = type});
  if (kind == HA_VAR_PARAM)
    HA_PUSH(f->arena, f->p->params, f->p->vars.count - 1);
  return f->p->vars.count - 1;
}

/* Interesting numbers: small ones, powers of two and their neighbours. */
static uint64_t any_number(struct fixture *f) {
  uint64_t power = UINT64_C(1) << roll(&f->dice, 64);
  switch (roll(&f->dice, 4)) {
  case 0:
    return power;
  case 1:
    return power - 1;
  case 2:
    return ~power;
  default:
    return roll(&f->dice, 4);
  }
}

static ha_expr any_expr(struct fixture *f, ha_type type, unsigned depth);

static ha_expr leaf(struct fixture *f, ha_type type) {
  for (ha_var v = f->a; v <= f->b; v++)
    if (f->p->vars.at[v].type == type && roll(&f->dice, 4))
      return ha_expr_var(f->p, v);
  return ha_expr_const(f->p, type, any_number(f));
}

static ha_expr any_truth(struct fixture *f, unsigned depth) {
  static const enum ha_expr_op ops[] = {HA_EXPR_EQ,  HA_EXPR_NE,  HA_EXPR_ULT,
                                        HA_EXPR_ULE, HA_EXPR_SLT, HA_EXPR_SLE};
  ha_type truth = ha_type_truth(f->p->types);
  ha_type type = f->p->vars.at[f->a + roll(&f->dice, 2)].type;
  return ha_expr_make(f->p, ops[roll(&f->dice, 6)], truth, any_expr(f, type, depth),
                      any_expr(f, type, depth), 0);
}

static ha_expr convert(struct fixture *f, ha_type type, unsigned depth) {
  ha_type from = f->p->vars.at[f->a + roll(&f->dice, 2)].type;
  unsigned to_bits = ha_type_get(f->p->types, type)->bits;
  unsigned from_bits = ha_type_get(f->p->types, from)->bits;
  if (to_bits == from_bits)
    return leaf(f, type);
  enum ha_expr_op op = to_bits < from_bits      ? HA_EXPR_TRUNC
                       : roll(&f->dice, 2) == 0 ? HA_EXPR_ZEXT
                                                : HA_EXPR_SEXT;
  return ha_expr_make(f->p, op, type, any_expr(f, from, depth), 0, 0);
}

static ha_expr any_expr(struct fixture *f, ha_type type, unsigned depth) {
  if (!depth || roll(&f->dice, 4) == 0)
    return leaf(f, type);
  if (roll(&f->dice, 3) == 0)
    return convert(f, type, depth - 1);
  if (roll(&f->dice, 8) == 0)
    return ha_expr_make(f->p, HA_EXPR_ITE, type, any_truth(f, depth - 1),
                        any_expr(f, type, depth - 1), any_expr(f, type, depth - 1));
  enum ha_expr_op op = HA_EXPR_ADD + roll(&f->dice, HA_EXPR_ASHR - HA_EXPR_ADD + 1);
  return ha_expr_make(f->p, op, type, any_expr(f, type, depth - 1),
                      any_expr(f, type, depth - 1), 0);
}

static void make_program(struct fixture *f) {
  f->p = ha_program_new(f->arena, ha_types_new(f->arena, 8), "f");
  f->a = add_var(f, "a", HA_VAR_PARAM, any_type(f));
  f->b = add_var(f, "b", HA_VAR_PARAM, any_type(f));
  bool is_truth = roll(&f->dice, 3) == 0;
  ha_type type = is_truth ? ha_type_truth(f->p->types) : any_type(f);
  f->r = add_var(f, "r", HA_VAR_RESULT, type);
  ha_expr e = is_truth ? any_truth(f, 2) : any_expr(f, type, 3);
  HA_PUSH(f->arena, f->p->locs, (struct ha_loc_row){0});
  HA_PUSH(f->arena, f->p->locs, (struct ha_loc_row){.exit = true});
  f->p->entry = 1;
  f->p->result = f->r;
  ha_edge_begin(f->p, 1, 2);
  ha_cmd_push(f->p, (struct ha_cmd_row){.op = HA_CMD_ASSIGN, .var = f->r, .a = e});
}

/* The number that the bits of a variable stand for; 0 if it is none of ours. */
static ha_term number(struct fixture *f, struct ha_terms *t, ha_var var,
                      uint64_t bits) {
  const struct ha_type_info *type = ha_type_get(f->p->types, f->p->vars.at[var].type);
  if (type->bits == 1)
    return bits & 1 ? ha_true(t) : ha_false(t);
  unsigned shift = 64 - type->bits;
  bits = type->is_signed ? (uint64_t)((int64_t)(bits << shift) >> shift)
                         : bits << shift >> shift;
  if (type->is_signed || bits <= INT64_MAX)
    return ha_int(t, (int64_t)bits);
  return ha_add(t, ha_power_of_two(t, 64), ha_int(t, (int64_t)bits));
}

static bool is_free(struct ha_terms *t, struct ha_vocab *vocab, ha_term term) {
  struct ha_symbol_list list = {0};
  ha_term_symbols(t, term, &list);
  for (unsigned i = 0; i < list.count; i++) {
    const char *name = ha_symbol_get(t, list.at[i])->name;
    if (!ha_vocab_meaning(vocab, list.at[i]).means && !strncmp(name, "value", 5))
      return true;
    if (!strncmp(name, "test", 4))
      return true;
  }
  return false;
}

static bool no_answer(void *context, struct ha_machine *machine,
                      const struct ha_question *question, struct ha_value *value) {
  (void)context, (void)machine, (void)question, (void)value;
  return false;
}

struct tally {
  unsigned possible, exact;
};

static void compare(struct fixture *f, struct tally *tally, uint64_t seed) {
  struct ha_terms *t = ha_terms_new(f->arena);
  struct ha_vocab *vocab = ha_vocab_new(t, f->p);
  struct ha_pieces *pieces = ha_sym_pieces(vocab);
  struct ha_solver *solver = ha_solver_new(vocab);
  const struct ha_piece *piece = &pieces->pieces.at[0];
  for (unsigned i = 0; i < VALUES; i++) {
    struct ha_run *run = ha_run_new(f->arena, f->p, ha_machine_new(f->arena, 8), false);
    for (ha_var v = f->a; v <= f->b; v++) {
      unsigned bits = ha_type_get(f->p->types, f->p->vars.at[v].type)->bits;
      run->vars[v].bits =
          any_number(f) & (bits == 64 ? ~UINT64_C(0) : (UINT64_C(1) << bits) - 1);
    }
    ha_term in[2];
    for (ha_var v = f->a; v <= f->b; v++)
      in[v - f->a] = ha_eq(t, ha_sym(t, ha_vocab_var(vocab, v)),
                           number(f, t, v, run->vars[v].bits));
    if (ha_run_go(run, (struct ha_oracle){.answer = no_answer}, NULL, 100) !=
            HA_RUN_EXIT ||
        run->vars[f->r].undef)
      continue;
    ha_term post = ha_subst_get(piece->post, ha_vocab_var(vocab, f->r));
    ha_term same = ha_eq(t, post, number(f, t, f->r, run->vars[f->r].bits));
    ha_term asked[] = {in[0], in[1], piece->guard, same};
    tally->possible++;
    if (ha_solver_check(solver, asked, 4) == HA_ANSWER_UNSAT) {
      printf("seed %lu: %s is not possible\n", (unsigned long)seed,
             show(t, ha_all(t, HA_TERM_AND, asked, 4)));
      failures++;
    }
    asked[3] = ha_not(t, same);
    if (is_free(t, vocab, ha_and(t, piece->guard, same)))
      continue;
    tally->exact++;
    if (ha_solver_check(solver, asked, 4) != HA_ANSWER_UNSAT) {
      printf("seed %lu: %s is not sure\n", (unsigned long)seed, show(t, same));
      failures++;
    }
  }
  ha_solver_free(solver);
}

int main(int argc, char **argv) {
  uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 250;
  struct tally tally = {0};
  for (uint64_t seed = 1; seed <= count; seed++) {
    struct fixture f = {.arena = ha_arena_new()};
    f.dice.state = seed * 0x9e3779b97f4a7c15 + 1;
    make_program(&f);
    compare(&f, &tally, seed);
    ha_arena_free(f.arena);
  }
  printf("%u possible, %u exact\n", tally.possible, tally.exact);
  EXPECT(tally.possible > count && tally.exact > count / 2);
  return finish();
}
