#include "smtlib_read.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

ha_term ha_smtlib_fail(struct ha_smtlib_reader *r, const struct ha_sexpr *at,
                       const char *message) {
  *r->error = (struct ha_text_error){at->line, 0, message};
  return 0;
}

/* ---- names ---- */

static int hex(char c) {
  return isdigit((unsigned char)c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

const char *ha_smtlib_unquote(const struct ha_smtlib_reader *r,
                              const struct ha_sexpr *expr, const char *prefix) {
  size_t length = strlen(prefix);
  const char *atom = expr->atom;
  if (!atom || atom[0] != '|' || strncmp(atom + 1, prefix, length) ||
      atom[1 + length] != ' ')
    return NULL;
  atom += length + 2;
  char *name = ha_arena_alloc(r->arena, strlen(atom) + 1), *to = name;
  for (; *atom && *atom != '|'; atom++)
    if (*atom != '%')
      *to++ = *atom;
    else if (hex(atom[1]) >= 0 && hex(atom[2]) >= 0) {
      *to++ = (char)(hex(atom[1]) * 16 + hex(atom[2]));
      atom += 2;
    } else
      return NULL;
  return name;
}

ha_symbol ha_smtlib_symbol(const struct ha_smtlib_reader *r,
                           const struct ha_sexpr *expr, const char *prefix) {
  const char *name = ha_smtlib_unquote(r, expr, prefix);
  return name ? ha_symbol_find(r->terms, name) : 0;
}

static ha_term bound(const struct ha_smtlib_reader *r, const char *name) {
  for (unsigned i = r->bound.count; i-- > 0;)
    if (!strcmp(r->bound.at[i].name, name))
      return r->bound.at[i].term;
  return 0;
}

/* Digits, without needless zeros. */
static ha_term read_number(struct ha_smtlib_reader *r, const struct ha_sexpr *e,
                           const char *sign) {
  const char *digits = e->atom ? e->atom : "";
  char *end;
  errno = 0;
  long long value = strtoll(ha_arena_printf(r->arena, "%s%s", sign, digits), &end, 10);
  bool fits = isdigit((unsigned char)*digits) && !errno && !*end &&
              (digits[0] != '0' || !digits[1]);
  return fits ? ha_int(r->terms, value) : ha_smtlib_fail(r, e, "not a number");
}

static ha_term read_atom(struct ha_smtlib_reader *r, const struct ha_sexpr *e) {
  ha_term local = bound(r, e->atom);
  if (local)
    return local;
  if (ha_sexpr_is(e, "true"))
    return ha_true(r->terms);
  if (ha_sexpr_is(e, "false"))
    return ha_false(r->terms);
  if (ha_sexpr_is(e, "|null|"))
    return ha_null(r->terms);
  if (isdigit((unsigned char)e->atom[0]))
    return read_number(r, e, "");
  ha_symbol symbol = ha_smtlib_symbol(r, e, "s");
  const struct ha_symbol_row *row = symbol ? ha_symbol_get(r->terms, symbol) : NULL;
  if (!row || row->count || row->sort < HA_SORT_BOOL || row->sort > HA_SORT_OBJ)
    return ha_smtlib_fail(r, e, "unknown name");
  return ha_sym(r->terms, symbol);
}

/* ---- operators ---- */

struct operands {
  ha_term *at;
  unsigned count;
};

static enum ha_sort sort_of(const struct ha_smtlib_reader *r, ha_term term) {
  return (enum ha_sort)ha_term_get(r->terms, term)->sort;
}

static bool are(const struct ha_smtlib_reader *r, struct operands o, unsigned count,
                enum ha_sort sort) {
  for (unsigned i = 0; i < o.count; i++)
    if (sort_of(r, o.at[i]) != sort)
      return false;
  return count ? o.count == count : o.count >= 2;
}

static bool is_pair(const struct ha_smtlib_reader *r, struct operands o,
                    unsigned first) {
  return o.count == first + 2 && sort_of(r, o.at[first]) == sort_of(r, o.at[first + 1]);
}

/* 0 if it is none, or its operands do not fit. */
static ha_term read_operator(struct ha_smtlib_reader *r, const struct ha_sexpr *head,
                             struct operands o) {
  struct ha_terms *t = r->terms;
  if (ha_sexpr_is(head, "and") && are(r, o, 0, HA_SORT_BOOL))
    return ha_all(t, HA_TERM_AND, o.at, o.count);
  if (ha_sexpr_is(head, "or") && are(r, o, 0, HA_SORT_BOOL))
    return ha_all(t, HA_TERM_OR, o.at, o.count);
  if (ha_sexpr_is(head, "not") && are(r, o, 1, HA_SORT_BOOL))
    return ha_not(t, o.at[0]);
  if (ha_sexpr_is(head, "=") && is_pair(r, o, 0))
    return ha_eq(t, o.at[0], o.at[1]);
  if (ha_sexpr_is(head, "<=") && are(r, o, 2, HA_SORT_INT))
    return ha_le(t, o.at[0], o.at[1]);
  if (ha_sexpr_is(head, "+") && are(r, o, 2, HA_SORT_INT))
    return ha_add(t, o.at[0], o.at[1]);
  if (ha_sexpr_is(head, "*") && are(r, o, 2, HA_SORT_INT))
    return ha_term_make(t, HA_TERM_MUL, 0, o.at, 2);
  if (ha_sexpr_is(head, "ite") && is_pair(r, o, 1) &&
      sort_of(r, o.at[0]) == HA_SORT_BOOL)
    return ha_ite(t, o.at[0], o.at[1], o.at[2]);
  return 0;
}

static ha_term apply_function(struct ha_smtlib_reader *r, ha_symbol symbol,
                              struct operands o) {
  const struct ha_symbol_row row = *ha_symbol_get(r->terms, symbol);
  if (row.sort == HA_SORT_LINK || row.sort == HA_SORT_DATA || row.sort == HA_SORT_SET)
    return are(r, o, 1, HA_SORT_OBJ)
               ? ha_select(r->terms, ha_sym(r->terms, symbol), o.at[0])
               : 0;
  if (!row.count || o.count != row.count)
    return 0;
  for (unsigned i = 0; i < o.count; i++)
    if (sort_of(r, o.at[i]) != row.args[i])
      return 0;
  return ha_term_make(r->terms, HA_TERM_APP, symbol, o.at, o.count);
}

static bool is_link(const struct ha_smtlib_reader *r, ha_symbol symbol) {
  return symbol && ha_symbol_get(r->terms, symbol)->sort == HA_SORT_LINK;
}

static ha_term apply_named(struct ha_smtlib_reader *r, const struct ha_sexpr *head,
                           struct operands o) {
  struct ha_terms *t = r->terms;
  ha_symbol symbol = ha_smtlib_symbol(r, head, "s");
  if (symbol)
    return apply_function(r, symbol, o);
  symbol = ha_smtlib_symbol(r, head, "B");
  if (is_link(r, symbol) && are(r, o, 3, HA_SORT_OBJ))
    return ha_btwn(t, ha_sym(t, symbol), o.at[0], o.at[1], o.at[2]);
  symbol = ha_smtlib_symbol(r, head, "D");
  if (is_link(r, symbol) && are(r, o, 2, HA_SORT_OBJ))
    return ha_term_make(t, HA_TERM_DIST, 0,
                        (ha_term[]){ha_sym(t, symbol), o.at[0], o.at[1]}, 3);
  return 0;
}

/* ---- terms ---- */

/* (let ((|t N| TERM)) BODY): one name at a time, and only such names. */
static ha_term read_let(struct ha_smtlib_reader *r, const struct ha_sexpr *e) {
  const struct ha_sexpr *list = e->count == 3 ? e->at[1] : NULL;
  bool fits = list && !list->atom && list->count == 1 && !list->at[0]->atom &&
              list->at[0]->count == 2 && list->at[0]->at[0]->atom &&
              !strncmp(list->at[0]->at[0]->atom, "|t ", 3);
  if (!fits)
    return ha_smtlib_fail(r, e, "a 'let' of another form");
  ha_term value = ha_smtlib_read(r, list->at[0]->at[1]);
  if (!value)
    return 0;
  unsigned before = r->bound.count;
  struct ha_smtlib_bound name = {list->at[0]->at[0]->atom, value};
  HA_PUSH(r->arena, r->bound, name);
  ha_term body = ha_smtlib_read(r, e->at[2]);
  r->bound.count = before;
  return body;
}

ha_term ha_smtlib_read(struct ha_smtlib_reader *r, const struct ha_sexpr *e) {
  if (e->atom)
    return read_atom(r, e);
  if (!e->count || !e->at[0]->atom)
    return ha_smtlib_fail(r, e, "a term of another form");
  if (ha_sexpr_is(e->at[0], "let"))
    return read_let(r, e);
  if (ha_sexpr_call(e, "-", 1))
    return read_number(r, e->at[1], "-");
  struct operands o = {ha_arena_alloc(r->arena, e->count * sizeof *o.at), e->count - 1};
  for (unsigned i = 0; i < o.count; i++) {
    o.at[i] = ha_smtlib_read(r, e->at[i + 1]);
    if (!o.at[i])
      return 0;
  }
  ha_term term = read_operator(r, e->at[0], o);
  if (!term)
    term = apply_named(r, e->at[0], o);
  return term ? term : ha_smtlib_fail(r, e, "an unknown operator or wrong operands");
}
