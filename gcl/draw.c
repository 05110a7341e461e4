/* Pointers are followed along the fields that lead to records: one such field makes
 * a chain `n0 → n1 → NULL`; two that are each other's inverse on this heap make one
 * chain with `⇄`; anything else is a record in braces.  A node's number, `n0(7)`, is
 * shown where there is just one and the code looks at it.  A node is drawn with what
 * hangs on it once per line; when it is met again only its name is given, in
 * parentheses where this closes a cycle. */
#include "draw.h"
#include "arith.h"
#include "decisive.h"
#include "draw_name.h"
#include "interp.h"
#include "plan.h"
#include "scope.h"
#include <inttypes.h>
#include <string.h>

enum { COLUMNS = 100, CHAIN = 8, DEPTH = 4, EDGES = 8, NULL_PAGE = 4096 };

struct drawing {
  struct ha_arena *arena;
  const struct ha_run *run;
  const struct ha_types *types;
  const bool *decisive; /* decisive.h */
  HA_VEC(char) text;
  HA_VEC(uint64_t) done; /* addresses of records drawn on this line */
  uint32_t current;      /* of those, the first that belongs to this variable */
};

static void put(struct drawing *d, const char *text) {
  for (; *text; text++)
    HA_PUSH(d->arena, d->text, *text);
}

/* ---- reading ---- */

static bool is_readable(const struct drawing *d, uint64_t address, uint64_t size) {
  return size >= 1 && size <= 8 && ha_machine_inside(d->run->machine, address, size);
}

/* A scalar in memory that has a value. */
static bool read_known(const struct drawing *d, uint64_t address, ha_type type,
                       struct ha_value *value) {
  unsigned size = (unsigned)ha_type_get(d->types, type)->size;
  if (!is_readable(d, address, size))
    return false;
  *value = ha_machine_read(d->run->machine, address, size);
  return !value->undef && !value->taint;
}

static bool is_freed(const struct drawing *d, uint64_t address) {
  ha_block block = ha_machine_find(d->run->machine, address);
  return block && !ha_machine_block(d->run->machine, block)->live;
}

/* ---- the pointers of a record ---- */

/* An edge: a pointer to a record, at an offset of the record it is in. */
struct edge {
  const char *name;
  uint64_t offset;
  ha_type target;
  bool is_link;
};

struct shape {
  struct edge edges[EDGES];
  unsigned count;
  ha_field number;  /* the only integer field, 0 if there are none or several */
  unsigned numbers; /* how many there are */
  bool is_node;     /* an edge is a link */
};

static ha_type pointed_record(const struct ha_types *types, ha_type type) {
  const struct ha_type_info *t = ha_type_get(types, type);
  bool is_ptr = t->kind == HA_TYPE_PTR && ha_type_is_record(types, t->elem);
  return is_ptr && ha_type_get(types, t->elem)->complete ? t->elem : 0;
}

static void add_field(const struct drawing *d, struct shape *s, ha_field field) {
  const struct ha_field_info *f = ha_field_get(d->types, field);
  ha_type target = pointed_record(d->types, f->type);
  if (target && s->count < EDGES) {
    bool is_link = ha_field_is_link(d->types, field);
    s->edges[s->count++] = (struct edge){f->name, f->offset, target, is_link};
    s->is_node |= is_link;
  } else if (ha_type_get(d->types, f->type)->kind == HA_TYPE_INT && !f->bit_width) {
    s->number = s->numbers++ ? 0 : field;
  }
}

static struct shape shape_of(const struct drawing *d, ha_type record) {
  const struct ha_type_info *t = ha_type_get(d->types, record);
  struct shape s = {0};
  for (uint32_t i = 0; i < t->fields; i++)
    add_field(d, &s, t->first + i);
  return s;
}

/* Does the pointer of edge e at `address` lead to a record? */
static bool leads(const struct drawing *d, uint64_t address, const struct edge *e,
                  uint64_t *target) {
  struct ha_value v;
  unsigned size = ha_types_ptr_bytes(d->types);
  if (!is_readable(d, address + e->offset, size))
    return false;
  v = ha_machine_read(d->run->machine, address + e->offset, size);
  *target = v.bits;
  return !v.undef && !v.taint && ha_machine_find(d->run->machine, v.bits);
}

/* Following e and then `back` comes home. */
static bool is_inverse(const struct drawing *d, uint64_t address, const struct edge *e,
                       const struct edge *back) {
  uint64_t there, home;
  return leads(d, address, e, &there) && leads(d, there, back, &home) &&
         home == address && !is_freed(d, there);
}

/* The edge that continues a chain at `address`, and the one back if it is doubly
 * linked; NULL if this is no chain. */
static const struct edge *forward(const struct drawing *d, uint64_t address,
                                  const struct shape *s, const struct edge *came_back,
                                  const struct edge **back) {
  *back = NULL;
  if (s->count == 1 && s->is_node)
    return &s->edges[0];
  if (s->count != 2 || !s->edges[0].is_link || !s->edges[1].is_link)
    return NULL;
  for (unsigned i = 0; i < 2; i++) {
    const struct edge *e = &s->edges[i], *other = &s->edges[1 - i];
    bool goes_home = came_back && e->offset == came_back->offset;
    if (!goes_home && (came_back || is_inverse(d, address, e, other))) {
      *back = other;
      return e;
    }
  }
  return NULL;
}

/* ---- drawing ---- */

static bool was_drawn(const struct drawing *d, uint64_t address, uint32_t since) {
  for (uint32_t i = since; i < d->done.count; i++)
    if (d->done.at[i] == address)
      return true;
  return false;
}

static void put_number(struct drawing *d, ha_type type, struct ha_value v) {
  const struct ha_type_info *t = ha_type_get(d->types, type);
  put(d, t->is_signed
             ? ha_arena_printf(d->arena, "%" PRId64, ha_sign_extend(v.bits, t->bits))
             : ha_arena_printf(d->arena, "%" PRIu64, v.bits));
}

static void put_pointer(struct drawing *d, struct ha_value v, ha_type pointee,
                        unsigned depth);

static void put_members(struct drawing *d, uint64_t address, ha_type record,
                        const struct shape *s, unsigned depth) {
  const struct ha_type_info *t = ha_type_get(d->types, record);
  const char *separator = "{";
  for (uint32_t i = 0; i < t->fields; i++) {
    const struct ha_field_info *f = ha_field_get(d->types, t->first + i);
    ha_type target = pointed_record(d->types, f->type);
    bool is_number = ha_type_get(d->types, f->type)->kind == HA_TYPE_INT;
    struct ha_value v = {0};
    bool known = read_known(d, address + f->offset, f->type, &v);
    if (!target && (s->is_node || !is_number || f->bit_width || !known))
      continue;
    put(d, ha_arena_printf(d->arena, "%s%s: ", separator, f->name));
    separator = ", ";
    if (target)
      put_pointer(d, v, target, depth + 1);
    else
      put_number(d, f->type, v);
  }
  put(d, *separator == '{' ? "" : "}");
}

/* "n0", or "n0(3)" where the record has one number that matters and is known. */
static void put_node(struct drawing *d, uint64_t address, ha_type record,
                     const struct shape *s) {
  put(d, ha_draw_name(d->arena, d->types, d->run->machine, address, record));
  struct ha_value v;
  if (!s->number || !s->is_node ||
      !ha_decisive_field(d->run->program, d->decisive, s->number))
    return;
  const struct ha_field_info *f = ha_field_get(d->types, s->number);
  if (!read_known(d, address + f->offset, f->type, &v))
    return;
  put(d, "(");
  put_number(d, f->type, v);
  put(d, ")");
}

/* A pointer that leads nowhere a record could be; false if it does lead somewhere. */
static bool put_end(struct drawing *d, struct ha_value v, ha_type pointee) {
  const struct ha_machine *machine = d->run->machine;
  if (v.taint || v.undef)
    put(d, v.taint ? "?" : "uninitialised");
  else if (!v.bits)
    put(d, "NULL");
  else if (v.bits < NULL_PAGE) /* a field of null */
    put(d, ha_arena_printf(d->arena, "NULL+%" PRIu64, v.bits));
  else if (!ha_machine_find(machine, v.bits))
    put(d, "invalid");
  else if (is_freed(d, v.bits))
    put(d, ha_arena_printf(d->arena, "freed %s",
                           ha_draw_name(d->arena, d->types, machine, v.bits, pointee)));
  else if (!ha_type_is_record(d->types, pointee) ||
           !ha_machine_inside(machine, v.bits, ha_type_get(d->types, pointee)->size))
    put(d, ha_draw_name(d->arena, d->types, machine, v.bits, pointee));
  else
    return false;
  return true;
}

/* A record met again: its name alone. */
static void put_again(struct drawing *d, uint64_t address, ha_type record) {
  bool closes_cycle = was_drawn(d, address, d->current);
  const char *name = ha_draw_name(d->arena, d->types, d->run->machine, address, record);
  put(d, closes_cycle ? ha_arena_printf(d->arena, "(%s)", name) : name);
}

static void put_pointer(struct drawing *d, struct ha_value v, ha_type pointee,
                        unsigned depth) {
  const struct edge *back = NULL;
  for (unsigned length = 0;; length++) {
    if (put_end(d, v, pointee))
      return;
    if (was_drawn(d, v.bits, 0)) {
      put_again(d, v.bits, pointee);
      return;
    }
    if (length == CHAIN || d->text.count > COLUMNS) {
      put(d, "…");
      return;
    }
    struct shape s = shape_of(d, pointee);
    HA_PUSH(d->arena, d->done, v.bits);
    put_node(d, v.bits, pointee, &s);
    const struct edge *next = forward(d, v.bits, &s, back, &back);
    if (!next) {
      if (depth < DEPTH)
        put_members(d, v.bits, pointee, &s, depth);
      return;
    }
    bool both_ways = back && is_inverse(d, v.bits, next, back);
    put(d, both_ways ? " ⇄ " : " → ");
    v = ha_machine_read(d->run->machine, v.bits + next->offset,
                        ha_types_ptr_bytes(d->types));
    pointee = next->target;
  }
}

/* ---- the variables of a line ---- */

static void put_value(struct drawing *d, const char *name, ha_type type,
                      struct ha_value v) {
  const struct ha_type_info *t = ha_type_get(d->types, type);
  bool is_int = t->kind == HA_TYPE_INT && !v.undef && !v.taint;
  if ((!is_int && t->kind != HA_TYPE_PTR) || d->text.count > COLUMNS)
    return;
  put(d, d->text.count ? ", " : "");
  put(d, ha_arena_printf(d->arena, "%s = ", name));
  d->current = d->done.count;
  if (is_int)
    put_number(d, type, v);
  else
    put_pointer(d, v, t->elem, 0);
}

static void put_object(struct drawing *d, ha_obj obj, ha_pos call) {
  const struct ha_obj_row *row = &d->run->program->objs.at[obj];
  bool is_inlined = row->kind == HA_OBJ_LOCAL && call;
  struct ha_value v;
  if (read_known(d, d->run->obj_address[obj], row->type, &v))
    put_value(d, ha_draw_source_name(d->arena, row->name, is_inlined), row->type, v);
}

const char *ha_draw_line(struct ha_arena *arena, const struct ha_run *run,
                         unsigned call) {
  struct drawing d = {.arena = arena, .run = run, .types = run->program->types};
  d.decisive = ha_decisive_vars(arena, run->program);
  const struct ha_program *p = run->program;
  for (ha_var var = 1; var < p->vars.count; var++)
    if (ha_scope_shows_var(run, var, call))
      put_value(&d, p->vars.at[var].source_name, p->vars.at[var].type, run->vars[var]);
  for (ha_obj obj = 1; obj < p->objs.count; obj++)
    if (ha_scope_shows_obj(run, obj, call))
      put_object(&d, obj, call);
  put(&d, d.text.count ? "" : "no variables");
  HA_PUSH(arena, d.text, '\0');
  return d.text.at;
}
