#include "smtlib.h"
#include "../gcl/arena.h"
#include <inttypes.h>
#include <stdlib.h>

/* ---- names ---- */

void ha_smtlib_name(FILE *out, const char *prefix, const char *name) {
  fprintf(out, "|%s ", prefix);
  for (const unsigned char *c = (const unsigned char *)name; *c; c++)
    if (*c < 0x20 || *c > 0x7e || *c == '|' || *c == '\\' || *c == '%')
      fprintf(out, "%%%02x", *c);
    else
      fputc(*c, out);
  fputc('|', out);
}

static bool is_map(enum ha_sort sort) {
  return sort == HA_SORT_LINK || sort == HA_SORT_DATA || sort == HA_SORT_SET;
}

const char *ha_smtlib_sort(enum ha_sort sort) {
  switch (sort) {
  case HA_SORT_OBJ:
  case HA_SORT_LINK:
    return "Obj";
  case HA_SORT_INT:
  case HA_SORT_DATA:
    return "Int";
  default:
    return "Bool";
  }
}

static ha_symbol map_of(const struct ha_terms *terms, ha_term map) {
  const struct ha_term_row *row = ha_term_get(terms, map);
  return row->op == HA_TERM_SYM ? (ha_symbol)row->imm : 0;
}

/* ---- what can be said ---- */

static bool can_one(const struct ha_terms *t, const struct ha_term_row *row) {
  switch ((enum ha_term_op)row->op) {
  case HA_TERM_TRUE:
  case HA_TERM_FALSE:
  case HA_TERM_NULL:
  case HA_TERM_INT:
  case HA_TERM_NOT:
  case HA_TERM_AND:
  case HA_TERM_OR:
  case HA_TERM_IFF:
  case HA_TERM_LE:
  case HA_TERM_ITE:
  case HA_TERM_ADD:
  case HA_TERM_APP:
    return !is_map(row->sort);
  case HA_TERM_SYM:
    return row->sort <= HA_SORT_OBJ;
  case HA_TERM_EQ:
    return ha_term_get(t, row->args[0])->sort <= HA_SORT_OBJ;
  case HA_TERM_MUL:
    return ha_term_get(t, row->args[0])->op == HA_TERM_INT ||
           ha_term_get(t, row->args[1])->op == HA_TERM_INT;
  case HA_TERM_SELECT:
  case HA_TERM_BTWN:
  case HA_TERM_DIST:
    return map_of(t, row->args[0]) && row->sort <= HA_SORT_OBJ;
  default:
    return false;
  }
}

/* Has the operator a map as its first argument? */
static bool has_map(const struct ha_term_row *row) {
  return row->op == HA_TERM_SELECT || row->op == HA_TERM_BTWN ||
         row->op == HA_TERM_DIST;
}

/* ---- walking a term once ---- */

struct walk {
  const struct ha_terms *terms;
  struct ha_arena *arena;
  HA_VEC(uint32_t) count; /* by term: how often it occurs in others */
  HA_VEC(ha_term) order;  /* arguments first */
  bool can;
};

static void visit(struct walk *w, ha_term term) {
  while (w->count.count <= term)
    HA_PUSH(w->arena, w->count, 0);
  if (w->count.at[term]++)
    return;
  struct ha_term_row row = *ha_term_get(w->terms, term);
  if (!can_one(w->terms, &row)) {
    w->can = false;
    return;
  }
  for (unsigned i = has_map(&row); i < row.count; i++)
    visit(w, row.args[i]);
  HA_PUSH(w->arena, w->order, term);
}

bool ha_smtlib_can(const struct ha_terms *terms, ha_term term) {
  struct walk w = {.terms = terms, .arena = ha_arena_new(), .can = true};
  visit(&w, term);
  ha_arena_free(w.arena);
  return w.can;
}

/* ---- writing ---- */

struct writer {
  FILE *out;
  const struct ha_terms *terms;
  const struct walk *walk;
  ha_term defining; /* the term whose own text is wanted */
};

static const char *word(enum ha_term_op op) {
  switch (op) {
  case HA_TERM_NOT:
    return "not";
  case HA_TERM_AND:
    return "and";
  case HA_TERM_OR:
    return "or";
  case HA_TERM_IFF:
  case HA_TERM_EQ:
    return "=";
  case HA_TERM_LE:
    return "<=";
  case HA_TERM_ITE:
    return "ite";
  case HA_TERM_ADD:
    return "+";
  default:
    return "*";
  }
}

static void head(const struct writer *w, const struct ha_term_row *row) {
  const char *prefix = row->op == HA_TERM_BTWN   ? "B"
                       : row->op == HA_TERM_DIST ? "D"
                                                 : "s";
  if (has_map(row))
    ha_smtlib_name(w->out, prefix,
                   ha_symbol_get(w->terms, map_of(w->terms, row->args[0]))->name);
  else if (row->op == HA_TERM_APP)
    ha_smtlib_name(w->out, "s", ha_symbol_get(w->terms, (ha_symbol)row->imm)->name);
  else
    fputs(word((enum ha_term_op)row->op), w->out);
}

static void leaf(const struct writer *w, const struct ha_term_row *row) {
  if (row->op == HA_TERM_SYM)
    ha_smtlib_name(w->out, "s", ha_symbol_get(w->terms, (ha_symbol)row->imm)->name);
  else if (row->op == HA_TERM_INT && row->imm < 0)
    fprintf(w->out, "(- %" PRIu64 ")", 0 - (uint64_t)row->imm);
  else if (row->op == HA_TERM_INT)
    fprintf(w->out, "%" PRId64, row->imm);
  else
    fputs(row->op == HA_TERM_NULL   ? "|null|"
          : row->op == HA_TERM_TRUE ? "true"
                                    : "false",
          w->out);
}

static bool is_shared(const struct writer *w, ha_term term) {
  return ha_term_get(w->terms, term)->count && w->walk->count.at[term] > 1;
}

static void write_term(struct writer *w, ha_term term) {
  const struct ha_term_row *row = ha_term_get(w->terms, term);
  if (!row->count) {
    leaf(w, row);
    return;
  }
  if (term != w->defining && is_shared(w, term)) {
    fprintf(w->out, "|t %u|", term);
    return;
  }
  fputc('(', w->out);
  head(w, row);
  for (unsigned i = has_map(row); i < row->count; i++) {
    fputc(' ', w->out);
    write_term(w, row->args[i]);
  }
  fputc(')', w->out);
}

void ha_smtlib_term(FILE *out, const struct ha_terms *terms, ha_term term) {
  struct walk walk = {.terms = terms, .arena = ha_arena_new(), .can = true};
  struct writer w = {.out = out, .terms = terms, .walk = &walk};
  unsigned open = 0;
  visit(&walk, term);
  for (unsigned i = 0; i < walk.order.count; i++) {
    if (!is_shared(&w, walk.order.at[i]))
      continue;
    w.defining = walk.order.at[i];
    fprintf(out, "(let ((|t %u| ", w.defining);
    write_term(&w, w.defining);
    fputs(")) ", out);
    open++;
  }
  w.defining = 0;
  write_term(&w, term);
  while (open--)
    fputc(')', out);
  ha_arena_free(walk.arena);
}

/* ---- declarations ---- */

enum { USED = 1, BETWEEN = 2, DISTANCE = 4, BOUND = 8 };

struct ha_smtlib_uses {
  struct ha_terms *terms;
  struct ha_arena *arena;
  HA_VEC(uint8_t) flags; /* by symbol */
  HA_VEC(bool) seen;     /* by term */
};

struct ha_smtlib_uses *ha_smtlib_uses_new(struct ha_terms *terms) {
  struct ha_arena *arena = ha_terms_arena(terms);
  struct ha_smtlib_uses *u = ha_arena_alloc(arena, sizeof *u);
  u->terms = terms;
  u->arena = arena;
  return u;
}

static void flag(struct ha_smtlib_uses *u, ha_symbol symbol, uint8_t flag) {
  while (u->flags.count <= symbol)
    HA_PUSH(u->arena, u->flags, 0);
  u->flags.at[symbol] |= flag;
}

void ha_smtlib_use_symbol(struct ha_smtlib_uses *u, ha_symbol symbol) {
  flag(u, symbol, USED);
}

void ha_smtlib_bind(struct ha_smtlib_uses *u, ha_symbol symbol) {
  flag(u, symbol, BOUND);
}

void ha_smtlib_use(struct ha_smtlib_uses *u, ha_term term) {
  while (u->seen.count <= term)
    HA_PUSH(u->arena, u->seen, false);
  if (u->seen.at[term])
    return;
  u->seen.at[term] = true;
  struct ha_term_row row = *ha_term_get(u->terms, term);
  if (row.op == HA_TERM_SYM || row.op == HA_TERM_APP)
    flag(u, (ha_symbol)row.imm, USED);
  if (has_map(&row))
    flag(u, map_of(u->terms, row.args[0]),
         row.op == HA_TERM_SELECT ? USED
         : row.op == HA_TERM_BTWN ? BETWEEN
                                  : DISTANCE);
  for (unsigned i = has_map(&row); i < row.count; i++)
    ha_smtlib_use(u, row.args[i]);
}

static void declare(FILE *out, const struct ha_symbol_row *row, uint8_t flags) {
  if (flags & BETWEEN) {
    fputs("(declare-fun ", out);
    ha_smtlib_name(out, "B", row->name);
    fputs(" (Obj Obj Obj) Bool)\n", out);
  }
  if (flags & DISTANCE) {
    fputs("(declare-fun ", out);
    ha_smtlib_name(out, "D", row->name);
    fputs(" (Obj Obj) Int)\n", out);
  }
  if (!(flags & USED) || (flags & BOUND))
    return;
  fputs("(declare-fun ", out);
  ha_smtlib_name(out, "s", row->name);
  fputs(is_map(row->sort) ? " (Obj" : " (", out);
  for (unsigned i = 0; i < row->count; i++)
    fprintf(out, "%s%s", i ? " " : "", ha_smtlib_sort(row->args[i]));
  fprintf(out, ") %s)\n", ha_smtlib_sort(row->sort));
}

void ha_smtlib_declare(FILE *out, const struct ha_smtlib_uses *u) {
  fputs("(declare-sort Obj 0)\n(declare-fun |null| () Obj)\n", out);
  for (ha_symbol s = 1; s < u->flags.count; s++)
    declare(out, ha_symbol_get(u->terms, s), u->flags.at[s]);
}
