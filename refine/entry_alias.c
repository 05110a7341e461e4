/* Rule 3: different parameters are disjoint, unless the code compares them.
 *
 * Two parameters meet where a value that comes from one of them, or was reached by
 * walking from it, is compared with the other.  Where the walk that looks for the
 * other has no test for the end, the code relies on finding it: member only. */
#include "entry_rules.h"

struct meeting {
  const struct ha_uses *uses;
  const struct ha_program *program;
  const struct ha_root *list, *node;
  const struct ha_header *header; /* of the list; row 0 if it has none */
};

/* Is `var` reached from the list by its links?  (Or the parameter itself.) */
static bool walked_from(const struct meeting *m, ha_var var) {
  const struct ha_root *list = m->list;
  if (ha_uses_from_param(m->uses, var, list->param))
    return true;
  const ha_field way[] = {list->link, list->back, m->header->head, m->header->tail};
  for (unsigned i = 0; i < sizeof way / sizeof *way; i++)
    if (way[i] && ha_uses_from_field(m->uses, var, way[i]))
      return true;
  return false;
}

static bool is_other(const struct meeting *m, ha_var var) {
  return ha_uses_from_param(m->uses, var, m->node->param) &&
         !ha_uses_from_param(m->uses, var, m->list->param);
}

/* The loop of the comparison never tests a walked node against null. */
static bool relies_on_finding(const struct meeting *m, uint32_t cmd) {
  const struct ha_uses *u = m->uses;
  uint32_t loop = u->loop[u->cmd_from[cmd]];
  if (!loop)
    return false;
  for (unsigned i = 0; i < u->null_tests.count; i++) {
    const struct ha_null_test *test = &u->null_tests.at[i];
    if (u->loop[u->cmd_from[test->cmd]] == loop && walked_from(m, test->var))
      return false;
  }
  return true;
}

static unsigned meet(const struct meeting *m) {
  const struct ha_uses *u = m->uses;
  unsigned set = 0;
  for (unsigned i = 0; i < u->compares.count; i++) {
    const struct ha_ptr_compare *cmp = &u->compares.at[i];
    ha_var a = ha_uses_value(m->program, cmp->a), b = ha_uses_value(m->program, cmp->b);
    ha_var walker = is_other(m, b) ? a : is_other(m, a) ? b : 0;
    if (!walker || !walked_from(m, walker))
      continue;
    bool itself = ha_uses_from_param(u, walker, m->list->param);
    if (relies_on_finding(m, cmp->cmd))
      return HA_ALIAS_MEMBER | (itself ? HA_ALIAS_EQUAL : 0);
    set = HA_ALIAS_DISJOINT | HA_ALIAS_EQUAL | HA_ALIAS_MEMBER;
  }
  return set;
}

/* May `node` be in the list of root `list`?  Then it says so. */
static bool pair(struct ha_entry *entry, const struct ha_uses *uses, unsigned list,
                 unsigned node) {
  const struct ha_root *at = entry->roots.at;
  const struct ha_header *header =
      &entry->headers.at[at[list].shape == HA_SHAPE_HEADER ? at[list].header : 0];
  ha_type element = header->node ? header->node : at[list].type;
  if (!at[list].param || !at[node].param || !at[list].link || !at[node].link ||
      at[node].type != element || at[list].container != at[node].container)
    return false;
  struct meeting m = {.uses = uses,
                      .program = uses->program,
                      .list = &at[list],
                      .node = &at[node],
                      .header = header};
  unsigned set = meet(&m);
  if (set && header->node)
    set &= ~HA_ALIAS_EQUAL;
  if (!set)
    return false;
  entry->roots.at[node].aliasing = set;
  entry->roots.at[node].alias_of = list;
  return true;
}

/* The root itself, or the one that it may be an alias of. */
static unsigned base_of(const struct ha_entry *entry, unsigned root) {
  const struct ha_root *r = &entry->roots.at[root];
  return r->aliasing && r->aliasing != HA_ALIAS_DISJOINT ? r->alias_of : root;
}

bool ha_entry_are_apart(const struct ha_entry *entry, unsigned i, unsigned j) {
  return base_of(entry, i) != base_of(entry, j);
}

void ha_entry_aliasing(struct ha_entry *entry, const struct ha_uses *uses) {
  unsigned count = entry->roots.count;
  for (unsigned i = 0; i < count; i++)
    entry->roots.at[i].aliasing = HA_ALIAS_DISJOINT;
  for (unsigned j = 0; j < count; j++)
    for (unsigned i = 0; i < j; i++)
      if (entry->roots.at[i].aliasing == HA_ALIAS_DISJOINT &&
          entry->roots.at[j].aliasing == HA_ALIAS_DISJOINT && !pair(entry, uses, i, j))
        pair(entry, uses, j, i);
}
