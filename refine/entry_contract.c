#include "entry_contract.h"
#include "../domain/contract.h"
#include "../domain/vocab.h"
#include "entry_rules.h"
#include <string.h>

struct reading {
  struct ha_arena *arena;
  struct ha_entry *entry;
  const struct ha_program *program;
  struct ha_vocab *vocab;
  struct ha_terms *terms;
};

static const struct ha_term_row *get(const struct reading *r, ha_term term) {
  return ha_term_get(r->terms, term);
}

static struct ha_root *root_of(const struct reading *r, ha_term term) {
  const struct ha_term_row *row = get(r, term);
  if (row->op != HA_TERM_SYM)
    return NULL;
  struct ha_meaning_row m = ha_vocab_meaning(r->vocab, (ha_symbol)row->imm);
  for (unsigned i = 0; m.means == HA_MEANS_VAR && i < r->entry->roots.count; i++)
    if (r->entry->roots.at[i].param == m.id)
      return &r->entry->roots.at[i];
  return NULL;
}

static ha_field field_of(const struct reading *r, ha_term map) {
  const struct ha_term_row *row = get(r, map);
  if (row->op != HA_TERM_SYM)
    return 0;
  struct ha_meaning_row m = ha_vocab_meaning(r->vocab, (ha_symbol)row->imm);
  return m.means == HA_MEANS_FIELD && m.id < r->entry->field_count ? m.id : 0;
}

/* ---- null ---- */

/* A pointer that the contract speaks of may be null unless it says otherwise. */
static void mention(const struct reading *r, ha_term term) {
  struct ha_root *root = root_of(r, term);
  if (root && root->shape != HA_SHAPE_SCALAR && !root->stated) {
    root->stated = true;
    root->nullable = true;
    root->by_macro = root->required = false;
  }
  const struct ha_term_row row = *get(r, term);
  for (unsigned i = 0; i < row.count; i++)
    mention(r, row.args[i]);
}

/* A property of what can be reached from a pointer is its shape. */
static void mention_shapes(const struct reading *r, ha_term term, bool inside) {
  const struct ha_term_row row = *get(r, term);
  struct ha_root *root = root_of(r, term);
  if (root && inside)
    root->shaped = true;
  inside |=
      row.op == HA_TERM_NAMED || row.op == HA_TERM_BTWN || row.op == HA_TERM_REACHES;
  for (unsigned i = 0; i < row.count; i++)
    mention_shapes(r, row.args[i], inside);
}

static void never_null(const struct reading *r, ha_term term) {
  struct ha_root *root = root_of(r, term);
  if (root) {
    root->nullable = false;
    root->required = true;
  }
}

/* ---- shapes ---- */

/* The contract says that the field runs in a ring, or that it ends. */
static void set_ring(const struct reading *r, ha_term map, bool ring) {
  ha_field field = field_of(r, map);
  struct ha_place *place = field ? &r->entry->fields[field] : NULL;
  if (!place || (place->role != HA_ROLE_NEXT && place->role != HA_ROLE_BACK))
    return;
  place->ring = ring;
  place->endless &= ring; /* whatever the code expects */
  if (place->partner)
    r->entry->fields[place->partner].ring = ring;
  for (unsigned i = 0; i < r->entry->roots.count; i++) {
    struct ha_root *root = &r->entry->roots.at[i];
    if (root->link == field && root->shape != HA_SHAPE_HEADER)
      root->shape = ha_entry_list_shape(place);
  }
}

static void read_shape(const struct reading *r, const struct ha_term_row *row) {
  switch (row->imm) {
  case HA_NAMED_LIST:
  case HA_NAMED_DLIST:
    set_ring(r, row->args[1], false);
    break;
  case HA_NAMED_RING:
  case HA_NAMED_DRING:
    set_ring(r, row->args[1], true);
    never_null(r, row->args[row->count - 1]);
    break;
  default:
    break;
  }
}

static void read_conjunct(const struct reading *r, ha_term term) {
  const struct ha_term_row row = *get(r, term);
  if (row.op == HA_TERM_AND)
    for (unsigned i = 0; i < row.count; i++)
      read_conjunct(r, row.args[i]);
  if (row.op == HA_TERM_NAMED)
    read_shape(r, &row);
  if (row.op != HA_TERM_NOT)
    return;
  const struct ha_term_row inner = *get(r, row.args[0]);
  if (inner.op == HA_TERM_EQ && get(r, inner.args[0])->op == HA_TERM_NULL)
    never_null(r, inner.args[1]);
}

/* ---- aliases ---- */

/* The i-th and the j-th root may meet in any way; what is told of an alias is told of
 * the root that it is one of. */
static void may_meet(const struct reading *r, unsigned i, unsigned j) {
  struct ha_root *list = &r->entry->roots.at[i], *node = &r->entry->roots.at[j];
  if (list->aliasing != HA_ALIAS_DISJOINT) {
    i = list->alias_of;
    list = &r->entry->roots.at[i];
  }
  bool is_base = false;
  for (unsigned k = 0; k < r->entry->roots.count; k++)
    is_base |= r->entry->roots.at[k].aliasing != HA_ALIAS_DISJOINT &&
               r->entry->roots.at[k].alias_of == j;
  if (i == j || is_base || node->aliasing != HA_ALIAS_DISJOINT || !list->param ||
      !node->param || !list->link || !node->link || list->type != node->type ||
      list->container != node->container)
    return;
  node->aliasing = HA_ALIAS_DISJOINT | HA_ALIAS_EQUAL | HA_ALIAS_MEMBER;
  node->alias_of = i;
}

static bool speaks_of(const struct reading *r, ha_term term,
                      const struct ha_root *root) {
  const struct ha_term_row row = *get(r, term);
  bool found = root_of(r, term) == root;
  for (unsigned i = 0; !found && i < row.count; i++)
    found = speaks_of(r, row.args[i], root);
  return found;
}

/* Two pointers in one atom. */
static void read_atom(const struct reading *r, ha_term term) {
  unsigned count = r->entry->roots.count;
  for (unsigned i = 0; i < count; i++)
    for (unsigned j = i + 1; j < count; j++)
      if (speaks_of(r, term, &r->entry->roots.at[i]) &&
          speaks_of(r, term, &r->entry->roots.at[j]))
        may_meet(r, i, j);
}

static void read_atoms(const struct reading *r, ha_term term) {
  const struct ha_term_row row = *get(r, term);
  bool logical = row.op == HA_TERM_AND || row.op == HA_TERM_OR ||
                 row.op == HA_TERM_NOT || row.op == HA_TERM_IFF;
  if (!logical)
    read_atom(r, term);
  for (unsigned i = 0; logical && i < row.count; i++)
    read_atoms(r, row.args[i]);
}

/* ---- the whole ---- */

/* Is it assumed, not checked as a callee's is? */
static bool is_assumed(const struct ha_program *p, ha_formula formula) {
  for (uint32_t c = 1; c < p->cmds.count; c++) {
    const struct ha_cmd_row *cmd = &p->cmds.at[c];
    const struct ha_expr_row *row = &p->exprs.at[cmd->a];
    if (cmd->op == HA_CMD_ASSUME && row->op == HA_EXPR_FORMULA && row->imm == formula)
      return true;
  }
  return false;
}

static ha_term requirement(const struct reading *r, const struct ha_contracts *c,
                           ha_formula f) {
  bool is = r->program->formulas.at[f].kind == HA_FORMULA_REQUIRES &&
            is_assumed(r->program, f);
  return is ? ha_contract_term(c, f) : 0;
}

static void say(const struct reading *r, const char *text) {
  for (unsigned i = 0; i < r->entry->assumes.count; i++)
    if (!strcmp(r->entry->assumes.at[i], text))
      return;
  HA_PUSH(r->arena, r->entry->assumes, text);
}

void ha_entry_contract(struct ha_arena *arena, struct ha_entry *entry,
                       const struct ha_contracts *contracts) {
  struct ha_vocab *vocab = ha_contracts_vocab(contracts);
  struct reading r = {arena, entry, ha_vocab_program(vocab), vocab,
                      ha_vocab_terms(vocab)};
  unsigned count = r.program->formulas.count;
  for (ha_formula f = 1; f < count; f++) {
    ha_term term = requirement(&r, contracts, f);
    if (term) {
      mention(&r, term);
      mention_shapes(&r, term, false);
    }
  }
  for (ha_formula f = 1; f < count; f++) {
    ha_term term = requirement(&r, contracts, f);
    if (!term)
      continue;
    read_conjunct(&r, term);
    read_atoms(&r, term);
  }
  entry->inferred_requires.count = entry->assumes.count = 0;
  ha_entry_words(arena, entry, r.program);
  for (ha_formula f = 1; f < count; f++)
    if (requirement(&r, contracts, f))
      say(&r, r.program->formulas.at[f].text);
}

struct ha_entry *ha_entry_of(struct ha_arena *arena,
                             const struct ha_contracts *contracts,
                             bool initial_globals) {
  const struct ha_program *program = ha_vocab_program(ha_contracts_vocab(contracts));
  struct ha_entry *entry = ha_entry_infer(arena, program, initial_globals);
  if (program->formulas.count > 1)
    ha_entry_contract(arena, entry, contracts);
  return entry;
}
