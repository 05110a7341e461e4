/* Violations are looked for in the order of their cost: what is reached, then the order
 * of what is reached, then the ternary atoms.  Where a class reaches null, `between` is
 * what reachability says (acycB), and the ternary axioms are not needed. */
#include "theory.h"

enum { PER_LINK = 24 }; /* instances in one round: few, and the next model decides */

struct checker {
  const struct ha_view *view;
  const struct ha_link_view *link;
  struct ha_missing *missing;
  unsigned found;
};

static void miss_at(struct checker *c, enum ha_axiom axiom, const ha_term *at) {
  ha_miss(c->missing, axiom, c->link->link, at);
  c->found++;
}

static void miss(struct checker *c, enum ha_axiom axiom, unsigned x, unsigned y,
                 unsigned z, unsigned u) {
  const ha_term *rep = c->view->rep;
  miss_at(c, axiom, (ha_term[]){rep[x], rep[y], rep[z], rep[u]});
}

/* x stands for its class by a term whose f is there already. */
static void miss_next(struct checker *c, enum ha_axiom axiom, unsigned x, unsigned y) {
  miss_at(c, axiom, (ha_term[]){c->link->from[x], c->view->rep[y], 0, 0});
}

static bool enough(const struct checker *c) { return c->found >= PER_LINK; }

static bool reaches(const struct checker *c, unsigned x, unsigned y) {
  return ha_link_reaches(c->view, c->link, x, y);
}

static int said(const struct checker *c, unsigned x, unsigned y) {
  return ha_link_said(c->view, c->link, x, y);
}

/* One step that the closure is made of. */
static bool is_edge(const struct checker *c, unsigned x, unsigned y) {
  return said(c, x, y) > 0 || c->link->next[x] == (int)y;
}

/* ---- reaching ---- */

static void steps(struct checker *c) {
  for (unsigned x = 0; x < c->view->classes; x++) {
    if (said(c, x, x) < 0) { /* by the terms of the atom: R(x,x) is no term */
      const struct ha_term_row *atom =
          ha_term_get(c->view->terms, c->link->atom[x * c->view->classes + x]);
      miss_at(c, HA_AXIOM_REFL, atom->args + 1);
    }
    int next = c->link->next[x];
    if (next >= 0 && said(c, x, (unsigned)next) <= 0 && (unsigned)next != x)
      miss_next(c, HA_AXIOM_STEP, x, 0);
  }
  for (unsigned y = 0; y < c->view->classes; y++)
    if (y != HA_NULL_CLASS && said(c, HA_NULL_CLASS, y) > 0)
      miss(c, HA_AXIOM_NULL_ENDS, y, 0, 0, 0);
}

/* x reaches y by edges, but is said not to: the instances along a shortest path. */
static void explain(struct checker *c, unsigned x, unsigned y) {
  unsigned n = c->view->classes;
  unsigned *queue = ha_arena_alloc(c->view->arena, n * sizeof *queue);
  unsigned *from = ha_arena_alloc(c->view->arena, n * sizeof *from);
  unsigned head = 0, tail = 0;
  for (unsigned i = 0; i < n; i++)
    from[i] = n;
  from[x] = x;
  queue[tail++] = x;
  while (head < tail && from[y] == n) {
    unsigned at = queue[head++];
    for (unsigned i = 0; i < n; i++)
      if (from[i] == n && is_edge(c, at, i)) {
        from[i] = at;
        queue[tail++] = i;
      }
  }
  for (unsigned at = y; from[at] != x && at != x; at = from[at])
    miss(c, HA_AXIOM_TRANS1, x, from[at], at, 0);
}

static void closure(struct checker *c) {
  for (unsigned x = 0; x < c->view->classes; x++)
    for (unsigned y = 0; y < c->view->classes && !enough(c); y++)
      if (x != y && said(c, x, y) < 0 && reaches(c, x, y))
        explain(c, x, y);
}

static void say(struct checker *c, unsigned x, unsigned y) {
  if (said(c, x, y) <= 0)
    explain(c, x, y);
}

/* Whoever reaches y and is not y reaches it through the next one, which is another. */
static void through_next(struct checker *c) {
  for (unsigned x = 0; x < c->view->classes; x++)
    for (unsigned y = 0; y < c->view->classes && !enough(c); y++) {
      int next = c->link->next[x];
      bool is_loop = next == (int)x;
      if (x == y || next < 0 || !reaches(c, x, y) ||
          (reaches(c, (unsigned)next, y) && !is_loop))
        continue;
      say(c, x, y);
      miss_next(c, is_loop ? HA_AXIOM_CYCLE : HA_AXIOM_REACH, x, y);
      if (!is_loop)
        miss(c, HA_AXIOM_ORDER2, x, (unsigned)next, y, 0);
    }
}

static bool is_acyclic(const struct checker *c, unsigned x) {
  return reaches(c, x, HA_NULL_CLASS);
}

/* ---- the order of what is reached, towards null ---- */

static void linear_at(struct checker *c, unsigned x, unsigned y) {
  for (unsigned z = 0; z < y && !enough(c); z++) {
    if (z == x || !reaches(c, x, z) || reaches(c, y, z) || reaches(c, z, y))
      continue;
    say(c, x, HA_NULL_CLASS);
    say(c, x, y);
    say(c, x, z);
    miss(c, HA_AXIOM_LINEAR, x, y, z, 0);
  }
}

static void acyclic_order(struct checker *c) {
  for (unsigned x = 0; x < c->view->classes; x++) {
    if (!is_acyclic(c, x))
      continue;
    for (unsigned y = 0; y < c->view->classes && !enough(c); y++) {
      if (x == y || !reaches(c, x, y))
        continue;
      if (reaches(c, y, x)) {
        say(c, x, HA_NULL_CLASS);
        say(c, x, y);
        say(c, y, x);
        miss(c, HA_AXIOM_ANTI, x, y, 0, 0);
      }
      linear_at(c, x, y);
    }
  }
}

/* ---- ternary atoms ---- */

static void acyclic_triples(struct checker *c) {
  for (unsigned i = 0; i < c->link->triples.count && !enough(c); i++) {
    struct ha_triple t = c->link->triples.at[i];
    if (!is_acyclic(c, t.x) ||
        t.holds == (reaches(c, t.x, t.y) && reaches(c, t.y, t.z)))
      continue;
    say(c, t.x, HA_NULL_CLASS);
    if (!t.holds) {
      say(c, t.x, t.y);
      say(c, t.y, t.z);
    }
    miss(c, HA_AXIOM_ACYCLIC, t.x, t.y, t.z, 0);
  }
}

static int said_between(const struct checker *c, unsigned x, unsigned y, unsigned z) {
  return ha_link_between(c->view, c->link, x, y, z);
}

static void cyclic_triple(struct checker *c, struct ha_triple t) {
  if (t.holds && (said(c, t.x, t.y) <= 0 || said(c, t.y, t.z) <= 0) &&
      (t.x != t.y || said(c, t.y, t.z) <= 0))
    miss(c, HA_AXIOM_ORDER2, t.x, t.y, t.z, 0);
  if (t.holds && t.x == t.z && t.x != t.y)
    miss(c, HA_AXIOM_SANDWICH, t.x, t.y, 0, 0);
  if (!t.holds && t.x == t.y && said(c, t.x, t.z) > 0)
    miss(c, HA_AXIOM_ENDS, t.x, t.z, 0, 0);
  for (unsigned i = 0; t.holds && i < c->link->triples.count && !enough(c); i++) {
    struct ha_triple s = c->link->triples.at[i];
    if (!s.holds)
      continue;
    if (s.x == t.y && s.z == t.z &&
        (said_between(c, t.x, t.y, s.y) <= 0 || said_between(c, t.x, s.y, t.z) <= 0))
      miss(c, HA_AXIOM_TRANS2, t.x, t.y, t.z, s.y);
    if (s.x == t.x && s.z == t.y &&
        (said_between(c, t.x, s.y, t.z) <= 0 || said_between(c, s.y, t.y, t.z) <= 0))
      miss(c, HA_AXIOM_TRANS3, t.x, t.y, t.z, s.y);
  }
}

/* Two that are reached come in an order. */
static void cyclic_order(struct checker *c, unsigned x) {
  for (unsigned y = 0; y < c->view->classes; y++)
    for (unsigned z = 0; z < y && !enough(c); z++) {
      if (x == y || x == z || !reaches(c, x, y) || !reaches(c, x, z) ||
          said_between(c, x, y, z) > 0 || said_between(c, x, z, y) > 0)
        continue;
      say(c, x, y);
      say(c, x, z);
      miss(c, HA_AXIOM_ORDER1, x, y, z, 0);
    }
}

/* The next one lies before whatever else is reached. */
static void cyclic_next(struct checker *c, unsigned x) {
  int next = c->link->next[x];
  for (unsigned y = 0; next >= 0 && y < c->view->classes && !enough(c); y++) {
    if (y == x || y == (unsigned)next || !reaches(c, x, y) ||
        said_between(c, x, (unsigned)next, y) > 0)
      continue;
    say(c, x, y);
    miss_next(c, HA_AXIOM_REACH, x, y);
  }
}

static void cyclic(struct checker *c) {
  for (unsigned x = 0; x < c->view->classes; x++)
    if (!is_acyclic(c, x)) {
      cyclic_next(c, x);
      cyclic_order(c, x);
    }
  for (unsigned i = 0; i < c->link->triples.count && !enough(c); i++)
    if (!is_acyclic(c, c->link->triples.at[i].x))
      cyclic_triple(c, c->link->triples.at[i]);
}

static void check(const struct ha_view *view, struct ha_missing *missing) {
  static void (*const stages[])(struct checker *) = {
      steps, closure, through_next, acyclic_order, acyclic_triples, cyclic};
  for (unsigned i = 0; i < view->links.count; i++) {
    struct checker c = {view, &view->links.at[i], missing, 0};
    for (unsigned s = 0; s < sizeof stages / sizeof *stages && !c.found; s++)
      if (c.link->asked)
        stages[s](&c);
  }
}

const struct ha_theory ha_theory_between = {"between", check};
