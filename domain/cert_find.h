/* The ground instances that refute the conditions of a certificate, as few as unsat
 * cores make them.  They come from the solver; here they are said in the symbols of the
 * conditions (cert_vc.h), where what was invented under a quantifier is a function of
 * its variables. */
#ifndef HEAPABS_DOMAIN_CERT_FIND_H
#define HEAPABS_DOMAIN_CERT_FIND_H

#include "axiom.h"
#include "cert_vc.h"
#include "smt.h"

struct ha_cert_instance {
  enum { HA_CERT_AXIOM, HA_CERT_ALL, HA_CERT_FACT } is;
  struct ha_axiom_instance axiom;
  unsigned row;  /* ALL: of the skolem */
  ha_term at[5]; /* ALL: the row's arguments, then the value */
  ha_term formula;
};

struct ha_cert_proof {
  HA_VEC(struct ha_cert_instance) instances;
  bool **parts;          /* by condition, by part: is it needed? */
  unsigned failed;       /* the condition that is not refuted; all: none */
  enum ha_answer answer; /* to that one */
};

/* Conditions after this moment (on the clock of solver.h; 0: never) fail. */
struct ha_cert_proof *ha_cert_find(struct ha_conditions *conditions,
                                   double deadline_ms);

#endif
