/* Types in the text form: `node*[4]` is read from left to right, an array of four
 * pointers to nodes.  Records are declared; all other types are written out. */
#include "printer.h"
#include "words.h"
#include <inttypes.h>
#include <string.h>

static void print_record_name(const struct printer *to, ha_type type) {
  const char *name = ha_type_get(to->p->types, type)->name;
  if (name)
    ha_word_print(to->out, name);
  else
    fprintf(to->out, "$%" PRIu32, to->anonymous ? to->anonymous[type] : type);
}

void ha_printer_type(const struct printer *to, ha_type type) {
  if (type >= ha_types_count(to->p->types)) {
    fprintf(to->out, "?%" PRIu32, type); /* not well formed, but to be looked at */
    return;
  }
  const struct ha_type_info *info = ha_type_get(to->p->types, type);
  switch (info->kind) {
  case HA_TYPE_VOID:
    fputs("void", to->out);
    break;
  case HA_TYPE_INT:
    fprintf(to->out, "%c%" PRIu32, info->is_signed ? 'i' : 'u', info->bits);
    break;
  case HA_TYPE_FLOAT:
    fprintf(to->out, "f%" PRIu64, 8 * info->size);
    break;
  case HA_TYPE_PTR:
    ha_printer_type(to, info->elem);
    putc('*', to->out);
    break;
  case HA_TYPE_RECORD:
  case HA_TYPE_UNION:
    print_record_name(to, type);
    break;
  case HA_TYPE_ARRAY:
    ha_printer_type(to, info->elem);
    fprintf(to->out, "[%" PRIu64 "]", info->count);
    break;
  case HA_TYPE_FUNC:
    fputs("func", to->out);
    break;
  }
}

/* Marks what `type` leads to.  Pointers may lead anywhere, so the way is kept on a
 * stack rather than in the recursion. */
static void mark(const struct ha_types *types, ha_type type, bool *seen,
                 ha_type *stack) {
  unsigned depth = 0;
  if (seen[type])
    return;
  seen[stack[depth++] = type] = true;
  while (depth) {
    const struct ha_type_info *info = ha_type_get(types, stack[--depth]);
    for (uint32_t i = 0; i < info->fields; i++) {
      ha_type next = ha_field_get(types, info->first + i)->type;
      if (!seen[next])
        seen[stack[depth++] = next] = true;
    }
    if (!seen[info->elem])
      seen[stack[depth++] = info->elem] = true;
  }
}

static void mark_expr(const struct ha_program *p, const struct ha_expr_row *row,
                      bool *seen, ha_type *stack) {
  mark(p->types, row->type, seen, stack);
  if (row->op == HA_EXPR_ELEM)
    mark(p->types, (ha_type)row->imm, seen, stack);
  else if (row->op == HA_EXPR_FIELD || row->op == HA_EXPR_CONTAINER)
    mark(p->types, ha_field_get(p->types, (ha_field)row->imm)->owner, seen, stack);
}

/* Only what a command mentions is printed.  Operands have smaller ids than what is made
 * of them, so one sweep downwards meets every user before the used. */
static void mark_exprs(const struct ha_program *p, bool *seen, ha_type *stack) {
  bool *used = ha_arena_alloc(p->arena, p->exprs.count * sizeof *used);
  for (uint32_t c = 1; c < p->cmds.count; c++)
    used[p->cmds.at[c].a] = used[p->cmds.at[c].b] = used[p->cmds.at[c].c] = true;
  for (ha_expr e = p->exprs.count; e-- > 1;) {
    const struct ha_expr_row *row = &p->exprs.at[e];
    if (!used[e])
      continue;
    used[row->a] = used[row->b] = used[row->c] = true;
    mark_expr(p, row, seen, stack);
  }
}

/* Does the text have this word? */
static bool has_word(const char *text, const char *word) {
  size_t len = strlen(word);
  for (const char *at = text; (at = strstr(at, word)); at++)
    if ((at == text || !ha_word_goes_on(at[-1])) && !ha_word_goes_on(at[len]))
      return true;
  return false;
}

/* A record that only a formula names. */
static void mark_formulas(const struct ha_program *p, bool *seen, ha_type *stack) {
  for (ha_type type = 1; p->formulas.count > 1 && type < ha_types_count(p->types);
       type++)
    for (ha_formula f = 1; f < p->formulas.count && !seen[type]; f++)
      if (ha_type_is_record(p->types, type) && ha_type_get(p->types, type)->name &&
          has_word(p->formulas.at[f].text, ha_type_get(p->types, type)->name))
        mark(p->types, type, seen, stack);
}

static void mark_program(const struct ha_program *p, bool *seen, ha_type *stack) {
  for (ha_var v = 1; v < p->vars.count; v++)
    mark(p->types, p->vars.at[v].type, seen, stack);
  for (ha_obj o = 1; o < p->objs.count; o++)
    mark(p->types, p->objs.at[o].type, seen, stack);
  mark_exprs(p, seen, stack);
  for (uint32_t c = 1; c < p->cmds.count; c++) {
    mark(p->types, p->cmds.at[c].type, seen, stack);
    mark(p->types, ha_field_get(p->types, p->cmds.at[c].field)->owner, seen, stack);
  }
  mark_formulas(p, seen, stack);
}

/* Embedding is well-founded, so the recursion is as deep as records are nested. */
static void add_record(struct printer *to, ha_type type, bool *added) {
  const struct ha_type_info *info = ha_type_get(to->p->types, type);
  while (info->kind == HA_TYPE_ARRAY) {
    type = info->elem;
    info = ha_type_get(to->p->types, type);
  }
  if (added[type] || !ha_type_is_record(to->p->types, type))
    return;
  added[type] = true;
  for (uint32_t i = 0; i < info->fields; i++)
    add_record(to, ha_field_get(to->p->types, info->first + i)->type, added);
  to->records[to->record_count++] = type;
  if (!info->name)
    to->anonymous[type] = ++to->anonymous[0];
}

void ha_printer_collect(struct printer *to) {
  struct ha_arena *arena = to->p->arena;
  unsigned count = ha_types_count(to->p->types);
  bool *seen = ha_arena_alloc(arena, count * sizeof *seen);
  bool *added = ha_arena_alloc(arena, count * sizeof *added);
  to->records = ha_arena_alloc(arena, count * sizeof *to->records);
  to->anonymous = ha_arena_alloc(arena, count * sizeof *to->anonymous);
  seen[0] = true;
  mark_program(to->p, seen, to->records); /* as the stack; overwritten below */
  for (ha_type type = 1; type < count; type++)
    if (seen[type])
      add_record(to, type, added);
}

static void print_field(const struct printer *to, const struct ha_field_info *field) {
  fprintf(to->out, "  +%" PRIu64 " ", field->offset);
  ha_word_print(to->out, field->name);
  fputs(": ", to->out);
  ha_printer_type(to, field->type);
  if (field->bit_width)
    fprintf(to->out, " bits %u:%u", field->bit_offset, field->bit_width);
  fputs(";\n", to->out);
}

static void print_record(const struct printer *to, ha_type type) {
  const struct ha_type_info *info = ha_type_get(to->p->types, type);
  fputs(info->kind == HA_TYPE_UNION ? "union " : "struct ", to->out);
  print_record_name(to, type);
  if (info->by_typedef)
    fputs(" typedef", to->out);
  if (!info->complete) {
    fputs(";\n", to->out);
    return;
  }
  fprintf(to->out, " %" PRIu64 " {\n", info->size);
  for (uint32_t i = 0; i < info->fields; i++)
    print_field(to, ha_field_get(to->p->types, info->first + i));
  fputs("}\n", to->out);
}

void ha_printer_records(const struct printer *to) {
  for (unsigned i = 0; i < to->record_count; i++)
    print_record(to, to->records[i]);
}
