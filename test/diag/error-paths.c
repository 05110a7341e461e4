// RUN: %verify %s
// Error paths give back what was taken, in order.
// expected-no-diagnostics
#include <stdlib.h>
#include <string.h>

struct attr {
  char *name;
  char *value;
  struct attr *next;
};

struct attr *attr_new(const char *name, const char *value) {
  struct attr *a = malloc(sizeof *a);
  if (!a)
    goto out;
  a->name = strdup(name);
  if (!a->name)
    goto out_attr;
  a->value = strdup(value);
  if (!a->value)
    goto out_name;
  a->next = NULL;
  return a;

out_name:
  free(a->name);
out_attr:
  free(a);
out:
  return NULL;
}

int attr_set(struct attr *a, const char *value) {
  char *copy = strdup(value);
  if (!copy)
    return -1;
  free(a->value);
  a->value = copy;
  return 0;
}

const char *attr_get(const struct attr *list, const char *name) {
  for (; list; list = list->next)
    if (strcmp(list->name, name) == 0)
      return list->value;
  return NULL;
}

void attr_free(struct attr *list) {
  while (list) {
    struct attr *next = list->next;
    free(list->name);
    free(list->value);
    free(list);
    list = next;
  }
}
