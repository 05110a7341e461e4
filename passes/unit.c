#include "unit.h"
#include "../gcl/arena.h"
#include "function.h"
#include "map.h"
#include "unit_cache.h"
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <string.h>

/* Source expressions are found by position: a chain per hash of (line, column). */
#define SOURCE_BUCKETS 1024

struct source_entry {
  struct ha_source_expr expr;
  struct source_entry *next;
};

struct param_list {
  HA_VEC(struct ha_decl) at;
};

struct contract_row {
  struct ha_contract contract;
  LLVMValueRef function; /* whose it is; NULL: it stands in a body */
  const struct ha_contract_name *names;
};

struct ha_unit {
  struct ha_arena *arena;
  LLVMModuleRef module;
  ha_case_label *case_label;
  struct ha_types *types;
  struct ha_unit_cache cache;
  struct ha_map decl_of, params_of; /* rows of the two tables below */
  HA_VEC(struct ha_decl *) decls;
  HA_VEC(struct param_list) params;
  struct ha_map scope_row; /* inner block → its row */
  HA_VEC(LLVMMetadataRef) scope_parent;
  struct source_entry *sources[SOURCE_BUCKETS];
  HA_VEC(struct contract_row) contracts;
};

struct ha_unit *ha_unit_new(struct ha_arena *arena, LLVMModuleRef module,
                            ha_case_label *case_label) {
  struct ha_unit *unit = ha_arena_alloc(arena, sizeof *unit);
  unit->arena = arena;
  unit->module = module;
  unit->case_label = case_label;
  unsigned ptr_bytes = LLVMPointerSize(LLVMGetModuleDataLayout(module));
  unit->types = ha_types_new(arena, ptr_bytes == 4 ? 4 : 8);
  return unit;
}

struct ha_arena *ha_unit_arena(const struct ha_unit *unit) { return unit->arena; }
LLVMModuleRef ha_unit_module(const struct ha_unit *unit) { return unit->module; }
struct ha_types *ha_unit_types(const struct ha_unit *unit) { return unit->types; }
LLVMValueRef ha_unit_case_label(const struct ha_unit *unit, LLVMValueRef inst,
                                unsigned i) {
  return unit->case_label(inst, i);
}
struct ha_unit_cache *ha_unit_cache(struct ha_unit *unit) { return &unit->cache; }

static struct ha_decl copy_decl(struct ha_unit *unit, const struct ha_decl *decl) {
  struct ha_decl copy = *decl;
  copy.name = ha_arena_strdup(unit->arena, decl->name ? decl->name : "");
  copy.file = ha_arena_strdup(unit->arena, decl->file ? decl->file : "");
  return copy;
}

void ha_unit_declare(struct ha_unit *unit, const struct ha_decl *decl) {
  struct ha_decl *row = ha_arena_alloc(unit->arena, sizeof *row);
  *row = copy_decl(unit, decl);
  HA_PUSH(unit->arena, unit->decls, row);
  ha_map_set(&unit->decl_of, unit->arena, decl->value, unit->decls.count);
}

const struct ha_decl *ha_unit_decl(const struct ha_unit *unit, LLVMValueRef value) {
  uint32_t row = ha_map_get(&unit->decl_of, value);
  return row ? unit->decls.at[row - 1] : NULL;
}

void ha_unit_declare_scope(struct ha_unit *unit, LLVMMetadataRef scope,
                           LLVMMetadataRef parent) {
  if (ha_map_get(&unit->scope_row, scope))
    return;
  HA_PUSH(unit->arena, unit->scope_parent, parent);
  ha_map_set(&unit->scope_row, unit->arena, scope, unit->scope_parent.count);
}

bool ha_unit_scope_is_inner(const struct ha_unit *unit, LLVMMetadataRef scope) {
  return ha_map_get(&unit->scope_row, scope) != 0;
}

bool ha_unit_scope_encloses(const struct ha_unit *unit, LLVMMetadataRef outer,
                            LLVMMetadataRef inner) {
  while (inner && inner != outer) {
    uint32_t row = ha_map_get(&unit->scope_row, inner);
    inner = row ? unit->scope_parent.at[row - 1] : NULL;
  }
  return inner != NULL;
}

void ha_unit_declare_param(struct ha_unit *unit, LLVMValueRef function, unsigned index,
                           const struct ha_decl *decl) {
  uint32_t row = ha_map_get(&unit->params_of, function);
  if (!row) {
    HA_PUSH(unit->arena, unit->params, (struct param_list){0});
    row = unit->params.count;
    ha_map_set(&unit->params_of, unit->arena, function, row);
  }
  struct param_list *list = &unit->params.at[row - 1];
  while (list->at.count <= index)
    HA_PUSH(unit->arena, list->at, (struct ha_decl){0});
  list->at.at[index] = copy_decl(unit, decl);
}

const struct ha_decl *ha_unit_param(const struct ha_unit *unit, LLVMValueRef function,
                                    unsigned index) {
  uint32_t row = ha_map_get(&unit->params_of, function);
  if (!row || index >= unit->params.at[row - 1].at.count)
    return NULL;
  const struct ha_decl *decl = &unit->params.at[row - 1].at.at[index];
  return decl->name ? decl : NULL;
}

static unsigned source_bucket(uint32_t line, uint32_t column) {
  return (line * 31 + column) % SOURCE_BUCKETS;
}

void ha_unit_add_source(struct ha_unit *unit, const struct ha_source_expr *expr) {
  struct source_entry *entry = ha_arena_alloc(unit->arena, sizeof *entry);
  entry->expr = *expr;
  entry->expr.file = ha_arena_strdup(unit->arena, expr->file);
  entry->expr.text = ha_arena_strdup(unit->arena, expr->text ? expr->text : "");
  entry->expr.base = ha_arena_strdup(unit->arena, expr->base ? expr->base : "");
  unsigned bucket = source_bucket(expr->line, expr->column);
  entry->next = unit->sources[bucket];
  unit->sources[bucket] = entry;
}

const struct ha_source_expr *ha_unit_source(const struct ha_unit *unit,
                                            const char *file, uint32_t line,
                                            uint32_t column) {
  struct source_entry *entry = unit->sources[source_bucket(line, column)];
  for (; entry; entry = entry->next)
    if (entry->expr.line == line && entry->expr.column == column &&
        !strcmp(entry->expr.file, file))
      return &entry->expr;
  return NULL;
}

/* ---- contracts ---- */

unsigned ha_unit_add_contract(struct ha_unit *unit,
                              const struct ha_contract *contract) {
  struct contract_row row = {.contract = *contract};
  const char **names = ha_arena_alloc(unit->arena, contract->count * sizeof *names);
  for (unsigned i = 0; i < contract->count; i++)
    names[i] = ha_arena_strdup(unit->arena, contract->names[i]);
  row.contract.text = ha_arena_strdup(unit->arena, contract->text);
  row.contract.file = ha_arena_strdup(unit->arena, contract->file);
  row.contract.names = names;
  HA_PUSH(unit->arena, unit->contracts, row);
  return unit->contracts.count - 1;
}

const struct ha_contract *ha_unit_contract(const struct ha_unit *unit,
                                           unsigned number) {
  return number < unit->contracts.count ? &unit->contracts.at[number].contract : NULL;
}

void ha_unit_bind_contract(struct ha_unit *unit, LLVMValueRef function, unsigned number,
                           const struct ha_contract_name *names) {
  struct contract_row *row = &unit->contracts.at[number];
  struct ha_contract_name *copy =
      ha_arena_alloc(unit->arena, row->contract.count * sizeof *copy);
  for (unsigned i = 0; i < row->contract.count; i++)
    copy[i] = names[i];
  row->function = function;
  row->names = copy;
}

int ha_unit_next_contract(const struct ha_unit *unit, LLVMValueRef function,
                          int number) {
  for (unsigned i = (unsigned)(number + 1); i < unit->contracts.count; i++)
    if (unit->contracts.at[i].function == function)
      return (int)i;
  return -1;
}

const struct ha_contract_name *ha_unit_contract_names(const struct ha_unit *unit,
                                                      unsigned number) {
  return unit->contracts.at[number].names;
}
