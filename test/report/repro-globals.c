// Globals, static or not, and static locals come in with the witness's values.
// RUN: rm -rf %t && heapabs repro %s -o %t | FileCheck %s
struct node {
  int data;
  struct node *next;
};

static struct node *head;
struct node *tail;

int second(void) {
  if (!head)
    return 0;
  // CHECK-DAG: {{second.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
  return head->next->data;
}

int last(void) {
  if (tail && tail->data == 42)
    // CHECK-DAG: {{last.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
    return tail->next->data;
  return 0;
}

int cached(struct node *x) {
  static struct node *cache;
  if (!cache) {
    cache = x;
    return 0;
  }
  // CHECK-DAG: {{cached.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
  return cache->next->data;
}
