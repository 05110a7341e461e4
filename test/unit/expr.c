/* Folding agrees with arithmetic done by hand, at every width, and leaves in place what
 * C calls undefined. */
#include "expect.h"
#include "gcl/gcl.h"
#include "gcl/text.h"

struct fixture {
  struct ha_arena *arena;
  struct ha_types *types;
  struct ha_program *p;
  ha_type i32, truth, node_ptr;
  ha_var x, y, q; /* i32, i32, node* */
};

static ha_var variable(struct ha_program *p, const char *name, ha_type type) {
  HA_PUSH(p->arena, p->vars, (struct ha_var_row){.name = name, .type = type});
  return p->vars.count - 1;
}

static struct fixture start(void) {
  struct fixture f = {.arena = ha_arena_new()};
  f.types = ha_types_new(f.arena, 8);
  f.p = ha_program_new(f.arena, f.types, "f");
  f.i32 = ha_type_int(f.types, 32, true);
  f.truth = ha_type_truth(f.types);
  f.node_ptr = ha_type_ptr(f.types, ha_type_record(f.types, "node", false));
  f.x = variable(f.p, "x", f.i32);
  f.y = variable(f.p, "y", f.i32);
  f.q = variable(f.p, "q", f.node_ptr);
  return f;
}

/* The value of a `bits`-bit pattern as a signed number. */
static int as_signed(int pattern, unsigned bits) {
  return pattern >= 1 << (bits - 1) ? pattern - (1 << bits) : pattern;
}

enum outcome { VALUE, TRUTH, UNDEFINED };

/* What a op b is, in plain int arithmetic; operands are patterns of `bits` <= 5 bits.
 */
static enum outcome reference(enum ha_expr_op op, int a, int b, unsigned bits,
                              int *result) {
  int x = as_signed(a, bits), y = as_signed(b, bits);
  int least = -(1 << (bits - 1)), most = (1 << (bits - 1)) - 1;
  switch (op) {
  case HA_EXPR_ADD:
    return *result = a + b, VALUE;
  case HA_EXPR_SUB:
    return *result = a - b, VALUE;
  case HA_EXPR_MUL:
    return *result = a * b, VALUE;
  case HA_EXPR_ADDS:
    *result = x + y;
    return *result < least || *result > most ? UNDEFINED : VALUE;
  case HA_EXPR_SUBS:
    *result = x - y;
    return *result < least || *result > most ? UNDEFINED : VALUE;
  case HA_EXPR_MULS:
    *result = x * y;
    return *result < least || *result > most ? UNDEFINED : VALUE;
  case HA_EXPR_UDIV:
    return b ? (*result = a / b, VALUE) : UNDEFINED;
  case HA_EXPR_UREM:
    return b ? (*result = a % b, VALUE) : UNDEFINED;
  case HA_EXPR_SDIV:
    return !y || x / y > most ? UNDEFINED : (*result = x / y, VALUE);
  case HA_EXPR_SREM:
    return !y || x / y > most ? UNDEFINED : (*result = x % y, VALUE);
  case HA_EXPR_AND:
    return *result = a & b, VALUE;
  case HA_EXPR_OR:
    return *result = a | b, VALUE;
  case HA_EXPR_XOR:
    return *result = a ^ b, VALUE;
  case HA_EXPR_SHL:
    return b < (int)bits ? (*result = a << b, VALUE) : UNDEFINED;
  case HA_EXPR_LSHR:
    return b < (int)bits ? (*result = a >> b, VALUE) : UNDEFINED;
  case HA_EXPR_ASHR: /* rounds down */
    if (b >= (int)bits)
      return UNDEFINED;
    *result = x >= 0 ? x / (1 << b) : -((-x + (1 << b) - 1) / (1 << b));
    return VALUE;
  case HA_EXPR_EQ:
    return *result = a == b, TRUTH;
  case HA_EXPR_NE:
    return *result = a != b, TRUTH;
  case HA_EXPR_ULT:
    return *result = a < b, TRUTH;
  case HA_EXPR_ULE:
    return *result = a <= b, TRUTH;
  case HA_EXPR_SLT:
    return *result = x < y, TRUTH;
  default:
    return *result = x <= y, TRUTH;
  }
}

static void check_fold(struct fixture *f, enum ha_expr_op op, int a, int b,
                       unsigned bits) {
  int expected = 0;
  ha_type type = ha_type_int(f->types, bits, (a + b) % 2);
  enum outcome outcome = reference(op, a, b, bits, &expected);
  ha_expr left = ha_expr_const(f->p, type, (uint64_t)a);
  ha_expr right = ha_expr_const(f->p, type, (uint64_t)b);
  ha_type result = outcome == TRUTH ? f->truth : type;
  ha_expr made = ha_expr_make(f->p, op, result, left, right, 0);
  const struct ha_expr_row *row = &f->p->exprs.at[made];
  if (outcome == UNDEFINED) {
    EXPECT(row->op == op && row->a == left && row->b == right);
    return;
  }
  uint64_t mask = outcome == TRUTH ? 1 : (UINT64_C(1) << bits) - 1;
  EXPECT(row->op == HA_EXPR_CONST && row->imm == ((uint64_t)expected & mask));
  EXPECT(row->type == result);
}

static void test_all_small_operands(void) {
  struct fixture f = start();
  for (unsigned bits = 1; bits <= 5; bits++)
    for (int a = 0; a < 1 << bits; a++)
      for (int b = 0; b < 1 << bits; b++)
        for (unsigned op = HA_EXPR_ADD; op <= HA_EXPR_SLE; op++)
          check_fold(&f, op, a, b, bits);
  ha_arena_free(f.arena);
}

static ha_expr constant(struct fixture *f, unsigned bits, bool is_signed,
                        uint64_t value) {
  return ha_expr_const(f->p, ha_type_int(f->types, bits, is_signed), value);
}

static void test_limits_of_64_bits(void) {
  struct fixture f = start();
  ha_type i64 = ha_type_int(f.types, 64, true);
  ha_expr least = constant(&f, 64, true, UINT64_C(1) << 63);
  ha_expr most = constant(&f, 64, true, INT64_MAX);
  ha_expr one = constant(&f, 64, true, 1), minus = constant(&f, 64, true, UINT64_MAX);
  const struct {
    enum ha_expr_op op;
    ha_expr a, b;
    bool folds;
  } cases[] = {
      {HA_EXPR_ADDS, most, one, false},    {HA_EXPR_ADD, most, one, true},
      {HA_EXPR_SUBS, least, one, false},   {HA_EXPR_SDIV, least, minus, false},
      {HA_EXPR_SREM, least, minus, false}, {HA_EXPR_UDIV, least, minus, true},
      {HA_EXPR_MULS, least, minus, false}, {HA_EXPR_MULS, most, minus, true},
      {HA_EXPR_SHL, one, most, false},     {HA_EXPR_ADDS, least, most, true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ha_expr made = ha_expr_make(f.p, cases[i].op, i64, cases[i].a, cases[i].b, 0);
    EXPECT((f.p->exprs.at[made].op == HA_EXPR_CONST) == cases[i].folds);
  }
  /* beyond 64 bits nothing is known */
  ha_type i128 = ha_type_int(f.types, 128, true);
  ha_expr wide = ha_expr_const(f.p, i128, 7);
  EXPECT(f.p->exprs.at[ha_expr_make(f.p, HA_EXPR_ADD, i128, wide, wide, 0)].op ==
         HA_EXPR_ADD);
  ha_arena_free(f.arena);
}

static void test_conversions(void) {
  struct fixture f = start();
  ha_type i64 = ha_type_int(f.types, 64, true), u8 = ha_type_int(f.types, 8, false);
  ha_expr minus = constant(&f, 8, true, 0xff);
  EXPECT(f.p->exprs.at[ha_expr_make(f.p, HA_EXPR_SEXT, i64, minus, 0, 0)].imm ==
         UINT64_MAX);
  EXPECT(f.p->exprs.at[ha_expr_make(f.p, HA_EXPR_ZEXT, i64, minus, 0, 0)].imm == 0xff);
  ha_expr big = ha_expr_const(f.p, i64, 0x1234);
  EXPECT(f.p->exprs.at[ha_expr_make(f.p, HA_EXPR_TRUNC, u8, big, 0, 0)].imm == 0x34);
  ha_type other = ha_type_ptr(f.types, 0);
  ha_expr q = ha_expr_var(f.p, f.q);
  ha_expr there = ha_expr_make(f.p, HA_EXPR_CAST, other, q, 0, 0);
  EXPECT(f.p->exprs.at[there].op == HA_EXPR_CAST);
  EXPECT(ha_expr_make(f.p, HA_EXPR_CAST, f.node_ptr, there, 0, 0) == q);
  ha_expr null = ha_expr_null(f.p, f.node_ptr);
  EXPECT(ha_expr_make(f.p, HA_EXPR_CAST, other, null, 0, 0) ==
         ha_expr_null(f.p, other));
  EXPECT(ha_expr_make(f.p, HA_EXPR_INTTOPTR, other, ha_expr_const(f.p, i64, 0), 0, 0) ==
         ha_expr_null(f.p, other));
  EXPECT(f.p->exprs.at[ha_expr_make(f.p, HA_EXPR_INTTOPTR, other, big, 0, 0)].op ==
         HA_EXPR_INTTOPTR);
  ha_arena_free(f.arena);
}

/* What may not be dropped: an operand that could itself go wrong. */
static void test_operands_that_stay(void) {
  struct fixture f = start();
  ha_expr x = ha_expr_var(f.p, f.x), y = ha_expr_var(f.p, f.y);
  ha_expr sum = ha_expr_make(f.p, HA_EXPR_ADDS, f.i32, x, y, 0);
  ha_expr risky = ha_expr_make(f.p, HA_EXPR_SLT, f.truth, sum, x, 0);
  ha_expr yes = constant(&f, 1, false, 1), no = constant(&f, 1, false, 0);
  EXPECT(ha_expr_make(f.p, HA_EXPR_LAND, f.truth, yes, risky, 0) == risky);
  EXPECT(ha_expr_make(f.p, HA_EXPR_LOR, f.truth, risky, no, 0) == risky);
  EXPECT(ha_expr_make(f.p, HA_EXPR_LAND, f.truth, no, yes, 0) == no);
  EXPECT(ha_expr_make(f.p, HA_EXPR_LAND, f.truth, no, risky, 0) != no);
  EXPECT(ha_expr_make(f.p, HA_EXPR_LOR, f.truth, risky, yes, 0) != yes);
  EXPECT(ha_expr_make(f.p, HA_EXPR_ITE, f.i32, yes, x, y) == x);
  EXPECT(ha_expr_make(f.p, HA_EXPR_ITE, f.i32, no, sum, y) != y);
  ha_expr zero = constant(&f, 32, true, 0);
  EXPECT(ha_expr_make(f.p, HA_EXPR_ADDS, f.i32, x, zero, 0) == x);
  EXPECT(ha_expr_make(f.p, HA_EXPR_MUL, f.i32, sum, zero, 0) != zero);
  ha_arena_free(f.arena);
}

static void test_null(void) {
  struct fixture f = start();
  HA_PUSH(f.arena, f.p->objs, (struct ha_obj_row){.name = "g", .type = f.i32});
  ha_expr g = ha_expr_obj(f.p, 1), q = ha_expr_var(f.p, f.q);
  ha_expr null = ha_expr_null(f.p, f.node_ptr);
  EXPECT(f.p->exprs.at[ha_expr_make(f.p, HA_EXPR_EQ, f.truth, g, null, 0)].imm == 0);
  EXPECT(f.p->exprs.at[ha_expr_make(f.p, HA_EXPR_NE, f.truth, null, g, 0)].imm == 1);
  EXPECT(f.p->exprs.at[ha_expr_make(f.p, HA_EXPR_EQ, f.truth, null, null, 0)].imm == 1);
  ha_expr test = ha_expr_make(f.p, HA_EXPR_EQ, f.truth, q, null, 0);
  EXPECT(f.p->exprs.at[test].op == HA_EXPR_EQ);
  /* an uninitialised q is not equal to itself for sure */
  EXPECT(f.p->exprs.at[ha_expr_make(f.p, HA_EXPR_EQ, f.truth, q, q, 0)].op ==
         HA_EXPR_EQ);
  ha_arena_free(f.arena);
}

static void test_not(void) {
  struct fixture f = start();
  ha_expr x = ha_expr_var(f.p, f.x), y = ha_expr_var(f.p, f.y);
  static const struct {
    enum ha_expr_op op;
    const char *negated;
  } cases[] = {
      {HA_EXPR_EQ, "x != y"},  {HA_EXPR_NE, "x == y"},   {HA_EXPR_ULT, "y <=u x"},
      {HA_EXPR_ULE, "y <u x"}, {HA_EXPR_SLT, "y <=s x"}, {HA_EXPR_SLE, "y <s x"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ha_expr e = ha_expr_make(f.p, cases[i].op, f.truth, x, y, 0);
    EXPECT_TEXT(ha_expr_print(f.p, ha_expr_not(f.p, e)), cases[i].negated);
    EXPECT(ha_expr_equal(f.p, ha_expr_not(f.p, ha_expr_not(f.p, e)), e));
  }
  ha_expr live = ha_expr_make(f.p, HA_EXPR_LIVE, f.truth, ha_expr_var(f.p, f.q), 0, 0);
  EXPECT_TEXT(ha_expr_print(f.p, ha_expr_not(f.p, live)), "!live(q)");
  EXPECT(ha_expr_not(f.p, ha_expr_not(f.p, live)) == live);
  ha_arena_free(f.arena);
}

/* Equal however far apart they were made. */
static void test_equal(void) {
  struct fixture f = start();
  ha_expr x = ha_expr_var(f.p, f.x), y = ha_expr_var(f.p, f.y);
  ha_expr first = ha_expr_make(f.p, HA_EXPR_ADD, f.i32, x, y, 0);
  EXPECT(ha_expr_make(f.p, HA_EXPR_ADD, f.i32, x, y, 0) == first);
  for (unsigned i = 0; i < 1000; i++)
    constant(&f, 32, true, i);
  ha_expr again = ha_expr_make(f.p, HA_EXPR_ADD, f.i32, ha_expr_var(f.p, f.x),
                               ha_expr_var(f.p, f.y), 0);
  EXPECT(again != first && ha_expr_equal(f.p, again, first));
  EXPECT(!ha_expr_equal(f.p, first, ha_expr_make(f.p, HA_EXPR_ADD, f.i32, y, x, 0)));
  EXPECT(!ha_expr_equal(f.p, first, 0) && ha_expr_equal(f.p, 0, 0));
  ha_arena_free(f.arena);
}

int main(void) {
  test_all_small_operands();
  test_limits_of_64_bits();
  test_conversions();
  test_operands_that_stay();
  test_null();
  test_not();
  test_equal();
  return finish();
}
