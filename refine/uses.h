/* How a program uses its pointers, flow-insensitively: which values a variable may
 * hold (by copies alone), where it is tested against null, compared, walked along.
 *
 * A *source* is where a pointer value comes into the function: a parameter, a field
 * it is loaded from, or a global it is loaded from.  A variable's set of sources is
 * closed under assignment, casts, and the step between a record and one embedded in
 * it.  The entry policy is read off these facts. */
#ifndef HEAPABS_REFINE_USES_H
#define HEAPABS_REFINE_USES_H

#include "../gcl/gcl.h"

/* A null comparison of a variable's value.  `null_side`: an assume that takes the
 * null case, or the outcome was stored in a variable.  `own`: what is tested for may
 * be a null that the code has put there itself.  `macro`: a macro's test, which says as
 * little about this code as a callee's. */
struct ha_null_test {
  uint32_t cmd;
  ha_var var;
  bool null_side, own, macro;
};

/* A comparison of two pointers, neither the null constant. */
struct ha_ptr_compare {
  uint32_t cmd;
  ha_expr a, b;
};

/* A load that sees a value the function itself has stored. */
struct ha_forwarded {
  ha_var to;
  ha_expr from;
  uint32_t next; /* of the same variable; 0: none */
};

struct ha_uses {
  const struct ha_program *program;
  struct ha_arena *arena;
  uint32_t fields;     /* field ids are below this */
  uint32_t words;      /* 64-bit words per set of sources */
  uint64_t *sources;   /* by variable, `words` each */
  uint32_t *loop;      /* by location: its loop (0: in none) */
  ha_loc *cmd_from;    /* by command: the location its edge starts from */
  uint32_t *cmd_edge;  /* by command */
  uint32_t *out_begin; /* edges by source: out[out_begin[l] .. out_begin[l + 1]) */
  uint32_t *out;
  struct ha_reaching *reaching;
  uint32_t *accesses;    /* by field: the first command that loads or stores it */
  uint32_t *next_access; /* by command: the next one of that field; 0: none */
  uint32_t *only_def; /* by variable: the command that sets it, if there is just one */
  HA_VEC(struct ha_forwarded) forwarded;  /* row 0 is unused */
  uint32_t *forwarded_to;                 /* by variable: its first row */
  HA_VEC(struct ha_null_test) null_tests; /* in the order of the commands */
  uint32_t *test_at;                      /* by command: its first test; or the count */
  uint8_t *nullable; /* by command: what ha_entry_value_tested has found */
  HA_VEC(struct ha_ptr_compare) compares;
  HA_VEC(ha_field) containers; /* fields that `container` is applied to */
};

const struct ha_uses *ha_uses_collect(struct ha_arena *arena,
                                      const struct ha_program *program);

/* The variable an address is computed from, through fields, elements and casts; 0 if
 * it is not a variable's. */
ha_var ha_uses_base(const struct ha_program *program, ha_expr expr);
/* The variable whose value `expr` is, through casts and embedded records only. */
ha_var ha_uses_value(const struct ha_program *program, ha_expr expr);
/* The global whose cell a LOAD or STORE through `base` accesses; 0 if it is none. */
ha_obj ha_uses_global(const struct ha_program *program, ha_expr base);

bool ha_uses_from_param(const struct ha_uses *uses, ha_var var, ha_var param);
bool ha_uses_from_field(const struct ha_uses *uses, ha_var var, ha_field field);
bool ha_uses_from_global(const struct ha_uses *uses, ha_var var, ha_obj global);
/* Do the two always hold one value?  Copies of one variable, or loads of one field
 * from such; the field may have been written in between, so this is a hint. */
bool ha_uses_same(const struct ha_uses *uses, ha_var a, ha_var b);
bool ha_uses_share_source(const struct ha_uses *uses, ha_var a, ha_var b);

/* Written in the function that command `of` is in or in one of its callers, not in an
 * inlined callee; 0 stands for the entry function. */
bool ha_uses_is_own(const struct ha_program *program, uint32_t cmd, uint32_t of);
bool ha_uses_field_tested(const struct ha_uses *uses, ha_field field);
bool ha_uses_global_tested(const struct ha_uses *uses, ha_obj global);

#endif
