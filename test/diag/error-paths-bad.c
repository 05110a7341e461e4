// RUN: %verify %s
// Error paths that keep, or give back twice, what was taken.
#include <stdlib.h>
#include <string.h>

struct attr {
  char *name;
  char *value;
  struct attr *next;
};

/* The name is lost when there is no memory for the value. */
struct attr *attr_new(const char *name, const char *value) {
  struct attr *a = malloc(sizeof *a);
  if (!a)
    return NULL;
  a->name = strdup(name);
  a->value = strdup(value);
  a->next = NULL;
  if (!a->name || !a->value) {
    free(a);
    return NULL; // expected-warning {{[heapabs-leak]}}
  }
  return a;
}

/* Falls through from one label to the next and frees the attribute twice. */
struct attr *attr_copy(const struct attr *old) {
  struct attr *a = malloc(sizeof *a);
  if (!a)
    return NULL;
  a->next = NULL;
  a->value = NULL;
  a->name = strdup(old->name);
  if (!a->name) {
    free(a);
    goto fail;
  }
  return a;
fail:
  free(a); // expected-warning {{[heapabs-double-free]}}
  return NULL;
}

/* The old value is gone before the new one is known to exist. */
unsigned attr_set(struct attr *a, const char *value) {
  free(a->value);
  char *copy = strdup(value);
  if (copy)
    a->value = copy;
  return strlen(a->value); // expected-warning {{[heapabs-use-after-free]}}
}
