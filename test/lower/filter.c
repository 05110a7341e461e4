// RUN: %heapabs %arg-json=%t.json %arg-stats=on %s 2>&1 | FileCheck --check-prefix=SUMMARY %s
// RUN: FileCheck %s < %t.json
// What touches a link, itself or through a call, is analysed, recursion or not; the rest is counted.
struct node {
  struct node *next;
};
void ping(void *x, int n);

// CHECK: "name":"touch"
static void touch(void *x) {
  struct node *n = x;
  if (n)
    n->next = 0;
}

// CHECK: "name":"ping"
// CHECK: "name":"pong"
static void pong(void *x, int n);
void ping(void *x, int n) {
  pong(x, n);
  touch(x);
}
static void pong(void *x, int n) {
  if (n)
    ping(x, n - 1);
}

// CHECK-NOT: "name":"alone"
int alone(int n) { return n ? alone(n - 1) : 0; }
// SUMMARY: 1 skipped as irrelevant
