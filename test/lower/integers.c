// RUN: %heapabs %arg-dump=gcl %s | FileCheck %s
// RUN: %heapabs %arg-dump=gcl -funsigned-char %s | FileCheck --check-prefix=UNSIGNED %s
// RUN: %heapabs %arg-dump=gcl -fwrapv %s | FileCheck --check-prefix=WRAPS %s
// Integers keep their widths and signs; enums, flags, bit-fields.
#include <stdint.h>

enum color { RED, GREEN = 5, BLUE };
enum { HAS_A = 1u << 0, HAS_B = 1u << 4 };
struct node {
  int data;
  struct node *next;
  enum color c;
  unsigned flags;
  signed char s8;
  unsigned char u8;
  short s16;
  unsigned short u16;
  unsigned f3 : 3;
  int g5 : 5;
  unsigned : 0;
  unsigned h : 20;
};

/* Signed arithmetic does not overflow (+s), unsigned wraps (+). */
// CHECK-LABEL: program add;
// CHECK: result := a +s b
// WRAPS-LABEL: program add;
// WRAPS: result := a + b
int add(int a, int b) { return a + b; }
// CHECK-LABEL: program add_unsigned;
// CHECK: result := a + b
unsigned add_unsigned(unsigned a, unsigned b) { return a + b; }
// CHECK-LABEL: program divide;
// CHECK: result := (a /s b) +s (a %s b)
int divide(int a, int b) { return a / b + a % b; }
// CHECK-LABEL: program divide_unsigned;
// CHECK: result := (a /u b) + (a %u b)
unsigned divide_unsigned(unsigned a, unsigned b) { return a / b + a % b; }
// CHECK-LABEL: program shift;
// CHECK: result := ((a >>s 2) +s (b >>u 3)) +s (a << 1)
int shift(int a, unsigned b) { return (a >> 2) + (int)(b >> 3) + (a << 1); }
// CHECK-LABEL: program negate;
// CHECK: result := (0 -s a) +s (a ^ -1)
int negate(int a) { return -a + ~a; }

// CHECK-LABEL: program widen;
// CHECK: [[A:t.*]] := x->s8
// CHECK: [[B:t.*]] := x->"u8"
// CHECK: [[C:t.*]] := x->s16
// CHECK: [[D:t.*]] := x->"u16"
// CHECK: sext:i32([[A]]) +s zext:i32([[B]])) +s sext:i32([[C]])) +s zext:i32([[D]])
int widen(struct node *x) { return x->s8 + x->u8 + x->s16 + x->u16; }
// CHECK-LABEL: program narrow;
// CHECK: x->s8 := trunc:i8(v)
// CHECK: x->"u16" := trunc:i16(v)
void narrow(struct node *x, int v) {
  x->s8 = v;
  x->u16 = v;
}
// CHECK-LABEL: program plain_char;
// CHECK: result := sext:i32(c)
// UNSIGNED-LABEL: program plain_char;
// UNSIGNED: result := zext:i32(c)
int plain_char(char c) { return c; }
// CHECK-LABEL: program truth;
// CHECK: result := a != 0
_Bool truth(int a) { return a; }

// CHECK-LABEL: program compare;
// CHECK: a <s b
// CHECK-LABEL: program compare_unsigned;
// CHECK: b <=u a
// CHECK-LABEL: program compare_mixed;
// CHECK: a <u b
int compare(int a, int b) { return a < b; }
int compare_unsigned(unsigned a, unsigned b) { return a >= b; }
int compare_mixed(int a, unsigned b) { return a < b; }

// CHECK-LABEL: program has;
// CHECK: [[F:t.*]] := x->flags
// CHECK: result := zext:i32(([[F]] & 16) != 0)
int has(struct node *x) { return (x->flags & HAS_B) != 0; }
// CHECK-LABEL: program set;
// CHECK: x->flags := {{t.*}} | 1
// CHECK: x->flags := {{t.*}} & 4294967279
// CHECK: x->flags := {{t.*}} ^ 3
void set(struct node *x) {
  x->flags |= HAS_A;
  x->flags &= ~HAS_B;
  x->flags ^= 3;
}
// CHECK-LABEL: program is_blue;
// CHECK: result := zext:i32({{t.*}} == 6)
int is_blue(struct node *x) { return x->c == BLUE; }

// CHECK-LABEL: program step;
// CHECK: [[OLD:t.*]] := *p
// CHECK: *p := [[OLD]] +s 1
// CHECK: result := [[OLD]]
int step(int *p) { return (*p)++; }

/* Bit-fields are the bits of their storage. */
// CHECK-LABEL: program bits;
// CHECK: [[A:t.*]] := *(elem(cast:i8*(x), 30))
// CHECK: [[B:t.*]] := *(elem(cast:i8*(x), 30))
// CHECK: [[C:t.*]] := *(cast:i32*(elem(cast:i8*(x), 32)))
// CHECK: (zext:i32([[A]] & 7) +s sext:i32([[B]] >>s 3)) +s ([[C]] & 1048575)
int bits(struct node *x) { return x->f3 + x->g5 + x->h; }
// CHECK-LABEL: program set_bits;
// CHECK: *(elem(cast:i8*(x), 30)) := (t & -8) | (trunc:i8(v) & 7)
void set_bits(struct node *x, int v) { x->f3 = v; }
