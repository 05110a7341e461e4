#include "ground.h"
#include "model.h"
#include "sheet.h"
#include <assert.h>

enum { CONFLICTS = 20000 }; /* then it is given up */

/* What a term is in the question at hand, and a copy of what is needed of its row. */
struct entry {
  uint32_t question;
  uint8_t op, sort;
  bool encoded[2]; /* a connective: what follows if it is false, if it is true */
  uint16_t count;
  const ha_term *args;
  ha_lit lit; /* of a truth value */
  ha_node node;
  uint32_t needed; /* by the model of the check of this number */
};

struct integer {
  ha_node node;
  int64_t value;
};

struct class {
  bool is_known;
  int64_t value;
};

struct ha_ground {
  struct ha_arena *own, *arena; /* arena: of one question */
  struct ha_terms *terms;
  struct ha_model *model;
  struct ha_congruence *closure;
  struct ha_cdcl *clauses;
  struct ha_sheet entries; /* by term: struct entry; own */
  uint32_t question;
  /* Of the question: */
  ha_lit truth;
  bool is_foreign;
  HA_VEC(struct integer) integers;
  HA_VEC(ha_term) asserted;
  HA_VEC(ha_term) relevant;     /* terms with a value of their own */
  HA_VEC(struct class) classes; /* by the node that stands for it */
  uint32_t checks;
  int64_t objects, fresh;
  ha_literals core;
};

static void load_nothing(void *context, struct ha_model *model, enum ha_table table,
                         ha_symbol symbol) {
  (void)context, (void)model, (void)table, (void)symbol;
}

struct ha_ground *ha_ground_new(struct ha_terms *terms) {
  struct ha_arena *own = ha_arena_new();
  struct ha_ground *g = ha_arena_alloc(own, sizeof *g);
  g->own = own;
  g->arena = ha_arena_new();
  g->terms = terms;
  g->model = ha_model_new(own, terms, (struct ha_model_source){g, load_nothing});
  g->closure = ha_congruence_new(own);
  g->clauses = ha_cdcl_new(own, g->closure);
  return g;
}

void ha_ground_free(struct ha_ground *g) {
  ha_arena_free(g->arena);
  ha_arena_free(g->own);
}

void ha_ground_begin(struct ha_ground *g) {
  ha_arena_reset(g->arena, 0);
  *g = (struct ha_ground){.own = g->own,
                          .arena = g->arena,
                          .terms = g->terms,
                          .model = g->model,
                          .closure = g->closure,
                          .clauses = g->clauses,
                          .entries = g->entries,
                          .question = g->question + 1};
  ha_congruence_reset(g->closure);
  ha_cdcl_reset(g->clauses);
  g->truth = ha_lit_of(ha_cdcl_variable(g->clauses, 0), true);
  ha_cdcl_clause(g->clauses, &g->truth, 1, 0);
}

static struct entry *entry_of(struct ha_ground *g, ha_term term) {
  struct entry *e = ha_sheet_slot(g->own, &g->entries, term, sizeof *e);
  if (e->question == g->question)
    return e;
  const struct ha_term_row *row = ha_term_get(g->terms, term);
  *e = (struct entry){.question = g->question,
                      .op = row->op,
                      .sort = row->sort,
                      .count = row->count,
                      .args = row->args};
  return e;
}

/* Of a term that has been met in this question. */
static struct entry *met(const struct ha_ground *g, ha_term term) {
  struct entry *e = ha_sheet_find(&g->entries, term, sizeof *e);
  assert(e && e->question == g->question);
  return e;
}

/* ---- terms that are objects or integers ---- */

static ha_lit use(struct ha_ground *g, ha_term term, bool value);
static ha_node node_of(struct ha_ground *g, ha_term term);

static ha_node foreign(struct ha_ground *g) {
  g->is_foreign = true;
  return HA_NODE_TRUE;
}

static bool is_value_sort(enum ha_sort sort) {
  return sort == HA_SORT_OBJ || sort == HA_SORT_INT;
}

/* The function that a term applies, and the first argument that is a term of ours. */
static uint32_t function_of(const struct ha_ground *g, const struct ha_term_row *row,
                            unsigned *first) {
  if (row->op == HA_TERM_EQ)
    return HA_FUNCTION_EQUAL;
  *first = row->op != HA_TERM_APP;
  uint32_t symbol =
      (uint32_t)(*first ? ha_term_get(g->terms, row->args[0])->imm : row->imm);
  return 3 * symbol + (row->op == HA_TERM_SELECT ? 1u
                       : row->op == HA_TERM_BTWN ? 2
                                                 : 3);
}

/* A map that Z3 would get as a function of objects. */
static bool is_plain_map(const struct ha_ground *g, ha_term map) {
  const struct ha_term_row *row = ha_term_get(g->terms, map);
  return row->op == HA_TERM_SYM &&
         (row->sort == HA_SORT_LINK || row->sort == HA_SORT_DATA ||
          row->sort == HA_SORT_SET);
}

static ha_node application(struct ha_ground *g, const struct ha_term_row *row) {
  ha_node args[HA_NODE_ARGS] = {0};
  unsigned first = 0;
  bool is_map = row->op == HA_TERM_SELECT || row->op == HA_TERM_BTWN;
  if (is_map && !is_plain_map(g, row->args[0]))
    return foreign(g);
  uint32_t function = function_of(g, row, &first);
  if (row->count - first > HA_NODE_ARGS)
    return foreign(g);
  for (unsigned i = first; i < row->count; i++) {
    if (!is_value_sort((enum ha_sort)ha_term_get(g->terms, row->args[i])->sort))
      return foreign(g);
    args[i - first] = node_of(g, row->args[i]);
  }
  return ha_congruence_apply(g->closure, function, args, row->count - first);
}

static ha_node integer(struct ha_ground *g, int64_t value) {
  ha_node n = ha_congruence_value(g->closure);
  HA_PUSH(g->arena, g->integers, (struct integer){n, value});
  return n;
}

/* condition → it is this one */
static void define_choice(struct ha_ground *g, ha_node whole, ha_lit condition,
                          ha_term choice) {
  ha_node sides[] = {whole, node_of(g, choice)};
  ha_node equal = ha_congruence_apply(g->closure, HA_FUNCTION_EQUAL, sides, 2);
  ha_lit lit = ha_lit_of(ha_cdcl_variable(g->clauses, equal), true);
  ha_cdcl_clause(g->clauses, (ha_lit[]){ha_lit_not(condition), lit}, 2, 0);
}

static ha_node conditional(struct ha_ground *g, const struct ha_term_row *row) {
  ha_lit condition = use(g, row->args[0], true);
  use(g, row->args[0], false);
  ha_cdcl_clause(g->clauses, (ha_lit[]){condition, ha_lit_not(condition)}, 2, 0);
  ha_node whole = ha_congruence_constant(g->closure);
  define_choice(g, whole, condition, row->args[1]);
  define_choice(g, whole, ha_lit_not(condition), row->args[2]);
  return whole;
}

static ha_node make_node(struct ha_ground *g, const struct ha_term_row *row) {
  switch (row->op) {
  case HA_TERM_NULL:
  case HA_TERM_SYM:
    return ha_congruence_constant(g->closure);
  case HA_TERM_INT:
    return integer(g, row->imm);
  case HA_TERM_SELECT:
  case HA_TERM_APP:
    return application(g, row);
  case HA_TERM_ITE:
    return conditional(g, row);
  default:
    return foreign(g);
  }
}

static ha_node node_of(struct ha_ground *g, ha_term term) {
  ha_node node = entry_of(g, term)->node;
  if (!node) {
    struct ha_term_row row = *ha_term_get(g->terms, term);
    node = make_node(g, &row);
    entry_of(g, term)->node = node;
  }
  return node;
}

/* ---- truth values: connectives become variables, defined as far as they are used ----
 */

static bool is_connective(enum ha_term_op op) {
  return op == HA_TERM_AND || op == HA_TERM_OR || op == HA_TERM_IFF;
}

static ha_lit make_lit(struct ha_ground *g, const struct ha_term_row *row) {
  switch (row->op) {
  case HA_TERM_TRUE:
    return g->truth;
  case HA_TERM_FALSE:
    return ha_lit_not(g->truth);
  case HA_TERM_AND:
  case HA_TERM_OR:
  case HA_TERM_IFF:
  case HA_TERM_SYM:
    return ha_lit_of(ha_cdcl_variable(g->clauses, 0), true);
  case HA_TERM_EQ:
  case HA_TERM_SELECT:
  case HA_TERM_BTWN:
  case HA_TERM_APP:
    return ha_lit_of(ha_cdcl_variable(g->clauses, application(g, row)), true);
  default:
    foreign(g);
    return g->truth;
  }
}

/* whole has this value → part has that one */
static void follows(struct ha_ground *g, ha_lit whole, ha_lit part) {
  ha_cdcl_clause(g->clauses, (ha_lit[]){ha_lit_not(whole), part}, 2, 0);
}

static ha_lit use_as(struct ha_ground *g, ha_term term, bool value) {
  ha_lit lit = use(g, term, value);
  return value ? lit : ha_lit_not(lit);
}

static void encode_equivalence(struct ha_ground *g, ha_lit whole, const ha_term *args) {
  ha_lit a = use(g, args[0], true), b = use(g, args[1], true);
  use(g, args[0], false);
  use(g, args[1], false);
  for (unsigned i = 0; i < 4; i++) {
    ha_lit p = a ^ (i & 1), q = b ^ (i >> 1);
    ha_lit same = (i & 1) == i >> 1 ? whole : ha_lit_not(whole);
    ha_cdcl_clause(g->clauses, (ha_lit[]){ha_lit_not(p), ha_lit_not(q), same}, 3, 0);
  }
}

/* A conjunction that is true, or a disjunction that is false: so are (not) its parts;
 * otherwise one of them.  `whole` is the literal that it has this value. */
static void encode(struct ha_ground *g, const struct ha_term_row *row, ha_lit whole,
                   bool value) {
  if ((row->op == HA_TERM_AND) == value) {
    for (unsigned i = 0; i < row->count; i++)
      follows(g, whole, use_as(g, row->args[i], value));
    return;
  }
  size_t size = (row->count + 1u) * sizeof(ha_lit);
  ha_lit *lits = ha_arena_alloc(g->arena, size);
  for (unsigned i = 0; i < row->count; i++)
    lits[i] = use_as(g, row->args[i], value);
  lits[row->count] = ha_lit_not(whole);
  ha_cdcl_clause(g->clauses, lits, row->count + 1, 0);
}

/* The literal that the term is true; what follows if it has this value is said. */
static ha_lit use(struct ha_ground *g, ha_term term, bool value) {
  struct entry *e = entry_of(g, term);
  if (e->op == HA_TERM_NOT)
    return ha_lit_not(use(g, e->args[0], !value));
  if (e->lit && (!is_connective(e->op) || e->encoded[value]))
    return e->lit;
  struct ha_term_row row = *ha_term_get(g->terms, term);
  ha_lit lit = e->lit ? e->lit : make_lit(g, &row);
  e = entry_of(g, term);
  e->lit = lit;
  if (!is_connective(row.op))
    return lit;
  e->encoded[value] = true;
  if (row.op != HA_TERM_IFF) {
    encode(g, &row, value ? lit : ha_lit_not(lit), value);
  } else if (!e->encoded[!value]) {
    e->encoded[!value] = true;
    encode_equivalence(g, lit, row.args);
  }
  return lit;
}

/* The formula has this value. */
static void require(struct ha_ground *g, ha_term term, bool value, unsigned number) {
  struct entry row = *entry_of(g, term);
  bool is_list = row.op == HA_TERM_AND || row.op == HA_TERM_OR;
  if (row.op == HA_TERM_NOT) {
    require(g, row.args[0], !value, number);
  } else if (is_list && (row.op == HA_TERM_AND) == value) {
    for (unsigned i = 0; i < row.count; i++)
      require(g, row.args[i], value, number);
  } else {
    ha_lit *lits = ha_arena_alloc(g->arena, (row.count + 1u) * sizeof *lits);
    for (unsigned i = 0; is_list && i < row.count; i++)
      lits[i] = use_as(g, row.args[i], value);
    if (!is_list)
      lits[0] = use_as(g, term, value);
    ha_cdcl_clause(g->clauses, lits, is_list ? row.count : 1, number);
  }
}

bool ha_ground_assert(struct ha_ground *g, ha_term formula, unsigned number) {
  assert(number);
  ha_cdcl_rewind(g->clauses);
  HA_PUSH(g->arena, g->asserted, formula);
  require(g, formula, true, number);
  return !g->is_foreign;
}

/* ---- the model: what is needed to make everything asserted true ---- */

static void need(struct ha_ground *g, ha_term term, bool value);

static bool is_true(const struct ha_ground *g, ha_term term) {
  const struct entry *e = met(g, term);
  if (e->op == HA_TERM_NOT)
    return !is_true(g, e->args[0]);
  return ha_cdcl_value(g->clauses, e->lit);
}

static bool is_needed(const struct ha_ground *g, ha_term term) {
  return met(g, term)->needed == g->checks;
}

static void need_value(struct ha_ground *g, ha_term term);

static void need_values(struct ha_ground *g, const struct entry *e) {
  bool is_map = e->op == HA_TERM_SELECT || e->op == HA_TERM_BTWN;
  for (unsigned i = is_map; i < e->count; i++)
    need_value(g, e->args[i]);
}

static void need_value(struct ha_ground *g, ha_term term) {
  struct entry *e = met(g, term);
  if (e->needed == g->checks)
    return;
  e->needed = g->checks;
  if (e->op == HA_TERM_ITE) {
    bool first = is_true(g, e->args[0]);
    need(g, e->args[0], first);
    need_value(g, e->args[first ? 1 : 2]);
  } else {
    need_values(g, e);
    HA_PUSH(g->arena, g->relevant, term);
  }
}

/* Of the parts that decide, one that is needed anyway, or that costs nothing, or any.
 */
static ha_term choose(const struct ha_ground *g, const struct entry *e, bool value) {
  ha_term best = 0;
  unsigned least = 3;
  for (unsigned i = 0; i < e->count && least; i++) {
    ha_term part = e->args[i];
    const struct entry *inner = met(g, part);
    bool wanted = value;
    if (inner->op == HA_TERM_NOT) {
      inner = met(g, inner->args[0]);
      wanted = !value;
    }
    if (!ha_cdcl_value(g->clauses, wanted ? inner->lit : ha_lit_not(inner->lit)))
      continue;
    unsigned cost = is_needed(g, part) ? 0 : inner->op == HA_TERM_SYM ? 1 : 2;
    if (cost < least) {
      best = part;
      least = cost;
    }
  }
  assert(best && "a clause holds");
  return best;
}

static void need_connective(struct ha_ground *g, const struct entry *e, bool value) {
  if (e->op == HA_TERM_IFF) {
    for (unsigned i = 0; i < 2; i++)
      need(g, e->args[i], is_true(g, e->args[i]));
  } else if ((e->op == HA_TERM_AND) == value) {
    for (unsigned i = 0; i < e->count; i++)
      need(g, e->args[i], value);
  } else {
    need(g, choose(g, e, value), value);
  }
}

static void need(struct ha_ground *g, ha_term term, bool value) {
  struct entry *e = met(g, term);
  if (e->needed == g->checks)
    return;
  e->needed = g->checks;
  if (e->op == HA_TERM_NOT) {
    need(g, e->args[0], !value);
  } else if (is_connective(e->op)) {
    need_connective(g, e, value);
  } else if (e->op != HA_TERM_TRUE && e->op != HA_TERM_FALSE) {
    need_values(g, e);
    if (e->op != HA_TERM_EQ)
      HA_PUSH(g->arena, g->relevant, term);
  }
}

static bool is_integer_used(const struct ha_ground *g, int64_t value) {
  for (unsigned i = 0; i < g->integers.count; i++)
    if (g->integers.at[i].value == value)
      return true;
  return false;
}

/* An integer that stands for no other class. */
static int64_t number_class(struct ha_ground *g, ha_node node) {
  ha_node value = ha_congruence_value_of(g->closure, node);
  for (unsigned i = 0; value && i < g->integers.count; i++)
    if (g->integers.at[i].node == value)
      return g->integers.at[i].value;
  do
    g->fresh++;
  while (is_integer_used(g, g->fresh));
  return g->fresh;
}

/* The value of a term that is an object or an integer; objects by number. */
static int64_t value_of(struct ha_ground *g, ha_term term) {
  ha_node node = met(g, term)->node;
  ha_node root = ha_congruence_root(g->closure, node);
  while (g->classes.count <= root)
    HA_PUSH(g->arena, g->classes, (struct class){0});
  struct class *class = &g->classes.at[root];
  bool is_object = met(g, term)->sort == HA_SORT_OBJ;
  if (!class->is_known)
    class->value = is_object ? g->objects++ : number_class(g, node);
  class->is_known = true;
  return class->value;
}

static int64_t value_or_truth(struct ha_ground *g, ha_term term) {
  bool is_truth = met(g, term)->sort == HA_SORT_BOOL;
  return is_truth ? is_true(g, term) : value_of(g, term);
}

static void tell(struct ha_ground *g, ha_term term) {
  const struct ha_term_row row = *ha_term_get(g->terms, term);
  int64_t args[HA_NODE_ARGS], value = value_or_truth(g, term);
  bool is_map = row.op == HA_TERM_SELECT || row.op == HA_TERM_BTWN;
  for (unsigned i = is_map; i < row.count; i++)
    args[i - is_map] = value_of(g, row.args[i]);
  ha_symbol symbol =
      (ha_symbol)(is_map ? ha_term_get(g->terms, row.args[0])->imm : row.imm);
  if (row.op != HA_TERM_INT)
    ha_model_add(g->model, row.op == HA_TERM_BTWN ? HA_TABLE_BETWEEN : HA_TABLE_SYMBOL,
                 row.op == HA_TERM_NULL ? 0 : symbol, args, row.count - is_map, value);
}

enum { FRESH = 1000 }; /* integers of which nothing is known are from here on */

static void make_model(struct ha_ground *g) {
  g->checks++;
  g->relevant.count = g->classes.count = 0;
  g->objects = 0;
  g->fresh = FRESH;
  ha_model_begin(g->model);
  need_value(g, ha_null(g->terms));
  for (unsigned i = 0; i < g->asserted.count; i++)
    need(g, g->asserted.at[i], true);
  for (unsigned i = 0; i < g->relevant.count; i++)
    tell(g, g->relevant.at[i]);
}

enum ha_sat ha_ground_check(struct ha_ground *g) {
  ha_cdcl_rewind(g->clauses);
  node_of(g, ha_null(g->terms));
  enum ha_sat answer = ha_cdcl_solve(g->clauses, CONFLICTS);
  if (answer == HA_SAT_YES)
    make_model(g);
  return answer;
}

struct ha_model *ha_ground_model(struct ha_ground *g) { return g->model; }

const ha_literals *ha_ground_core(struct ha_ground *g) {
  g->core.count = 0;
  ha_cdcl_core(g->clauses, &g->core);
  return &g->core;
}
