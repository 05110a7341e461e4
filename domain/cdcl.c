#include "cdcl.h"
#include <assert.h>

/* Why a variable has its value: a clause by its index, or one of these. */
enum { DECIDED = UINT32_MAX, BY_CLOSURE = UINT32_MAX - 1 };
enum { NO_LIT = UINT32_MAX };

struct variable {
  int8_t value; /* 1, -1; 0: none */
  bool phase;   /* the value it had last */
  bool seen;
  ha_node node;
  uint32_t level, reason;
  uint32_t before, after, stamp; /* the queue of decisions: last moved, first decided */
};

struct clause {
  unsigned first, count; /* in `lits`; the first two are watched */
  unsigned number;       /* of an asserted one */
  unsigned from, froms;  /* of a learned one: what it comes from, in `sources` */
};

struct level {
  unsigned trail, merges, satisfied;
};

struct watches {
  HA_VEC(uint32_t) list;
};

struct ha_cdcl {
  struct ha_arena *arena;
  struct ha_congruence *closure;
  HA_VEC(struct variable) variables; /* from 1 on */
  HA_VEC(uint32_t) variable_of;      /* by node; 0: none; only of watched ones */
  HA_VEC(struct clause) clauses;
  HA_VEC(ha_lit) lits;
  HA_VEC(struct watches) watches; /* by literal */
  unsigned made;                  /* lists that there have ever been at once */
  HA_VEC(ha_lit) trail;
  unsigned propagated, closed; /* how much of the trail */
  unsigned satisfied;          /* so many clauses from the first on are, as it stands */
  HA_VEC(struct level) levels; /* of each decision: what was before it */
  uint32_t newest, oldest, next_decision, stamp;
  HA_VEC(uint32_t) sources; /* 2c: clause c; 2v + 1: why v holds without decisions */
  ha_literals why;          /* literals that are false, of a reason or conflict */
  HA_VEC(ha_lit) learned;
  uint32_t conflict; /* a clause, or BY_CLOSURE */
  bool is_refuted;
  HA_VEC(bool) traced; /* by source */
  HA_VEC(uint32_t) to_trace;
};

static struct variable *var_of(const struct ha_cdcl *s, ha_lit lit) {
  return &s->variables.at[lit / 2];
}

static int value_of(const struct ha_cdcl *s, ha_lit lit) {
  int value = var_of(s, lit)->value;
  return lit & 1 ? -value : value;
}

bool ha_cdcl_value(const struct ha_cdcl *s, ha_lit lit) { return value_of(s, lit) > 0; }

/* ---- the queue of decisions ---- */

static void append(struct ha_cdcl *s, uint32_t v) {
  struct variable *var = &s->variables.at[v];
  var->before = s->newest;
  var->after = 0;
  if (s->newest)
    s->variables.at[s->newest].after = v;
  else
    s->oldest = v;
  s->newest = v;
  var->stamp = ++s->stamp;
  if (!var->value)
    s->next_decision = v;
}

static void move_to_front(struct ha_cdcl *s, uint32_t v) {
  struct variable *var = &s->variables.at[v];
  if (s->newest == v)
    return;
  s->variables.at[var->after].before = var->before;
  if (var->before)
    s->variables.at[var->before].after = var->after;
  else
    s->oldest = var->after;
  if (s->next_decision == v)
    s->next_decision = var->before ? var->before : var->after;
  append(s, v);
}

/* The memory of a list is used again. */
static void new_watches(struct ha_cdcl *s) {
  struct watches fresh = {0};
  if (s->watches.count < s->made)
    fresh = s->watches.at[s->watches.count];
  else
    s->made = s->watches.count + 1;
  fresh.list.count = 0;
  HA_PUSH(s->arena, s->watches, fresh);
}

uint32_t ha_cdcl_variable(struct ha_cdcl *s, ha_node node) {
  uint32_t v = s->variables.count;
  HA_PUSH(s->arena, s->variables, (struct variable){.node = node});
  new_watches(s);
  new_watches(s);
  append(s, v);
  if (node) {
    while (s->variable_of.count <= node)
      HA_PUSH(s->arena, s->variable_of, 0);
    s->variable_of.at[node] = v;
    ha_congruence_watch(s->closure, node);
  }
  return v;
}

struct ha_cdcl *ha_cdcl_new(struct ha_arena *arena, struct ha_congruence *closure) {
  struct ha_cdcl *s = ha_arena_alloc(arena, sizeof *s);
  s->arena = arena;
  s->closure = closure;
  ha_cdcl_reset(s);
  return s;
}

void ha_cdcl_reset(struct ha_cdcl *s) {
  s->variables.count = s->variable_of.count = s->clauses.count = s->lits.count = 0;
  s->watches.count = s->trail.count = s->levels.count = s->sources.count = 0;
  s->propagated = s->closed = s->satisfied = 0;
  s->newest = s->oldest = s->next_decision = s->stamp = 0;
  s->is_refuted = false;
  HA_PUSH(s->arena, s->variables, (struct variable){0}); /* none */
  new_watches(s);
  new_watches(s);
}

/* ---- the trail ---- */

static void put(struct ha_cdcl *s, ha_lit lit, uint32_t reason) {
  struct variable *var = var_of(s, lit);
  var->value = lit & 1 ? -1 : 1;
  var->phase = !(lit & 1);
  var->level = s->levels.count;
  var->reason = reason;
  HA_PUSH(s->arena, s->trail, lit);
}

static void go_back(struct ha_cdcl *s, unsigned level) {
  if (s->levels.count <= level)
    return;
  struct level kept = s->levels.at[level];
  while (s->trail.count > kept.trail) {
    uint32_t v = s->trail.at[--s->trail.count] / 2;
    s->variables.at[v].value = 0;
    if (s->variables.at[v].stamp > s->variables.at[s->next_decision].stamp)
      s->next_decision = v;
  }
  s->levels.count = level;
  s->propagated = s->closed = s->trail.count;
  s->satisfied = kept.satisfied;
  ha_congruence_undo(s->closure, kept.merges);
}

void ha_cdcl_rewind(struct ha_cdcl *s) { go_back(s, 0); }

/* ---- clauses ---- */

static void watch(struct ha_cdcl *s, ha_lit lit, uint32_t clause) {
  HA_PUSH(s->arena, s->watches.at[lit].list, clause);
}

static uint32_t new_clause(struct ha_cdcl *s, const ha_lit *lits, unsigned count,
                           unsigned number) {
  struct clause clause = {.first = s->lits.count, .count = count, .number = number};
  for (unsigned i = 0; i < count; i++)
    HA_PUSH(s->arena, s->lits, lits[i]);
  HA_PUSH(s->arena, s->clauses, clause);
  return s->clauses.count - 1;
}

static void swap(ha_lit *a, ha_lit *b) {
  ha_lit kept = *a;
  *a = *b;
  *b = kept;
}

/* Those that are not false to the front; their number, at most 2. */
static unsigned choose_watched(const struct ha_cdcl *s, ha_lit *lits, unsigned count) {
  unsigned found = 0;
  for (unsigned i = 0; i < count && found < 2; i++)
    if (value_of(s, lits[i]) >= 0)
      swap(&lits[found++], &lits[i]);
  return found;
}

void ha_cdcl_clause(struct ha_cdcl *s, const ha_lit *lits, unsigned count,
                    unsigned number) {
  assert(!s->levels.count);
  for (unsigned i = 0; i < count; i++)
    if (value_of(s, lits[i]) > 0)
      return; /* holds for good */
  uint32_t clause = new_clause(s, lits, count, number);
  ha_lit *at = &s->lits.at[s->clauses.at[clause].first];
  unsigned open = choose_watched(s, at, count);
  if (!open && !s->is_refuted) {
    s->is_refuted = true;
    s->conflict = clause;
  } else if (open == 1) {
    put(s, at[0], clause);
  } else if (open == 2) {
    watch(s, at[0], clause);
    watch(s, at[1], clause);
  }
}

/* ---- propagating ---- */

/* Another literal to watch in place of the second, which is false. */
static bool watch_another(struct ha_cdcl *s, uint32_t clause, ha_lit *at,
                          unsigned count) {
  for (unsigned i = 2; i < count; i++)
    if (value_of(s, at[i]) >= 0) {
      swap(&at[1], &at[i]);
      watch(s, at[1], clause);
      return true;
    }
  return false;
}

/* The clauses that watch a literal that has become false. */
static bool visit(struct ha_cdcl *s, ha_lit wrong) {
  unsigned kept = 0, i = 0;
  bool is_fine = true;
  for (; i < s->watches.at[wrong].list.count && is_fine; i++) {
    uint32_t index = s->watches.at[wrong].list.at[i];
    const struct clause *clause = &s->clauses.at[index];
    ha_lit *at = &s->lits.at[clause->first];
    if (at[0] == wrong)
      swap(&at[0], &at[1]);
    int value = value_of(s, at[0]);
    if (value <= 0 && watch_another(s, index, at, clause->count))
      continue;
    s->watches.at[wrong].list.at[kept++] = index;
    if (value < 0) {
      s->conflict = index;
      is_fine = false;
    } else if (!value) {
      put(s, at[0], index);
    }
  }
  for (; i < s->watches.at[wrong].list.count; i++)
    s->watches.at[wrong].list.at[kept++] = s->watches.at[wrong].list.at[i];
  s->watches.at[wrong].list.count = kept;
  return is_fine;
}

static bool propagate_clauses(struct ha_cdcl *s) {
  while (s->propagated < s->trail.count)
    if (!visit(s, ha_lit_not(s->trail.at[s->propagated++])))
      return false;
  return true;
}

static void take_implied(struct ha_cdcl *s) {
  for (ha_node n; (n = ha_congruence_next(s->closure));) {
    uint32_t v = s->variable_of.at[n];
    bool value = ha_congruence_value_of(s->closure, n) == HA_NODE_TRUE;
    if (!s->variables.at[v].value)
      put(s, ha_lit_of(v, value), BY_CLOSURE);
  }
}

static bool propagate_equalities(struct ha_cdcl *s) {
  for (; s->closed < s->trail.count; s->closed++) {
    ha_lit lit = s->trail.at[s->closed];
    if (var_of(s, lit)->node)
      ha_congruence_assert(s->closure, var_of(s, lit)->node, !(lit & 1), lit);
  }
  if (!ha_congruence_close(s->closure)) {
    s->conflict = BY_CLOSURE;
    return false;
  }
  take_implied(s);
  return true;
}

static bool propagate(struct ha_cdcl *s) {
  do
    if (!propagate_clauses(s) || !propagate_equalities(s))
      return false;
  while (s->propagated < s->trail.count);
  return true;
}

/* ---- learning ---- */

/* The other literals of the reason for `lit`, or all of the conflict: they are false.
 */
static void find_why(struct ha_cdcl *s, uint32_t reason, ha_lit lit) {
  s->why.count = 0;
  if (reason != BY_CLOSURE) {
    const struct clause *clause = &s->clauses.at[reason];
    for (unsigned i = 0; i < clause->count; i++)
      if (s->lits.at[clause->first + i] != lit)
        HA_PUSH(s->arena, s->why, s->lits.at[clause->first + i]);
    return;
  }
  if (lit == NO_LIT)
    ha_congruence_explain_conflict(s->closure, &s->why);
  else
    ha_congruence_explain(s->closure, var_of(s, lit)->node,
                          lit & 1 ? HA_NODE_FALSE : HA_NODE_TRUE, &s->why);
  for (unsigned i = 0; i < s->why.count; i++)
    s->why.at[i] = ha_lit_not(s->why.at[i]);
}

static void rest_on(struct ha_cdcl *s, uint32_t source) {
  HA_PUSH(s->arena, s->sources, source);
}

/* Takes what is in `why` into the clause being learned; how many of this level. */
static unsigned take_why(struct ha_cdcl *s) {
  unsigned open = 0;
  for (unsigned i = 0; i < s->why.count; i++) {
    ha_lit lit = s->why.at[i];
    struct variable *var = var_of(s, lit);
    if (!var->level) {
      rest_on(s, lit / 2 * 2 + 1);
    } else if (!var->seen) {
      var->seen = true;
      if (var->level == s->levels.count)
        open++;
      else
        HA_PUSH(s->arena, s->learned, lit);
    }
  }
  return open;
}

/* Back along the trail to the one literal of this level that implies the conflict: its
 * negation is learned[0]. */
static void analyse(struct ha_cdcl *s) {
  unsigned open = 0, at = s->trail.count;
  uint32_t reason = s->conflict;
  ha_lit lit = NO_LIT;
  s->learned.count = 0;
  HA_PUSH(s->arena, s->learned, NO_LIT);
  do {
    if (reason != BY_CLOSURE)
      rest_on(s, 2 * reason);
    find_why(s, reason, lit);
    open += take_why(s);
    assert(open && "a conflict has to do with the last decision");
    do
      lit = s->trail.at[--at];
    while (!var_of(s, lit)->seen || var_of(s, lit)->level != s->levels.count);
    var_of(s, lit)->seen = false;
    move_to_front(s, lit / 2);
    reason = var_of(s, lit)->reason;
  } while (--open);
  s->learned.at[0] = ha_lit_not(lit);
}

/* The level at which the learned clause first says something; its literal goes second.
 */
static unsigned level_to_return_to(struct ha_cdcl *s) {
  unsigned level = 0;
  for (unsigned i = 1; i < s->learned.count; i++) {
    struct variable *var = var_of(s, s->learned.at[i]);
    var->seen = false;
    move_to_front(s, s->learned.at[i] / 2);
    if (var->level > level) {
      level = var->level;
      swap(&s->learned.at[1], &s->learned.at[i]);
    }
  }
  return level;
}

static void learn(struct ha_cdcl *s) {
  unsigned from = s->sources.count;
  analyse(s);
  go_back(s, level_to_return_to(s));
  uint32_t clause = new_clause(s, s->learned.at, s->learned.count, 0);
  s->clauses.at[clause].from = from;
  s->clauses.at[clause].froms = s->sources.count - from;
  if (s->learned.count > 1) {
    watch(s, s->learned.at[0], clause);
    watch(s, s->learned.at[1], clause);
  }
  put(s, s->learned.at[0], clause);
}

/* ---- deciding ---- */

static void decide(struct ha_cdcl *s, ha_lit lit) {
  HA_PUSH(s->arena, s->levels,
          (struct level){s->trail.count, ha_congruence_mark(s->closure), s->satisfied});
  put(s, lit, DECIDED);
}

/* The literal to make a clause true by: as it was last, or any; NO_LIT: it is true. */
static ha_lit open_literal(const struct ha_cdcl *s, const struct clause *clause) {
  const ha_lit *at = &s->lits.at[clause->first];
  ha_lit best = NO_LIT;
  bool is_as_last = false;
  for (unsigned i = 0; i < clause->count; i++) {
    const struct variable *var = var_of(s, at[i]);
    bool wanted = !(at[i] & 1);
    if (value_of(s, at[i]) > 0)
      return NO_LIT;
    if (!var->value && !is_as_last) {
      best = at[i];
      is_as_last = var->phase == wanted;
    }
  }
  return best;
}

/* The first clause that is not true yet decides; where all are, the rest may stay open:
 * classes that nothing makes equal differ, and truth values are free. */
static bool decide_clause(struct ha_cdcl *s) {
  for (; s->satisfied < s->clauses.count; s->satisfied++) {
    ha_lit lit = open_literal(s, &s->clauses.at[s->satisfied]);
    if (lit != NO_LIT) {
      decide(s, lit);
      return true;
    }
  }
  return false;
}

/* What conflicts were about most recently. */
static bool decide_recent(struct ha_cdcl *s) {
  uint32_t v = s->next_decision;
  while (v && s->variables.at[v].value)
    v = s->variables.at[v].before;
  if (!v)
    return false;
  s->next_decision = v;
  decide(s, ha_lit_of(v, s->variables.at[v].phase));
  return true;
}

enum {
  EASY = 30
}; /* conflicts after which the question is not one for a first guess */

enum { RESTART = 64 }; /* conflicts to the first restart; then half as many more */

enum ha_sat ha_cdcl_solve(struct ha_cdcl *s, unsigned conflicts) {
  unsigned restart = RESTART, since = 0;
  for (unsigned met = 0; !s->is_refuted;) {
    if (!propagate(s)) {
      s->is_refuted = !s->levels.count;
      if (s->is_refuted)
        break;
      learn(s);
      since++;
      if (++met > conflicts)
        return HA_SAT_GIVEN_UP;
    } else if (since >= restart) {
      since = 0;
      restart += restart / 2;
      go_back(s, 0);
    } else if (met < EASY ? !decide_clause(s) : !decide_recent(s)) {
      return HA_SAT_YES;
    }
  }
  return HA_SAT_NO;
}

/* ---- what a refutation rests on ---- */

static void trace(struct ha_cdcl *s, uint32_t source) {
  while (s->traced.count <= source)
    HA_PUSH(s->arena, s->traced, false);
  if (s->traced.at[source])
    return;
  s->traced.at[source] = true;
  HA_PUSH(s->arena, s->to_trace, source);
}

/* A clause without the literal that it implies: why the others are false. */
static void trace_why(struct ha_cdcl *s, uint32_t reason, ha_lit lit) {
  if (reason != BY_CLOSURE)
    trace(s, 2 * reason);
  find_why(s, reason, lit);
  for (unsigned i = 0; i < s->why.count; i++)
    trace(s, s->why.at[i] / 2 * 2 + 1);
}

static void trace_source(struct ha_cdcl *s, uint32_t source, ha_literals *numbers) {
  if (source & 1) {
    const struct variable *var = &s->variables.at[source / 2];
    assert(!var->level && var->value);
    trace_why(s, var->reason, ha_lit_of(source / 2, var->value > 0));
    return;
  }
  const struct clause clause = s->clauses.at[source / 2];
  if (clause.number)
    HA_PUSH(s->arena, *numbers, clause.number);
  for (unsigned i = 0; i < clause.froms; i++)
    trace(s, s->sources.at[clause.from + i]);
}

void ha_cdcl_core(struct ha_cdcl *s, ha_literals *numbers) {
  s->traced.count = s->to_trace.count = 0;
  trace_why(s, s->conflict, NO_LIT);
  while (s->to_trace.count)
    trace_source(s, s->to_trace.at[--s->to_trace.count], numbers);
}
