// RUN: %heapabs %arg-dump=gcl %s | FileCheck %s
// container_of in its spellings is the record around a member, not byte arithmetic.
#include <stddef.h>
#define container_of(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))
#define typed_container_of(p, type, member)                                            \
  ({                                                                                   \
    const __typeof__(((type *)0)->member) *at = (p);                                   \
    (type *)((char *)at - offsetof(type, member));                                     \
  })

struct link {
  struct link *next, *prev;
};
struct task {
  int id;
  struct link link;
  struct {
    int depth;
    struct link inner;
  } deep;
};

// CHECK-LABEL: program around;
// CHECK: t := container(l, task::link)
// CHECK: := t->id
int around(struct link *l) {
  struct task *t = container_of(l, struct task, link);
  return t->id;
}

// CHECK-LABEL: program around_typed;
// CHECK: container({{.*}}, task::link)
int around_typed(struct link *l) {
  return typed_container_of(l, struct task, link)->id;
}

/* Through two records. */
// CHECK-LABEL: program around_deep;
// CHECK: t := container(container(l, {{.*}}::inner), task::deep)
int around_deep(struct link *l) {
  struct task *t = container_of(l, struct task, deep.inner);
  return t->id;
}

// CHECK-LABEL: program each;
// CHECK: l := head->next
// CHECK: assume l != head
// CHECK: := container(l, task::link)
// CHECK: l := l->next
int each(struct link *head) {
  int sum = 0;
  for (struct link *l = head->next; l != head; l = l->next) {
    struct task *t = container_of(l, struct task, link);
    sum += t->id;
  }
  return sum;
}

/* Down and up again is the place itself. */
// CHECK-LABEL: program there_and_back;
// CHECK: &t->link
int there_and_back(struct task *t) {
  struct link *l = &t->link;
  return container_of(l, struct task, link)->id;
}
