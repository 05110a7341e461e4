#include "congruence.h"
#include <assert.h>
#include <string.h>

/* Why two nodes are equal: a literal; equal arguments, in order or crossed; or one is
 * an EQUAL node whose arguments are equal, the other TRUE. */
enum reason { BY_LITERAL, BY_ARGUMENTS, BY_CROSSED, BY_EQUAL };

struct uses {
  HA_VEC(ha_node) list;
};

struct node {
  uint32_t function;
  uint8_t count;
  bool is_value, is_watched, is_equal;
  ha_node args[HA_NODE_ARGS];
  ha_node root, next; /* the class, as a ring */
  uint32_t size;      /* of a root's class */
  ha_node value;      /* of a root: the value in its class, or 0 */
  struct uses uses;   /* of a root: nodes with an argument in its class */
  /* The table of signatures: function and the classes of the arguments. */
  ha_node twin; /* the node with this signature that is in the table; itself if it is */
  uint32_t hash;
  ha_node chain;
  /* The forest of proofs: an edge to a node that is equal. */
  ha_node proof;
  enum reason reason;
  uint32_t literal;
  uint32_t explained, passed; /* stamps */
};

struct equality {
  ha_node a, b;
  enum reason reason;
  uint32_t literal;
};

struct merge {
  ha_node a, b;      /* as they were found equal */
  ha_node from, to;  /* their classes: `from` went into `to` */
  ha_node old_value; /* of `to` */
};

enum { BUCKETS = 1024 };

struct ha_congruence {
  struct ha_arena *arena;
  HA_VEC(struct node) nodes;
  unsigned made; /* nodes that there have ever been at once */
  ha_node *buckets;
  HA_VEC(struct equality) queue;
  HA_VEC(struct merge) merges;
  HA_VEC(ha_node) implied;
  unsigned taken; /* of implied */
  ha_node wrong[2];
  HA_VEC(ha_node) pending; /* pairs, while explaining */
  uint32_t stamp;
};

static struct node *at(const struct ha_congruence *c, ha_node n) {
  return &c->nodes.at[n];
}

ha_node ha_congruence_root(const struct ha_congruence *c, ha_node n) {
  return at(c, n)->root;
}

ha_node ha_congruence_value_of(const struct ha_congruence *c, ha_node n) {
  return at(c, at(c, n)->root)->value;
}

/* The memory of a node's uses is used again. */
static ha_node new_node(struct ha_congruence *c) {
  ha_node n = c->nodes.count;
  struct node node = {.root = n, .next = n, .size = 1};
  if (n < c->made)
    node.uses = c->nodes.at[n].uses;
  else
    c->made = n + 1;
  node.uses.list.count = 0;
  HA_PUSH(c->arena, c->nodes, node);
  return n;
}

ha_node ha_congruence_constant(struct ha_congruence *c) { return new_node(c); }

ha_node ha_congruence_value(struct ha_congruence *c) {
  ha_node n = new_node(c);
  at(c, n)->is_value = true;
  at(c, n)->value = n;
  return n;
}

struct ha_congruence *ha_congruence_new(struct ha_arena *arena) {
  struct ha_congruence *c = ha_arena_alloc(arena, sizeof *c);
  c->arena = arena;
  c->buckets = ha_arena_alloc(arena, BUCKETS * sizeof *c->buckets);
  ha_congruence_reset(c);
  return c;
}

void ha_congruence_reset(struct ha_congruence *c) {
  c->nodes.count = c->queue.count = c->merges.count = 0;
  c->implied.count = c->taken = c->stamp = 0;
  memset(c->buckets, 0, BUCKETS * sizeof *c->buckets);
  new_node(c); /* none */
  ha_node yes = ha_congruence_value(c), no = ha_congruence_value(c);
  assert(yes == HA_NODE_TRUE && no == HA_NODE_FALSE);
  (void)yes;
  (void)no;
}

void ha_congruence_watch(struct ha_congruence *c, ha_node n) {
  at(c, n)->is_watched = true;
  if (ha_congruence_value_of(c, n))
    HA_PUSH(c->arena, c->implied, n);
}

static void enqueue(struct ha_congruence *c, ha_node a, ha_node b, enum reason reason,
                    uint32_t literal) {
  HA_PUSH(c->arena, c->queue, (struct equality){a, b, reason, literal});
}

/* ---- signatures ---- */

static ha_node root_of(const struct ha_congruence *c, const struct node *n,
                       unsigned i) {
  return at(c, n->args[i])->root;
}

static uint32_t signature(const struct ha_congruence *c, const struct node *n) {
  uint64_t h = n->function * UINT64_C(0x9e3779b97f4a7c15);
  if (n->is_equal)
    h += (uint64_t)root_of(c, n, 0) * root_of(c, n, 1) +
         UINT64_C(31) * (root_of(c, n, 0) + root_of(c, n, 1));
  else
    for (unsigned i = 0; i < n->count; i++)
      h = (h ^ root_of(c, n, i)) * UINT64_C(0xff51afd7ed558ccd);
  return (uint32_t)(h >> 32) ^ (uint32_t)h;
}

static bool is_straight(const struct ha_congruence *c, const struct node *p,
                        const struct node *q) {
  bool same = true;
  for (unsigned i = 0; i < p->count && same; i++)
    same = root_of(c, p, i) == root_of(c, q, i);
  return same;
}

static bool is_crossed(const struct ha_congruence *c, const struct node *p,
                       const struct node *q) {
  return p->is_equal && root_of(c, p, 0) == root_of(c, q, 1) &&
         root_of(c, p, 1) == root_of(c, q, 0);
}

static bool is_congruent(const struct ha_congruence *c, const struct node *p,
                         const struct node *q) {
  return p->function == q->function && p->is_equal == q->is_equal &&
         (is_straight(c, p, q) || is_crossed(c, p, q));
}

/* Into the table, unless there is one like it: its twin. */
static void insert(struct ha_congruence *c, ha_node n) {
  struct node *node = at(c, n);
  node->hash = signature(c, node);
  ha_node *bucket = &c->buckets[node->hash & (BUCKETS - 1)];
  for (ha_node q = *bucket; q; q = at(c, q)->chain)
    if (at(c, q)->hash == node->hash && is_congruent(c, node, at(c, q))) {
      node->twin = q;
      return;
    }
  node->twin = n;
  node->chain = *bucket;
  *bucket = n;
}

static void erase(struct ha_congruence *c, ha_node n) {
  ha_node *link = &c->buckets[at(c, n)->hash & (BUCKETS - 1)];
  while (*link != n)
    link = &at(c, *link)->chain;
  *link = at(c, n)->chain;
}

/* What a node's signature says at once. */
static void look(struct ha_congruence *c, ha_node n) {
  const struct node *node = at(c, n);
  if (node->is_equal && root_of(c, node, 0) == root_of(c, node, 1))
    enqueue(c, n, HA_NODE_TRUE, BY_EQUAL, 0);
  else if (node->twin != n)
    enqueue(c, n, node->twin,
            is_straight(c, node, at(c, node->twin)) ? BY_ARGUMENTS : BY_CROSSED, 0);
}

ha_node ha_congruence_apply(struct ha_congruence *c, uint32_t function,
                            const ha_node *args, unsigned count) {
  ha_node n = new_node(c);
  assert(count && count <= HA_NODE_ARGS);
  at(c, n)->function = function;
  at(c, n)->is_equal = function == HA_FUNCTION_EQUAL;
  at(c, n)->count = (uint8_t)count;
  for (unsigned i = 0; i < count; i++) {
    at(c, n)->args[i] = args[i];
    struct node *class = at(c, at(c, args[i])->root);
    HA_PUSH(c->arena, class->uses.list, n);
  }
  insert(c, n);
  look(c, n);
  return n;
}

/* ---- merging ---- */

/* Turns the path from n to the root of its tree around, so that n is the root. */
static void become_root(struct ha_congruence *c, ha_node n) {
  ha_node child = 0, proof;
  enum reason reason = BY_LITERAL, kept;
  uint32_t literal = 0, kept_literal;
  for (; n; n = proof) {
    struct node *node = at(c, n);
    proof = node->proof;
    kept = node->reason;
    kept_literal = node->literal;
    node->proof = child;
    node->reason = reason;
    node->literal = literal;
    child = n;
    reason = kept;
    literal = kept_literal;
  }
}

static void swap_rings(struct ha_congruence *c, ha_node a, ha_node b) {
  ha_node next = at(c, a)->next;
  at(c, a)->next = at(c, b)->next;
  at(c, b)->next = next;
}

static void set_root(struct ha_congruence *c, ha_node first, ha_node root) {
  ha_node n = first;
  do {
    at(c, n)->root = root;
    n = at(c, n)->next;
  } while (n != first);
}

/* Watched nodes of a class that gets a value. */
static void imply(struct ha_congruence *c, ha_node first) {
  ha_node n = first;
  do {
    if (at(c, n)->is_watched)
      HA_PUSH(c->arena, c->implied, n);
    n = at(c, n)->next;
  } while (n != first);
}

static void share_value(struct ha_congruence *c, struct node *from, struct node *to) {
  if (to->value && !from->value)
    imply(c, from->root);
  else if (from->value && !to->value)
    imply(c, to->root);
  if (from->value && to->value) {
    c->wrong[0] = from->value;
    c->wrong[1] = to->value;
  }
  if (!to->value)
    to->value = from->value;
}

static void move_uses(struct ha_congruence *c, ha_node from, ha_node to) {
  for (unsigned i = 0; i < at(c, from)->uses.list.count; i++) {
    ha_node use = at(c, from)->uses.list.at[i];
    HA_PUSH(c->arena, at(c, to)->uses.list, use);
    if (at(c, use)->twin == use && at(c, use)->passed != c->stamp) {
      at(c, use)->passed = c->stamp;
      insert(c, use);
      look(c, use);
    }
  }
}

/* Out of the table while the signatures change; `passed` then tells whose have. */
static void take_out(struct ha_congruence *c, ha_node from) {
  c->stamp++;
  for (unsigned i = 0; i < at(c, from)->uses.list.count; i++) {
    ha_node use = at(c, from)->uses.list.at[i];
    if (at(c, use)->twin == use && at(c, use)->explained != c->stamp) {
      at(c, use)->explained = c->stamp;
      erase(c, use);
    }
  }
}

static void unite(struct ha_congruence *c, const struct equality *e) {
  ha_node from = at(c, e->a)->root, to = at(c, e->b)->root;
  ha_node a = e->a, b = e->b;
  if (at(c, from)->size > at(c, to)->size) {
    ha_node other = from;
    from = to;
    to = other;
    a = e->b;
    b = e->a;
  }
  become_root(c, a);
  at(c, a)->proof = b;
  at(c, a)->reason = e->reason;
  at(c, a)->literal = e->literal;
  HA_PUSH(c->arena, c->merges, (struct merge){a, b, from, to, at(c, to)->value});
  share_value(c, at(c, from), at(c, to));
  take_out(c, from);
  set_root(c, from, to);
  swap_rings(c, from, to);
  at(c, to)->size += at(c, from)->size;
  move_uses(c, from, to);
}

void ha_congruence_assert(struct ha_congruence *c, ha_node n, bool value,
                          uint32_t literal) {
  enqueue(c, n, value ? HA_NODE_TRUE : HA_NODE_FALSE, BY_LITERAL, literal);
  if (value && at(c, n)->is_equal)
    enqueue(c, at(c, n)->args[0], at(c, n)->args[1], BY_LITERAL, literal);
}

bool ha_congruence_close(struct ha_congruence *c) {
  c->wrong[0] = 0;
  for (unsigned i = 0; i < c->queue.count && !c->wrong[0]; i++) {
    struct equality e = c->queue.at[i];
    if (at(c, e.a)->root != at(c, e.b)->root)
      unite(c, &e);
  }
  c->queue.count = 0;
  return !c->wrong[0];
}

ha_node ha_congruence_next(struct ha_congruence *c) {
  if (c->taken < c->implied.count)
    return c->implied.at[c->taken++];
  c->taken = c->implied.count = 0;
  return 0;
}

/* ---- going back ---- */

unsigned ha_congruence_mark(const struct ha_congruence *c) { return c->merges.count; }

static void cut_proof(struct ha_congruence *c, ha_node a, ha_node b) {
  if (at(c, a)->proof == b)
    at(c, a)->proof = 0;
  else
    at(c, b)->proof = 0;
}

static void separate(struct ha_congruence *c, const struct merge *m) {
  struct node *from = at(c, m->from), *to = at(c, m->to);
  take_out(c, m->from);
  to->uses.list.count -= from->uses.list.count;
  to->size -= from->size;
  to->value = m->old_value;
  swap_rings(c, m->from, m->to);
  set_root(c, m->from, m->from);
  for (unsigned i = 0; i < from->uses.list.count; i++) {
    ha_node use = from->uses.list.at[i];
    struct node *n = at(c, use);
    bool was_in = n->explained == c->stamp;
    if (n->passed != c->stamp && (was_in || !is_congruent(c, n, at(c, n->twin)))) {
      n->passed = c->stamp;
      insert(c, use);
    }
  }
  cut_proof(c, m->a, m->b);
}

void ha_congruence_undo(struct ha_congruence *c, unsigned mark) {
  while (c->merges.count > mark)
    separate(c, &c->merges.at[--c->merges.count]);
  c->queue.count = c->implied.count = c->taken = 0;
}

/* ---- explaining ---- */

static void ask(struct ha_congruence *c, ha_node a, ha_node b) {
  if (a == b)
    return;
  HA_PUSH(c->arena, c->pending, a);
  HA_PUSH(c->arena, c->pending, b);
}

/* One edge, from n to its proof. */
static void explain_edge(struct ha_congruence *c, ha_node n, ha_literals *why) {
  const struct node *p = at(c, n), *q = at(c, p->proof);
  switch (p->reason) {
  case BY_LITERAL:
    HA_PUSH(c->arena, *why, p->literal);
    break;
  case BY_ARGUMENTS:
    for (unsigned i = 0; i < p->count; i++)
      ask(c, p->args[i], q->args[i]);
    break;
  case BY_CROSSED:
    ask(c, p->args[0], q->args[1]);
    ask(c, p->args[1], q->args[0]);
    break;
  case BY_EQUAL:
    p = p->is_equal ? p : q;
    ask(c, p->args[0], p->args[1]);
    break;
  }
}

static void explain_path(struct ha_congruence *c, ha_node from, ha_node to,
                         uint32_t stamp, ha_literals *why) {
  for (; from != to; from = at(c, from)->proof)
    if (at(c, from)->explained != stamp) {
      at(c, from)->explained = stamp;
      explain_edge(c, from, why);
    }
}

static ha_node common_ancestor(struct ha_congruence *c, ha_node a, ha_node b) {
  c->stamp++;
  for (; a; a = at(c, a)->proof)
    at(c, a)->passed = c->stamp;
  while (at(c, b)->passed != c->stamp) {
    assert(at(c, b)->proof && "equal nodes are in one tree");
    b = at(c, b)->proof;
  }
  return b;
}

void ha_congruence_explain(struct ha_congruence *c, ha_node a, ha_node b,
                           ha_literals *why) {
  uint32_t stamp = ++c->stamp; /* of the edges that have been explained */
  c->pending.count = 0;
  ask(c, a, b);
  while (c->pending.count) {
    b = c->pending.at[--c->pending.count];
    a = c->pending.at[--c->pending.count];
    ha_node top = common_ancestor(c, a, b);
    explain_path(c, a, top, stamp, why);
    explain_path(c, b, top, stamp, why);
  }
}

void ha_congruence_explain_conflict(struct ha_congruence *c, ha_literals *why) {
  ha_congruence_explain(c, c->wrong[0], c->wrong[1], why);
}
