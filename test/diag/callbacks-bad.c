// RUN: %verify %s
// Lists of callbacks that are freed before they are run.
#include <stdlib.h>

struct hook {
  void (*run)(void *);
  void *data;
  struct hook *next;
};

void run_and_forget(struct hook **hooks) {
  while (*hooks) {
    struct hook *h = *hooks;
    *hooks = h->next;
    free(h);
    h->run(h->data); // expected-warning {{[heapabs-use-after-free]}}
  }
}

static int next_has_data(const struct hook *h) { return h->next->data != NULL; }

static int apply(struct hook *h, int (*test)(const struct hook *)) {
  int n = 0;
  for (; h; h = h->next)
    n += test(h) != 0;
  return n;
}

/* Asks the last hook for its successor. */
int count(struct hook *h) {
  return apply(h, next_has_data); // expected-warning {{[heapabs-null-deref]}}
}
