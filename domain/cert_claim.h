/* What a certificate claims, as people read it: the file NAME.inv.
 *
 * One item a line; `#` opens a comment.
 *   heapabs certificate 1     the first line
 *   init FORMULA              a conjunct of what is assumed at the entry
 *   at LOC FORMULA            a conjunct of the invariant of that cut point
 *   claims all | NUMBER…      the checks that never fail
 *   assumes TEXT              an assumption in words, for the reader
 * Formulas are those of docs/contracts.md over the names of the `.gcl` beside it.
 * Without a line `init`, Init is what the entry policy says of the program. */
#ifndef HEAPABS_DOMAIN_CERT_CLAIM_H
#define HEAPABS_DOMAIN_CERT_CLAIM_H

#include "../gcl/gcl.h"
#include "../gcl/text.h"

struct ha_claim_formula {
  ha_loc at; /* 0: Init */
  const char *text;
  unsigned line, column; /* 0: not from a file */
};

struct ha_claim {
  HA_VEC(struct ha_claim_formula) formulas;
  HA_VEC(const char *) assumes;
  HA_VEC(ha_check) checks; /* by number, in order */
  bool all_checks;
};

/* NULL on a mistake, then *error says where and why. */
struct ha_claim *ha_claim_parse(struct ha_arena *arena, const char *text,
                                struct ha_text_error *error);
void ha_claim_print(const struct ha_claim *claim, FILE *out);
bool ha_claim_has_init(const struct ha_claim *claim);
bool ha_claim_covers(const struct ha_claim *claim, ha_check check);

#endif
