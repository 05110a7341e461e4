// RUN: %verify %s
// Lists of callbacks: what an unknown function does is not held against the code.
// expected-no-diagnostics
#include <stdlib.h>

struct hook {
  void (*run)(void *);
  void *data;
  struct hook *next;
};

void run_all(const struct hook *h) {
  for (; h; h = h->next)
    if (h->run)
      h->run(h->data);
}

/* The successor is read before the callback may free the hook. */
void run_and_forget(struct hook **hooks) {
  while (*hooks) {
    struct hook *h = *hooks;
    void (*run)(void *) = h->run;
    void *data = h->data;
    *hooks = h->next;
    free(h);
    run(data);
  }
}

int add_hook(struct hook **hooks, void (*run)(void *), void *data) {
  struct hook *h = malloc(sizeof *h);
  if (!h)
    return -1;
  *h = (struct hook){run, data, *hooks};
  *hooks = h;
  return 0;
}

int apply(struct hook *h, int (*test)(const struct hook *)) {
  int n = 0;
  for (; h; h = h->next)
    n += test(h) != 0;
  return n;
}

static int has_data(const struct hook *h) { return h->data != NULL; }

int count_with_data(struct hook *h) { return apply(h, has_data); }
