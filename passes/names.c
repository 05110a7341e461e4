/* Names: unique ones for variables and objects, and expressions in the words of the
 * source for the texts of checks. */
#include "lowering.h"
#include <llvm-c/Core.h>
#include <string.h>

#define BUCKETS 512

struct name_entry {
  const char *name;
  unsigned uses;
  struct name_entry *next;
};

struct ha_name_table {
  struct name_entry *buckets[BUCKETS];
};

static unsigned hash(const char *text) {
  unsigned h = 5381;
  for (; *text; text++)
    h = h * 33 ^ (unsigned char)*text;
  return h % BUCKETS;
}

static struct name_entry *find(struct ha_lowering *lowering, const char *name) {
  if (!lowering->names)
    lowering->names = ha_arena_alloc(lowering->scratch, sizeof *lowering->names);
  struct name_entry **at = &lowering->names->buckets[hash(name)];
  for (struct name_entry *entry = *at; entry; entry = entry->next)
    if (!strcmp(entry->name, name))
      return entry;
  struct name_entry *entry = ha_arena_alloc(lowering->scratch, sizeof *entry);
  *entry = (struct name_entry){.name = name, .next = *at};
  return *at = entry;
}

const char *ha_name_unique(struct ha_lowering *lowering, const char *wanted) {
  struct ha_arena *arena = lowering->program->arena;
  char *name = ha_arena_strdup(arena, wanted);
  struct name_entry *entry = find(lowering, name);
  while (entry->uses++) {
    name = ha_arena_printf(arena, "%s.%u", wanted, entry->uses);
    struct name_entry *suffixed = find(lowering, name);
    if (!suffixed->uses) {
      suffixed->uses = 1;
      break;
    }
  }
  return name;
}

const char *ha_name_value(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static const char *text_of_var(struct ha_lowering *lowering, ha_var var) {
  const char *source = lowering->program->vars.at[var].source_name;
  if (source)
    return source;
  return var < lowering->var_text.count ? lowering->var_text.at[var] : NULL;
}

static const char *text_of_member(struct ha_lowering *lowering, ha_expr base,
                                  ha_field field) {
  const char *name = ha_field_get(lowering->types, field)->name;
  const struct ha_expr_row *row = &lowering->program->exprs.at[base];
  const char *inner = ha_text_of(lowering, base);
  if (!inner || !*name || !strcmp(name, "*"))
    return inner;
  bool is_place =
      row->op == HA_EXPR_FIELD || row->op == HA_EXPR_OBJ || row->op == HA_EXPR_ELEM;
  return ha_arena_printf(lowering->scratch, "%s%s%s", inner, is_place ? "." : "->",
                         name);
}

/* For an address, the place it is the address of; NULL where there are no words. */
const char *ha_text_of(struct ha_lowering *lowering, ha_expr expr) {
  const struct ha_expr_row *row = &lowering->program->exprs.at[expr];
  switch (row->op) {
  case HA_EXPR_VAR:
    return text_of_var(lowering, (ha_var)row->imm);
  case HA_EXPR_OBJ:
    return lowering->program->objs.at[row->imm].name;
  case HA_EXPR_NULL:
    return "NULL";
  case HA_EXPR_CAST:
    return ha_text_of(lowering, row->a);
  case HA_EXPR_FIELD:
    return text_of_member(lowering, row->a, (ha_field)row->imm);
  case HA_EXPR_ELEM: {
    const char *base = ha_text_of(lowering, row->a), *index = NULL;
    uint64_t known;
    if (ha_expr_is_const(lowering, row->b, &known))
      index = ha_arena_printf(lowering->scratch, "%lld", (long long)known);
    else
      index = ha_text_of(lowering, row->b);
    return base && index ? ha_arena_printf(lowering->scratch, "%s[%s]", base, index)
                         : NULL;
  }
  case HA_EXPR_SEXT:
  case HA_EXPR_ZEXT:
  case HA_EXPR_TRUNC:
    return ha_text_of(lowering, row->a);
  default:
    return NULL;
  }
}

/* What the caller owes a parameter that must not be null. */
const char *ha_text_not_null(struct ha_lowering *lowering, ha_expr pointer) {
  const char *text = ha_text_of(lowering, pointer);
  return text ? ha_arena_printf(lowering->scratch, "%s != NULL", text) : NULL;
}
