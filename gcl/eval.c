#include "eval.h"
#include "access.h"
#include "arith.h"
#include "cstr.h"
#include "plan.h"
#include "reach.h"
#include <assert.h>

static const struct ha_expr_row *row(const struct ha_run *run, ha_expr expr) {
  assert(expr < run->program->exprs.count);
  return &run->program->exprs.at[expr];
}

static bool is_definite(struct ha_value v) { return !v.undef && !v.taint; }

/* ---- connectives: an operand that is not needed does not matter ---- */

/* a && b, a || b: `stop` is the truth value that settles it. */
static struct ha_value connect(struct ha_run *run, const struct ha_expr_row *e,
                               bool stop) {
  struct ha_value a = ha_eval(run, e->a);
  if (run->status != HA_RUN_GOING || (is_definite(a) && a.bits == stop))
    return a;
  struct ha_value b = ha_eval(run, e->b);
  if (is_definite(a))
    return b;
  if (run->status == HA_RUN_OVERFLOW) { /* b may be one that a guards */
    run->status = HA_RUN_GOING;
    return a;
  }
  if (is_definite(b) && b.bits == stop)
    return b;
  return (struct ha_value){0, a.undef | b.undef, a.taint || b.taint};
}

static struct ha_value choose(struct ha_run *run, const struct ha_expr_row *e) {
  struct ha_value c = ha_eval(run, e->a);
  if (run->status != HA_RUN_GOING)
    return c;
  if (is_definite(c))
    return ha_eval(run, c.bits ? e->b : e->c);
  struct ha_value b = ha_eval(run, e->b), d = ha_eval(run, e->c);
  if (run->status == HA_RUN_OVERFLOW) {
    run->status = HA_RUN_GOING;
    b = (struct ha_value){.undef = ha_width_mask(run->plan->expr_width[e->b])};
  }
  struct ha_value merged = ha_merge(b, d);
  merged.taint |= c.taint;
  return merged;
}

/* ---- arithmetic and addresses ---- */

static struct ha_value arith(struct ha_run *run, enum ha_expr_op op, unsigned width,
                             struct ha_value a, struct ha_value b) {
  bool undefined = false;
  struct ha_value v = ha_arith(op, width, a, b, &undefined);
  if (undefined && run->status == HA_RUN_GOING)
    run->status = HA_RUN_OVERFLOW;
  return v;
}

static struct ha_value binary(struct ha_run *run, const struct ha_expr_row *e) {
  struct ha_value a = ha_eval(run, e->a), b = ha_eval(run, e->b);
  unsigned width = run->plan->expr_width[e->a]; /* a comparison's is its operands' */
  return width ? arith(run, e->op, width, a, b) : ha_value_unknown();
}

static unsigned ptr_width(const struct ha_run *run) {
  return 8 * ha_types_ptr_bytes(run->program->types);
}

static struct ha_value offset(struct ha_run *run, const struct ha_expr_row *e,
                              enum ha_expr_op op) {
  uint64_t by = ha_field_get(run->program->types, (ha_field)e->imm)->offset;
  return arith(run, op, ptr_width(run), ha_eval(run, e->a), ha_value_exact(by));
}

static struct ha_value element(struct ha_run *run, const struct ha_expr_row *e) {
  unsigned width = ptr_width(run);
  uint64_t size = ha_type_get(run->program->types, (ha_type)e->imm)->size;
  struct ha_value base = ha_eval(run, e->a), index = ha_eval(run, e->b);
  if (!run->plan->expr_width[e->b])
    return ha_value_unknown();
  index = ha_resize(index, run->plan->expr_width[e->b], width, true);
  index = arith(run, HA_EXPR_MUL, width, index, ha_value_exact(size));
  return arith(run, HA_EXPR_ADD, width, base, index);
}

static struct ha_value resize(struct ha_run *run, const struct ha_expr_row *e,
                              unsigned width) {
  struct ha_value a = ha_eval(run, e->a);
  unsigned from = run->plan->expr_width[e->a];
  return from ? ha_resize(a, from, width, e->op == HA_EXPR_SEXT) : ha_value_unknown();
}

/* ---- predicates on memory ---- */

static const struct ha_block_info *target(const struct ha_run *run,
                                          struct ha_value pointer) {
  ha_block block = ha_machine_find(run->machine, pointer.bits);
  return block ? ha_machine_block(run->machine, block) : NULL;
}

static bool is_heap(const struct ha_block_info *b) {
  return b->kind == HA_BLOCK_HEAP || b->kind == HA_BLOCK_ENTRY;
}

static struct ha_value live(struct ha_run *run, const struct ha_expr_row *e) {
  struct ha_value a = ha_eval(run, e->a);
  if (a.undef)
    return (struct ha_value){0, 1, a.taint};
  const struct ha_block_info *b = target(run, a);
  if (!b || !is_heap(b))
    return ha_value_bool(true, a.taint);
  return ha_value_bool(b->live, a.taint || (b->live && b->escaped));
}

static struct ha_value access_ok(struct ha_run *run, const struct ha_expr_row *e) {
  struct ha_value a = ha_eval(run, e->a), n = ha_eval(run, e->b);
  bool taint = a.taint || n.taint;
  if (n.undef)
    return (struct ha_value){0, 1, taint};
  if (n.bits == 0)
    return ha_value_bool(true, n.taint);
  if (a.undef)
    return ha_value_bool(false, taint);
  const struct ha_block_info *b = target(run, a);
  if (!b || (!b->live && !is_heap(b)))
    return ha_value_bool(false, taint);
  bool inside = n.bits <= b->size - (a.bits - b->address);
  return ha_value_bool(inside, taint || (!inside && b->opaque));
}

static struct ha_value freeable(struct ha_run *run, const struct ha_expr_row *e) {
  struct ha_value a = ha_eval(run, e->a);
  if (a.undef)
    return ha_value_bool(false, a.taint);
  const struct ha_block_info *b = target(run, a);
  bool start = b && is_heap(b) && a.bits == b->address;
  return ha_value_bool(start, a.taint || (b && b->opaque));
}

static struct ha_value block_size(struct ha_run *run, const struct ha_expr_row *e) {
  struct ha_value a = ha_eval(run, e->a);
  if (a.undef)
    return (struct ha_value){0, UINT64_MAX, a.taint};
  const struct ha_block_info *b = target(run, a);
  return (struct ha_value){b ? b->size : 0, 0, a.taint || (b && b->opaque)};
}

static struct ha_value noleak(struct ha_run *run, const struct ha_expr_row *e) {
  if (!e->a)
    return ha_reach_noleak(run->arena, run->machine, NULL);
  struct ha_value a = ha_eval(run, e->a);
  return ha_reach_noleak(run->arena, run->machine, &a);
}

/* ---- leaves ---- */

/* What nobody judges is not known. */
static struct ha_value formula(struct ha_run *run, ha_formula formula) {
  bool holds = false;
  if (!run->judge || !run->judge->holds(run->judge->context, run, formula, &holds))
    return ha_value_unknown();
  return ha_value_bool(holds, false);
}

/* An object that is not alive has no address. */
static struct ha_value address_of(const struct ha_run *run, uint64_t object) {
  uint64_t address = run->obj_address[object];
  return address ? ha_value_exact(address) : ha_value_unknown();
}

static struct ha_value trim(struct ha_value v, unsigned width) {
  return ha_resize(v, 64, width, false);
}

static struct ha_value memory(struct ha_run *run, const struct ha_expr_row *e,
                              unsigned width) {
  switch (e->op) {
  case HA_EXPR_LIVE:
    return live(run, e);
  case HA_EXPR_ACCESS:
    return access_ok(run, e);
  case HA_EXPR_FREEABLE:
    return freeable(run, e);
  case HA_EXPR_NOLEAK:
    return noleak(run, e);
  case HA_EXPR_BLOCKSIZE:
    return trim(block_size(run, e), width);
  case HA_EXPR_STRLEN:
    return trim(ha_cstr_length(run, ha_eval(run, e->a)), width);
  case HA_EXPR_MEMCHR:
    return trim(
        ha_cstr_find(run, ha_eval(run, e->a), ha_eval(run, e->b), ha_eval(run, e->c)),
        width);
  case HA_EXPR_STRCMP:
    return trim(ha_cstr_compare(run, ha_eval(run, e->a), ha_eval(run, e->b),
                                ha_value_exact(UINT64_MAX), true),
                width);
  case HA_EXPR_STRNCMP:
  case HA_EXPR_MEMCMP:
    return trim(ha_cstr_compare(run, ha_eval(run, e->a), ha_eval(run, e->b),
                                ha_eval(run, e->c), e->op == HA_EXPR_STRNCMP),
                width);
  default:
    assert(!"an operator that expr_op.def does not have");
    return ha_value_unknown();
  }
}

struct ha_value ha_eval(struct ha_run *run, ha_expr expr) {
  const struct ha_expr_row *e = row(run, expr);
  unsigned width = run->plan->expr_width[expr];
  if (!width)
    return ha_value_unknown();
  switch (e->op) {
  case HA_EXPR_CONST:
    return ha_value_exact(e->imm & ha_width_mask(width));
  case HA_EXPR_NULL:
    return ha_value_exact(0);
  case HA_EXPR_UNDEF:
    return (struct ha_value){.undef = ha_width_mask(width)};
  case HA_EXPR_VAR:
    return run->vars[e->imm];
  case HA_EXPR_OBJ:
    return address_of(run, e->imm);
  case HA_EXPR_FORMULA:
    return formula(run, (ha_formula)e->imm);
  case HA_EXPR_NOT: {
    struct ha_value a = ha_eval(run, e->a);
    return (struct ha_value){(a.bits ^ 1) & ~a.undef, a.undef, a.taint};
  }
  case HA_EXPR_LAND:
    return connect(run, e, false);
  case HA_EXPR_LOR:
    return connect(run, e, true);
  case HA_EXPR_ITE:
    return choose(run, e);
  case HA_EXPR_ZEXT:
  case HA_EXPR_SEXT:
  case HA_EXPR_TRUNC:
  case HA_EXPR_PTRTOINT:
  case HA_EXPR_INTTOPTR:
  case HA_EXPR_CAST:
    return resize(run, e, width);
  case HA_EXPR_FIELD:
    return offset(run, e, HA_EXPR_ADD);
  case HA_EXPR_CONTAINER:
    return offset(run, e, HA_EXPR_SUB);
  case HA_EXPR_ELEM:
    return element(run, e);
  case HA_EXPR_INIT: {
    struct ha_value a = ha_eval(run, e->a);
    return ha_value_bool(!a.undef, a.taint);
  }
  default:
    return e->op <= HA_EXPR_SLE ? binary(run, e) : memory(run, e, width);
  }
}

struct ha_value ha_run_eval(const struct ha_run *run, ha_expr expr) {
  struct ha_run copy = *run;
  copy.status = HA_RUN_GOING;
  copy.oracle = NULL;
  struct ha_value v = ha_eval(&copy, expr);
  return copy.status == HA_RUN_GOING ? v : ha_value_unknown();
}
