#include "axiom.h"
#include <string.h>

const char *const ha_axiom_text[] = {
#define HA_AXIOM(name, text, args) text,
#include "axioms.def"
#undef HA_AXIOM
};
static const char *const axiom_args[] = {
#define HA_AXIOM(name, text, args) args,
#include "axioms.def"
#undef HA_AXIOM
};

unsigned ha_axiom_objects(enum ha_axiom axiom) {
  return (unsigned)strlen(axiom_args[axiom]) - 1;
}

/* The words in which the axioms are written. */
struct words {
  struct ha_terms *t;
  ha_term f;
};

static ha_term B(const struct words *w, ha_term x, ha_term y, ha_term z) {
  return ha_btwn(w->t, w->f, x, y, z);
}

static ha_term R(const struct words *w, ha_term x, ha_term y) { return B(w, x, y, y); }

static ha_term D(const struct words *w, ha_term x, ha_term y) {
  return ha_term_make(w->t, HA_TERM_DIST, 0, (ha_term[]){w->f, x, y}, 3);
}

static ha_term F(const struct words *w, ha_term x) { return ha_select(w->t, w->f, x); }

static ha_term and (const struct words *w, ha_term p, ha_term q) {
  return ha_and(w->t, p, q);
}

static ha_term or (const struct words *w, ha_term p, ha_term q) {
  return ha_or(w->t, p, q);
}

static ha_term eq(const struct words *w, ha_term a, ha_term b) {
  return ha_eq(w->t, a, b);
}

static ha_term if_then(const struct words *w, ha_term p, ha_term q) {
  return ha_implies(w->t, p, q);
}

static ha_term about_lengths(const struct words *w, enum ha_axiom axiom, ha_term x,
                             ha_term y, ha_term z) {
  struct ha_terms *t = w->t;
  ha_term zero = ha_int(t, 0), apart = ha_not(t, eq(w, x, y));
  switch (axiom) {
  case HA_AXIOM_DIST_SELF:
    return if_then(w, eq(w, x, y), eq(w, D(w, x, y), zero));
  case HA_AXIOM_DIST_POS:
    return and(w, ha_le(t, zero, D(w, x, y)),
               if_then(w, and(w, R(w, x, y), eq(w, D(w, x, y), zero)), eq(w, x, y)));
  case HA_AXIOM_DIST_STEP:
    return if_then(w, and(w, R(w, x, y), apart),
                   eq(w, D(w, x, y), ha_add(t, D(w, F(w, x), y), ha_int(t, 1))));
  default:
    return if_then(w, B(w, x, y, z),
                   eq(w, D(w, x, z), ha_add(t, D(w, x, y), D(w, y, z))));
  }
}

ha_term ha_axiom_formula(struct ha_terms *t, const struct ha_axiom_instance *instance) {
  struct words words = {t, ha_sym(t, instance->link)}, *w = &words;
  ha_term x = instance->at[0], y = instance->at[1], z = instance->at[2];
  ha_term u = instance->at[3], null = ha_null(t);
  switch (instance->axiom) {
  case HA_AXIOM_REFL:
    return if_then(w, and(w, eq(w, x, y), eq(w, y, z)), B(w, x, y, z));
  case HA_AXIOM_STEP:
    return R(w, x, F(w, x));
  case HA_AXIOM_REACH:
    return if_then(w, R(w, x, y), or (w, eq(w, x, y), B(w, x, F(w, x), y)));
  case HA_AXIOM_CYCLE:
    return if_then(w, and(w, eq(w, F(w, x), x), R(w, x, y)), eq(w, x, y));
  case HA_AXIOM_SANDWICH:
    return if_then(w, B(w, x, y, x), eq(w, x, y));
  case HA_AXIOM_ORDER1:
    return if_then(w, and(w, R(w, x, y), R(w, x, z)),
                   or (w, B(w, x, y, z), B(w, x, z, y)));
  case HA_AXIOM_ORDER2:
    return if_then(w, B(w, x, y, z), and(w, R(w, x, y), R(w, y, z)));
  case HA_AXIOM_ENDS:
    return if_then(w, R(w, x, y), B(w, x, x, y));
  case HA_AXIOM_TRANS1:
    return if_then(w, and(w, R(w, x, y), R(w, y, z)), R(w, x, z));
  case HA_AXIOM_TRANS2:
    return if_then(w, and(w, B(w, x, y, z), B(w, y, u, z)),
                   and(w, B(w, x, y, u), B(w, x, u, z)));
  case HA_AXIOM_TRANS3:
    return if_then(w, and(w, B(w, x, y, z), B(w, x, u, y)),
                   and(w, B(w, x, u, z), B(w, u, y, z)));
  case HA_AXIOM_NULL_ENDS:
    return if_then(w, R(w, null, x), eq(w, x, null));
  case HA_AXIOM_NULL_STEP:
    return eq(w, F(w, null), null);
  case HA_AXIOM_ACYCLIC:
    return if_then(w, R(w, x, null),
                   eq(w, B(w, x, y, z), and(w, R(w, x, y), R(w, y, z))));
  case HA_AXIOM_ANTI:
    return if_then(w, and(w, R(w, x, null), and(w, R(w, x, y), R(w, y, x))),
                   eq(w, x, y));
  case HA_AXIOM_LINEAR:
    return if_then(w, and(w, R(w, x, null), and(w, R(w, x, y), R(w, x, z))),
                   or (w, R(w, y, z), R(w, z, y)));
  default:
    return about_lengths(w, instance->axiom, x, y, z);
  }
}
