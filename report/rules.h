/* What each kind of check is called in reports, what it means and what to do about it.
 */
#ifndef HEAPABS_REPORT_RULES_H
#define HEAPABS_REPORT_RULES_H

#include "../gcl/gcl.h"

struct ha_rule {
  const char *name;     /* "NullDereference" */
  const char *title;    /* "null dereference" */
  const char *level;    /* "error", "warning", "note" */
  const char *severity; /* CVSS-like, "7.5" */
  const char *meaning, *advice;
};

const struct ha_rule *ha_rule_get(enum ha_check_kind kind);
/* By its id, "null-deref" or "heapabs-null-deref"; HA_CHECK_KINDS if there is none. */
enum ha_check_kind ha_rule_find(const char *id);

#endif
