#include "rules.h"
#include <string.h>

static const struct ha_rule rules[] = {
#define HA_RULE(name, title, level, severity, meaning, advice)                         \
  {name, title, level, severity, meaning, advice},
#include "rules.def"
#undef HA_RULE
};
_Static_assert(sizeof rules / sizeof *rules == HA_CHECK_KINDS,
               "a rule for each kind of check");

const struct ha_rule *ha_rule_get(enum ha_check_kind kind) { return &rules[kind]; }

enum ha_check_kind ha_rule_find(const char *id) {
  static const char prefix[] = "heapabs-";
  if (!strncmp(id, prefix, sizeof prefix - 1))
    id += sizeof prefix - 1;
  unsigned kind = 0;
  while (kind < HA_CHECK_KINDS && strcmp(ha_check_id[kind], id))
    kind++;
  return (enum ha_check_kind)kind;
}
