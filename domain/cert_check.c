/* Every command of the file against the conditions: a definition must be ours, an
 * assert must be a part of a condition, an instance, a fact, or the last one. */
#include "axiom.h"
#include "cert.h"
#include "facts.h"
#include "smtlib.h"
#include "smtlib_read.h"
#include <stdlib.h>
#include <string.h>

struct definition {
  const char *atom; /* |ax …| or |all …| */
  bool is_axiom;
  unsigned args;
  ha_symbol proxy; /* all */
};

struct checker {
  struct ha_conditions *c;
  struct ha_smtlib_reader reader;
  HA_VEC(const char *) names; /* declared and defined, each once */
  HA_VEC(struct definition) definitions;
  ha_symbol params[4];
  ha_term some_condition;
  bool has_goal;
};

static bool fail(struct checker *k, const struct ha_sexpr *at, const char *message) {
  ha_smtlib_fail(&k->reader, at, message);
  return false;
}

/* ---- declarations ---- */

static bool is_new_name(struct checker *k, const struct ha_sexpr *at) {
  for (unsigned i = 0; i < k->names.count; i++)
    if (!strcmp(k->names.at[i], at->atom))
      return fail(k, at, "a name is declared twice");
  HA_PUSH(k->c->arena, k->names, at->atom);
  return true;
}

static bool is_signature(const struct ha_sexpr *args, const struct ha_sexpr *result,
                         const enum ha_sort *sorts, unsigned count, enum ha_sort sort) {
  if (args->atom || args->count != count || !ha_sexpr_is(result, ha_smtlib_sort(sort)))
    return false;
  for (unsigned i = 0; i < count; i++)
    if (!ha_sexpr_is(args->at[i], ha_smtlib_sort(sorts[i])))
      return false;
  return true;
}

static bool is_symbol(const struct checker *k, const struct ha_sexpr *e) {
  ha_symbol symbol = ha_smtlib_symbol(&k->reader, e->at[1], "s");
  enum ha_sort sorts[4] = {HA_SORT_OBJ};
  if (!symbol)
    return false;
  struct ha_symbol_row row = *ha_symbol_get(k->c->terms, symbol);
  bool is_map =
      row.sort == HA_SORT_LINK || row.sort == HA_SORT_DATA || row.sort == HA_SORT_SET;
  for (unsigned i = 0; i < row.count; i++)
    sorts[i] = (enum ha_sort)row.args[i];
  return is_signature(e->at[2], e->at[3], sorts, is_map ? 1 : row.count,
                      (enum ha_sort)row.sort);
}

static bool is_about_link(const struct checker *k, const struct ha_sexpr *e,
                          const char *prefix, unsigned args, enum ha_sort sort) {
  static const enum ha_sort objects[] = {HA_SORT_OBJ, HA_SORT_OBJ, HA_SORT_OBJ};
  ha_symbol symbol = ha_smtlib_symbol(&k->reader, e->at[1], prefix);
  return symbol && ha_symbol_get(k->c->terms, symbol)->sort == HA_SORT_LINK &&
         is_signature(e->at[2], e->at[3], objects, args, sort);
}

static bool check_declaration(struct checker *k, const struct ha_sexpr *e) {
  if (!e->at[1]->atom || !is_new_name(k, e->at[1]))
    return fail(k, e, "a declaration that is not ours, or twice");
  bool is_null = ha_sexpr_is(e->at[1], "|null|") &&
                 is_signature(e->at[2], e->at[3], NULL, 0, HA_SORT_OBJ);
  if (is_null || is_symbol(k, e) || is_about_link(k, e, "B", 3, HA_SORT_BOOL) ||
      is_about_link(k, e, "D", 2, HA_SORT_INT))
    return true;
  return fail(k, e, "a declaration of what the conditions do not have");
}

/* ---- definitions ---- */

/* ((|s v| Obj) …): the expected names, in order. */
static bool are_params(const struct checker *k, const struct ha_sexpr *list,
                       const ha_symbol *params, unsigned count) {
  if (list->atom || list->count != count)
    return false;
  for (unsigned i = 0; i < count; i++) {
    const struct ha_sexpr *p = list->at[i];
    if (p->atom || p->count != 2 ||
        ha_smtlib_symbol(&k->reader, p->at[0], "s") != params[i] ||
        !ha_sexpr_is(
            p->at[1],
            ha_smtlib_sort((enum ha_sort)ha_symbol_get(k->c->terms, params[i])->sort)))
      return false;
  }
  return true;
}

static bool check_body(struct checker *k, const struct ha_sexpr *e,
                       const ha_symbol *params, unsigned count, ha_term body,
                       const char *message) {
  if (!are_params(k, e->at[2], params, count) || !ha_sexpr_is(e->at[3], "Bool"))
    return fail(k, e, "a definition with other parameters");
  ha_term read = ha_smtlib_read(&k->reader, e->at[4]);
  return read && (read == body || fail(k, e, message));
}

/* LINK:AXIOM */
static bool find_axiom(const struct checker *k, const char *name,
                       struct ha_axiom_instance *axiom) {
  const char *colon = strrchr(name, ':');
  if (!colon)
    return false;
  axiom->link = ha_symbol_find(
      k->c->terms, ha_arena_strndup(k->c->arena, name, (size_t)(colon - name)));
  if (!axiom->link || ha_symbol_get(k->c->terms, axiom->link)->sort != HA_SORT_LINK)
    return false;
  for (unsigned i = 0; i < HA_AXIOMS; i++)
    if (!strcmp(ha_axiom_text[i], colon + 1)) {
      axiom->axiom = (enum ha_axiom)i;
      return true;
    }
  return false;
}

static bool check_axiom(struct checker *k, const struct ha_sexpr *e, const char *name) {
  struct ha_axiom_instance axiom = {0};
  if (!find_axiom(k, name, &axiom))
    return fail(k, e, "no such axiom");
  for (unsigned i = 0; i < 4; i++)
    axiom.at[i] = ha_sym(k->c->terms, k->params[i]);
  unsigned count = ha_axiom_objects(axiom.axiom);
  struct definition definition = {e->at[1]->atom, true, count, 0};
  HA_PUSH(k->c->arena, k->definitions, definition);
  return check_body(k, e, k->params, count, ha_axiom_formula(k->c->terms, &axiom),
                    "not the text of this axiom");
}

static bool check_all(struct checker *k, const struct ha_sexpr *e, const char *name) {
  ha_symbol proxy = ha_symbol_find(k->c->terms, name), params[5];
  for (unsigned i = 0; proxy && i < ha_skolem_count(k->c->skolem); i++) {
    const struct ha_skolem_row *row = ha_skolem_row(k->c->skolem, i);
    if (row->symbol != proxy || row->is != HA_SKOLEM_PROXY)
      continue;
    unsigned count = row->args.count;
    memcpy(params, row->args.at, count * sizeof *params);
    params[count++] = k->c->alls.at[i].param;
    struct definition definition = {e->at[1]->atom, false, count, proxy};
    HA_PUSH(k->c->arena, k->definitions, definition);
    return check_body(k, e, params, count, k->c->alls.at[i].body,
                      "not the body of this universal hypothesis");
  }
  return fail(k, e, "no such universal hypothesis");
}

static bool check_definition(struct checker *k, const struct ha_sexpr *e) {
  if (!e->at[1]->atom || !is_new_name(k, e->at[1]))
    return fail(k, e, "a definition that is not ours, or twice");
  const char *name = ha_smtlib_unquote(&k->reader, e->at[1], "ax");
  if (name)
    return check_axiom(k, e, name);
  name = ha_smtlib_unquote(&k->reader, e->at[1], "all");
  return name ? check_all(k, e, name) : fail(k, e, "a definition that is not ours");
}

static const struct definition *defined(const struct checker *k,
                                        const struct ha_sexpr *e) {
  const struct ha_sexpr *head = e->atom ? e : e->count ? e->at[0] : NULL;
  for (unsigned i = 0; head && i < k->definitions.count; i++)
    if (ha_sexpr_is(head, k->definitions.at[i].atom))
      return &k->definitions.at[i];
  return NULL;
}

/* ---- asserts ---- */

/* The arguments of a call are ground terms, `sort` unless they are integers. */
static bool read_args(struct checker *k, const struct ha_sexpr *e, unsigned count,
                      ha_term *args) {
  if ((e->atom ? 0 : e->count - 1) != count)
    return fail(k, e, "an instance with another number of arguments");
  for (unsigned i = 0; i < count; i++) {
    args[i] = ha_smtlib_read(&k->reader, e->at[i + 1]);
    if (!args[i])
      return false;
  }
  return true;
}

static bool check_instance(struct checker *k, const struct ha_sexpr *e,
                           const struct definition *axiom) {
  ha_term args[4];
  if (!axiom->is_axiom)
    return fail(k, e, "a universal hypothesis without its premise");
  return read_args(k, e, axiom->args, args);
}

/* (=> (|s NAME| a…) (|all NAME| a… value)) */
static bool check_universal(struct checker *k, const struct ha_sexpr *e,
                            const struct definition *all) {
  ha_term args[5];
  if (all->is_axiom)
    return fail(k, e, "an axiom under a premise");
  if (!read_args(k, e->at[2], all->args, args))
    return false;
  ha_term premise = ha_smtlib_read(&k->reader, e->at[1]);
  unsigned count = all->args - 1;
  ha_term proxy = count
                      ? ha_term_make(k->c->terms, HA_TERM_APP, all->proxy, args, count)
                      : ha_sym(k->c->terms, all->proxy);
  return premise && (premise == proxy ||
                     fail(k, e, "an instance under the premise of another hypothesis"));
}

static const struct ha_vc *condition(const struct checker *k, ha_term literal) {
  for (unsigned i = 0; i < k->c->vcs.count; i++)
    if (literal == ha_sym(k->c->terms, k->c->vcs.at[i].literal))
      return &k->c->vcs.at[i];
  return NULL;
}

static bool check_part(struct checker *k, const struct ha_sexpr *e,
                       const struct ha_vc *vc) {
  ha_term part = ha_smtlib_read(&k->reader, e->at[2]);
  for (unsigned i = 0; part && i < vc->parts.count; i++)
    if (vc->parts.at[i] == part)
      return true;
  return part && fail(k, e,
                      ha_arena_printf(k->c->arena, "not a part of the condition: %s",
                                      ha_vc_what(k->c, vc)));
}

static bool is_conjunct(const struct checker *k, ha_term formula, ha_term of) {
  struct ha_term_row all = *ha_term_get(k->c->terms, of);
  if (formula == of)
    return true;
  for (unsigned i = 0; all.op == HA_TERM_AND && i < all.count; i++)
    if (all.args[i] == formula)
      return true;
  return false;
}

/* Does `facts` say all that `formula` says? */
static bool follows(const struct checker *k, ha_term formula, ha_term facts) {
  struct ha_term_row row = *ha_term_get(k->c->terms, formula);
  if (formula == facts)
    return true;
  if (row.op != HA_TERM_AND)
    return is_conjunct(k, formula, facts);
  for (unsigned i = 0; i < row.count; i++)
    if (!is_conjunct(k, row.args[i], facts))
      return false;
  return true;
}

/* Is it a fact about a term that occurs in it? */
static bool is_fact(struct checker *k, ha_term formula) {
  ha_term_vec todo = {0};
  HA_PUSH(k->c->arena, todo, formula);
  for (unsigned i = 0; i < todo.count; i++) {
    struct ha_term_row row = *ha_term_get(k->c->terms, todo.at[i]);
    if (follows(k, formula, ha_facts(k->c->vocab, todo.at[i])))
      return true;
    for (unsigned a = 0; a < row.count; a++) {
      bool known = false;
      for (unsigned j = 0; j < todo.count; j++)
        known |= todo.at[j] == row.args[a];
      if (!known)
        HA_PUSH(k->c->arena, todo, row.args[a]);
    }
  }
  return false;
}

static bool check_implication(struct checker *k, const struct ha_sexpr *e) {
  const struct definition *all = defined(k, e->at[2]);
  if (all)
    return check_universal(k, e, all);
  ha_term premise = ha_smtlib_read(&k->reader, e->at[1]);
  const struct ha_vc *vc = premise ? condition(k, premise) : NULL;
  if (vc)
    return check_part(k, e, vc);
  return premise && fail(k, e,
                         "an implication that is neither a part of a condition "
                         "nor an instance");
}

static bool check_assert(struct checker *k, const struct ha_sexpr *e) {
  const struct definition *axiom = defined(k, e);
  if (axiom)
    return check_instance(k, e, axiom);
  if (ha_sexpr_call(e, "=>", 2))
    return check_implication(k, e);
  ha_term formula = ha_smtlib_read(&k->reader, e);
  if (!formula)
    return false;
  if (formula == k->some_condition)
    return k->has_goal = true;
  return is_fact(k, formula) || fail(k, e, "neither an instance nor a known fact");
}

/* ---- the file ---- */

static bool check_command(struct checker *k, const struct ha_sexpr *e, unsigned i) {
  bool is_logic = ha_sexpr_call(e, "set-logic", 1);
  if (is_logic != !i || (is_logic && !ha_sexpr_is(e->at[1], "QF_UFLIA")))
    return fail(k, e, "expected (set-logic QF_UFLIA) first, and only there");
  if (is_logic)
    return true;
  if (ha_sexpr_call(e, "declare-sort", 2))
    return (ha_sexpr_is(e->at[1], "Obj") && ha_sexpr_is(e->at[2], "0")) ||
           fail(k, e, "a sort that is not ours");
  if (ha_sexpr_call(e, "declare-fun", 3))
    return check_declaration(k, e);
  if (ha_sexpr_call(e, "define-fun", 4))
    return check_definition(k, e);
  if (ha_sexpr_call(e, "assert", 1))
    return check_assert(k, e->at[1]);
  return fail(k, e, "a command that does not belong in a certificate");
}

static bool check_file(struct checker *k, const struct ha_sexpr *file) {
  unsigned last = file->count - 1;
  if (!file->count || !ha_sexpr_call(file->at[last], "check-sat", 0))
    return fail(k, file->count ? file->at[last] : file,
                "expected (check-sat) at the end");
  for (unsigned i = 0; i < last; i++)
    if (!check_command(k, file->at[i], i))
      return false;
  return k->has_goal ||
         fail(k, file->at[last], "it is not asserted that some condition fails");
}

/* Definitions are written out: z3 4.8 takes exponential time to read one in which terms
 * are shared, and none to read the same under a let. */
static char *as_read(struct ha_arena *arena, const struct ha_sexpr *file) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return NULL;
  ha_sexpr_print(out, ha_sexpr_inline(arena, file));
  fclose(out);
  return text;
}

bool ha_cert_check(struct ha_conditions *c, const char *text, char **plain,
                   struct ha_text_error *error) {
  struct checker k = {.c = c, .reader = {c->arena, c->terms, error, {0}}};
  ha_cert_axiom_params(c->terms, k.params);
  k.some_condition = ha_false(c->terms);
  for (unsigned i = 0; i < c->vcs.count; i++)
    k.some_condition =
        ha_or(c->terms, k.some_condition, ha_sym(c->terms, c->vcs.at[i].literal));
  const struct ha_sexpr *file = ha_sexpr_parse(c->arena, text, error);
  bool ok = file && check_file(&k, file);
  *plain = ok ? as_read(c->arena, file) : NULL;
  return ok && *plain;
}
