/* Types, the declarations of records, and fields. */
#include "parser.h"
#include "words.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_BITS = 1 << 16 };

static ha_type anonymous_type(struct parser *ps) {
  uint32_t where = ps->at;
  uint64_t number = ha_parser_number(ps, UINT32_MAX, "the number of a record");
  if (ps->failed || number == 0 || number > ps->anonymous.count) {
    ha_parser_fail_at(ps, where, "there is no such record");
    return 0;
  }
  return ps->anonymous.at[number - 1];
}

static ha_type scalar_type(struct parser *ps, const char *word) {
  unsigned long bits = strlen(word) > 6 ? MAX_BITS + 1 : strtoul(word + 1, NULL, 10);
  if (bits == 0 || bits > MAX_BITS || (word[0] == 'f' && bits % 8 != 0)) {
    ha_parser_fail(ps, "there is no scalar of this width");
    return 0;
  }
  ps->at++;
  if (word[0] == 'f')
    return ha_type_float(ps->p->types, (unsigned)bits / 8);
  return ha_type_int(ps->p->types, (unsigned)bits, word[0] == 'i');
}

static ha_type base_type(struct parser *ps) {
  const struct ha_token *token = ha_parser_peek(ps, 0);
  if (ha_parser_accept(ps, "$"))
    return anonymous_type(ps);
  if (ha_parser_accept(ps, "void"))
    return 0;
  if (ha_parser_accept(ps, "func"))
    return ha_type_func(ps->p->types);
  if (token->kind == HA_TOKEN_WORD && ha_word_is_scalar_type(token->text, token->len))
    return scalar_type(ps, token->text);
  uint32_t where = ps->at;
  const char *name = ha_parser_name(ps, "a type");
  ha_type record = ha_type_find(ps->p->types, name);
  if (!record)
    ha_parser_fail_at(ps, where,
                      ha_arena_printf(ps->arena, "there is no type '%.40s'", name));
  return record;
}

static bool sees_suffix(const struct parser *ps, unsigned ahead) {
  return !ha_parser_peek(ps, ahead)->spaced &&
         (ha_parser_sees_ahead(ps, ahead, "*") || ha_parser_sees_ahead(ps, ahead, "["));
}

/* How large an array may be made: sizes must not overflow when arrays nest. */
static uint64_t max_count(const struct parser *ps, ha_type elem) {
  uint64_t size = ha_type_get(ps->p->types, elem)->size;
  return size ? INT64_MAX / size : INT64_MAX;
}

ha_type ha_parser_type(struct parser *ps) {
  ha_type type = base_type(ps);
  while (!ps->failed && sees_suffix(ps, 0)) {
    if (ha_parser_accept(ps, "*")) {
      type = ha_type_ptr(ps->p->types, type);
      continue;
    }
    ps->at++;
    uint64_t count =
        ha_parser_number(ps, max_count(ps, type), "the length of an array");
    ha_parser_expect(ps, "]");
    if (!ps->failed)
      type = ha_type_array(ps->p->types, type, count);
  }
  return type;
}

static void declare(struct parser *ps, uint32_t at) {
  bool is_union = strcmp(ps->tokens[at].text, "union") == 0;
  const struct ha_token *name = &ps->tokens[at + 1];
  if (name->kind == HA_TOKEN_SIGN && strcmp(name->text, "$") == 0) {
    HA_PUSH(ps->arena, ps->anonymous, ha_type_record(ps->p->types, NULL, is_union));
    return;
  }
  if (name->kind != HA_TOKEN_WORD && name->kind != HA_TOKEN_QUOTED)
    return; /* ha_parser_record will complain */
  if (ha_type_find(ps->p->types, name->text))
    ha_parser_fail_at(ps, at + 1, "this record is declared twice");
  else
    ha_type_record(ps->p->types, name->text, is_union);
}

/* A keyword at the start of a declaration; elsewhere it may be a name. */
static bool starts_record(const struct parser *ps, uint32_t at) {
  const struct ha_token *token = &ps->tokens[at], *before = &ps->tokens[at - 1];
  return token->kind == HA_TOKEN_WORD &&
         (strcmp(token->text, "struct") == 0 || strcmp(token->text, "union") == 0) &&
         before->kind == HA_TOKEN_SIGN &&
         (*before->text == ';' || *before->text == '}');
}

void ha_parser_declare_records(struct parser *ps) {
  for (uint32_t at = 1; at < ps->end && !ps->failed; at++)
    if (starts_record(ps, at))
      declare(ps, at);
}

/* What a field of this type holds: the type itself, or an array's innermost element. */
static const struct ha_type_info *contents(const struct ha_types *types, ha_type type) {
  const struct ha_type_info *info = ha_type_get(types, type);
  while (info->kind == HA_TYPE_ARRAY)
    info = ha_type_get(types, info->elem);
  return info;
}

static void check_field(struct parser *ps, uint32_t where, uint64_t record_size,
                        const struct ha_field_info *field) {
  const struct ha_type_info *type = ha_type_get(ps->p->types, field->type);
  const struct ha_type_info *inner = contents(ps->p->types, field->type);
  bool record = inner->kind == HA_TYPE_RECORD || inner->kind == HA_TYPE_UNION;
  if (inner->kind == HA_TYPE_VOID || inner->kind == HA_TYPE_FUNC)
    ha_parser_fail_at(ps, where, "a field cannot have this type");
  else if (record && !inner->complete)
    ha_parser_fail_at(ps, where, "an embedded record must be complete before this");
  else if (field->offset > record_size || type->size > record_size - field->offset)
    ha_parser_fail_at(ps, where, "this field does not fit into its record");
  else if (field->bit_width && (type->kind != HA_TYPE_INT ||
                                field->bit_offset + field->bit_width > 8 * type->size))
    ha_parser_fail_at(ps, where, "these bits do not fit into their unit");
}

static struct ha_field_info field_declaration(struct parser *ps, uint64_t record_size) {
  struct ha_field_info field = {0};
  uint32_t where = ps->at;
  ha_parser_expect(ps, "+");
  field.offset = ha_parser_number(ps, INT64_MAX, "an offset");
  field.name = ha_parser_name(ps, "the name of a field");
  ha_parser_expect(ps, ":");
  field.type = ha_parser_type(ps);
  if (ha_parser_accept(ps, "bits")) {
    field.bit_offset = (uint8_t)ha_parser_number(ps, 127, "a bit offset");
    ha_parser_expect(ps, ":");
    field.bit_width = (uint8_t)ha_parser_number(ps, 128, "a bit width");
    if (!ps->failed && field.bit_width == 0)
      ha_parser_fail_at(ps, where, "a bit-field has at least one bit");
  }
  ha_parser_expect(ps, ";");
  if (!ps->failed)
    check_field(ps, where, record_size, &field);
  return field;
}

static void record_body(struct parser *ps, ha_type record) {
  uint64_t size = ha_parser_number(ps, INT64_MAX, "the size of a record");
  HA_VEC(struct ha_field_info) fields = {0};
  ha_parser_expect(ps, "{");
  while (!ps->failed && !ha_parser_accept(ps, "}")) {
    struct ha_field_info field = field_declaration(ps, size);
    HA_PUSH(ps->arena, fields, field);
  }
  if (!ps->failed)
    ha_type_complete(ps->p->types, record, size, fields.at, fields.count);
}

/* Records without a name are numbered as they come, so a number is declared once. */
static void check_anonymous(struct parser *ps) {
  if (!ha_parser_sees(ps, "$"))
    return;
  if (ha_parser_peek(ps, 1)->number != ++ps->anonymous_seen)
    ha_parser_fail(ps, "records without a name are numbered $1, $2, ... in order");
}

void ha_parser_record(struct parser *ps) {
  uint32_t where = ++ps->at;
  check_anonymous(ps);
  ha_type record = base_type(ps);
  if (!ps->failed && !ha_type_is_record(ps->p->types, record))
    ha_parser_fail_at(ps, where, "expected the name of a record");
  if (ps->failed)
    return;
  if (ha_parser_accept(ps, "typedef"))
    ha_type_set_by_typedef(ps->p->types, record);
  if (!ha_parser_accept(ps, ";"))
    record_body(ps, record);
}

static ha_field field_of(struct parser *ps, ha_type owner) {
  uint32_t where = ps->at;
  const struct ha_type_info *info = ha_type_get(ps->p->types, owner);
  ha_field field = 0;
  if (ha_parser_accept(ps, "*")) {
    if (info->kind == HA_TYPE_INT || info->kind == HA_TYPE_FLOAT ||
        info->kind == HA_TYPE_PTR)
      return ha_type_cell(ps->p->types, owner);
  } else if (ha_parser_accept(ps, "#")) {
    uint64_t number = ha_parser_number(ps, UINT32_MAX, "the number of a field");
    field = number < info->fields ? info->first + (ha_field)number : 0;
  } else {
    const char *name = ha_parser_name(ps, "a field");
    field = *name ? ha_field_find(ps->p->types, owner, name) : 0;
  }
  if (!field)
    ha_parser_fail_at(ps, where, "there is no such field");
  return field;
}

ha_field ha_parser_qualified_field(struct parser *ps) {
  ha_type owner = ha_parser_type(ps);
  ha_parser_expect(ps, "::");
  return ps->failed ? 0 : field_of(ps, owner);
}

ha_field ha_parser_selection(struct parser *ps, ha_type base) {
  if (ps->failed)
    return 0;
  bool qualified = ha_parser_sees(ps, "$") || ha_parser_sees_ahead(ps, 1, "::") ||
                   (ha_parser_sees_name(ps, 0) && sees_suffix(ps, 1));
  if (qualified)
    return ha_parser_qualified_field(ps);
  const struct ha_type_info *info = ha_type_get(ps->p->types, base);
  if (info->kind != HA_TYPE_PTR || !ha_type_is_record(ps->p->types, info->elem)) {
    ha_parser_fail(ps, "the base points to no record; say whose field this is");
    return 0;
  }
  return field_of(ps, info->elem);
}
