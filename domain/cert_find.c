#include "cert_find.h"
#include "cert.h"
#include "expand.h"
#include "solver.h"
#include "vocab.h"
#include <string.h>

enum { RLIMIT = 20000000, SHRINKS = 6, TRY_EACH = 120 };

/* A closed quantifier is a row of the conditions' skolem at ground arguments. */
struct known {
  unsigned row;
  ha_term args[4];
};

struct finder {
  struct ha_conditions *c;
  struct ha_arena *arena;
  struct ha_terms *t;
  struct ha_solver *solver;
  const struct ha_skolem *theirs; /* of the solver */
  struct ha_subst *ours;          /* their symbols in our words */
  HA_VEC(struct known) known[2];  /* proxies, witnesses */
  HA_VEC(unsigned) known_of[2];   /* by closed quantifier: index + 1 */
  unsigned seen;                  /* instances of the solver's taken over */
  unsigned symbols;               /* of theirs, looked at */
  HA_VEC(struct ha_cert_instance) all;
  HA_VEC(bool) used;
  struct ha_smt *smt;
  struct ha_cert_proof *proof;
};

/* ---- their words in ours ---- */

static void learn(struct finder *f, bool witness, ha_term closed, struct known known) {
  while (f->known_of[witness].count <= closed)
    HA_PUSH(f->arena, f->known_of[witness], 0);
  if (f->known_of[witness].at[closed])
    return;
  HA_PUSH(f->arena, f->known[witness], known);
  f->known_of[witness].at[closed] = f->known[witness].count;
}

static const struct known *find(const struct finder *f, bool witness, ha_term closed) {
  unsigned at =
      closed < f->known_of[witness].count ? f->known_of[witness].at[closed] : 0;
  return at ? &f->known[witness].at[at - 1] : NULL;
}

static bool is_among(const struct ha_symbol_list *args, const ha_symbol *names,
                     unsigned count, const ha_term *values, ha_term *out) {
  for (unsigned i = 0; i < args->count; i++) {
    out[i] = 0;
    for (unsigned k = 0; k < count; k++)
      if (names[k] == args->at[i])
        out[i] = values[k];
    if (!out[i])
      return false;
  }
  return true;
}

/* All rows that speak only of these parameters are known at these values. */
static void learn_rows(struct finder *f, const ha_symbol *names, const ha_term *values,
                       unsigned count) {
  struct ha_subst *subst = ha_subst_new(f->t);
  for (unsigned i = 0; i < count; i++)
    ha_subst_set(subst, names[i], values[i]);
  for (unsigned i = 0; i < ha_skolem_count(f->c->skolem); i++) {
    struct ha_skolem_row row = *ha_skolem_row(f->c->skolem, i);
    struct known known = {.row = i};
    if (row.is == HA_SKOLEM_CONDITION || (count && !row.args.count) ||
        !is_among(&row.args, names, count, values, known.args))
      continue;
    learn(f, row.is == HA_SKOLEM_WITNESS, ha_subst_apply(subst, row.forall), known);
  }
}

static ha_term apply(const struct finder *f, const struct known *known) {
  const struct ha_skolem_row *row = ha_skolem_row(f->c->skolem, known->row);
  return row->args.count ? ha_term_make(f->t, HA_TERM_APP, row->symbol, known->args,
                                        row->args.count)
                         : ha_sym(f->t, row->symbol);
}

/* New witnesses of theirs; those that stay unknown stay as they are. */
static void translate_symbols(struct finder *f) {
  for (; f->symbols < ha_skolem_count(f->theirs); f->symbols++) {
    struct ha_skolem_row row = *ha_skolem_row(f->theirs, f->symbols);
    if (row.is != HA_SKOLEM_WITNESS)
      continue;
    const struct known *known = find(f, true, ha_subst_apply(f->ours, row.forall));
    if (known)
      ha_subst_set(f->ours, row.symbol, apply(f, known));
  }
}

/* 0 if it speaks of what only the solver knows. */
static ha_term translate(struct finder *f, ha_term term) {
  struct ha_symbol_list symbols = {0};
  translate_symbols(f);
  term = ha_subst_apply(f->ours, term);
  ha_term_symbols(f->t, term, &symbols);
  for (unsigned i = 0; i < symbols.count; i++)
    if (ha_skolem_find(f->theirs, symbols.at[i]))
      return 0;
  return term;
}

/* ---- instances ---- */

static void take_axiom(struct finder *f, const struct ha_axiom_instance *theirs) {
  struct ha_cert_instance mine = {.is = HA_CERT_AXIOM, .axiom = *theirs};
  memset(mine.axiom.at, 0, sizeof mine.axiom.at);
  for (unsigned i = 0; i < ha_axiom_objects(theirs->axiom); i++) {
    mine.axiom.at[i] = translate(f, theirs->at[i]);
    if (!mine.axiom.at[i])
      return;
  }
  mine.formula = ha_axiom_formula(f->t, &mine.axiom);
  HA_PUSH(f->arena, f->all, mine);
}

static void take_universal(struct finder *f, const struct ha_instance *theirs) {
  struct ha_cert_instance mine = {.is = HA_CERT_ALL};
  translate_symbols(f);
  const struct known *known = find(f, false, ha_subst_apply(f->ours, theirs->forall));
  ha_term value = translate(f, theirs->value);
  if (!known || !value)
    return;
  struct ha_skolem_row row = *ha_skolem_row(f->c->skolem, known->row);
  ha_symbol names[5];
  ha_term proxy = apply(f, known);
  for (unsigned i = 0; i < row.args.count; i++) {
    names[i] = row.args.at[i];
    mine.at[i] = known->args[i];
  }
  mine.row = known->row;
  names[row.args.count] = f->c->alls.at[mine.row].param;
  mine.at[row.args.count] = value;
  struct ha_subst *subst = ha_subst_new(f->t);
  for (unsigned i = 0; i <= row.args.count; i++)
    ha_subst_set(subst, names[i], mine.at[i]);
  mine.formula =
      ha_implies(f->t, proxy, ha_subst_apply(subst, f->c->alls.at[mine.row].body));
  HA_PUSH(f->arena, f->all, mine);
  learn_rows(f, names, mine.at, row.args.count + 1);
}

static void take_fact(struct finder *f, const struct ha_instance *theirs) {
  struct ha_cert_instance mine = {.is = HA_CERT_FACT};
  mine.formula = translate(f, theirs->formula);
  if (mine.formula)
    HA_PUSH(f->arena, f->all, mine);
}

static void take_instances(struct finder *f) {
  for (; f->seen < ha_solver_instances(f->solver); f->seen++) {
    struct ha_instance instance = *ha_solver_instance(f->solver, f->seen);
    if (instance.axiom)
      take_axiom(f, instance.axiom);
    else if (instance.forall)
      take_universal(f, &instance);
    else
      take_fact(f, &instance);
  }
}

/* ---- cores ---- */

/* What refutes a condition: its parts, then instances by index. */
struct core {
  ha_term_vec formulas;
  HA_VEC(unsigned) index; /* part, or number of parts + instance */
};

static enum ha_answer ask(struct finder *f, struct core *core) {
  enum ha_answer answer =
      ha_smt_check(f->smt, core->formulas.at, core->formulas.count, RLIMIT);
  if (answer != HA_ANSWER_UNSAT)
    return answer;
  unsigned kept = 0;
  for (unsigned i = 0; i < core->formulas.count; i++)
    if (ha_smt_in_core(f->smt, i)) {
      core->formulas.at[kept] = core->formulas.at[i];
      core->index.at[kept++] = core->index.at[i];
    }
  core->formulas.count = core->index.count = kept;
  return answer;
}

static struct core without(struct finder *f, const struct core *core, unsigned left) {
  struct core rest = {0};
  for (unsigned i = 0; i < core->formulas.count; i++)
    if (i != left) {
      HA_PUSH(f->arena, rest.formulas, core->formulas.at[i]);
      HA_PUSH(f->arena, rest.index, core->index.at[i]);
    }
  return rest;
}

/* Leaves out one after the other; the parts of the condition cost nothing more. */
static void try_each(struct finder *f, struct core *core, unsigned parts) {
  for (unsigned i = core->formulas.count; i-- > 0;) {
    if (i >= core->formulas.count || core->index.at[i] < parts)
      continue;
    struct core rest = without(f, core, i);
    if (ask(f, &rest) == HA_ANSWER_UNSAT)
      *core = rest;
  }
}

static enum ha_answer minimise(struct finder *f, unsigned v) {
  const struct ha_vc *vc = &f->c->vcs.at[v];
  struct core core = {0};
  for (unsigned i = 0; i < vc->parts.count; i++) {
    HA_PUSH(f->arena, core.formulas, vc->parts.at[i]);
    HA_PUSH(f->arena, core.index, i);
  }
  for (unsigned i = 0; i < f->all.count; i++) {
    HA_PUSH(f->arena, core.formulas, f->all.at[i].formula);
    HA_PUSH(f->arena, core.index, vc->parts.count + i);
  }
  enum ha_answer answer = ask(f, &core);
  if (answer != HA_ANSWER_UNSAT)
    return HA_ANSWER_UNKNOWN;
  for (unsigned i = 0, before = 0; i < SHRINKS && before != core.index.count; i++) {
    before = core.index.count;
    ask(f, &core);
  }
  if (core.index.count <= TRY_EACH)
    try_each(f, &core, vc->parts.count);
  f->proof->parts[v] = ha_arena_alloc(f->arena, vc->parts.count + 1);
  for (unsigned i = 0; i < core.index.count; i++)
    if (core.index.at[i] < vc->parts.count)
      f->proof->parts[v][core.index.at[i]] = true;
    else
      f->used.at[core.index.at[i] - vc->parts.count] = true;
  return HA_ANSWER_UNSAT;
}

static enum ha_answer refute(struct finder *f, unsigned v) {
  const struct ha_vc *vc = &f->c->vcs.at[v];
  enum ha_answer answer = ha_solver_check(f->solver, vc->sources.at, vc->sources.count);
  if (answer != HA_ANSWER_UNSAT)
    return answer;
  take_instances(f);
  while (f->used.count < f->all.count)
    HA_PUSH(f->arena, f->used, false);
  return minimise(f, v);
}

/* ---- what terms know by themselves ---- */

/* B(x,x,x) is no term but true; in the text of an instance it is written out, and
 * reflexivity has to be an instance too. */
static void add_refl(struct finder *f, ha_symbol link, ha_term x) {
  struct ha_cert_instance mine = {.is = HA_CERT_AXIOM,
                                  .axiom = {HA_AXIOM_REFL, link, {x, x, x}}};
  mine.formula = ha_true(f->t);
  for (unsigned i = 0; i < f->proof->instances.count; i++) {
    const struct ha_cert_instance *other = &f->proof->instances.at[i];
    if (other->is == HA_CERT_AXIOM &&
        !memcmp(&other->axiom, &mine.axiom, sizeof mine.axiom))
      return;
  }
  HA_PUSH(f->arena, f->proof->instances, mine);
}

/* All between-atoms of a definition that are B(x,x,x) at these values. */
static void close_body(struct finder *f, ha_term body, struct ha_subst *values) {
  ha_term_vec todo = {0};
  bool *seen = ha_arena_alloc(f->arena, body + 1);
  HA_PUSH(f->arena, todo, body);
  for (unsigned i = 0; i < todo.count; i++) {
    struct ha_term_row row = *ha_term_get(f->t, todo.at[i]);
    for (unsigned a = 0; a < row.count; a++)
      if (!seen[row.args[a]]) {
        seen[row.args[a]] = true;
        HA_PUSH(f->arena, todo, row.args[a]);
      }
    if (row.op != HA_TERM_BTWN)
      continue;
    ha_term x = ha_subst_apply(values, row.args[1]);
    if (x == ha_subst_apply(values, row.args[2]) &&
        x == ha_subst_apply(values, row.args[3]))
      add_refl(f, (ha_symbol)ha_term_get(f->t, row.args[0])->imm, x);
  }
}

static void close_instance(struct finder *f, const struct ha_cert_instance *instance) {
  struct ha_subst *values = ha_subst_new(f->t);
  if (instance->is == HA_CERT_AXIOM) {
    struct ha_axiom_instance plain = instance->axiom;
    ha_symbol params[4];
    ha_cert_axiom_params(f->t, params);
    for (unsigned i = 0; i < 4; i++) {
      plain.at[i] = ha_sym(f->t, params[i]);
      if (i < ha_axiom_objects(plain.axiom))
        ha_subst_set(values, params[i], instance->axiom.at[i]);
    }
    close_body(f, ha_axiom_formula(f->t, &plain), values);
  } else if (instance->is == HA_CERT_ALL) {
    const struct ha_skolem_row *row = ha_skolem_row(f->c->skolem, instance->row);
    for (unsigned i = 0; i < row->args.count; i++)
      ha_subst_set(values, row->args.at[i], instance->at[i]);
    ha_subst_set(values, f->c->alls.at[instance->row].param,
                 instance->at[row->args.count]);
    close_body(f, f->c->alls.at[instance->row].body, values);
  }
}

static void keep_used(struct finder *f) {
  for (unsigned i = 0; i < f->used.count; i++)
    if (f->used.at[i])
      HA_PUSH(f->arena, f->proof->instances, f->all.at[i]);
  for (unsigned i = 0, count = f->proof->instances.count; i < count; i++) {
    struct ha_cert_instance instance = f->proof->instances.at[i];
    close_instance(f, &instance);
  }
}

struct ha_cert_proof *ha_cert_find(struct ha_conditions *c, double deadline_ms) {
  struct finder f = {.c = c,
                     .arena = c->arena,
                     .t = c->terms,
                     .solver = ha_solver_new(c->vocab),
                     .ours = ha_subst_new(c->terms),
                     .smt = ha_smt_new(c->terms),
                     .proof = ha_arena_alloc(c->arena, sizeof *f.proof)};
  f.theirs = ha_solver_skolem(f.solver);
  f.proof->parts = ha_arena_alloc(c->arena, (c->vcs.count + 1) * sizeof(bool *));
  ha_solver_set_deadline(f.solver, deadline_ms);
  learn_rows(&f, NULL, NULL, 0);
  unsigned v = 0;
  for (f.proof->answer = HA_ANSWER_UNSAT; v < c->vcs.count; v++) {
    f.proof->answer = refute(&f, v);
    if (f.proof->answer != HA_ANSWER_UNSAT)
      break;
  }
  f.proof->failed = v;
  keep_used(&f);
  ha_smt_free(f.smt);
  ha_solver_free(f.solver);
  return f.proof;
}
