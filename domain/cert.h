/* Certificates: a proof of a claim (cert_claim.h) about a program, as an SMT-LIB file
 * that any solver refutes, and a checker for it that knows no engine and no
 * instantiation.
 *
 * The file is quantifier-free, with one `check-sat`.  In order:
 *   declarations
 *   (define-fun |ax next:trans1| …)      an axiom of axioms.def, for one link
 *   (define-fun |all NAME| …)            the body of a universal hypothesis
 *   (assert (=> |s vc!0| F))             a part of condition 0 (cert_vc.h)
 *   (assert (|ax next:trans1| a b c))    an instance of an axiom
 *   (assert (=> |s NAME| (|all NAME| a)))  an instance of a universal
 *   (assert F)                           a fact of the vocabulary (facts.h)
 *   (assert (or |s vc!0| …))             some condition fails
 *   (check-sat)
 * Every model of the program in which the claim fails is a model of all of these; so if
 * they have none, the claim holds.  Leaving out a part or an instance only makes it
 * harder for the solvers. */
#ifndef HEAPABS_DOMAIN_CERT_H
#define HEAPABS_DOMAIN_CERT_H

#include "cert_vc.h"

struct ha_cert_proof;

/* The names of the variables of axioms. */
void ha_cert_axiom_params(struct ha_terms *terms, ha_symbol params[4]);

/* What is to be written is returned in *text (malloc'd); false if a part has no text in
 * SMT-LIB. */
bool ha_cert_write(struct ha_conditions *conditions, const struct ha_cert_proof *proof,
                   char **text);

/* Is the file about these conditions, and nothing else in it?  On a mistake, *error
 * says in which line and why.  Whether it is unsatisfiable is for the solvers to say:
 * of *plain (malloc'd), which has the commands as they were read here, with the
 * definitions written out, so that no solver can read the file otherwise. */
bool ha_cert_check(struct ha_conditions *conditions, const char *text, char **plain,
                   struct ha_text_error *error);

/* From a program and a claim to the three texts; all malloc'd. */
struct ha_cert_texts {
  char *gcl, *inv, *smt2;
  const char *why; /* smt2 NULL: what is missing; in the arena */
  unsigned failed; /* the condition, if it is one */
  struct ha_conditions *conditions;
};
struct ha_cert_texts ha_cert_make(struct ha_arena *arena,
                                  const struct ha_program *program,
                                  const struct ha_claim *claim,
                                  const struct ha_init_policy *policy,
                                  double deadline_ms);

#endif
