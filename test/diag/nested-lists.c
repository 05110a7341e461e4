// RUN: %verify %s
// A list of lists: walked, searched and freed on both levels.
// expected-no-diagnostics
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

int count_members(const struct group *groups) {
  int n = 0;
  for (; groups; groups = groups->next)
    for (const struct member *m = groups->members; m; m = m->next)
      n++;
  return n;
}

struct member *find_member(struct group *g, int gid, int id) {
  while (g && g->gid != gid)
    g = g->next;
  if (!g)
    return NULL;
  for (struct member *m = g->members; m; m = m->next)
    if (m->id == id)
      return m;
  return NULL;
}

void free_groups(struct group *g) {
  while (g) {
    struct group *next_group = g->next;
    struct member *m = g->members;
    while (m) {
      struct member *next = m->next;
      free(m);
      m = next;
    }
    free(g);
    g = next_group;
  }
}

/* Moves the first member of one group to the front of another. */
void move_first(struct group *from, struct group *to) {
  struct member *m = from->members;
  if (!m)
    return;
  from->members = m->next;
  m->next = to->members;
  to->members = m;
}
