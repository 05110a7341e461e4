/* The formats of printf and scanf: which of the arguments are read as strings, and
 * which are written.  A format that is not a literal, or not understood, may mean
 * anything. */
#include "libc.h"
#include "lowering.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* One conversion: `%`, flags, width, precision, length, and the letter. */
struct conversion {
  char letter;     /* 0: the text ends here, or makes no sense */
  unsigned stars;  /* arguments taken by widths and precisions */
  unsigned width;  /* 0: none given */
  bool suppressed; /* scanf's %*d */
  bool has_precision;
  unsigned precision;
  bool decorated; /* by a prefix or by separators */
  char length[3];
};

/* The text of a literal; NULL for anything else. */
static const char *literal(struct ha_lowering *lowering, ha_expr format) {
  const struct ha_expr_row *row = &lowering->program->exprs.at[format];
  while (row->op == HA_EXPR_CAST)
    row = &lowering->program->exprs.at[row->a];
  if (row->op != HA_EXPR_OBJ)
    return NULL;
  const struct ha_obj_row *object = &lowering->program->objs.at[row->imm];
  bool is_text = object->kind == HA_OBJ_STRING && object->size &&
                 (!object->init || !object->init[object->size - 1]);
  return !is_text ? NULL : object->init ? (const char *)object->init : "";
}

static const char *digits(const char *at, unsigned *value) {
  for (*value = 0; isdigit((unsigned char)*at); at++)
    *value = *value * 10 + (unsigned)(*at - '0');
  return at;
}

/* `at` is behind the `%`; returns what follows the conversion. */
static const char *read_conversion(const char *at, bool scans, struct conversion *c) {
  *c = (struct conversion){0};
  size_t flags = strspn(at, scans ? "'" : "-+ #0'I");
  c->decorated = strcspn(at, "#'I") < flags;
  at += flags;
  if (*at == '*') {
    c->suppressed = scans;
    c->stars += !scans;
    at++;
  }
  at = digits(at, &c->width);
  if (!scans && *at == '.') {
    c->has_precision = true;
    c->stars += at[1] == '*';
    at = at[1] == '*' ? at + 2 : digits(at + 1, &c->precision);
  }
  for (unsigned i = 0; i < 2 && *at && strchr("hljztLq", *at); i++)
    c->length[i] = *at++;
  c->letter = *at;
  return *at ? at + 1 : at;
}

/* Behind the set of `%[`: a `]` right at its beginning is a member. */
static const char *skip_set(const char *at) {
  at += *at == '^';
  const char *end = *at ? strchr(at + 1, ']') : NULL;
  return end ? end + 1 : at + strlen(at);
}

static unsigned integer_bytes(struct ha_lowering *lowering, const char *length) {
  if (!strcmp(length, "hh"))
    return 1;
  if (!strcmp(length, "h"))
    return 2;
  if (!strcmp(length, "ll") || !strcmp(length, "q") || !strcmp(length, "j"))
    return 8;
  return *length ? ha_types_ptr_bytes(lowering->types) : 4;
}

/* ---- one pass over a format ---- */

struct reader {
  struct ha_lowering *lowering;
  LLVMValueRef call;
  unsigned next; /* argument */
  bool writes;   /* do it, or only see whether all is understood */
};

/* The argument's value if it is a pointer; 0 and `false` if there is none. */
static bool take(struct reader *r, ha_expr *value) {
  if (r->next >= LLVMGetNumArgOperands(r->call))
    return false;
  LLVMValueRef operand = LLVMGetOperand(r->call, r->next++);
  *value = LLVMGetTypeKind(LLVMTypeOf(operand)) == LLVMPointerTypeKind
               ? ha_value(r->lowering, operand)
               : 0;
  return true;
}

/* The bytes of a scalar change. */
static void write_number(struct reader *r, ha_expr address, unsigned bytes) {
  struct ha_lowering *l = r->lowering;
  ha_type type = ha_pointee(l, address);
  const struct ha_type_info *info = ha_type_get(l->types, type);
  ha_check_block(l, address, ha_expr_int(l, bytes));
  bool is_whole =
      info->size == bytes && (info->kind == HA_TYPE_INT || info->kind == HA_TYPE_PTR ||
                              info->kind == HA_TYPE_FLOAT);
  if (is_whole)
    ha_havoc_object(l, address, type);
  else
    ha_emit_havoc_bytes(l, address, ha_expr_int(l, bytes));
}

static bool print_one(struct reader *r, const struct conversion *c) {
  ha_expr value;
  for (unsigned i = 0; i < c->stars; i++)
    if (!take(r, &value))
      return false;
  if (c->letter == '%' || c->letter == 'm')
    return true;
  if (!strchr("diouxXcsSpneEfFgGaA", c->letter) || !take(r, &value))
    return false;
  if (!r->writes || (c->letter != 's' && c->letter != 'n'))
    return true;
  if (!value)
    return false;
  if (c->letter == 'n')
    write_number(r, value, integer_bytes(r->lowering, c->length));
  else if (!c->has_precision) /* a precision may be 0 */
    ha_libc_check_optional(r->lowering, value);
  return true;
}

static bool scan_one(struct reader *r, const struct conversion *c) {
  ha_expr value;
  if (c->letter == '%' || c->suppressed)
    return true;
  if (!strchr("diouxXnpcsS[eEfFgGaA", c->letter) || !take(r, &value) || !value)
    return false;
  if (!r->writes)
    return true;
  bool is_text = strchr("csS[", c->letter) != NULL;
  unsigned bytes = integer_bytes(r->lowering, c->length);
  if (strchr("eEfFgGaA", c->letter))
    bytes = c->length[0] == 'L' ? 16 : c->length[0] == 'l' ? 8 : 4;
  else if (c->letter == 'p')
    bytes = ha_types_ptr_bytes(r->lowering->types);
  if (!is_text) {
    write_number(r, value, bytes);
    return true;
  }
  ha_check_block(r->lowering, value, ha_expr_int(r->lowering, 1));
  ha_emit_havoc_reach(r->lowering, value, "scanf");
  return true;
}

/* False if there is something in the format that is not understood. */
static bool read_format(struct reader *r, const char *at, bool scans) {
  struct conversion c;
  while ((at = strchr(at, '%'))) {
    at = read_conversion(at + 1, scans, &c);
    if (!c.letter || !(scans ? scan_one(r, &c) : print_one(r, &c)))
      return false;
    if (scans && c.letter == '[')
      at = skip_set(at);
  }
  return true;
}

/* The most characters a conversion makes; NO_LIMIT where nobody knows. */
enum { NO_LIMIT = 1 << 20 };

static unsigned most_characters(struct ha_lowering *lowering,
                                const struct conversion *c) {
  unsigned bytes = integer_bytes(lowering, c->length), most = NO_LIMIT;
  bool limited = !c->stars && !c->decorated;
  if (c->letter == '%' || c->letter == 'c')
    most = 1;
  else if (limited && c->letter == 's' && c->has_precision)
    most = c->precision;
  else if (limited && !c->has_precision && c->letter == 'p')
    most = 18;
  else if (limited && !c->has_precision && strchr("diouxX", c->letter))
    most = bytes * 8 / 3 + 2; /* a sign, and a digit for three bits */
  return c->stars || most > c->width ? most : c->width;
}

uint64_t ha_print_most(struct ha_lowering *lowering, LLVMValueRef call, unsigned i) {
  const char *at = literal(lowering, ha_value(lowering, LLVMGetOperand(call, i)));
  uint64_t most = 1; /* the end of the string */
  while (at && *at) {
    struct conversion c;
    const char *next = at + 1;
    if (*at == '%') {
      next = read_conversion(at + 1, false, &c);
      unsigned here = c.letter ? most_characters(lowering, &c) : NO_LIMIT;
      if (here >= NO_LIMIT)
        return 0;
      most += here;
    } else {
      most++;
    }
    at = next;
  }
  return at ? most : 0;
}

static void anything(struct ha_lowering *lowering, LLVMValueRef call, unsigned from) {
  ha_limit(lowering, "format");
  for (unsigned i = from; i < LLVMGetNumArgOperands(call); i++) {
    LLVMValueRef operand = LLVMGetOperand(call, i);
    if (LLVMGetTypeKind(LLVMTypeOf(operand)) == LLVMPointerTypeKind &&
        !LLVMIsNull(operand))
      ha_emit_havoc_reach(lowering, ha_value(lowering, operand), "format");
  }
}

static bool writes_count(const char *at) {
  struct conversion c;
  while ((at = strchr(at, '%'))) {
    at = read_conversion(at + 1, false, &c);
    if (!c.letter || c.letter == 'n' || c.letter == '$')
      return true;
  }
  return false;
}

static void lower_format(struct ha_lowering *lowering, LLVMValueRef call, unsigned i,
                         bool scans) {
  const char *text = literal(lowering, ha_value(lowering, LLVMGetOperand(call, i)));
  struct reader reader = {lowering, call, i + 1, false};
  if (!text || !read_format(&reader, text, scans)) {
    anything(lowering, call, i + 1);
    return;
  }
  reader = (struct reader){lowering, call, i + 1, true};
  read_format(&reader, text, scans);
}

void ha_lower_print(struct ha_lowering *lowering, LLVMValueRef call, unsigned i,
                    bool arguments_follow) {
  if (arguments_follow) {
    lower_format(lowering, call, i, false);
    return;
  }
  const char *text = literal(lowering, ha_value(lowering, LLVMGetOperand(call, i)));
  if (!text || writes_count(text)) {
    ha_limit(lowering, "format");
    ha_call_writes_all(lowering, call, "format");
  }
}

void ha_lower_scan(struct ha_lowering *lowering, LLVMValueRef call, unsigned i) {
  lower_format(lowering, call, i, true);
}
