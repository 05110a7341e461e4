#include "cert.h"
#include "cert_find.h"
#include "formula.h"
#include "smtlib.h"
#include "vocab.h"
#include <stdlib.h>

struct writer {
  FILE *out;
  struct ha_conditions *c;
  const struct ha_cert_proof *proof;
  struct ha_smtlib_uses *uses;
  bool can;
  HA_VEC(bool) has_axiom; /* by link symbol and axiom */
  HA_VEC(bool) has_all;   /* by row */
  ha_symbol params[4];    /* of axioms */
};

static const char *name_of(const struct writer *w, ha_symbol symbol) {
  return ha_symbol_get(w->c->terms, symbol)->name;
}

static void use(struct writer *w, ha_term term) {
  w->can = w->can && ha_smtlib_can(w->c->terms, term);
  if (w->can)
    ha_smtlib_use(w->uses, term);
}

static void write(struct writer *w, ha_term term) {
  ha_smtlib_term(w->out, w->c->terms, term);
}

/* ---- definitions ---- */

static ha_term axiom_body(struct writer *w, struct ha_axiom_instance instance) {
  for (unsigned i = 0; i < 4; i++)
    instance.at[i] = ha_sym(w->c->terms, w->params[i]);
  return ha_axiom_formula(w->c->terms, &instance);
}

static bool is_first(struct writer *w, const struct ha_axiom_instance *axiom) {
  unsigned at = axiom->link * HA_AXIOMS + axiom->axiom;
  while (w->has_axiom.count <= at)
    HA_PUSH(w->c->arena, w->has_axiom, false);
  bool first = !w->has_axiom.at[at];
  w->has_axiom.at[at] = true;
  return first;
}

static void axiom_name(struct writer *w, const struct ha_axiom_instance *axiom) {
  const char *name = ha_arena_printf(w->c->arena, "%s:%s", name_of(w, axiom->link),
                                     ha_axiom_text[axiom->axiom]);
  ha_smtlib_name(w->out, "ax", name);
}

static void param(struct writer *w, ha_symbol symbol) {
  fputc('(', w->out);
  ha_smtlib_name(w->out, "s", name_of(w, symbol));
  fprintf(w->out, " %s)", ha_smtlib_sort(ha_symbol_get(w->c->terms, symbol)->sort));
}

static void define_axiom(struct writer *w, const struct ha_axiom_instance *axiom) {
  if (!is_first(w, axiom))
    return;
  fputs("(define-fun ", w->out);
  axiom_name(w, axiom);
  fputs(" (", w->out);
  for (unsigned i = 0; i < ha_axiom_objects(axiom->axiom); i++)
    param(w, w->params[i]);
  fputs(") Bool ", w->out);
  write(w, axiom_body(w, *axiom));
  fputs(")\n", w->out);
}

static void define_all(struct writer *w, unsigned row) {
  const struct ha_skolem_row *r = ha_skolem_row(w->c->skolem, row);
  while (w->has_all.count <= row)
    HA_PUSH(w->c->arena, w->has_all, false);
  if (w->has_all.at[row])
    return;
  w->has_all.at[row] = true;
  fputs("(define-fun ", w->out);
  ha_smtlib_name(w->out, "all", name_of(w, r->symbol));
  fputs(" (", w->out);
  for (unsigned i = 0; i < r->args.count; i++)
    param(w, r->args.at[i]);
  param(w, w->c->alls.at[row].param);
  fputs(") Bool ", w->out);
  write(w, w->c->alls.at[row].body);
  fputs(")\n", w->out);
}

/* ---- asserts ---- */

static void apply(struct writer *w, const ha_term *args, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    fputc(' ', w->out);
    write(w, args[i]);
  }
}

static void assert_all(struct writer *w, const struct ha_cert_instance *instance) {
  const struct ha_skolem_row *row = ha_skolem_row(w->c->skolem, instance->row);
  fputs(row->args.count ? "(=> (" : "(=> ", w->out);
  ha_smtlib_name(w->out, "s", name_of(w, row->symbol));
  apply(w, instance->at, row->args.count);
  fputs(row->args.count ? ") (" : " (", w->out);
  ha_smtlib_name(w->out, "all", name_of(w, row->symbol));
  apply(w, instance->at, row->args.count + 1);
  fputs("))", w->out);
}

static void assert_instance(struct writer *w, const struct ha_cert_instance *instance) {
  fputs("(assert ", w->out);
  switch (instance->is) {
  case HA_CERT_AXIOM: {
    unsigned count = ha_axiom_objects(instance->axiom.axiom);
    fputs(count ? "(" : "", w->out);
    axiom_name(w, &instance->axiom);
    apply(w, instance->axiom.at, count);
    fputs(count ? ")" : "", w->out);
    break;
  }
  case HA_CERT_ALL:
    assert_all(w, instance);
    break;
  case HA_CERT_FACT:
    write(w, instance->formula);
    break;
  }
  fputs(")\n", w->out);
}

static void assert_condition(struct writer *w, unsigned v) {
  const struct ha_vc *vc = &w->c->vcs.at[v];
  fprintf(w->out, "; %s\n", ha_vc_what(w->c, vc));
  for (unsigned i = 0; i < vc->parts.count; i++) {
    if (!w->proof->parts[v][i])
      continue;
    fputs("(assert (=> ", w->out);
    ha_smtlib_name(w->out, "s", name_of(w, vc->literal));
    fputc(' ', w->out);
    write(w, vc->parts.at[i]);
    fputs("))\n", w->out);
  }
}

static ha_term some_condition(struct writer *w) {
  ha_term any = ha_false(w->c->terms);
  for (unsigned v = 0; v < w->c->vcs.count; v++)
    any = ha_or(w->c->terms, any, ha_sym(w->c->terms, w->c->vcs.at[v].literal));
  return any;
}

/* ---- the file ---- */

static void use_instance(struct writer *w, const struct ha_cert_instance *instance) {
  use(w, instance->formula);
  if (instance->is == HA_CERT_AXIOM) {
    use(w, axiom_body(w, instance->axiom));
    for (unsigned i = 0; i < ha_axiom_objects(instance->axiom.axiom); i++)
      use(w, instance->axiom.at[i]);
  }
  if (instance->is != HA_CERT_ALL)
    return;
  const struct ha_skolem_row *row = ha_skolem_row(w->c->skolem, instance->row);
  const struct ha_vc_all *all = &w->c->alls.at[instance->row];
  ha_smtlib_bind(w->uses, all->param);
  for (unsigned i = 0; i < row->args.count; i++)
    ha_smtlib_bind(w->uses, row->args.at[i]);
  for (unsigned i = 0; i <= row->args.count; i++)
    use(w, instance->at[i]);
  use(w, all->body);
  ha_smtlib_use_symbol(w->uses, row->symbol);
}

static void use_all(struct writer *w) {
  for (unsigned i = 0; i < w->proof->instances.count; i++)
    use_instance(w, &w->proof->instances.at[i]);
  for (unsigned v = 0; v < w->c->vcs.count; v++)
    for (unsigned i = 0; i < w->c->vcs.at[v].parts.count; i++)
      if (w->proof->parts[v][i])
        use(w, w->c->vcs.at[v].parts.at[i]);
  use(w, some_condition(w));
}

static void write_file(struct writer *w) {
  fprintf(w->out, "; %s: every condition of the claim holds if this has no model\n",
          w->c->program->name);
  fputs("(set-logic QF_UFLIA)\n", w->out);
  ha_smtlib_declare(w->out, w->uses);
  for (unsigned i = 0; i < w->proof->instances.count; i++) {
    const struct ha_cert_instance *instance = &w->proof->instances.at[i];
    if (instance->is == HA_CERT_AXIOM)
      define_axiom(w, &instance->axiom);
    else if (instance->is == HA_CERT_ALL)
      define_all(w, instance->row);
  }
  for (unsigned v = 0; v < w->c->vcs.count; v++)
    assert_condition(w, v);
  for (unsigned i = 0; i < w->proof->instances.count; i++)
    assert_instance(w, &w->proof->instances.at[i]);
  fputs("(assert ", w->out);
  write(w, some_condition(w));
  fputs(")\n(check-sat)\n", w->out);
}

void ha_cert_axiom_params(struct ha_terms *terms, ha_symbol params[4]) {
  static const char *const names[] = {"x!", "y!", "z!", "u!"};
  for (unsigned i = 0; i < 4; i++)
    params[i] = ha_symbol_make(terms, names[i], HA_SORT_OBJ);
}

bool ha_cert_write(struct ha_conditions *c, const struct ha_cert_proof *proof,
                   char **text) {
  size_t size = 0;
  struct writer w = {
      .c = c, .proof = proof, .uses = ha_smtlib_uses_new(c->terms), .can = true};
  ha_cert_axiom_params(c->terms, w.params);
  for (unsigned i = 0; i < 4; i++)
    ha_smtlib_bind(w.uses, w.params[i]);
  use_all(&w);
  *text = NULL;
  w.out = w.can ? open_memstream(text, &size) : NULL;
  if (!w.out)
    return false;
  write_file(&w);
  fclose(w.out);
  return true;
}
