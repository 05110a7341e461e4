/* The declarations of a program; the grammar is in README.md. */
#include "parser.h"
#include "text.h"
#include <string.h>

/* An initialiser is held in memory, and a text may be anyone's. */
enum { MAX_INIT = 1 << 26 };

static const char *const var_kinds[] = {"param", "local", "temp", "result"};
static const char *const obj_kinds[] = {"global", "object", "string", "function"};

static const char *new_name(struct parser *ps, const struct ha_names *taken,
                            const char *what) {
  uint32_t where = ps->at;
  const char *name = ha_parser_name(ps, what);
  if (!ps->failed && !*name)
    ha_parser_fail_at(ps, where, "a name cannot be empty");
  else if (ha_names_get(taken, name))
    ha_parser_fail_at(ps, where, "this name is declared twice");
  return name;
}

static void parse_header(struct parser *ps) {
  ha_parser_expect(ps, "program");
  const char *name = ha_parser_name(ps, "the name of the program");
  bool is_static = ha_parser_accept(ps, "static");
  bool address_taken = ha_parser_accept(ps, "address-taken");
  bool recursive = ha_parser_accept(ps, "recursive");
  ha_parser_expect(ps, ";");
  ha_parser_expect(ps, "pointers");
  uint32_t where = ps->at;
  uint64_t bytes = ha_parser_number(ps, 8, "the size of a pointer");
  if (!ps->failed && bytes != 4 && bytes != 8)
    ha_parser_fail_at(ps, where, "pointers have 4 or 8 bytes");
  ha_parser_expect(ps, ";");
  if (ha_parser_accept(ps, "file")) {
    ps->file = ha_parser_string(ps, NULL);
    ha_parser_expect(ps, ";");
  }
  struct ha_types *types = ha_types_new(ps->arena, bytes == 4 ? 4 : 8);
  ps->p = ha_program_new(ps->arena, types, name);
  ps->p->is_static = is_static;
  ps->p->address_taken = address_taken;
  ps->p->has_recursion = recursive;
}

/* One piece of an initialiser into init[*filled ..]. */
static void parse_piece(struct parser *ps, uint8_t *init, uint64_t size,
                        uint64_t *filled) {
  uint32_t where = ps->at;
  bool zero = ha_parser_accept(ps, "zero");
  size_t len = 0;
  const char *bytes = NULL;
  if (zero)
    len = ha_parser_number(ps, MAX_INIT, "a number of zeroes");
  else
    bytes = ha_parser_string(ps, &len);
  if (ps->failed)
    return;
  if (len > size - *filled) {
    ha_parser_fail_at(ps, where, "the initialiser is longer than the object");
    return;
  }
  if (bytes && len)
    memcpy(init + *filled, bytes, len);
  *filled += len;
}

static const uint8_t *parse_init(struct parser *ps, uint64_t size) {
  uint32_t where = ps->at;
  if (!ha_parser_accept(ps, "="))
    return NULL;
  if (size > MAX_INIT) {
    ha_parser_fail_at(ps, where, "the initialiser is too large");
    return NULL;
  }
  uint8_t *init = ha_arena_alloc(ps->arena, size);
  uint64_t filled = 0;
  while (ha_parser_sees(ps, "zero") || ha_parser_peek(ps, 0)->kind == HA_TOKEN_QUOTED)
    parse_piece(ps, init, size, &filled);
  if (!ps->failed && filled < size)
    ha_parser_fail_at(ps, where, "the initialiser is shorter than the object");
  return init;
}

/* Objects may point to later ones: the target's name is looked up at the end, until
 * then `target` is the token it stands at. */
static struct ha_reloc parse_reloc(struct parser *ps, uint64_t size) {
  struct ha_reloc reloc = {0};
  uint32_t where = ps->at;
  uint64_t pointer = ha_types_ptr_bytes(ps->p->types);
  ha_parser_expect(ps, "+");
  reloc.offset = ha_parser_number(ps, UINT64_MAX, "an offset");
  if (!ps->failed && (size < pointer || reloc.offset > size - pointer))
    ha_parser_fail_at(ps, where, "this pointer does not fit into its object");
  ha_parser_expect(ps, "&");
  reloc.target = ps->at;
  ha_parser_name(ps, "an object");
  bool minus = ha_parser_sees(ps, "-");
  if (ha_parser_accept(ps, "+") || ha_parser_accept(ps, "-"))
    reloc.addend = (int64_t)ha_parser_number(ps, INT64_MAX, "a distance");
  if (minus)
    reloc.addend = -reloc.addend;
  return reloc;
}

static void parse_object(struct parser *ps, enum ha_obj_kind kind) {
  struct ha_obj_row obj = {.kind = kind};
  obj.name = new_name(ps, &ps->objs, "the name of an object");
  ha_parser_expect(ps, ":");
  obj.type = ha_parser_type(ps);
  ha_parser_expect(ps, ",");
  obj.size = ha_parser_number(ps, INT64_MAX, "the size of an object");
  obj.is_const = ha_parser_accept(ps, "const");
  obj.is_extern = ha_parser_accept(ps, "extern");
  obj.init = parse_init(ps, obj.size);
  if (ha_parser_accept(ps, "with"))
    do {
      struct ha_reloc reloc = parse_reloc(ps, obj.size);
      HA_PUSH(ps->arena, obj.relocs, reloc);
    } while (ha_parser_accept(ps, ","));
  obj.pos = ha_parser_pos(ps);
  ha_parser_expect(ps, ";");
  if (ps->failed)
    return;
  HA_PUSH(ps->arena, ps->p->objs, obj);
  ha_names_put(ps->arena, &ps->objs, obj.name, ps->p->objs.count - 1);
}

static void resolve_relocs(struct parser *ps) {
  for (ha_obj o = 1; o < ps->p->objs.count; o++) {
    struct ha_obj_row *obj = &ps->p->objs.at[o];
    for (unsigned i = 0; i < obj->relocs.count; i++) {
      uint32_t token = obj->relocs.at[i].target;
      obj->relocs.at[i].target = ha_names_get(&ps->objs, ps->tokens[token].text);
      if (!obj->relocs.at[i].target)
        ha_parser_fail_at(ps, token, "there is no such object");
    }
  }
}

static void parse_variable(struct parser *ps, enum ha_var_kind kind) {
  struct ha_var_row var = {.kind = kind};
  var.name = new_name(ps, &ps->vars, "the name of a variable");
  ha_parser_expect(ps, ":");
  uint32_t where = ps->at;
  var.type = ha_parser_type(ps);
  if (!ps->failed && var.type == 0)
    ha_parser_fail_at(ps, where, "a variable cannot be void");
  if (kind == HA_VAR_PARAM || kind == HA_VAR_LOCAL)
    var.source_name = var.name;
  if (ha_parser_accept(ps, "as")) {
    const char *source = ha_parser_name(ps, "a name of the source");
    var.source_name = *source ? source : NULL;
  }
  var.pos = ha_parser_pos(ps);
  ha_parser_expect(ps, ";");
  if (ps->failed)
    return;
  HA_PUSH(ps->arena, ps->p->vars, var);
  ha_names_put(ps->arena, &ps->vars, var.name, ps->p->vars.count - 1);
}

static void parse_takes(struct parser *ps) {
  do {
    ha_var var = ha_parser_var(ps);
    HA_PUSH(ps->arena, ps->p->params, var);
  } while (ha_parser_accept(ps, ","));
  ha_parser_expect(ps, ";");
}

static void parse_returns(struct parser *ps) {
  ps->p->result = ha_parser_var(ps);
  ha_parser_expect(ps, ";");
}

/* Rows that others refer to by number come in order, so that reading one is enough to
 * know its number is right. */
static void parse_id(struct parser *ps, unsigned count, const char *what) {
  uint32_t where = ps->at;
  uint64_t id = ha_parser_number(ps, UINT32_MAX, what);
  if (!ps->failed && id != count)
    ha_parser_fail_at(ps, where,
                      ha_arena_printf(ps->arena, "expected %s %u here", what, count));
}

static void parse_check(struct parser *ps) {
  struct ha_check_row check = {.base = ""};
  parse_id(ps, ps->p->checks.count, "the check");
  check.kind = ha_parser_one_of(ps, ha_check_id, HA_CHECK_KINDS, "a kind of check");
  check.text = ha_parser_string(ps, NULL);
  if (ha_parser_accept(ps, "of"))
    check.base = ha_parser_string(ps, NULL);
  check.pos = ha_parser_pos(ps);
  ha_parser_expect(ps, ";");
  HA_PUSH(ps->arena, ps->p->checks, check);
}

/* `x = push.x`, `head = &head`, `c = #2` */
static struct ha_formula_name parse_meaning(struct parser *ps) {
  struct ha_formula_name name = {.name = ha_parser_name(ps, "a name")};
  ha_parser_expect(ps, "=");
  uint32_t where = ps->at;
  if (ha_parser_accept(ps, "#")) {
    name.ghost = (ha_formula)ha_parser_number(ps, UINT32_MAX, "a ghost");
  } else if (ha_parser_accept(ps, "&")) {
    name.object = ha_names_get(&ps->objs, ha_parser_name(ps, "an object"));
    if (!ps->failed && !name.object)
      ha_parser_fail_at(ps, where, "there is no such object");
  } else {
    name.var = ha_parser_var(ps);
  }
  return name;
}

static void parse_formula(struct parser *ps) {
  struct ha_formula_row row = {0};
  parse_id(ps, ps->p->formulas.count, "the formula");
  row.kind = (enum ha_formula_kind)ha_parser_one_of(ps, ha_formula_kind_text,
                                                    HA_FORMULA_KINDS, "its kind");
  row.text = ha_parser_string(ps, NULL);
  if (ha_parser_accept(ps, "where"))
    do {
      struct ha_formula_name name = parse_meaning(ps);
      HA_PUSH(ps->arena, row.names, name);
    } while (ha_parser_accept(ps, ","));
  row.pos = ha_parser_pos(ps);
  ha_parser_expect(ps, ";");
  HA_PUSH(ps->arena, ps->p->formulas, row);
}

static void parse_limitation(struct parser *ps) {
  struct ha_limitation limitation = {.what = ha_parser_string(ps, NULL)};
  limitation.pos = ha_parser_pos(ps);
  ha_parser_expect(ps, ";");
  HA_PUSH(ps->arena, ps->p->limitations, limitation);
}

static void parse_edge(struct parser *ps, ha_loc from) {
  ha_parser_expect(ps, "goto");
  struct goal goal = {.token = ps->at};
  goal.loc = (ha_loc)ha_parser_number(ps, UINT32_MAX, "a location");
  HA_PUSH(ps->arena, ps->goals, goal);
  ha_parser_expect(ps, "{");
  ha_edge_begin(ps->p, from, goal.loc);
  while (!ps->failed && !ha_parser_accept(ps, "}"))
    ha_parser_cmd(ps);
}

static void parse_location(struct parser *ps) {
  struct ha_loc_row loc = {0};
  ha_loc id = ps->p->locs.count;
  parse_id(ps, id, "the location");
  uint32_t where = ps->at;
  if (ha_parser_accept(ps, "entry")) {
    if (ps->p->entry)
      ha_parser_fail_at(ps, where, "there are two entries");
    ps->p->entry = id;
  }
  loc.loop_head = ha_parser_accept(ps, "loop");
  loc.exit = ha_parser_accept(ps, "exit");
  loc.pos = ha_parser_pos(ps);
  HA_PUSH(ps->arena, ps->p->locs, loc);
  if (ha_parser_accept(ps, ";"))
    return;
  ha_parser_expect(ps, "{");
  while (!ps->failed && !ha_parser_accept(ps, "}"))
    parse_edge(ps, id);
}

static void resolve_gotos(struct parser *ps) {
  for (unsigned i = 0; i < ps->goals.count; i++)
    if (ps->goals.at[i].loc == 0 || ps->goals.at[i].loc >= ps->p->locs.count)
      ha_parser_fail_at(ps, ps->goals.at[i].token, "there is no such location");
}

static bool accept_kind(struct parser *ps, const char *const *kinds, unsigned *kind) {
  for (*kind = 0; *kind < 4; ++*kind)
    if (ha_parser_accept(ps, kinds[*kind]))
      return true;
  return false;
}

static void parse_declaration(struct parser *ps) {
  unsigned kind;
  if (ha_parser_sees(ps, "struct") || ha_parser_sees(ps, "union"))
    ha_parser_record(ps);
  else if (accept_kind(ps, obj_kinds, &kind))
    parse_object(ps, kind);
  else if (accept_kind(ps, var_kinds, &kind))
    parse_variable(ps, kind);
  else if (ha_parser_accept(ps, "takes"))
    parse_takes(ps);
  else if (ha_parser_accept(ps, "returns"))
    parse_returns(ps);
  else if (ha_parser_accept(ps, "check"))
    parse_check(ps);
  else if (ha_parser_accept(ps, "formula"))
    parse_formula(ps);
  else if (ha_parser_accept(ps, "limitation"))
    parse_limitation(ps);
  else if (ha_parser_accept(ps, "loc"))
    parse_location(ps);
  else
    ha_parser_fail(ps, "expected a declaration: struct, union, global, object, "
                       "string, function, param, local, temp, result, takes, "
                       "returns, check, formula, limitation or loc");
}

struct ha_program *ha_program_parse(struct ha_arena *arena, const char *text,
                                    struct ha_text_error *error) {
  struct ha_tokens lexed = {0};
  if (!ha_lex(arena, text, &lexed, error))
    return NULL;
  struct parser ps = {.arena = arena,
                      .tokens = lexed.tokens.at,
                      .end = lexed.tokens.count - 1,
                      .error = error};
  parse_header(&ps);
  ha_parser_declare_records(&ps);
  while (!ps.failed && ps.at < ps.end)
    parse_declaration(&ps);
  if (!ps.failed)
    resolve_relocs(&ps);
  if (!ps.failed)
    resolve_gotos(&ps);
  if (!ps.failed && !ps.p->entry)
    ha_parser_fail(&ps, "there is no entry location");
  return ps.failed ? NULL : ps.p;
}
