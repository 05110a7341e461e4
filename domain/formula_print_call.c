/* Everything that is written `name(…)`, and sets. */
#include "formula_printer.h"
#include "formula_scope.h"
#include <string.h>

static const struct ha_term_row *get(const struct ha_formula_printer *p, ha_term term) {
  return ha_term_get(p->terms, term);
}

static bool is_null(const struct ha_formula_printer *p, ha_term term) {
  return get(p, term)->op == HA_TERM_NULL;
}

/* ---- arguments ---- */

static bool is_field_sort(const struct ha_formula_printer *p, ha_term term) {
  enum ha_sort sort = get(p, term)->sort;
  return sort == HA_SORT_LINK || sort == HA_SORT_DATA;
}

/* The record whose fields the reader takes the names to be: what the first object with
 * a known type points to, else the first field's. */
static ha_type owner_of(struct ha_formula_printer *p, const ha_term *args,
                        unsigned count, unsigned before) {
  ha_type owner = 0;
  for (unsigned i = 0; !owner && i < count; i++)
    if (get(p, args[i])->sort == HA_SORT_OBJ)
      owner = ha_print_pointee(p, args[i]);
  for (unsigned i = 0; !owner && i < before; i++)
    if (is_field_sort(p, args[i]) && ha_print_root(p, args[i]))
      owner = ha_field_get(p->types, ha_print_root(p, args[i]))->owner;
  return owner;
}

static void arguments(struct ha_formula_printer *p, const ha_term *args,
                      unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    if (i)
      fputs(", ", p->out);
    if (is_field_sort(p, args[i]))
      ha_print_map(p, args[i], owner_of(p, args, count, i));
    else
      ha_print_term(p, args[i], HA_TIGHT_FORMULA);
  }
}

static void call(struct ha_formula_printer *p, const char *name, const ha_term *args,
                 unsigned count) {
  fprintf(p->out, "%s(", name);
  arguments(p, args, count);
  fputc(')', p->out);
}

/* ---- named properties ---- */

static bool is_hidden(const char *spec, unsigned i) {
  return spec[i] == 'g' || (spec[i] == 's' && i == 0);
}

/* Is the hidden argument the one the parser would put there? */
static bool is_default(struct ha_formula_printer *p, ha_term hidden, char letter,
                       const ha_term *shown, unsigned count) {
  ha_field fields[2] = {0};
  unsigned found = 0;
  for (unsigned i = 0; found < 2 && i < count; i++)
    if (is_field_sort(p, shown[i]))
      fields[found++] = ha_print_root(p, shown[i]);
  uint32_t id;
  if (letter == 's')
    return fields[0] && ha_print_means(p, hidden, HA_MEANS_ALLOC, &id) &&
           id == ha_field_get(p->types, fields[0])->owner;
  ha_field links[2];
  if (!fields[0] || !fields[1] || !ha_print_means(p, hidden, HA_MEANS_PARENT, &id))
    return false;
  ha_vocab_parent_links(p->vocab, id, links);
  return (links[0] == fields[0] && links[1] == fields[1]) ||
         (links[0] == fields[1] && links[1] == fields[0]);
}

static void print_hidden(struct ha_formula_printer *p, const ha_term *hidden,
                         unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    if (i)
      fputs(", ", p->out);
    if (is_field_sort(p, hidden[i]))
      ha_print_map(p, hidden[i], 0);
    else
      ha_print_term(p, hidden[i], HA_TIGHT_FORMULA);
  }
  fputs(": ", p->out);
}

static void named(struct ha_formula_printer *p, const struct ha_term_row *row) {
  const char *spec = ha_named_args[row->imm];
  ha_term shown[32], hidden[2];
  char letters[2];
  unsigned count = 0, hiddens = 0;
  for (unsigned i = 0; i < row->count && count < 32; i++)
    if (i < strlen(spec) && is_hidden(spec, i)) {
      letters[hiddens] = spec[i];
      hidden[hiddens++] = row->args[i];
    } else {
      shown[count++] = row->args[i];
    }
  bool usual = true;
  for (unsigned i = 0; i < hiddens; i++)
    usual &= is_default(p, hidden[i], letters[i], shown, count);
  fprintf(p->out, "%s(", ha_named_text[row->imm]);
  if (!usual)
    print_hidden(p, hidden, hiddens);
  arguments(p, shown, count);
  fputc(')', p->out);
}

static void subset(struct ha_formula_printer *p, const ha_term *ab,
                   enum ha_tight tight) {
  bool opened = tight > HA_TIGHT_RELATION;
  fputs(opened ? "(" : "", p->out);
  ha_print_term(p, ab[0], HA_TIGHT_SUM);
  fputs(" <= ", p->out);
  ha_print_term(p, ab[1], HA_TIGHT_SUM);
  fputs(opened ? ")" : "", p->out);
}

/* ---- sets ---- */

ha_type ha_print_elements(struct ha_formula_printer *p, ha_term set) {
  const struct ha_term_row row = *get(p, set);
  uint32_t id;
  if (ha_print_means(p, set, HA_MEANS_ALLOC, &id))
    return ha_print_type_is_readable(p, id) ? id : 0;
  if (row.op == HA_TERM_SYM)
    return ha_scope_pointee(p->scope, (ha_symbol)row.imm);
  if (row.op == HA_TERM_NAMED && row.imm == HA_NAMED_CONTENT)
    return owner_of(p, row.args, row.count, row.count);
  if (row.op == HA_TERM_IMAGE) {
    ha_field field = ha_print_root(p, row.args[1]);
    return field ? ha_type_get(p->types, ha_field_get(p->types, field)->type)->elem : 0;
  }
  return 0;
}

static void set(struct ha_formula_printer *p, const struct ha_term_row *row) {
  if (row->sort == HA_SORT_BAG)
    fputs("bag", p->out);
  else if (row->sort == HA_SORT_INTS && row->op == HA_TERM_EMPTY)
    fputs("ints", p->out);
  fputc('{', p->out);
  if (row->op == HA_TERM_SINGLE)
    ha_print_term(p, row->args[0], HA_TIGHT_FORMULA);
  fputc('}', p->out);
}

/* S.f; a bare name before the dot could be part of a longer one. */
static void image(struct ha_formula_printer *p, const struct ha_term_row *row) {
  bool bare = get(p, row->args[0])->op == HA_TERM_SYM;
  fputs(bare ? "(" : "", p->out);
  ha_print_term(p, row->args[0], HA_TIGHT_POSTFIX);
  fputs(bare ? ")." : ".", p->out);
  bool stored =
      get(p, row->args[1])->op == HA_TERM_STORE && !ha_print_is_old(p, row->args[1]);
  fputs(stored ? "field(" : "", p->out);
  ha_print_map(p, row->args[1], ha_print_elements(p, row->args[0]));
  fputs(stored ? ")" : "", p->out);
}

void ha_print_call(struct ha_formula_printer *p, ha_term term, enum ha_tight tight) {
  const struct ha_term_row row = *get(p, term);
  const ha_term *a = row.args;
  switch (row.op) {
  case HA_TERM_BTWN:
    if (a[2] != a[3])
      call(p, "btwn", a, 4);
    else
      call(p, is_null(p, a[3]) ? "acyclic" : "reach", a, is_null(p, a[3]) ? 2 : 3);
    break;
  case HA_TERM_REACHES:
    call(p, "reach", a, row.count);
    break;
  case HA_TERM_DIST:
    call(p, is_null(p, a[2]) ? "len" : "dist", a, is_null(p, a[2]) ? 2 : 3);
    break;
  case HA_TERM_COUNT:
    call(p, "count", a, 5);
    break;
  case HA_TERM_ITE:
    call(p, "ite", a, 3);
    break;
  case HA_TERM_EMPTY:
  case HA_TERM_SINGLE:
    set(p, &row);
    break;
  case HA_TERM_IMAGE:
    image(p, &row);
    break;
  default: /* NAMED */
    if (row.imm == HA_NAMED_SUBSET)
      subset(p, a, tight);
    else
      named(p, &row);
  }
}
