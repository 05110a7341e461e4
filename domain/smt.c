#include "smt.h"
#include "../gcl/arena.h"
#include "model.h"
#include "sheet.h"
#include <assert.h>
#include <string.h>
#include <z3.h>

struct ha_smt {
  struct ha_arena *arena, *scratch;
  struct ha_terms *terms;
  Z3_context z3;
  Z3_solver solver;
  unsigned rlimit;         /* the solver's */
  Z3_model model;          /* of the last SAT, or NULL */
  struct ha_model *tables; /* what it says */
  Z3_sort obj, integer, boolean;
  Z3_ast null; /* no name of C's has a colon */
  HA_VEC(Z3_ast) kept;
  struct ha_sheet asts;         /* by term: Z3_ast */
  struct ha_sheet literals;     /* by term: Z3_ast; assuming it assumes the formula */
  HA_VEC(Z3_func_decl) decls;   /* by symbol: functions and maps */
  HA_VEC(Z3_func_decl) between; /* by link symbol */
  HA_VEC(Z3_func_decl) dist;    /* by link symbol */
  HA_VEC(Z3_ast) objects;       /* values met in the model */
  HA_VEC(uint32_t) numbers;     /* by Z3's id of a value: its number + 1 */
  HA_VEC(Z3_ast) assumed;       /* of the last check */
  HA_VEC(bool) in_core;
};

/* A wrong use of Z3 is our bug, and Z3 tells by an error code. */
static void on_error(Z3_context z3, Z3_error_code code) {
  (void)z3;
  (void)code;
}

static Z3_context new_context(void) {
  /* Functions of a model as tables of their entries, not as formulas. */
  Z3_global_param_set("model.compact", "false");
  Z3_config config = Z3_mk_config();
  Z3_set_param_value(config, "model", "true");
  Z3_context z3 = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(z3, on_error);
  return z3;
}

static void set_uint(Z3_context z3, Z3_params params, const char *key, unsigned value) {
  Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, key), value);
}

static void set_params(struct ha_smt *s, unsigned rlimit) {
  Z3_params params = Z3_mk_params(s->z3);
  Z3_params_inc_ref(s->z3, params);
  s->rlimit = rlimit;
  set_uint(s->z3, params, "random_seed", 0);
  set_uint(s->z3, params, "rlimit", rlimit);
  Z3_params_set_bool(s->z3, params, Z3_mk_string_symbol(s->z3, "mbqi"), false);
  Z3_params_set_bool(s->z3, params, Z3_mk_string_symbol(s->z3, "auto_config"), false);
  Z3_solver_set_params(s->z3, s->solver, params);
  Z3_params_dec_ref(s->z3, params);
}

/* What is kept across calls of Z3 is counted, and given back at the end: what a context
 * still holds then it takes apart in time quadratic in it. */
static Z3_ast keep(struct ha_smt *s, Z3_ast ast) {
  Z3_inc_ref(s->z3, ast);
  HA_PUSH(s->arena, s->kept, ast);
  return ast;
}

static Z3_sort keep_sort(struct ha_smt *s, Z3_sort sort) {
  keep(s, Z3_sort_to_ast(s->z3, sort));
  return sort;
}

static void load(void *context, struct ha_model *model, enum ha_table table,
                 ha_symbol symbol);

struct ha_smt *ha_smt_new(struct ha_terms *terms) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_smt *s = ha_arena_alloc(arena, sizeof *s);
  s->arena = arena;
  s->scratch = ha_arena_new();
  s->terms = terms;
  s->z3 = new_context();
  s->solver = Z3_mk_simple_solver(s->z3);
  Z3_solver_inc_ref(s->z3, s->solver);
  set_params(s, 0);
  Z3_symbol obj = Z3_mk_string_symbol(s->z3, "Obj");
  s->obj = keep_sort(s, Z3_mk_uninterpreted_sort(s->z3, obj));
  s->integer = keep_sort(s, Z3_mk_int_sort(s->z3));
  s->boolean = keep_sort(s, Z3_mk_bool_sort(s->z3));
  s->null = keep(s, Z3_mk_const(s->z3, Z3_mk_string_symbol(s->z3, ":null"), s->obj));
  s->tables = ha_model_new(arena, terms, (struct ha_model_source){s, load});
  return s;
}

static void drop_model(struct ha_smt *s) {
  for (unsigned i = 0; i < s->objects.count; i++)
    s->numbers.at[Z3_get_ast_id(s->z3, s->objects.at[i])] = 0;
  s->objects.count = 0;
  if (s->model)
    Z3_model_dec_ref(s->z3, s->model);
  s->model = NULL;
}

void ha_smt_free(struct ha_smt *s) {
  drop_model(s);
  Z3_solver_dec_ref(s->z3, s->solver);
  for (unsigned i = 0; i < s->kept.count; i++)
    Z3_dec_ref(s->z3, s->kept.at[i]);
  Z3_del_context(s->z3);
  ha_arena_free(s->scratch);
  ha_arena_free(s->arena);
}

/* ---- terms to Z3's ---- */

static Z3_sort sort_of(const struct ha_smt *s, enum ha_sort sort) {
  switch (sort) {
  case HA_SORT_OBJ:
  case HA_SORT_LINK:
    return s->obj;
  case HA_SORT_INT:
  case HA_SORT_DATA:
    return s->integer;
  default:
    return s->boolean;
  }
}

static bool is_map(enum ha_sort sort) {
  return sort == HA_SORT_LINK || sort == HA_SORT_DATA || sort == HA_SORT_SET;
}

#define SLOT(s, vec, index)                                                            \
  do {                                                                                 \
    while ((vec).count <= (index))                                                     \
      HA_PUSH((s)->arena, vec, NULL);                                                  \
  } while (0)

static Z3_func_decl declare(struct ha_smt *s, const char *prefix, const char *name,
                            const Z3_sort *domain, unsigned count, Z3_sort range) {
  const char *full = ha_arena_printf(s->arena, "%s%s", prefix, name);
  Z3_symbol symbol = Z3_mk_string_symbol(s->z3, full);
  Z3_func_decl decl = Z3_mk_func_decl(s->z3, symbol, count, domain, range);
  keep(s, Z3_func_decl_to_ast(s->z3, decl));
  return decl;
}

static Z3_func_decl decl_of(struct ha_smt *s, ha_symbol symbol) {
  SLOT(s, s->decls, symbol);
  if (s->decls.at[symbol])
    return s->decls.at[symbol];
  const struct ha_symbol_row *row = ha_symbol_get(s->terms, symbol);
  Z3_sort domain[4] = {s->obj};
  unsigned count = is_map(row->sort) ? 1 : row->count;
  for (unsigned i = 0; i < row->count; i++)
    domain[i] = sort_of(s, row->args[i]);
  s->decls.at[symbol] = declare(s, "", row->name, domain, count, sort_of(s, row->sort));
  return s->decls.at[symbol];
}

static Z3_func_decl between_of(struct ha_smt *s, ha_symbol link) {
  SLOT(s, s->between, link);
  Z3_sort domain[] = {s->obj, s->obj, s->obj};
  if (!s->between.at[link])
    s->between.at[link] =
        declare(s, "B:", ha_symbol_get(s->terms, link)->name, domain, 3, s->boolean);
  return s->between.at[link];
}

static Z3_func_decl dist_of(struct ha_smt *s, ha_symbol link) {
  SLOT(s, s->dist, link);
  Z3_sort domain[] = {s->obj, s->obj};
  if (!s->dist.at[link])
    s->dist.at[link] =
        declare(s, "D:", ha_symbol_get(s->terms, link)->name, domain, 2, s->integer);
  return s->dist.at[link];
}

static ha_symbol map_of(const struct ha_smt *s, ha_term map) {
  const struct ha_term_row *row = ha_term_get(s->terms, map);
  assert(row->op == HA_TERM_SYM);
  return (ha_symbol)row->imm;
}

static Z3_ast make(struct ha_smt *s, const struct ha_term_row *row,
                   const Z3_ast *args) {
  Z3_context z3 = s->z3;
  switch ((enum ha_term_op)row->op) {
  case HA_TERM_TRUE:
    return Z3_mk_true(z3);
  case HA_TERM_FALSE:
    return Z3_mk_false(z3);
  case HA_TERM_NULL:
    return s->null;
  case HA_TERM_INT:
    return Z3_mk_int64(z3, row->imm, s->integer);
  case HA_TERM_SYM:
    return Z3_mk_app(z3, decl_of(s, (ha_symbol)row->imm), 0, NULL);
  case HA_TERM_NOT:
    return Z3_mk_not(z3, args[0]);
  case HA_TERM_AND:
    return Z3_mk_and(z3, row->count, args);
  case HA_TERM_OR:
    return Z3_mk_or(z3, row->count, args);
  case HA_TERM_IFF:
    return Z3_mk_iff(z3, args[0], args[1]);
  case HA_TERM_EQ:
    return Z3_mk_eq(z3, args[0], args[1]);
  case HA_TERM_LE:
    return Z3_mk_le(z3, args[0], args[1]);
  case HA_TERM_ITE:
    return Z3_mk_ite(z3, args[0], args[1], args[2]);
  case HA_TERM_ADD:
    return Z3_mk_add(z3, 2, args);
  case HA_TERM_MUL:
    return Z3_mk_mul(z3, 2, args);
  case HA_TERM_SELECT:
    return Z3_mk_app(z3, decl_of(s, map_of(s, row->args[0])), 1, args + 1);
  case HA_TERM_APP:
    return Z3_mk_app(z3, decl_of(s, (ha_symbol)row->imm), row->count, args);
  case HA_TERM_BTWN:
    return Z3_mk_app(z3, between_of(s, map_of(s, row->args[0])), 3, args + 1);
  case HA_TERM_DIST:
    return Z3_mk_app(z3, dist_of(s, map_of(s, row->args[0])), 2, args + 1);
  default:
    assert(!"a term that expand.h should have taken apart");
    return Z3_mk_false(z3);
  }
}

/* Arguments first, without recursion over maps: those are no terms of Z3's. */
static Z3_ast translate(struct ha_smt *s, ha_term term) {
  Z3_ast *ast = ha_sheet_slot(s->arena, &s->asts, term, sizeof *ast);
  if (*ast)
    return *ast;
  struct ha_term_row row = *ha_term_get(s->terms, term);
  size_t mark = ha_arena_mark(s->scratch);
  Z3_ast *args = ha_arena_alloc(s->scratch, (row.count + 1) * sizeof *args);
  for (unsigned i = 0; i < row.count; i++)
    if (!is_map(ha_term_get(s->terms, row.args[i])->sort))
      args[i] = translate(s, row.args[i]);
  *ast = keep(s, make(s, &row, args));
  ha_arena_reset(s->scratch, mark);
  return *ast;
}

/* ---- asking ---- */

void ha_smt_assert(struct ha_smt *s, ha_term formula) {
  Z3_solver_assert(s->z3, s->solver, translate(s, formula));
}

/* A Boolean constant that implies the formula; the formula itself if it is one. */
static Z3_ast literal(struct ha_smt *s, ha_term formula) {
  Z3_ast *lit = ha_sheet_slot(s->arena, &s->literals, formula, sizeof *lit);
  if (*lit)
    return *lit;
  const char *name = ha_arena_printf(s->arena, "assume:%u", formula);
  Z3_symbol symbol = Z3_mk_string_symbol(s->z3, name);
  *lit = keep(s, Z3_mk_const(s->z3, symbol, s->boolean));
  Z3_solver_assert(s->z3, s->solver, Z3_mk_implies(s->z3, *lit, translate(s, formula)));
  return *lit;
}

static void read_core(struct ha_smt *s) {
  Z3_ast_vector core = Z3_solver_get_unsat_core(s->z3, s->solver);
  Z3_ast_vector_inc_ref(s->z3, core);
  unsigned size = Z3_ast_vector_size(s->z3, core);
  s->in_core.count = 0;
  for (unsigned i = 0; i < s->assumed.count; i++) {
    bool found = false;
    for (unsigned j = 0; j < size && !found; j++)
      found = Z3_ast_vector_get(s->z3, core, j) == s->assumed.at[i];
    HA_PUSH(s->arena, s->in_core, found);
  }
  Z3_ast_vector_dec_ref(s->z3, core);
}

static void read_model(struct ha_smt *s) {
  s->model = Z3_solver_get_model(s->z3, s->solver);
  if (s->model)
    Z3_model_inc_ref(s->z3, s->model);
  ha_model_begin(s->tables);
}

enum ha_answer ha_smt_check(struct ha_smt *s, const ha_term *assumed, unsigned count,
                            unsigned rlimit) {
  drop_model(s);
  s->assumed.count = 0;
  for (unsigned i = 0; i < count; i++)
    HA_PUSH(s->arena, s->assumed, literal(s, assumed[i]));
  if (rlimit != s->rlimit)
    set_params(s, rlimit);
  Z3_lbool answer =
      Z3_solver_check_assumptions(s->z3, s->solver, s->assumed.count, s->assumed.at);
  if (answer == Z3_L_FALSE)
    read_core(s);
  else if (answer == Z3_L_TRUE)
    read_model(s);
  return answer == Z3_L_FALSE  ? HA_ANSWER_UNSAT
         : answer == Z3_L_TRUE ? HA_ANSWER_SAT
                               : HA_ANSWER_UNKNOWN;
}

bool ha_smt_in_core(const struct ha_smt *s, unsigned i) { return s->in_core.at[i]; }

/* ---- the model ---- */

static int64_t object_number(struct ha_smt *s, Z3_ast value) {
  unsigned id = Z3_get_ast_id(s->z3, value);
  while (s->numbers.count <= id)
    HA_PUSH(s->arena, s->numbers, 0);
  if (!s->numbers.at[id]) {
    HA_PUSH(s->arena, s->objects, value);
    s->numbers.at[id] = s->objects.count;
  }
  return s->numbers.at[id] - 1;
}

/* False if it is a number too large for us. */
static bool read_value(struct ha_smt *s, enum ha_sort sort, Z3_ast value,
                       int64_t *result) {
  switch (sort) {
  case HA_SORT_OBJ:
  case HA_SORT_LINK:
    *result = object_number(s, value);
    return true;
  case HA_SORT_INT:
  case HA_SORT_DATA:
    return Z3_get_numeral_int64(s->z3, value, result);
  default:
    *result = Z3_get_bool_value(s->z3, value) == Z3_L_TRUE;
    return true;
  }
}

struct table {
  enum ha_table table;
  ha_symbol symbol;
  Z3_func_decl decl;
  enum ha_sort sort, args[4];
  unsigned count;
};

static void load_entry(struct ha_smt *s, const struct table *t, Z3_func_entry entry) {
  int64_t args[4], value;
  for (unsigned i = 0; i < t->count; i++)
    if (!read_value(s, t->args[i], Z3_func_entry_get_arg(s->z3, entry, i), &args[i]))
      return;
  if (read_value(s, t->sort, Z3_func_entry_get_value(s->z3, entry), &value))
    ha_model_add(s->tables, t->table, t->symbol, args, t->count, value);
}

static void load_function(struct ha_smt *s, const struct table *t) {
  Z3_func_interp f = Z3_model_get_func_interp(s->z3, s->model, t->decl);
  Z3_func_interp_inc_ref(s->z3, f);
  unsigned count = Z3_func_interp_get_num_entries(s->z3, f);
  for (unsigned i = 0; i < count; i++) {
    Z3_func_entry entry = Z3_func_interp_get_entry(s->z3, f, i);
    Z3_func_entry_inc_ref(s->z3, entry);
    load_entry(s, t, entry);
    Z3_func_entry_dec_ref(s->z3, entry);
  }
  Z3_func_interp_dec_ref(s->z3, f);
}

static void load_constant(struct ha_smt *s, const struct table *t) {
  int64_t value;
  Z3_ast found = Z3_model_get_const_interp(s->z3, s->model, t->decl);
  if (found && read_value(s, t->sort, found, &value))
    ha_model_add(s->tables, t->table, t->symbol, NULL, 0, value);
}

static struct table table_of(struct ha_smt *s, enum ha_table table, ha_symbol symbol) {
  struct table t = {.table = table, .symbol = symbol};
  for (unsigned i = 0; i < 4; i++)
    t.args[i] = HA_SORT_OBJ;
  if (table == HA_TABLE_BETWEEN) {
    t.decl = between_of(s, symbol);
    t.sort = HA_SORT_BOOL;
    t.count = 3;
  } else if (table == HA_TABLE_DISTANCE) {
    t.decl = dist_of(s, symbol);
    t.sort = HA_SORT_INT;
    t.count = 2;
  } else if (!symbol) {
    t.decl = Z3_get_app_decl(s->z3, Z3_to_app(s->z3, s->null));
    t.sort = HA_SORT_OBJ;
  } else {
    const struct ha_symbol_row *row = ha_symbol_get(s->terms, symbol);
    t.decl = decl_of(s, symbol);
    t.sort = (enum ha_sort)row->sort;
    t.count = is_map(t.sort) ? 1 : row->count;
    for (unsigned i = 0; i < row->count; i++)
      t.args[i] = (enum ha_sort)row->args[i];
  }
  return t;
}

static void load(void *context, struct ha_model *model, enum ha_table which,
                 ha_symbol symbol) {
  struct ha_smt *s = context;
  assert(s->model && model == s->tables);
  (void)model;
  struct table t = table_of(s, which, symbol);
  if (!Z3_model_has_interp(s->z3, s->model, t.decl))
    return;
  if (t.count)
    load_function(s, &t);
  else
    load_constant(s, &t);
}

struct ha_model *ha_smt_model(struct ha_smt *s) { return s->tables; }
