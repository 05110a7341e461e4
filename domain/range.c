#include "range.h"

ha_term ha_power_of_two(struct ha_terms *t, unsigned exponent) {
  if (exponent < 63)
    return ha_int(t, INT64_C(1) << exponent);
  ha_term args[] = {ha_int(t, INT64_C(1) << 32),
                    ha_int(t, INT64_C(1) << (exponent - 32))};
  return ha_term_make(t, HA_TERM_MUL, 0, args, 2);
}

ha_term ha_in_range(struct ha_terms *t, const struct ha_types *types, ha_term value,
                    ha_type type) {
  const struct ha_type_info *info = ha_type_get(types, type);
  if (info->kind != HA_TYPE_INT)
    return ha_true(t);
  ha_term end = ha_power_of_two(t, info->bits - info->is_signed);
  ha_term low = info->is_signed ? ha_sub(t, ha_int(t, 0), end) : ha_int(t, 0);
  return ha_and(t, ha_le(t, low, value), ha_lt(t, value, end));
}
