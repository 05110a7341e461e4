// RUN: %verify %s
// Numbers that are used as an index without being compared are in range; so are those
// that another number limits which is known to others.
#include <stddef.h>

enum { SLOTS = 4 };
struct node {
  struct node *next;
  unsigned slot;
};
struct table {
  unsigned used;
  int *numbers;
  struct node *slots[SLOTS];
};

struct node *get(struct table *t, unsigned slot) { return t->slots[slot]; }

struct node *get_checked(struct table *t, unsigned slot) {
  if (slot > SLOTS)
    return NULL;
  return t->slots[slot]; // expected-warning {{[heapabs-invalid-deref]}}
}

/* That no more are used than there are, the table says. */
unsigned count(struct table *t) {
  unsigned found = 0;
  for (unsigned i = 0; i < t->used; i++)
    if (t->slots[i])
      found++;
  return found;
}

unsigned count_all(struct table *t) {
  unsigned found = 0;
  for (unsigned i = 0; i <= SLOTS; i++)
    if (t->slots[i]) // expected-warning {{[heapabs-invalid-deref]}}
      found++;
  return found;
}

/* Nothing is known of the length behind a pointer. */
int number(struct table *t, int at) { return t->numbers[at] + t->numbers[17]; }

extern struct node *const registry[]; /* nor of this one's */
int is_registered(struct node *n) {
  for (struct node *const *p = registry; *p != NULL; p++)
    if (*p == n)
      return 1;
  return 0;
}

/* The end that the code does not look at is in range too. */
struct node *above_only(struct table *t, int slot) {
  if (slot >= SLOTS)
    return NULL;
  return t->slots[slot];
}

struct node *below_only(struct table *t, int slot) {
  if (slot < -3)
    return NULL;
  return t->slots[slot]; // expected-warning {{[heapabs-invalid-deref]}}
}

/* A limit that is looked at afterwards is one that was kept before. */
struct node *push_after_search(struct table *t, struct node *n) {
  for (unsigned i = t->used; i; i--)
    if (t->slots[i - 1] == n)
      return n;
  if (t->used < SLOTS)
    t->slots[t->used++] = n;
  return n;
}

/* So with the length of a text. */
struct text {
  unsigned char size, bytes[8];
};
int first_zero(const struct text *t);
int same_text(const struct text *a, const struct text *b) {
  if (a->size != b->size)
    return 0;
  return __builtin_memcmp(a->bytes, b->bytes, a->size) == 0;
}
