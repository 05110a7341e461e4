#include "cstr.h"
#include "access.h"
#include "arith.h"

/* A value of which nothing is known because of those it depends on. */
static struct ha_value depends(struct ha_value a, struct ha_value b) {
  return (struct ha_value){0, UINT64_MAX, a.taint || b.taint};
}

static bool is_exact(struct ha_value v) { return !v.undef && !v.taint; }

struct ha_value ha_cstr_length(struct ha_run *run, struct ha_value s) {
  if (!is_exact(s))
    return depends(s, s);
  for (uint64_t i = 0;; i++) {
    struct ha_value byte = ha_access_byte(run, s.bits + i);
    run->steps += i % 64 == 63;
    if (byte.bits && !byte.taint)
      continue; /* a defined 1 bit: not the end, whatever the others are */
    if (!is_exact(byte))
      return depends(byte, byte);
    return ha_value_exact(i);
  }
}

struct ha_value ha_cstr_find(struct ha_run *run, struct ha_value s,
                             struct ha_value wanted, struct ha_value n) {
  if (!is_exact(s) || !is_exact(wanted) || !is_exact(n))
    return depends((struct ha_value){.taint = s.taint || wanted.taint}, n);
  for (uint64_t i = 0; i < n.bits; i++) {
    struct ha_value byte = ha_access_byte(run, s.bits + i);
    run->steps += i % 64 == 63;
    uint64_t known = ~byte.undef & 0xff;
    if (!byte.taint && (byte.bits ^ wanted.bits) & known)
      continue; /* a defined bit differs */
    return is_exact(byte) ? ha_value_exact(i) : depends(byte, byte);
  }
  return n;
}

struct ha_value ha_cstr_compare(struct ha_run *run, struct ha_value a,
                                struct ha_value b, struct ha_value n, bool to_nul) {
  if (!is_exact(a) || !is_exact(b) || !is_exact(n))
    return depends((struct ha_value){.taint = a.taint || b.taint}, n);
  for (uint64_t i = 0; i < n.bits; i++) {
    struct ha_value x = ha_access_byte(run, a.bits + i);
    struct ha_value y = ha_access_byte(run, b.bits + i);
    run->steps += i % 64 == 63;
    if (!is_exact(x) || !is_exact(y))
      return depends(x, y);
    if (x.bits != y.bits)
      return ha_value_exact(x.bits < y.bits ? UINT64_MAX : 1);
    if (to_nul && !x.bits)
      break;
  }
  return ha_value_exact(0);
}
