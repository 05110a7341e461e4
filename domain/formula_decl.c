/* What stands in HA_GHOST and HA_ASSIGNS: a declaration, and a list of places. */
#include "../gcl/arena.h"
#include "formula_check.h"
#include "formula_type.h"
#include <string.h>

static struct ha_check_formula begin(const struct ha_scope *scope,
                                     struct ha_text_error *error) {
  struct ha_terms *terms = ha_vocab_terms(scope->vocab);
  const struct ha_program *program = ha_vocab_program(scope->vocab);
  return (struct ha_check_formula){.scope = scope,
                                   .vocab = scope->vocab,
                                   .terms = terms,
                                   .types = program->types,
                                   .arena = ha_terms_arena(terms),
                                   .program = program,
                                   .error = error};
}

static ha_term fail(struct ha_text_error *error, const struct ha_mark *at,
                    const char *message) {
  *error = (struct ha_text_error){at->line, at->column, message};
  return 0;
}

/* ---- pieces of a text ---- */

/* The text of the tokens [first, last), at their own lines and columns: what comes
 * before is blank. */
static const char *piece(struct ha_arena *arena, const char *text,
                         const struct ha_marks *marks, unsigned first, unsigned last) {
  char *copy = ha_arena_strdup(arena, text);
  const struct ha_mark *from = &marks->at[first], *to = &marks->at[last];
  unsigned line = 1, column = 1;
  for (char *c = copy; *c; c++) {
    bool before = line < from->line || (line == from->line && column < from->column);
    bool after = line > to->line || (line == to->line && column >= to->column);
    bool newline = *c == '\n';
    if (before && !newline)
      *c = ' ';
    if (after) {
      *c = 0;
      break;
    }
    line += newline;
    column = newline ? 1 : column + 1;
  }
  return copy;
}

static bool is_sign(const struct ha_mark *mark, const char *text) {
  return mark->kind == HA_MARK_SIGN && !strcmp(mark->text, text);
}

/* ---- ghosts ---- */

/* The sort that the tokens before the name say; NONE: no such thing. */
static enum ha_sort ghost_sort(const struct ha_scope *scope, struct ha_arena *arena,
                               const struct ha_marks *marks, unsigned last) {
  static const struct {
    const char *word;
    enum ha_sort sort;
  } words[] = {{"int", HA_SORT_INT},
               {"set", HA_SORT_SET},
               {"ints", HA_SORT_INTS},
               {"multiset", HA_SORT_BAG},
               {"bool", HA_SORT_BOOL}};
  for (unsigned i = 0; last == 1 && i < sizeof words / sizeof *words; i++)
    if (!strcmp(marks->at[0].text, words[i].word))
      return words[i].sort;
  struct ha_types *types = ha_vocab_program(scope->vocab)->types;
  ha_type type = ha_formula_type(arena, types, marks, 0, last);
  return type && ha_type_is_ptr(types, type) ? HA_SORT_OBJ : HA_SORT_NONE;
}

ha_term ha_formula_parse_ghost(const struct ha_scope *scope, const char *text,
                               struct ha_scope_name *name,
                               struct ha_text_error *error) {
  struct ha_check_formula c = begin(scope, error);
  struct ha_marks marks = {0};
  if (!ha_formula_lex(c.arena, text, &marks, error))
    return 0;
  unsigned equals = 0;
  while (equals + 1 < marks.count && !is_sign(&marks.at[equals], "="))
    equals++;
  if (equals + 1 >= marks.count || equals < 2 ||
      marks.at[equals - 1].kind != HA_MARK_WORD)
    return fail(error, &marks.at[0],
                "a ghost is declared as 'set name = …' or 'int name = …'");
  enum ha_sort sort = ghost_sort(scope, c.arena, &marks, equals - 1);
  if (!sort)
    return fail(error, &marks.at[0],
                "a ghost is an int, a set, a multiset, a bool or a pointer");
  const char *value = piece(c.arena, text, &marks, equals + 1, marks.count - 1);
  struct ha_syntax *s = ha_formula_syntax(c.arena, c.types, value, error);
  struct ha_meant m = {0};
  if (s)
    m = ha_check_value(&c, s, sort);
  *name = (struct ha_scope_name){
      .name = marks.at[equals - 1].text, .is = HA_NAME_SYMBOL, .pointee = m.pointee};
  return c.failed || !s ? 0 : m.term;
}

/* ---- frames ---- */

/* A place by its address alone may be a field of that type. */
struct bare {
  ha_term address;
  ha_type type;
};

struct frame {
  struct ha_check_formula c;
  const char *text;
  struct ha_marks marks;
  ha_term *sets;  /* by field: where it may have changed */
  unsigned count; /* of fields */
  HA_VEC(struct bare) bare;
};

static void add_to(struct frame *f, ha_field field, ha_term set) {
  struct ha_terms *t = f->c.terms;
  ha_term *known = &f->sets[field];
  *known =
      *known ? ha_term_make(t, HA_TERM_UNION, 0, (ha_term[]){*known, set}, 2) : set;
}

static struct ha_syntax *syntax(struct frame *f, unsigned first, unsigned last) {
  const char *text = piece(f->c.arena, f->text, &f->marks, first, last);
  struct ha_syntax *s = ha_formula_syntax(f->c.arena, f->c.types, text, f->c.error);
  f->c.failed |= !s;
  return s;
}

/* f of S */
static void fields_of_set(struct frame *f, unsigned first, unsigned of, unsigned last) {
  struct ha_syntax *field = syntax(f, first, of);
  struct ha_syntax *set = field ? syntax(f, of + 1, last) : NULL;
  struct ha_meant m = {0};
  if (set)
    m = ha_check_value(&f->c, set, HA_SORT_SET);
  if (!m.term)
    return;
  f->c.old = false;
  struct ha_meant_map map = ha_check_map(&f->c, field, m.pointee);
  f->c.old = true;
  if (map.term && map.field && map.field < f->count)
    add_to(f, map.field, m.term);
  else
    ha_check_fail(&f->c, field, "expected a field");
}

/* t->f, a global, *p, a[k] */
static void one_place(struct frame *f, unsigned first, unsigned last) {
  struct ha_syntax *s = syntax(f, first, last);
  struct ha_meant m = {0};
  if (s)
    m = ha_check_any(&f->c, s);
  if (!m.term)
    return;
  if (!m.place || !ha_vocab_sort(f->c.vocab, m.type)) {
    ha_check_fail(&f->c, s, "expected a place: t->f, a global, *p or 'f of S'");
    return;
  }
  ha_field field = m.field ? m.field : ha_type_cell(f->c.types, m.type);
  if (!m.field)
    HA_PUSH(f->c.arena, f->bare, (struct bare){m.term, m.type});
  if (field < f->count)
    add_to(f, field, ha_term_make(f->c.terms, HA_TERM_SINGLE, 0, &m.term, 1));
}

static void read_place(struct frame *f, unsigned first, unsigned last) {
  unsigned of = first;
  while (of < last && strcmp(f->marks.at[of].text, "of"))
    of++;
  if (first == last)
    ha_check_fail(&f->c,
                  &(struct ha_syntax){.line = f->marks.at[first].line,
                                      .column = f->marks.at[first].column},
                  "expected a place");
  else if (of < last)
    fields_of_set(f, first, of, last);
  else
    one_place(f, first, last);
}

/* The commas outside of all parentheses part the places. */
static void read_places(struct frame *f) {
  unsigned depth = 0, first = 0, end = f->marks.count - 1;
  for (unsigned i = 0; end && i <= end && !f->c.failed; i++) {
    const struct ha_mark *mark = &f->marks.at[i];
    bool sign = mark->kind == HA_MARK_SIGN;
    if (i == end || (sign && *mark->text == ',' && !depth)) {
      read_place(f, first, i);
      first = i + 1;
    } else if (sign && strchr("([{", *mark->text)) {
      depth++;
    } else if (sign && strchr(")]}", *mark->text) && depth) {
      depth--;
    }
  }
}

/* v->f may have changed: v is in the set of f, or &v->f is a place named by address. */
static ha_term may_change(struct frame *f, ha_field field, ha_term v) {
  struct ha_terms *t = f->c.terms;
  const struct ha_field_info row = *ha_field_get(f->c.types, field);
  ha_term may = f->sets[field] ? ha_select(t, f->sets[field], v) : ha_false(t);
  for (unsigned i = 0; *row.name != '*' && i < f->bare.count; i++)
    if (f->bare.at[i].type == row.type) {
      ha_symbol address = ha_vocab_address(f->c.vocab, field);
      ha_term here = ha_select(t, ha_sym(t, address), v);
      may = ha_or(t, may, ha_eq(t, here, f->bare.at[i].address));
    }
  return may;
}

/* A cell is spoken of only where it is no field. */
static ha_term is_place(struct frame *f, ha_field field, ha_term v) {
  struct ha_terms *t = f->c.terms;
  if (*ha_field_get(f->c.types, field)->name != '*')
    return ha_true(t);
  ha_term tag = ha_select(t, ha_sym(t, ha_vocab_tag(f->c.vocab)), v);
  return ha_eq(t, tag, ha_int(t, 0));
}

/* ∀v. v was live and is → v->f may change, or is as it was */
static ha_term unchanged(struct frame *f, ha_field field) {
  struct ha_check_formula *c = &f->c;
  struct ha_terms *t = c->terms;
  ha_symbol map = ha_vocab_field(c->vocab, field);
  if (!map)
    return ha_true(t);
  ha_symbol live = ha_vocab_alloc(c->vocab, ha_field_get(c->types, field)->owner);
  ha_term v = ha_term_bound(t, 0, HA_SORT_OBJ);
  ha_term was = ha_select(t, ha_sym(t, ha_vocab_old(c->vocab, live)), v);
  ha_term is = ha_select(t, ha_sym(t, live), v);
  ha_term then = ha_select(t, ha_sym(t, ha_vocab_old(c->vocab, map)), v);
  ha_term now = ha_select(t, ha_sym(t, map), v);
  ha_term parts[] = {ha_not(t, was), ha_not(t, is), ha_not(t, is_place(f, field, v)),
                     may_change(f, field, v), ha_eq(t, then, now)};
  return ha_forall(t, HA_SORT_OBJ, ha_all(t, HA_TERM_OR, parts, 5));
}

ha_term ha_formula_parse_assigns(const struct ha_scope *scope, const char *text,
                                 const bool *fields, unsigned count,
                                 struct ha_text_error *error) {
  struct frame f = {.c = begin(scope, error), .text = text, .count = count};
  f.c.old = true;
  if (!ha_formula_lex(f.c.arena, text, &f.marks, error))
    return 0;
  f.sets = ha_arena_alloc(f.c.arena, f.count * sizeof *f.sets);
  read_places(&f);
  if (f.c.failed)
    return 0;
  ha_term all = ha_true(f.c.terms);
  for (ha_field field = 1; field < f.count; field++)
    if (fields[field])
      all = ha_and(f.c.terms, all, unchanged(&f, field));
  return all;
}
