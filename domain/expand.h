/* Takes stores, conditional maps, set expressions and named properties apart, so that
 * every map left in a term is a symbol.
 *
 * f' = f[u ↦ v]:
 *   f'(a)      = ite(a = u, v, f(a))
 *   B'(a,b,c) ⇔ B(a,b,c) ∧ W(a,c,u)  ∨  u ≠ c ∧ W(a,u,c) ∧ W(v,c,u) ∧ (B(a,b,u) ∨
 * B(v,b,c)) D'(a,c)    = ite(W(a,c,u), D(a,c), D(a,u) + 1 + D(v,c)) with W(x,y,z) :=
 * B(x,y,z) ∨ R(x,y) ∧ ¬R(x,z): x meets y before z, or never z which is exact for cyclic
 * and acyclic links.  Results are shared terms: a chain of stores costs as many atoms
 * as it has triples of terms, not a tree of them. */
#ifndef HEAPABS_DOMAIN_EXPAND_H
#define HEAPABS_DOMAIN_EXPAND_H

#include "term.h"

struct ha_expander;

struct ha_expander *ha_expander_new(struct ha_terms *terms);
ha_term ha_expand(struct ha_expander *expander, ha_term term);

#endif
