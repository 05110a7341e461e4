// RUN: %verify %s
// A list of lists: empty groups, missing groups, and groups freed too early.
#include <stdlib.h>

struct member {
  struct member *next;
  int id;
};
struct group {
  struct group *next;
  struct member *members;
  int gid;
};

/* The group is not there. */
struct member *find_member(struct group *g, int gid, int id) {
  while (g && g->gid != gid)
    g = g->next;
  struct member *m = g->members; // expected-warning {{[heapabs-null-deref]}}
  while (m && m->id != id)
    m = m->next;
  return m;
}

/* The members are looked for in the group that has just been freed. */
void free_groups(struct group *g) {
  while (g) {
    struct group *next_group = g->next;
    free(g);
    struct member *m = g->members; // expected-warning {{[heapabs-use-after-free]}}
    while (m) {
      struct member *next = m->next;
      free(m);
      m = next;
    }
    g = next_group;
  }
}

/* Says that a group may be empty, and goes on as if it could not. */
int sum_of_firsts(const struct group *g) {
  int empty = 0, odd = 0;
  for (; g; g = g->next) {
    if (!g->members)
      empty++;
    odd += g->members->id & 1; // expected-warning {{[heapabs-null-deref]}}
  }
  return odd - empty;
}
