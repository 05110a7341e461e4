/* Definitions out of formulas: named properties become what they mean (named.h), and
 * equality of maps becomes a quantifier.  Stores stay: a quantifier's body is cheap to
 * evaluate as it stands, and only its instances are taken apart (expand.h). */
#ifndef HEAPABS_DOMAIN_UNFOLD_H
#define HEAPABS_DOMAIN_UNFOLD_H

#include "term.h"

struct ha_unfolder;

struct ha_unfolder *ha_unfolder_new(struct ha_terms *terms);
ha_term ha_unfold(struct ha_unfolder *unfolder, ha_term formula);

#endif
