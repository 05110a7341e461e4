/* The conditions of a certificate, from a program and a claim alone: initiation,
 * consecution and safety per cut point, quantifiers out, stores apart.
 *
 * A condition is the list of formulas that must not hold together: the invariant (or
 * Init) where the piece starts, its guard, and the negation of one conjunct of the
 * invariant where it ends, or of a check.  The same program and claim give the same
 * symbols under the same names, so whoever writes a certificate and whoever checks it
 * speak of the same conditions. */
#ifndef HEAPABS_DOMAIN_CERT_VC_H
#define HEAPABS_DOMAIN_CERT_VC_H

#include "cert_claim.h"
#include "skolem.h"
#include "sym.h"
#include "view.h"

struct ha_vc {
  ha_loc from, to;     /* to 0: a check */
  ha_check check;      /* 0 there: what an access owes without a check of its own */
  const char *formula; /* of the invariant at `to`, as the claim has it */
  unsigned line;       /* there; 0: none */
  ha_symbol literal;   /* implies the formulas */
  ha_term_vec sources; /* as the solver takes them */
  ha_term_vec parts;   /* the same, quantifier-free and expanded */
};

/* ∀ param. body, for the parameters of the row: the definition behind a proxy. */
struct ha_vc_all {
  ha_symbol param; /* 0: the row is no proxy */
  ha_term body;    /* quantifier-free */
};

struct ha_conditions {
  struct ha_arena *arena;
  const struct ha_program *program;
  struct ha_terms *terms;
  struct ha_vocab *vocab;
  const struct ha_pieces *pieces;
  struct ha_skolem *skolem;
  ha_term_vec init;
  HA_VEC(struct ha_vc) vcs;
  HA_VEC(struct ha_vc_all) alls; /* by row of the skolem */
};

/* Says Init where the claim does not; over the vocabulary, after its pieces. */
struct ha_init_policy {
  ha_term_vec (*formulas)(void *context, struct ha_vocab *vocab);
  void *context;
};

/* NULL on a mistake, then *error says where in the claim and why. */
struct ha_conditions *ha_conditions_new(struct ha_arena *arena,
                                        const struct ha_program *program,
                                        const struct ha_claim *claim,
                                        const struct ha_init_policy *policy,
                                        struct ha_text_error *error);
/* In words. */
const char *ha_vc_what(const struct ha_conditions *conditions, const struct ha_vc *vc);

#endif
