/* Symbols, places and fields as C writes them.  What has no spelling of its own is the
 * symbol's name in back quotes. */
#include "../gcl/arena.h"
#include "formula_printer.h"
#include "formula_scope.h"
#include "formula_type.h"
#include <string.h>

static const struct ha_term_row *get(const struct ha_formula_printer *p, ha_term term) {
  return ha_term_get(p->terms, term);
}

static const struct ha_type_info *info(const struct ha_formula_printer *p,
                                       ha_type type) {
  return ha_type_get(p->types, type);
}

static const struct ha_field_info *field_info(const struct ha_formula_printer *p,
                                              ha_field field) {
  return ha_field_get(p->types, field);
}

/* ---- what a reader knows ---- */

/* Inside old(…) a symbol of the entry is written as the one it was. */
static struct ha_meaning_row meaning(const struct ha_formula_printer *p,
                                     ha_symbol symbol) {
  struct ha_meaning_row m = ha_vocab_meaning(p->vocab, symbol);
  if (m.means == HA_MEANS_OLD)
    return p->old ? ha_vocab_meaning(p->vocab, m.id) : m;
  bool hidden = p->old && ha_vocab_is_state(p->vocab, symbol);
  return hidden ? (struct ha_meaning_row){0} : m;
}

bool ha_print_means(const struct ha_formula_printer *p, ha_term term,
                    enum ha_meaning means, uint32_t *id) {
  const struct ha_term_row *row = get(p, term);
  if (row->op != HA_TERM_SYM)
    return false;
  struct ha_meaning_row m = meaning(p, (ha_symbol)row->imm);
  *id = m.id;
  return m.means == means;
}

ha_field ha_print_root(const struct ha_formula_printer *p, ha_term map) {
  const struct ha_term_row *row = get(p, map);
  if (row->op == HA_TERM_STORE)
    return ha_print_root(p, row->args[0]);
  if (row->op == HA_TERM_ITE)
    return ha_print_root(p, row->args[1]);
  if (row->op != HA_TERM_SYM)
    return 0;
  struct ha_meaning_row m = ha_vocab_meaning(p->vocab, (ha_symbol)row->imm);
  if (m.means == HA_MEANS_OLD)
    m = ha_vocab_meaning(p->vocab, m.id);
  return m.means == HA_MEANS_FIELD ? m.id : 0;
}

bool ha_print_is_unique(const struct ha_formula_printer *p, ha_field field) {
  bool several;
  return ha_formula_field(p->types, field_info(p, field)->name, &several) == field;
}

/* Can the parser read its name where a type stands? */
bool ha_print_type_is_readable(struct ha_formula_printer *p, ha_type type) {
  struct ha_marks marks = {0};
  struct ha_text_error ignored;
  if (!ha_formula_lex(p->arena, ha_formula_type_text(p->types, type), &marks, &ignored))
    return false;
  for (unsigned i = 0; i + 1 < marks.count; i++)
    if (marks.at[i].kind != HA_MARK_WORD && strcmp(marks.at[i].text, "*"))
      return false;
  return ha_formula_type(p->arena, p->types, &marks, 0, marks.count - 1) == type;
}

/* &x->f has a spelling: the field has a name. */
static bool is_address(const struct ha_formula_printer *p, ha_term term,
                       ha_field *field) {
  const struct ha_term_row *row = get(p, term);
  return row->op == HA_TERM_SELECT &&
         ha_print_means(p, row->args[0], HA_MEANS_ADDRESS, field) &&
         *field_info(p, *field)->name;
}

static bool is_object(const struct ha_formula_printer *p, ha_term term,
                      ha_obj *object) {
  if (!ha_print_means(p, term, HA_MEANS_OBJECT, object))
    return false;
  struct ha_found found = ha_scope_find(p->scope, p->program->objs.at[*object].name);
  return found.what == HA_FOUND_OBJECT && found.id == *object;
}

ha_type ha_print_pointee(struct ha_formula_printer *p, ha_term term) {
  const struct ha_term_row row = *get(p, term);
  ha_field field;
  switch (row.op) {
  case HA_TERM_SYM:
    return ha_scope_pointee(p->scope, (ha_symbol)row.imm);
  case HA_TERM_BOUND:
    return (unsigned)row.imm < p->bound.count
               ? p->bound.at[p->bound.count - 1 - (unsigned)row.imm].type
               : 0;
  case HA_TERM_SELECT:
    if (is_address(p, term, &field))
      return field_info(p, field)->type;
    field = ha_print_root(p, row.args[0]);
    return field ? info(p, field_info(p, field)->type)->elem : 0;
  case HA_TERM_APP: {
    struct ha_meaning_row m = ha_vocab_meaning(p->vocab, (ha_symbol)row.imm);
    return m.means == HA_MEANS_ELEM ? m.id : 0;
  }
  case HA_TERM_ITE: {
    ha_type first = ha_print_pointee(p, row.args[1]);
    return first ? first : ha_print_pointee(p, row.args[2]);
  }
  default:
    return 0;
  }
}

/* ---- symbols ---- */

static void quoted(struct ha_formula_printer *p, ha_symbol symbol) {
  struct ha_meaning_row m = ha_vocab_meaning(p->vocab, symbol);
  if (m.means == HA_MEANS_OLD && p->old)
    symbol = m.id;
  fprintf(p->out, "`%s`", ha_symbol_get(p->terms, symbol)->name);
}

static bool prints_variable(struct ha_formula_printer *p, ha_var var) {
  const struct ha_var_row *row = &p->program->vars.at[var];
  const char *name = row->name;
  if (p->scope->entry_params && row->kind == HA_VAR_PARAM && !p->old)
    return false;
  struct ha_found found = ha_scope_find(p->scope, name);
  if (var == p->program->result &&
      ha_scope_find(p->scope, "result").what == HA_FOUND_VAR &&
      ha_scope_find(p->scope, "result").id == var) {
    name = "result";
    found = ha_scope_find(p->scope, name);
  }
  if (found.what != HA_FOUND_VAR || found.id != var || !ha_formula_is_name(name))
    return false;
  fputs(name, p->out);
  return true;
}

/* A name that the scope gives to a symbol. */
static bool prints_name(struct ha_formula_printer *p, ha_symbol symbol) {
  for (unsigned i = 0; i < p->scope->count; i++) {
    const struct ha_scope_name *n = &p->scope->names[i];
    struct ha_found found = ha_scope_find(p->scope, n->name);
    if (n->is != HA_NAME_SYMBOL || n->id != symbol || found.what != HA_FOUND_SYMBOL ||
        found.id != symbol || !ha_formula_is_name(n->name))
      continue;
    fputs(n->name, p->out);
    return true;
  }
  return false;
}

static bool prints_set(struct ha_formula_printer *p, struct ha_meaning_row m) {
  if (m.means == HA_MEANS_ALLOC && ha_print_type_is_readable(p, m.id)) {
    fprintf(p->out, "alloc(%s)", ha_formula_type_text(p->types, m.id));
    return true;
  }
  bool mine =
      m.means == HA_MEANS_MINE && ha_scope_find(p->scope, "mine").what == HA_FOUND_MINE;
  bool heap =
      m.means == HA_MEANS_HEAP && ha_scope_find(p->scope, "heap").what == HA_FOUND_HEAP;
  if (mine || heap)
    fputs(mine ? "mine" : "heap", p->out);
  return mine || heap;
}

void ha_print_symbol(struct ha_formula_printer *p, ha_symbol symbol,
                     enum ha_tight tight) {
  struct ha_meaning_row m = meaning(p, symbol);
  ha_obj object;
  if (m.means == HA_MEANS_VAR && prints_variable(p, m.id))
    return;
  if (prints_name(p, symbol) || prints_set(p, m))
    return;
  if (is_object(p, ha_sym(p->terms, symbol), &object)) {
    bool tighter = tight > HA_TIGHT_PREFIX;
    fprintf(p->out, tighter ? "(&%s)" : "&%s", p->program->objs.at[object].name);
    return;
  }
  quoted(p, symbol);
}

/* ---- fields and places ---- */

static void qualified(struct ha_formula_printer *p, ha_field field) {
  ha_type owner = field_info(p, field)->owner;
  const char *record = info(p, owner)->name;
  bool plain = record && ha_formula_is_name(record) && !strchr(record, '.');
  if (!record)
    record = ha_formula_type_text(p->types, owner);
  fprintf(p->out, plain || !info(p, owner)->name ? "%s::%s" : "`%s`::%s", record,
          field_info(p, field)->name);
}

static bool reads_as(struct ha_formula_printer *p, ha_field field, ha_type owner) {
  const char *name = field_info(p, field)->name;
  bool several;
  if (ha_type_is_record(p->types, owner))
    return ha_field_find(p->types, owner, name) == field;
  return ha_formula_field(p->types, name, &several) == field;
}

static void print_field(struct ha_formula_printer *p, ha_field field, ha_type owner) {
  if (reads_as(p, field, owner))
    fputs(field_info(p, field)->name, p->out);
  else
    qualified(p, field);
}

static bool has_spelling(const struct ha_formula_printer *p, ha_field field) {
  const struct ha_field_info *f = field_info(p, field);
  return *f->name && *f->name != '*' && ha_formula_is_name(f->name) &&
         ha_field_find(p->types, f->owner, f->name) == field;
}

static void print_place(struct ha_formula_printer *p, ha_term base, ha_field field);

/* base.f where base is a record that has a name: a variable, or embedded in another */
static bool prints_inside(struct ha_formula_printer *p, ha_term base, ha_field field) {
  ha_field around;
  ha_obj object;
  ha_type owner = field_info(p, field)->owner;
  const char *name = field_info(p, field)->name;
  if (is_object(p, base, &object) && p->program->objs.at[object].type == owner) {
    const char *whole = p->program->objs.at[object].name;
    const char *joined = ha_arena_printf(p->arena, "%s.%s", whole, name);
    bool clash = ha_scope_find(p->scope, joined).what != HA_FOUND_NOTHING;
    fprintf(p->out, clash ? "(%s).%s" : "%s.%s", whole, name);
    return true;
  }
  if (!is_address(p, base, &around) || field_info(p, around)->type != owner ||
      !has_spelling(p, around))
    return false;
  print_place(p, get(p, base)->args[1], around);
  fprintf(p->out, ".%s", name);
  return true;
}

static void print_place(struct ha_formula_printer *p, ha_term base, ha_field field) {
  if (prints_inside(p, base, field))
    return;
  ha_print_term(p, base, HA_TIGHT_POSTFIX);
  fputs("->", p->out);
  print_field(p, field, ha_print_pointee(p, base));
}

/* ---- maps ---- */

static void print_map_symbol(struct ha_formula_printer *p, ha_symbol symbol,
                             ha_type owner) {
  struct ha_meaning_row m = meaning(p, symbol);
  if (m.means == HA_MEANS_FIELD && has_spelling(p, m.id))
    print_field(p, m.id, owner);
  else if (m.means == HA_MEANS_FIELD && *field_info(p, m.id)->name == '*' &&
           ha_print_type_is_readable(p, field_info(p, m.id)->type))
    fprintf(p->out, "cell(%s)",
            ha_formula_type_text(p->types, field_info(p, m.id)->type));
  else if (!prints_set(
               p, (struct ha_meaning_row){
                      m.means == HA_MEANS_ALLOC ? m.means : HA_MEANS_NOTHING, m.id}))
    quoted(p, symbol);
}

static void print_map_plain(struct ha_formula_printer *p, ha_term map, ha_type owner) {
  const struct ha_term_row row = *get(p, map);
  switch (row.op) {
  case HA_TERM_SYM:
    print_map_symbol(p, (ha_symbol)row.imm, owner);
    break;
  case HA_TERM_STORE:
    ha_print_map(p, row.args[0], owner);
    fputc('[', p->out);
    ha_print_term(p, row.args[1], HA_TIGHT_FORMULA);
    fputs(" := ", p->out);
    ha_print_term(p, row.args[2], HA_TIGHT_FORMULA);
    fputc(']', p->out);
    break;
  case HA_TERM_ITE:
    fputs("ite(", p->out);
    ha_print_term(p, row.args[0], HA_TIGHT_FORMULA);
    fputs(", ", p->out);
    ha_print_map(p, row.args[1], owner);
    fputs(", ", p->out);
    ha_print_map(p, row.args[2], owner);
    fputc(')', p->out);
    break;
  default: /* a set */
    ha_print_term(p, map, HA_TIGHT_POSTFIX);
  }
}

void ha_print_map(struct ha_formula_printer *p, ha_term map, ha_type owner) {
  bool was = p->old, wraps = ha_print_is_old(p, map);
  if (wraps)
    fputs("old(", p->out);
  p->old |= wraps;
  print_map_plain(p, map, owner);
  p->old = was;
  if (wraps)
    fputc(')', p->out);
}

/* ---- elements and selection ---- */

/* An array, as an object or as a field; its elements are of the type. */
static bool is_array_of(const struct ha_formula_printer *p, ha_type array,
                        ha_type type) {
  return info(p, array)->kind == HA_TYPE_ARRAY && info(p, array)->elem == type;
}

/* Does `base` read as something with elements of the type? */
static bool has_elements(struct ha_formula_printer *p, ha_term base, ha_type type) {
  ha_obj object;
  ha_field field;
  if (is_object(p, base, &object))
    return is_array_of(p, p->program->objs.at[object].type, type);
  if (is_address(p, base, &field) && has_spelling(p, field) &&
      is_array_of(p, field_info(p, field)->type, type))
    return true;
  return ha_print_pointee(p, base) == type;
}

static void print_index(struct ha_formula_printer *p, const ha_term *args) {
  ha_obj object;
  ha_field field;
  if (is_object(p, args[0], &object))
    fputs(p->program->objs.at[object].name, p->out);
  else if (is_address(p, args[0], &field) &&
           info(p, field_info(p, field)->type)->kind == HA_TYPE_ARRAY)
    print_place(p, get(p, args[0])->args[1], field);
  else
    ha_print_term(p, args[0], HA_TIGHT_POSTFIX);
  fputc('[', p->out);
  ha_print_term(p, args[1], HA_TIGHT_FORMULA);
  fputc(']', p->out);
}

static void application(struct ha_formula_printer *p, const struct ha_term_row *row) {
  fprintf(p->out, "`%s`(", ha_symbol_get(p->terms, (ha_symbol)row->imm)->name);
  for (unsigned i = 0; i < row->count; i++) {
    if (i)
      fputs(", ", p->out);
    ha_print_term(p, row->args[i], HA_TIGHT_FORMULA);
  }
  fputc(')', p->out);
}

/* term = elem(base, index), and reads as base[index] */
static bool is_index(struct ha_formula_printer *p, ha_term term, ha_type *type) {
  const struct ha_term_row row = *get(p, term);
  if (row.op != HA_TERM_APP)
    return false;
  struct ha_meaning_row m = ha_vocab_meaning(p->vocab, (ha_symbol)row.imm);
  *type = m.id;
  return m.means == HA_MEANS_ELEM && has_elements(p, row.args[0], m.id);
}

void ha_print_element(struct ha_formula_printer *p, ha_term term, enum ha_tight tight) {
  const struct ha_term_row row = *get(p, term);
  ha_type type;
  if (!is_index(p, term, &type)) {
    application(p, &row);
    return;
  }
  fputs(tight > HA_TIGHT_PREFIX ? "(&" : "&", p->out);
  print_index(p, row.args);
  fputs(tight > HA_TIGHT_PREFIX ? ")" : "", p->out);
}

/* The contents of a scalar that is no field: a variable, an element, *pointer. */
static bool prints_cell(struct ha_formula_printer *p, ha_term at, ha_type type,
                        enum ha_tight tight) {
  ha_type element;
  ha_obj object;
  if (is_object(p, at, &object) && p->program->objs.at[object].type == type) {
    fputs(p->program->objs.at[object].name, p->out);
    return true;
  }
  if (is_index(p, at, &element) && element == type) {
    print_index(p, get(p, at)->args);
    return true;
  }
  if (ha_print_pointee(p, at) != type)
    return false;
  fputs(tight > HA_TIGHT_PREFIX ? "(*" : "*", p->out);
  ha_print_term(p, at, HA_TIGHT_PREFIX);
  fputs(tight > HA_TIGHT_PREFIX ? ")" : "", p->out);
  return true;
}

static void membership(struct ha_formula_printer *p, ha_term set, ha_term x,
                       enum ha_tight tight) {
  ha_type type;
  if (ha_print_means(p, set, HA_MEANS_ALLOC, &type) && type &&
      ha_print_pointee(p, x) == type) {
    fputs("alloc(", p->out);
    ha_print_term(p, x, HA_TIGHT_FORMULA);
    fputc(')', p->out);
    return;
  }
  bool opened = tight > HA_TIGHT_RELATION;
  fputs(opened ? "(" : "", p->out);
  ha_print_term(p, x, HA_TIGHT_SUM);
  fputs(" in ", p->out);
  ha_print_term(p, set, HA_TIGHT_SUM);
  fputs(opened ? ")" : "", p->out);
}

/* x->map, the map written out */
static void through_map(struct ha_formula_printer *p, ha_term map, ha_term x) {
  ha_print_term(p, x, HA_TIGHT_POSTFIX);
  bool stored = get(p, map)->op == HA_TERM_STORE && !ha_print_is_old(p, map);
  fputs(stored ? "->field(" : "->", p->out);
  ha_print_map(p, map, ha_print_pointee(p, x));
  fputs(stored ? ")" : "", p->out);
}

void ha_print_select(struct ha_formula_printer *p, ha_term term, enum ha_tight tight) {
  const struct ha_term_row row = *get(p, term);
  ha_term map = row.args[0], x = row.args[1];
  enum ha_sort sort = get(p, map)->sort;
  ha_field field = 0;
  if (sort == HA_SORT_BAG) {
    fputs("count(", p->out);
    ha_print_term(p, map, HA_TIGHT_FORMULA);
    fputs(", ", p->out);
    ha_print_term(p, x, HA_TIGHT_FORMULA);
    fputc(')', p->out);
  } else if (ha_print_means(p, map, HA_MEANS_FIELD, &field)) {
    bool is_cell = *field_info(p, field)->name == '*';
    if (is_cell && prints_cell(p, x, field_info(p, field)->type, tight))
      return;
    if (has_spelling(p, field))
      print_place(p, x, field);
    else
      through_map(p, map, x);
  } else if (is_address(p, term, &field) && has_spelling(p, field)) {
    fputs(tight > HA_TIGHT_PREFIX ? "(&" : "&", p->out);
    print_place(p, x, field);
    fputs(tight > HA_TIGHT_PREFIX ? ")" : "", p->out);
  } else if (sort == HA_SORT_INTS || (sort == HA_SORT_SET && !ha_print_root(p, map))) {
    membership(p, map, x, tight);
  } else {
    through_map(p, map, x);
  }
}
