// RUN: %heapabs %arg-dump=gcl %s | FileCheck %s
// RUN: %heapabs %arg-dump=gcl %arg-malloc=never-null %s | FileCheck --check-prefix=NEVER %s
// malloc and its relatives may fail unless told otherwise; free has its two checks.
#include <alloca.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
};

// CHECK-LABEL: program make;
// CHECK: havoc fails (alloc-fails)
// CHECK: n := null
// CHECK: n := new node, 8
// CHECK: assert noleak(result)
// NEVER-LABEL: program make;
// NEVER-NOT: alloc-fails
// NEVER: new node, 8
struct node *make(void) {
  struct node *n = malloc(sizeof *n);
  return n;
}

/* Half the address space is too much; the multiplication before it is the caller's. */
// CHECK-LABEL: program many;
// CHECK: assume fails || (9223372036854775807:u64 <u (n * 8))
// CHECK: := null
// CHECK: := new void, n * 8
struct node *many(size_t n) { return malloc(n * sizeof(struct node)); }

/* calloc's own multiplication must not overflow. */
// CHECK-LABEL: program zeroed;
// CHECK: assume fails || ((2305843009213693951:u64 <u n) || (9223372036854775807:u64 <u (n * 8)))
// CHECK: [[P:t.*]] := new void, n * 8
// CHECK-NEXT: fill [[P]], 0, n * 8
struct node *zeroed(size_t n) { return calloc(n, sizeof(struct node)); }

/* The old block goes if there is a new one, or if no bytes are wanted. */
// CHECK-LABEL: program resized;
// CHECK: assert (x == null) || live(x) @
// CHECK: assert (x == null) || freeable(x) @
// CHECK: [[OLD:t.*]] := x
// CHECK: assume ([[N:t.*]] == 0) && ([[OLD]] != null)
// CHECK-NEXT: free [[OLD]]
// CHECK-NEXT: [[NEW:t.*]] := null
// CHECK: assume fails || {{.*}}
// CHECK-NEXT: [[NEW]] := null
// CHECK: [[NEW]] := new void, [[N]]
// CHECK: assume [[OLD]] != null
// CHECK-NEXT: copy [[NEW]], [[OLD]], ite([[N]] <u blocksize([[OLD]]), [[N]], blocksize([[OLD]]))
// CHECK-NEXT: free [[OLD]]
struct node *resized(struct node *x, size_t n) { return realloc(x, n); }

// CHECK-LABEL: program copied;
// CHECK: assert s != null
// CHECK: [[N:t.*]] := strlen([[S:t.*]])
// CHECK: [[NEW:t.*]] := new void, [[N]] + 1
// CHECK-NEXT: copy [[NEW]], [[S]], [[N]]
// CHECK-NEXT: fill elem([[NEW]], [[N]]), 0, 1
char *copied(const char *s) { return strdup(s); }

// CHECK-LABEL: program copied_in_part;
// CHECK: := ite(3:u64 <u strlen({{t.*}}), 3, strlen({{t.*}}))
char *copied_in_part(const char *s) { return strndup(s, 3); }

/* A block gets its type where it is used with one. */
// CHECK-LABEL: program untyped;
// CHECK: p := new void, n
// CHECK: assert access(&(cast:node*(p))->next, 8)
// CHECK-NEXT: (cast:node*(p))->next := null
void *untyped(size_t n) {
  void *p = malloc(n);
  if (p)
    ((struct node *)p)->next = NULL;
  return p;
}

/* What is on the stack ends with the function. */
// CHECK-LABEL: program on_stack;
// CHECK: stack := alloca void, 0
// CHECK: [[A:t.*]] := alloca i8, {{.*}}
// CHECK: x := cast:node*([[A]])
// CHECK: unwind stack
struct node *on_stack(int n) {
  struct node *x = alloca(n);
  x->next = NULL;
  return x->next;
}

// CHECK-LABEL: program drop;
// CHECK: assert (n == null) || live(n) @
// CHECK: assert (n == null) || freeable(n) @
// CHECK: free n
void drop(struct node *n) { free(n); }
