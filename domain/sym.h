/* Symbolic execution of loop-free code: wlp, pre-image and strongest post in one.
 *
 * A state maps the symbols of the vocabulary to terms over the symbols as they were at
 * the start; its `path` is the condition under which it is reached.  A piece is all
 * code from one cut point to another as one state: joins are `ite`s over the path
 * conditions, so a piece with many paths is no larger than its code.  Values that the
 * program does not determine (havoc, a new cell, what the logic cannot say) are fresh
 * *choices*.  With G the guard of a piece, σ its state and c̄ its choices,
 *   wlp(piece)(F) = ∀c̄. G → F[σ]        pre(piece)(F) = ∃c̄. G ∧ F[σ]
 *   sp(piece)(F)  = ∃ old state, c̄. F ∧ G ∧ state = σ.
 * A goal is a check met on the way: G ∧ ¬holds is its error condition.
 *
 * What the logic cannot say is over-approximated by a choice, so that what is proved of
 * the pieces holds of the program; nothing is dropped. */
#ifndef HEAPABS_DOMAIN_SYM_H
#define HEAPABS_DOMAIN_SYM_H

#include "../gcl/gcl.h"
#include "term.h"

struct ha_vocab;

struct ha_piece {
  ha_loc from, to; /* cut points: entry, loop heads, exits */
  ha_term guard;
  struct ha_subst *post; /* state symbols that changed → terms */
};

struct ha_goal {
  ha_loc from;
  ha_check check;
  ha_term guard; /* the check is met */
  ha_term holds; /* … and passes */
};

struct ha_contracts;

struct ha_pieces {
  HA_VEC(struct ha_piece) pieces;
  HA_VEC(struct ha_goal) goals;
  HA_VEC(ha_loc) cuts;            /* entry first, then loop heads and exits by number */
  struct ha_contracts *contracts; /* the program's formulas, over the same vocabulary */
  bool assumes_no_overflow;       /* some signed operation was taken not to overflow */
  unsigned forgotten; /* effects the logic cannot say and was not exact about */
};

/* All pieces of the vocabulary's program. */
struct ha_pieces *ha_sym_pieces(struct ha_vocab *vocab);
/* The same with one piece per path, where there are at most `limit`; else NULL. */
struct ha_pieces *ha_sym_paths(struct ha_vocab *vocab, unsigned limit);

/* What a pointer to a scalar of this type points to, and that it points to one, in the
 * state the vocabulary's symbols describe. */
ha_term ha_sym_contents(struct ha_vocab *vocab, ha_term pointer, ha_type scalar);
ha_term ha_sym_is_live(struct ha_vocab *vocab, ha_term pointer, ha_type pointee);

bool ha_sym_is_cut(const struct ha_program *program, ha_loc loc);

#endif
