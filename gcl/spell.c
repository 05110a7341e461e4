/* Types as C spells them.  C declarators are read inside out, so the text grows around
 * a hole: `declarator` is what stands where a name would. */
#include "arena.h"
#include "types.h"

static const char *int_name(const struct ha_types *types,
                            const struct ha_type_info *info, struct ha_arena *arena) {
  bool lp64 = ha_types_ptr_bytes(types) == 8;
  switch (info->bits) {
  case 8:
    return info->is_signed ? "char" : "unsigned char";
  case 16:
    return info->is_signed ? "short" : "unsigned short";
  case 32:
    return info->is_signed ? "int" : "unsigned int";
  case 64:
    if (lp64)
      return info->is_signed ? "long" : "unsigned long";
    return info->is_signed ? "long long" : "unsigned long long";
  case 128:
    return info->is_signed ? "__int128" : "unsigned __int128";
  default:
    return ha_arena_printf(arena, "%s_BitInt(%u)", info->is_signed ? "" : "unsigned ",
                           info->bits);
  }
}

static const char *float_name(const struct ha_type_info *info) {
  switch (info->size) {
  case 2:
    return "_Float16";
  case 4:
    return "float";
  case 8:
    return "double";
  default:
    return "long double";
  }
}

static const char *record_name(const struct ha_type_info *info,
                               struct ha_arena *arena) {
  const char *tag = info->kind == HA_TYPE_UNION ? "union" : "struct";
  if (!info->name)
    return ha_arena_printf(arena, "%s {...}", tag);
  if (info->by_typedef)
    return info->name;
  return ha_arena_printf(arena, "%s %s", tag, info->name);
}

static const char *base_name(const struct ha_types *types,
                             const struct ha_type_info *info, struct ha_arena *arena) {
  switch (info->kind) {
  case HA_TYPE_INT:
    return int_name(types, info, arena);
  case HA_TYPE_FLOAT:
    return float_name(info);
  case HA_TYPE_RECORD:
  case HA_TYPE_UNION:
    return record_name(info, arena);
  default:
    return "void";
  }
}

static const char *pointer_to(const struct ha_types *types, ha_type elem,
                              const char *declarator, struct ha_arena *arena) {
  enum ha_type_kind kind = ha_type_get(types, elem)->kind;
  bool binds_tighter = kind == HA_TYPE_ARRAY || kind == HA_TYPE_FUNC;
  return ha_arena_printf(arena, binds_tighter ? "(*%s)" : "*%s", declarator);
}

const char *ha_type_spell(struct ha_types *types, ha_type type) {
  struct ha_arena *arena = ha_types_arena(types);
  const char *declarator = "";
  for (;;) {
    const struct ha_type_info *info = ha_type_get(types, type);
    if (info->kind == HA_TYPE_PTR) {
      declarator = pointer_to(types, info->elem, declarator, arena);
    } else if (info->kind == HA_TYPE_ARRAY && info->count) {
      declarator = ha_arena_printf(arena, "%s[%llu]", declarator,
                                   (unsigned long long)info->count);
    } else if (info->kind == HA_TYPE_ARRAY) {
      declarator = ha_arena_printf(arena, "%s[]", declarator);
    } else {
      if (info->kind == HA_TYPE_FUNC)
        declarator = ha_arena_printf(arena, "%s()", declarator);
      const char *base = base_name(types, info, arena);
      return *declarator ? ha_arena_printf(arena, "%s %s", base, declarator) : base;
    }
    type = info->elem;
  }
}
