// RUN: %diff %s
// Integers of every width: wraparound, conversions, signedness, shifts, bit operations,
// division, overflow where it is undefined.
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
struct node {
  struct node *next;
  int8_t i8;
  uint8_t u8;
  int16_t i16;
  uint16_t u16;
  int32_t i32;
  uint32_t u32;
  int64_t i64;
  uint64_t u64;
  bool flag;
};

void increment(struct node *x) {
  x->i8++, x->u8++, x->i16++, x->u16++, x->u32++, x->u64++;
  --x->flag;
}
int add(int a, int b) { return a + b; }
int subtract(int a, int b) { return a - b; }
int multiply(int a, int b) { return a * b; }
int64_t negate(int64_t a) { return -a; }
int divide(int a, int b) { return a / b; }
int remainder_of(int a, int b) { return a % b; }
unsigned udivide(unsigned a, unsigned b) { return a / b + a % b; }
int shift(int a, unsigned by) { return a >> by; }
unsigned shift_left(unsigned a, int by) { return a << by; }
uint64_t shift_long(uint64_t a, unsigned char by) { return (a << by) ^ (a >> by); }
int narrow_add(int8_t a, uint8_t b) { return (int8_t)(a + b) + (uint8_t)(a - b); }
uint16_t wrap_multiply(uint16_t a, uint16_t b) { return (uint16_t)((unsigned)a * b); }
int16_t compound(int16_t a, int b) {
  a += b;
  a *= 2;
  a ^= b;
  return a >>= 1;
}
void convert(struct node *x, int64_t v) {
  x->i8 = (int8_t)v, x->u8 = (uint8_t)v, x->i16 = (int16_t)v, x->u16 = (uint16_t)v;
  x->i32 = (int32_t)v, x->u32 = (uint32_t)v, x->u64 = (uint64_t)v, x->i64 = x->i32;
  x->flag = v;
}
int64_t widen(struct node *x) {
  return (int64_t)x->i8 + x->u8 + x->i16 * 3l + x->u16 + x->i32 + x->u32 - x->flag;
}
int compare_mixed(int a, unsigned b, int8_t c) {
  return (a < b) | (a < c) << 1 | (b > (unsigned)c) << 2 | (c == b) << 3 |
         ((int64_t)a < b) << 4 | ((unsigned char)c >= 128) << 5;
}
unsigned bits(unsigned a, unsigned b) {
  return ((a & b) | (~a & 0xf0)) ^ (b | a) - (a & -a) + !a + !!b;
}
unsigned rotate(unsigned a, unsigned by) {
  return a << (by & 31) | a >> (-by & 31);
}
int builtin(unsigned a) {
  return __builtin_popcount(a) + (a ? __builtin_ctz(a) * 100 + __builtin_clz(a) : 0);
}
uint64_t wide_builtin(uint64_t a) {
  return __builtin_bswap64(a) + __builtin_popcountll(a) +
         (a ? __builtin_ctzll(a) * 100 + __builtin_clzll(a) : 0);
}
uint32_t rotations(uint32_t a, uint16_t b, uint8_t by) {
  return __builtin_rotateleft32(a, by) ^ __builtin_rotateright16(b, by) ^
         __builtin_bswap16(b);
}
bool checked(int a, int b, int *r) { return __builtin_add_overflow(a, b, r); }
int minimum(int a, int b) { return a < b ? a : b; }
long average(struct node *x) {
  long sum = 0, n = 0;
  for (; x; x = x->next, n++)
    sum += x->i32;
  return sum / n;
}
unsigned char_arithmetic(char a, char b) { return a * b + 'x' - (a << 2); }

#ifdef NATIVE
#include "native.h"
#define EDGES 0, 1, -1, INT_MAX, INT_MIN, 7, -128, 255, 65535
static struct node *node(void) {
  return OBJECT(struct node, {
    it->i8 = PICK(127, -1), it->u8 = PICK(255, 0), it->i16 = PICK(32767, -2);
    it->u16 = PICK(65535, 2), it->i32 = PICK(INT_MIN, 5), it->u32 = UINT_MAX;
    it->u64 = UINT64_MAX, it->flag = CHOOSE(2);
  });
}
DIFF(increment) { VRUN(increment, node()); }
DIFF(add) { RUN(add, PICK(EDGES), PICK(EDGES)); }
DIFF(subtract) { RUN(subtract, PICK(EDGES), PICK(EDGES)); }
DIFF(multiply) { RUN(multiply, PICK(EDGES), PICK(EDGES)); }
DIFF(negate) { RUN(negate, PICK(EDGES, INT64_MIN)); }
DIFF(divide) { RUN(divide, PICK(EDGES), PICK(EDGES)); }
DIFF(remainder_of) { RUN(remainder_of, PICK(EDGES), PICK(EDGES)); }
DIFF(udivide) { RUN(udivide, PICK(EDGES), PICK(EDGES)); }
DIFF(shift) { RUN(shift, PICK(EDGES), PICK(0, 1, 31, 32, 40)); }
DIFF(shift_left) { RUN(shift_left, PICK(EDGES), PICK(0, 1, 31, 32, -1)); }
DIFF(shift_long) { RUN(shift_long, PICK(EDGES, INT64_MIN), PICK(0, 33, 63, 64)); }
DIFF(narrow_add) { RUN(narrow_add, PICK(EDGES), PICK(EDGES)); }
DIFF(wrap_multiply) { RUN(wrap_multiply, PICK(EDGES), PICK(EDGES)); }
DIFF(compound) { RUN(compound, PICK(EDGES), PICK(0, 1, -1, 300, 65535)); }
DIFF(convert) { VRUN(convert, node(), PICK(EDGES, INT64_MIN, 0x123456789abcdef)); }
DIFF(widen) { RUN(widen, node()); }
DIFF(compare_mixed) { RUN(compare_mixed, PICK(EDGES), PICK(0, 1, -1), PICK(-1, 127)); }
DIFF(bits) { RUN(bits, PICK(EDGES), PICK(EDGES)); }
DIFF(rotate) { RUN(rotate, PICK(EDGES), PICK(0, 1, 31, 33)); }
DIFF(builtin) { RUN(builtin, PICK(EDGES)); }
DIFF(checked) { RUN(checked, PICK(EDGES), PICK(EDGES), diff_new(4)); }
DIFF(minimum) { RUN(minimum, PICK(EDGES), PICK(EDGES)); }
DIFF(average) { RUN(average, LIST(struct node, next, 3, it->i32 = PICK(1, -6))); }
DIFF(char_arithmetic) { RUN(char_arithmetic, PICK(EDGES), PICK(1, -1, 127)); }
DIFF(wide_builtin) { RUN(wide_builtin, PICK(EDGES, 1ul << 40, 0x0123456789abcdef)); }
DIFF(rotations) { RUN(rotations, PICK(EDGES), PICK(EDGES), PICK(0, 1, 16, 31, 33)); }
#endif
