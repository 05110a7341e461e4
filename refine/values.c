/* One union-find over variables and fields.  Within an expression everything that is
 * computed together is one class; the operands of a comparison are one class even
 * though its result is not theirs. */
#include "values.h"
#include "../domain/contract.h"
#include "../domain/vocab.h"

enum { MAX_CONSTANTS = 12 };

struct value_class {
  bool matters; /* something depends on the value */
  unsigned count;
  uint64_t constants[MAX_CONSTANTS];
};

struct ha_values {
  const struct ha_program *program;
  uint32_t fields; /* nodes: fields first, then variables */
  uint32_t *parent;
  struct value_class *classes; /* by root */
};

static uint32_t find(const struct ha_values *v, uint32_t node) {
  while (v->parent[node] != node) {
    v->parent[node] = v->parent[v->parent[node]];
    node = v->parent[node];
  }
  return node;
}

static void add_constant(struct value_class *c, uint64_t constant) {
  for (unsigned i = 0; i < c->count; i++)
    if (c->constants[i] == constant)
      return;
  if (c->count < MAX_CONSTANTS)
    c->constants[c->count++] = constant;
}

static uint32_t unite(struct ha_values *v, uint32_t a, uint32_t b) {
  a = find(v, a);
  b = find(v, b);
  if (a == b)
    return a;
  v->parent[b] = a;
  v->classes[a].matters |= v->classes[b].matters;
  for (unsigned i = 0; i < v->classes[b].count; i++)
    add_constant(&v->classes[a], v->classes[b].constants[i]);
  return a;
}

static bool is_integer(const struct ha_program *p, ha_type type) {
  return ha_type_get(p->types, type)->kind == HA_TYPE_INT;
}

static bool is_compare(uint8_t op) { return op >= HA_EXPR_EQ && op <= HA_EXPR_SLE; }

/* Puts all that `expr` computes with into the class of `node` (0: none yet) and
 * returns a node of that class. */
static uint32_t absorb(struct ha_values *v, uint32_t node, ha_expr expr) {
  const struct ha_program *p = v->program;
  const struct ha_expr_row *row = &p->exprs.at[expr];
  if (row->op == HA_EXPR_VAR) {
    uint32_t var = v->fields + (uint32_t)row->imm;
    return node ? unite(v, node, var) : var;
  }
  unsigned arity = ha_expr_arity[row->op];
  if (is_compare(row->op) || row->op == HA_EXPR_ELEM) { /* a class of its own */
    uint32_t own = absorb(v, 0, row->a);
    own = absorb(v, row->op == HA_EXPR_ELEM ? 0 : own, row->b);
    if (own)
      v->classes[find(v, own)].matters = true;
    return node;
  }
  if (arity > 0)
    node = absorb(v, node, row->a);
  if (arity > 1)
    node = absorb(v, node, row->b);
  if (arity > 2)
    node = absorb(v, node, row->c);
  if (row->op == HA_EXPR_CONST && node && is_integer(p, row->type))
    add_constant(&v->classes[find(v, node)], row->imm);
  return node;
}

/* Constants that stand before the first variable of their expression. */
static void absorb_twice(struct ha_values *v, uint32_t node, ha_expr expr) {
  node = absorb(v, node, expr);
  if (node)
    absorb(v, node, expr);
}

static void absorb_compare_twice(struct ha_values *v, ha_expr expr) {
  const struct ha_expr_row *row = &v->program->exprs.at[expr];
  if (!is_compare(row->op))
    return;
  uint32_t own = absorb(v, absorb(v, 0, row->a), row->b);
  if (own)
    absorb(v, own, row->a);
}

static void matters(struct ha_values *v, uint32_t node) {
  if (node)
    v->classes[find(v, node)].matters = true;
}

static void absorb_command(struct ha_values *v, const struct ha_cmd_row *cmd) {
  switch (cmd->op) {
  case HA_CMD_ASSUME:
  case HA_CMD_ASSERT:
    matters(v, absorb(v, 0, cmd->a));
    break;
  case HA_CMD_ASSIGN:
    absorb_twice(v, v->fields + cmd->var, cmd->a);
    break;
  case HA_CMD_LOAD:
    absorb(v, 0, cmd->a);
    unite(v, cmd->field, v->fields + cmd->var);
    break;
  case HA_CMD_STORE:
    absorb(v, 0, cmd->a);
    absorb_twice(v, cmd->field, cmd->b);
    break;
  case HA_CMD_NEW:
  case HA_CMD_ALLOCA:
    matters(v, absorb(v, 0, cmd->a));
    break;
  case HA_CMD_COPY:
  case HA_CMD_FILL:
    matters(v, absorb(v, 0, cmd->c));
    break;
  default:
    break;
  }
}

/* With formulas, any field may be spoken of. */
static uint32_t field_limit(const struct ha_program *p) {
  uint32_t limit = p->formulas.count > 1 ? ha_types_fields(p->types) : 1;
  for (unsigned c = 1; c < p->cmds.count; c++)
    if (p->cmds.at[c].field >= limit)
      limit = p->cmds.at[c].field + 1;
  return limit;
}

struct ha_values *ha_values_collect(struct ha_arena *arena,
                                    const struct ha_program *program) {
  struct ha_values *v = ha_arena_alloc(arena, sizeof *v);
  v->program = program;
  v->fields = field_limit(program);
  uint32_t nodes = v->fields + program->vars.count;
  v->parent = ha_arena_alloc(arena, nodes * sizeof *v->parent);
  v->classes = ha_arena_alloc(arena, nodes * sizeof *v->classes);
  for (uint32_t i = 0; i < nodes; i++)
    v->parent[i] = i;
  for (unsigned c = 1; c < program->cmds.count; c++)
    absorb_command(v, &program->cmds.at[c]);
  for (unsigned e = 1; e < program->exprs.count; e++)
    absorb_compare_twice(v, e);
  return v;
}

/* ---- formulas ---- */

/* The node of a symbol that stands for integers; 0 if it does not. */
static uint32_t node_of(const struct ha_values *v, struct ha_vocab *vocab,
                        ha_symbol symbol) {
  struct ha_meaning_row m = ha_vocab_meaning(vocab, symbol);
  if (m.means == HA_MEANS_OLD)
    m = ha_vocab_meaning(vocab, m.id);
  enum ha_sort sort = ha_symbol_get(ha_vocab_terms(vocab), symbol)->sort;
  if (m.means == HA_MEANS_VAR && sort == HA_SORT_INT)
    return v->fields + m.id;
  return m.means == HA_MEANS_FIELD && sort == HA_SORT_DATA && m.id < v->fields ? m.id
                                                                               : 0;
}

static void add_constants(struct ha_values *v, struct ha_terms *terms, ha_term term,
                          uint32_t node) {
  const struct ha_term_row row = *ha_term_get(terms, term);
  if (row.op == HA_TERM_INT)
    add_constant(&v->classes[find(v, node)], (uint64_t)row.imm);
  for (unsigned i = 0; i < row.count; i++)
    add_constants(v, terms, row.args[i], node);
}

static void absorb_formula(struct ha_values *v, struct ha_vocab *vocab, ha_term term) {
  struct ha_terms *terms = ha_vocab_terms(vocab);
  struct ha_symbol_list symbols = {0};
  uint32_t all = 0;
  ha_term_symbols(terms, term, &symbols);
  for (unsigned i = 0; i < symbols.count; i++) {
    uint32_t node = node_of(v, vocab, symbols.at[i]);
    all = node ? (all ? unite(v, all, node) : node) : all;
  }
  matters(v, all);
  if (all)
    add_constants(v, terms, term, all);
}

void ha_values_add_contracts(struct ha_values *v,
                             const struct ha_contracts *contracts) {
  for (ha_formula f = 1; f < v->program->formulas.count; f++)
    if (ha_contract_term(contracts, f))
      absorb_formula(v, ha_contracts_vocab(contracts), ha_contract_term(contracts, f));
}

/* ---- candidates ---- */

static unsigned add(uint64_t out[], unsigned count, uint64_t value, uint64_t mask) {
  value &= mask;
  for (unsigned i = 0; i < count; i++)
    if (out[i] == value)
      return count;
  if (count < HA_VALUES_MAX)
    out[count++] = value;
  return count;
}

static unsigned candidates(const struct value_class *c, unsigned bits, uint64_t out[]) {
  uint64_t mask = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
  out[0] = 0;
  if (!c->matters)
    return 1;
  unsigned count = add(out, 1, 1, mask);
  for (unsigned i = 0; i < c->count; i++)
    count = add(out, count, c->constants[i], mask);
  count = add(out, count, 2, mask);
  count = add(out, count, UINT64_MAX, mask);
  for (unsigned i = 0; i < c->count; i++) {
    count = add(out, count, c->constants[i] + 1, mask);
    count = add(out, count, c->constants[i] - 1, mask);
  }
  return count;
}

unsigned ha_values_of_var(const struct ha_values *v, ha_var var, unsigned bits,
                          uint64_t out[HA_VALUES_MAX]) {
  return candidates(&v->classes[find(v, v->fields + var)], bits, out);
}

unsigned ha_values_of_field(const struct ha_values *v, ha_field field, unsigned bits,
                            uint64_t out[HA_VALUES_MAX]) {
  static const struct value_class any = {.matters = true};
  const struct value_class *c =
      field && field < v->fields ? &v->classes[find(v, field)] : &any;
  return candidates(c, bits, out);
}
