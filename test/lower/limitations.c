// RUN: %heapabs %arg-dump=gcl -Wno-everything %s | FileCheck %s
// Each construct without an exact meaning: a limitation at its place, and a havoc of what it
// may change, no more.
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
struct node {
  int data;
  struct node *next;
};

/* An unknown function changes what it can reach. */
// CHECK-LABEL: program through_pointer;
// CHECK: limitation "unknown-call:pointer" at [[#@LINE+3]]:
// CHECK: havoc-reach x (unmodelled "function pointer")
// CHECK-NEXT: havoc-reach globals (unmodelled "function pointer")
int through_pointer(struct node *x, int (*f)(struct node *)) { return f(x); }

/* One of these, or unknown. */
static int get(struct node *x, int k) { return x->data + k; }
static int none(struct node *x, int k) { return k; }
int (*volatile keep[])(struct node *, int) = {get, none};
// CHECK-LABEL: program through_candidates;
// CHECK: limitation "unknown-call:pointer"
// CHECK: assume f == &get
// CHECK: := get.x->data
// CHECK: assume f == &none
// CHECK: assume f != &none
// CHECK-NEXT: havoc-reach x
int through_candidates(struct node *x, int (*f)(struct node *, int)) { return f(x, 1); }

/* From a constant table there is nothing else to call. */
static int (*const table[])(struct node *, int) = {get, none};
static const struct {
  const char *name;
  int (*run)(struct node *, int);
} methods[] = {{"get", get}, {"none", none}};
// CHECK-LABEL: program from_table;
// CHECK-NOT: limitation "
// CHECK: assume t == &get
// CHECK: assume t == &none
// CHECK: assume t != &none
// CHECK-NEXT: assume 0
int from_table(struct node *x, unsigned i) { return table[i & 1](x, 2); }
// CHECK-LABEL: program from_methods;
// CHECK-NOT: limitation "
// CHECK: assume {{t.*}} == &get
// CHECK: assume {{t.*}} == &none
int from_methods(struct node *x, unsigned i) { return methods[i & 1].run(x, 3); }
// CHECK-LABEL: program from_known_entry;
// CHECK-NOT: assume
// CHECK: := get.x->data
int from_known_entry(struct node *x) { return table[0](x, 4); }

/* Assembler says whether it touches memory. */
// CHECK-LABEL: program assembler;
// CHECK: limitation "inline-asm" at [[#@LINE+5]]:
// CHECK-NOT: havoc-reach
// CHECK: havoc {{.*}} (call-result asm)
int assembler(struct node *x) {
  int v = x->data;
  __asm__("" : "+r"(v));
  return v;
}
// CHECK-LABEL: program assembler_on_memory;
// CHECK: limitation "inline-asm"
// CHECK: havoc-reach x (unmodelled asm)
// CHECK-NEXT: havoc-reach globals (unmodelled asm)
int assembler_on_memory(struct node *x) {
  __asm__ volatile("" : : "r"(x) : "memory");
  return x->data;
}
// CHECK-LABEL: program assembler_jumping;
// CHECK: limitation "control" at [[#@LINE+5]]:
// CHECK: havoc [[WAY:t.*]] (unmodelled)
// CHECK: assume [[WAY]]
// CHECK: assume ![[WAY]]
int assembler_jumping(int x) {
  __asm__ goto("" : : : : there);
  return 1;
there:
  return 2;
}

// CHECK-LABEL: program variadic;
// CHECK: limitation "varargs" at [[#@LINE+4]]:
// CHECK: havoc-bytes elem:__va_list_tag(&ap, 0), 24
int variadic(int n, ...) {
  va_list ap;
  va_start(ap, n);
  struct node *x = va_arg(ap, struct node *);
  va_end(ap);
  return x->data;
}

/* Exact to the byte; named, because what engines know by name is lost on it. */
union word {
  struct node *p;
  uintptr_t i;
};
// CHECK-LABEL: program punned;
// CHECK: limitation "union" at [[#@LINE+6]]:
// CHECK: (&w)->p := x
// CHECK: := (&w)->i
int punned(struct node *x) {
  union word w;
  w.p = x;
  return w.i == 0;
}
// CHECK-LABEL: program not_punned;
// CHECK-NOT: limitation "
// CHECK: := (&w)->p
int not_punned(struct node *x) {
  union word w;
  w.p = x;
  return w.p == 0;
}

// CHECK-LABEL: program from_number;
// CHECK: limitation "int-to-pointer" at [[#@LINE+2]]:
// CHECK: := (cast:node*(inttoptr:void*(n)))->data
int from_number(long n) { return ((struct node *)n)->data; }
/* A pointer's own number is that pointer. */
// CHECK-LABEL: program there_and_back;
// CHECK-NOT: limitation "
// CHECK: := x->data
int there_and_back(struct node *x) { return ((struct node *)(uintptr_t)x)->data; }

/* An atomic or volatile load is anything, a store is a store. */
// CHECK-LABEL: program atomic_load_and_store;
// CHECK: limitation "atomic" at [[#@LINE+5]]:
// CHECK: assert access(p, 4)
// CHECK: *p := 1
// CHECK: havoc {{.*}} (volatile)
int atomic_load_and_store(_Atomic int *p) {
  return *p = 1, *p;
}
// CHECK-LABEL: program atomic_add;
// CHECK: limitation "atomic"
// CHECK: assert p != null
// CHECK: havoc-bytes p, 4
// CHECK-NEXT: havoc {{.*}} (volatile)
int atomic_add(_Atomic int *p) { return atomic_fetch_add(p, 1); }
// CHECK-LABEL: program of_volatile;
// CHECK: limitation "volatile" at [[#@LINE+4]]:
// CHECK: *p := 1
// CHECK: havoc {{.*}} (volatile)
int of_volatile(volatile int *p) {
  *p = 1; return *p;
}

/* A float is anything, and nothing else is. */
// CHECK-LABEL: program of_floats;
// CHECK: limitation "float" at [[#@LINE+6]]:
// CHECK-NOT: havoc-
// CHECK: havoc [[T:t.*]] (unmodelled)
// CHECK: x->data := [[T]]
// CHECK: havoc [[LESS:t.*]] (unmodelled)
int of_floats(struct node *x, double d) {
  x->data = (int)d; return d < 1.0 ? x->data : 0;
}
// CHECK-LABEL: program of_long_double;
// CHECK: limitation "float"
int of_long_double(long double *d) { return *d > 1; }

typedef int vector __attribute__((vector_size(16)));
// CHECK-LABEL: program of_vectors;
// CHECK: limitation "vector" at [[#@LINE+3]]:
// CHECK-NOT: havoc-reach
// CHECK: havoc-bytes v, 16
void of_vectors(vector *v) { *v = *v + *v; }

// CHECK-LABEL: program of_complex;
// CHECK: limitation "float"
double of_complex(_Complex double a) { return __real__(a + a); }

// CHECK-LABEL: program frame;
// CHECK: limitation "intrinsic:llvm.frameaddress.p0" at [[#@LINE+1]]:
void *frame(void) { return __builtin_frame_address(0); }
