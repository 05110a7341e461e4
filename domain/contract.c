#include "contract.h"
#include "formula.h"
#include "vocab.h"
#include <string.h>

struct row {
  ha_term term;
  ha_symbol ghost;
  ha_type pointee; /* of a ghost */
  bool is_bad;
  struct ha_text_error error;
};

struct ha_contracts {
  struct ha_vocab *vocab;
  struct ha_arena *arena;
  const struct ha_program *program;
  struct row *rows; /* by formula */
};

struct ha_vocab *ha_contracts_vocab(const struct ha_contracts *c) { return c->vocab; }

ha_term ha_contract_term(const struct ha_contracts *c, ha_formula formula) {
  return c->rows[formula].term;
}

ha_symbol ha_contract_ghost(const struct ha_contracts *c, ha_formula formula) {
  return c->rows[formula].ghost;
}

const struct ha_text_error *ha_contract_error(const struct ha_contracts *c,
                                              ha_formula formula) {
  return c->rows[formula].is_bad ? &c->rows[formula].error : NULL;
}

/* ---- scopes ---- */

static struct ha_scope_name meaning(const struct ha_contracts *c,
                                    const struct ha_formula_name *name) {
  struct ha_scope_name n = {.name = name->name};
  if (name->ghost) {
    n.is = HA_NAME_SYMBOL;
    n.id = c->rows[name->ghost].ghost;
    n.pointee = c->rows[name->ghost].pointee;
  } else {
    n.is = name->var ? HA_NAME_VAR : HA_NAME_OBJECT;
    n.id = name->var ? name->var : name->object;
  }
  return n;
}

/* Without names of its own a formula sees the program's, and the ghosts by name. */
static unsigned ghosts_in_scope(const struct ha_contracts *c, ha_formula formula,
                                struct ha_scope_name *names) {
  unsigned count = 0;
  for (ha_formula g = 1; g < formula; g++)
    if (c->rows[g].ghost)
      names[count++] = (struct ha_scope_name){
          .name = ha_symbol_get(ha_vocab_terms(c->vocab), c->rows[g].ghost)->name,
          .is = HA_NAME_SYMBOL,
          .id = c->rows[g].ghost,
          .pointee = c->rows[g].pointee};
  return count;
}

static struct ha_scope scope_of(const struct ha_contracts *c, ha_formula formula) {
  const struct ha_formula_row *row = &c->program->formulas.at[formula];
  unsigned most = row->names.count + c->program->formulas.count;
  struct ha_scope_name *names = ha_arena_alloc(c->arena, most * sizeof *names);
  struct ha_scope scope = {.vocab = c->vocab, .names = names};
  for (unsigned i = 0; i < row->names.count; i++)
    if (!row->names.at[i].ghost || c->rows[row->names.at[i].ghost].ghost)
      names[scope.count++] = meaning(c, &row->names.at[i]);
  scope.only_names = row->names.count != 0;
  if (!scope.only_names)
    scope.count = ghosts_in_scope(c, formula, names);
  scope.entry_params =
      row->kind == HA_FORMULA_ENSURES || row->kind == HA_FORMULA_ASSIGNS;
  return scope;
}

/* ---- which fields a program may change ---- */

/* A write through a pointer to a scalar may be one to any field of that type. */
static void add_written(const struct ha_program *p, ha_field field, bool *written) {
  const struct ha_field_info *f = ha_field_get(p->types, field);
  written[field] = true;
  for (ha_field g = 1; *f->name == '*' && g < ha_types_fields(p->types); g++)
    written[g] |= ha_field_get(p->types, g)->type == f->type;
}

/* The fields of a record, and of all that it holds or points to. */
static void add_record(const struct ha_program *p, ha_type type, bool *written) {
  const struct ha_type_info t = *ha_type_get(p->types, type);
  if (t.kind == HA_TYPE_ARRAY || t.kind == HA_TYPE_PTR)
    add_record(p, t.elem, written);
  if (!ha_type_is_record(p->types, type))
    return;
  for (ha_field f = t.first; f < t.first + t.fields; f++) {
    bool seen = written[f];
    written[f] = true;
    if (!seen)
      add_record(p, ha_field_get(p->types, f)->type, written);
  }
}

/* The bytes may be anybody's: what the program has variables for, and what those lead
 * to. */
static void add_all(const struct ha_program *p, bool *written) {
  bool *reached = ha_arena_alloc(p->arena, ha_types_fields(p->types) * sizeof *reached);
  for (ha_var v = 1; v < p->vars.count; v++)
    add_record(p, p->vars.at[v].type, reached);
  for (ha_obj o = 1; o < p->objs.count; o++)
    add_record(p, p->objs.at[o].type, reached);
  for (ha_field f = 1; f < ha_types_fields(p->types); f++)
    written[f] |= reached[f];
}

static void written_fields(const struct ha_program *p, bool *written) {
  for (uint32_t c = 1; c < p->cmds.count; c++) {
    const struct ha_cmd_row *cmd = &p->cmds.at[c];
    switch ((enum ha_cmd_op)cmd->op) {
    case HA_CMD_STORE:
    case HA_CMD_HAVOC_FIELD:
      add_written(p, cmd->field, written);
      break;
    case HA_CMD_COPY:
    case HA_CMD_FILL:
    case HA_CMD_HAVOC_BYTES:
    case HA_CMD_HAVOC_REACH:
      add_all(p, written);
      break;
    default:
      break;
    }
  }
}

/* ---- reading ---- */

static void read_ghost(struct ha_contracts *c, const struct ha_scope *scope,
                       ha_formula formula) {
  struct row *row = &c->rows[formula];
  struct ha_scope_name name = {0};
  row->term = ha_formula_parse_ghost(scope, c->program->formulas.at[formula].text,
                                     &name, &row->error);
  if (!row->term)
    return;
  enum ha_sort sort = ha_term_get(ha_vocab_terms(c->vocab), row->term)->sort;
  row->ghost = ha_vocab_ghost(c->vocab, formula, name.name, sort);
  row->pointee = name.pointee;
}

static ha_term read_assigns(struct ha_contracts *c, const struct ha_scope *scope,
                            ha_formula formula) {
  unsigned count = ha_types_fields(c->program->types);
  bool *written = ha_arena_alloc(c->arena, count * sizeof *written);
  written_fields(c->program, written);
  return ha_formula_parse_assigns(scope, c->program->formulas.at[formula].text, written,
                                  count, &c->rows[formula].error);
}

static void read_formula(struct ha_contracts *c, ha_formula formula) {
  const struct ha_formula_row *f = &c->program->formulas.at[formula];
  struct ha_scope scope = scope_of(c, formula);
  struct row *row = &c->rows[formula];
  if (f->kind == HA_FORMULA_GHOST)
    read_ghost(c, &scope, formula);
  else if (f->kind == HA_FORMULA_ASSIGNS)
    row->term = read_assigns(c, &scope, formula);
  else
    row->term = ha_formula_parse(&scope, f->text, HA_SORT_BOOL, &row->error);
  const char *invented = row->term ? ha_formula_invented(c->vocab, row->term) : NULL;
  if (invented) {
    row->error = (struct ha_text_error){
        1, 1, ha_arena_printf(c->arena, "'%s' is no part of the program", invented)};
    row->term = 0;
  }
  row->is_bad = !row->term;
}

/* Ghosts come before the formulas that use them. */
struct ha_contracts *ha_contracts_new(struct ha_vocab *vocab) {
  struct ha_arena *arena = ha_terms_arena(ha_vocab_terms(vocab));
  struct ha_contracts *c = ha_arena_alloc(arena, sizeof *c);
  c->vocab = vocab;
  c->arena = arena;
  c->program = ha_vocab_program(vocab);
  unsigned count = c->program->formulas.count;
  c->rows = ha_arena_alloc(arena, count * sizeof *c->rows);
  for (ha_formula f = 1; f < count; f++)
    if (c->program->formulas.at[f].kind == HA_FORMULA_GHOST)
      read_formula(c, f);
  for (ha_formula f = 1; f < count; f++)
    if (c->program->formulas.at[f].kind != HA_FORMULA_GHOST)
      read_formula(c, f);
  return c;
}

static bool looks_back(const struct ha_contracts *c, ha_term term) {
  struct ha_symbol_list list = {0};
  struct ha_terms *terms = ha_vocab_terms(c->vocab);
  ha_term_symbols(terms, term, &list);
  for (unsigned i = 0; i < list.count; i++)
    if (ha_vocab_meaning(c->vocab, list.at[i]).means == HA_MEANS_OLD &&
        ha_symbol_get(terms, list.at[i])->sort >= HA_SORT_LINK)
      return true;
  return false;
}

bool ha_contracts_look_back(const struct ha_contracts *c) {
  for (ha_formula f = 1; f < c->program->formulas.count; f++)
    if (c->rows[f].term && looks_back(c, c->rows[f].term))
      return true;
  return false;
}
