/* The table of types: interning, layouts, links, spelling. */
#include "gcl/types.h"
#include "expect.h"

struct fixture {
  struct ha_arena *arena;
  struct ha_types *types;
  ha_type i32, u8;
};

static struct fixture start(void) {
  struct fixture f = {.arena = ha_arena_new()};
  f.types = ha_types_new(f.arena, 8);
  f.i32 = ha_type_int(f.types, 32, true);
  f.u8 = ha_type_int(f.types, 8, false);
  return f;
}

static struct ha_field_info member(const char *name, uint64_t offset, ha_type type) {
  return (struct ha_field_info){.name = name, .offset = offset, .type = type};
}

static ha_type record(struct fixture *f, const char *name) {
  return ha_type_record(f->types, name, false);
}

static ha_type pointer(struct fixture *f, ha_type to) {
  return ha_type_ptr(f->types, to);
}

#define COMPLETE(f, type, size, ...)                                                   \
  do {                                                                                 \
    struct ha_field_info members_[] = {__VA_ARGS__};                                   \
    ha_type_complete((f)->types, type, size, members_,                                 \
                     sizeof members_ / sizeof *members_);                              \
  } while (0)

static ha_field field(struct fixture *f, ha_type type, const char *name) {
  return ha_field_find(f->types, type, name);
}

static void test_interning(void) {
  struct fixture f = start();
  EXPECT(ha_type_int(f.types, 32, true) == f.i32);
  EXPECT(ha_type_int(f.types, 32, false) != f.i32);
  EXPECT(ha_type_ptr(f.types, f.i32) == ha_type_ptr(f.types, f.i32));
  EXPECT(ha_type_ptr(f.types, f.i32) != ha_type_ptr(f.types, f.u8));
  ha_type a3 = ha_type_array(f.types, f.i32, 3), a4 = ha_type_array(f.types, f.i32, 4);
  EXPECT(a3 != a4 && a3 == ha_type_array(f.types, f.i32, 3));
  EXPECT(a4 == ha_type_array(f.types, f.i32, 4));
  EXPECT(ha_type_func(f.types) == ha_type_func(f.types));
  EXPECT(ha_type_float(f.types, 8) == ha_type_float(f.types, 8));
  EXPECT(ha_type_float(f.types, 8) != ha_type_int(f.types, 64, false));
  EXPECT(record(&f, NULL) != record(&f, NULL));
  EXPECT(ha_type_cell(f.types, f.i32) == ha_type_cell(f.types, f.i32));
  EXPECT(ha_field_get(f.types, ha_type_cell(f.types, f.i32))->type == f.i32);
  ha_arena_free(f.arena);
}

static void test_sizes(void) {
  struct fixture f = start();
  static const struct {
    unsigned bits;
    uint64_t size;
  } ints[] = {{1, 1}, {8, 1}, {9, 2}, {16, 2}, {24, 4}, {33, 8}, {64, 8}, {65, 16}};
  for (size_t i = 0; i < sizeof ints / sizeof *ints; i++)
    EXPECT(ha_type_get(f.types, ha_type_int(f.types, ints[i].bits, false))->size ==
           ints[i].size);
  EXPECT(ha_type_get(f.types, ha_type_ptr(f.types, 0))->size == 8);
  ha_type matrix = ha_type_array(f.types, ha_type_array(f.types, f.i32, 3), 5);
  EXPECT(ha_type_get(f.types, matrix)->size == 60);
  /* an array of a record that gets its size later */
  ha_type node = record(&f, "node");
  ha_type nodes = ha_type_array(f.types, ha_type_array(f.types, node, 2), 3);
  COMPLETE(&f, node, 16, member("next", 0, pointer(&f, node)));
  EXPECT(ha_type_get(f.types, nodes)->size == 96);
  ha_arena_free(f.arena);
}

static void test_names(void) {
  struct fixture f = start();
  ha_type first = record(&f, "node"), second = record(&f, "node");
  EXPECT_TEXT(ha_type_get(f.types, first)->name, "node");
  EXPECT_TEXT(ha_type_get(f.types, second)->name, "node.2");
  EXPECT(ha_type_find(f.types, "node") == first);
  EXPECT(ha_type_find(f.types, "node.2") == second);
  EXPECT(ha_type_find(f.types, "nodes") == 0);
  for (unsigned i = 0; i < 1000; i++) {
    const char *name = ha_arena_printf(f.arena, "r%u", i);
    EXPECT(ha_type_find(f.types, name) == 0);
    ha_type made = record(&f, name);
    EXPECT(ha_type_find(f.types, name) == made);
  }
  EXPECT(ha_type_find(f.types, "node") == first);
  ha_arena_free(f.arena);
}

/* struct item { int id; struct { struct item *next; char c[8]; } in; union { … } u; }
 * with the fields handed over in the wrong order. */
static void test_field_at(void) {
  struct fixture f = start();
  ha_type item = record(&f, "item"), in = record(&f, NULL);
  ha_type u = ha_type_record(f.types, "u", true);
  COMPLETE(&f, in, 16, member("next", 0, pointer(&f, item)),
           member("c", 8, ha_type_array(f.types, f.u8, 8)));
  COMPLETE(&f, u, 4, member("a", 0, f.i32), member("b", 0, f.u8));
  struct ha_field_info flags = member("flags", 28, f.u8);
  flags.bit_width = 3;
  COMPLETE(&f, item, 32, member("u", 24, u), member("in", 8, in),
           member("id", 0, f.i32), flags);
  EXPECT(ha_field_at(f.types, item, 0, 4) == field(&f, item, "id"));
  EXPECT(ha_field_at(f.types, item, 1, 2) == field(&f, item, "id"));
  EXPECT(ha_field_at(f.types, item, 8, 8) == field(&f, in, "next"));
  EXPECT(ha_field_at(f.types, item, 12, 4) == field(&f, in, "next"));
  EXPECT(ha_field_at(f.types, item, 20, 1) == field(&f, in, "c"));
  EXPECT(ha_field_at(f.types, item, 24, 4) == field(&f, item, "u"));
  EXPECT(ha_field_at(f.types, item, 4, 4) == 0);  /* padding */
  EXPECT(ha_field_at(f.types, item, 12, 8) == 0); /* two fields */
  EXPECT(ha_field_at(f.types, item, 0, 8) == 0);
  EXPECT(ha_field_at(f.types, item, 28, 1) == 0); /* a bit-field */
  EXPECT(ha_field_at(f.types, item, 32, 1) == 0);
  EXPECT(ha_field_at(f.types, item, UINT64_MAX, 8) == 0);
  EXPECT(ha_field_at(f.types, item, 8, UINT64_MAX) == 0);
  EXPECT(ha_field_at(f.types, u, 0, 4) == 0);
  EXPECT(ha_field_at(f.types, f.i32, 0, 4) == 0);
  EXPECT(ha_type_get(f.types, item)->first == field(&f, item, "id"));
  ha_arena_free(f.arena);
}

static void test_flexible_array(void) {
  struct fixture f = start();
  ha_type buffer = record(&f, "buffer");
  COMPLETE(&f, buffer, 4, member("len", 0, f.i32),
           member("bytes", 4, ha_type_array(f.types, f.u8, 0)));
  EXPECT(ha_field_at(f.types, buffer, 1000, 1) == field(&f, buffer, "bytes"));
  EXPECT(ha_field_at(f.types, buffer, 0, 4) == field(&f, buffer, "len"));
  ha_arena_free(f.arena);
}

/* next of a list, an intrusive list, mutual pointers, and what is no link. */
static void test_links(void) {
  struct fixture f = start();
  ha_type node = record(&f, "node"), head = record(&f, "list_head");
  ha_type task = record(&f, "task"), owner = record(&f, "owner");
  ha_type list = record(&f, "list"), far = record(&f, "far");
  COMPLETE(&f, node, 32, member("next", 0, pointer(&f, node)),
           member("name", 8, pointer(&f, f.u8)), member("any", 16, pointer(&f, 0)),
           member("home", 24, pointer(&f, pointer(&f, node))));
  COMPLETE(&f, head, 16, member("next", 0, pointer(&f, head)),
           member("prev", 8, pointer(&f, head)));
  COMPLETE(&f, task, 32, member("id", 0, f.i32), member("all", 8, head),
           member("owner", 24, pointer(&f, owner)));
  COMPLETE(&f, owner, 16,
           member("tasks", 0, ha_type_array(f.types, pointer(&f, task), 1)),
           member("log", 8, pointer(&f, list)));
  COMPLETE(&f, list, 16, member("head", 0, pointer(&f, node)), member("n", 8, f.i32));
  COMPLETE(&f, far, 8, member("list", 0, pointer(&f, list)));
  EXPECT(ha_field_is_link(f.types, field(&f, node, "next")));
  EXPECT(!ha_field_is_link(f.types, field(&f, node, "name")));
  EXPECT(!ha_field_is_link(f.types, field(&f, node, "any")));
  EXPECT(!ha_field_is_link(f.types, field(&f, node, "home")));
  EXPECT(ha_field_is_link(f.types, field(&f, head, "prev")));
  EXPECT(!ha_field_is_link(f.types, field(&f, task, "all")));
  EXPECT(ha_field_is_link(f.types, field(&f, task, "owner")));
  EXPECT(!ha_field_is_link(f.types, field(&f, owner, "log")));
  EXPECT(!ha_field_is_link(f.types, field(&f, list, "head")));
  EXPECT(!ha_field_is_link(f.types, ha_type_cell(f.types, pointer(&f, node))));
  EXPECT(ha_type_is_linked(f.types, node) && ha_type_is_linked(f.types, task));
  EXPECT(ha_type_is_linked(f.types, list));
  EXPECT(!ha_type_is_linked(f.types, far));
  EXPECT(!ha_type_is_linked(f.types, f.i32) && !ha_type_is_linked(f.types, 0));
  EXPECT(ha_type_is_linked(f.types, ha_type_array(f.types, list, 3)));
  EXPECT(ha_type_is_linked(f.types, pointer(&f, pointer(&f, node))));
  ha_arena_free(f.arena);
}

/* struct n { struct { struct n *next; } links; }: through the embedding. */
static void test_link_inside_embedded(void) {
  struct fixture f = start();
  ha_type n = record(&f, "n"), links = record(&f, NULL), plain = record(&f, "plain");
  COMPLETE(&f, links, 8, member("next", 0, pointer(&f, n)));
  EXPECT(!ha_field_is_link(f.types, field(&f, links, "next"))); /* n is not known yet */
  COMPLETE(&f, n, 8, member("links", 0, links));
  EXPECT(ha_field_is_link(f.types, field(&f, links, "next")));
  COMPLETE(&f, plain, 8, member("n", 0, f.i32));
  EXPECT(!ha_type_is_linked(f.types, plain) && ha_type_is_linked(f.types, n));
  ha_arena_free(f.arena);
}

/* A chain of types as long as in no program: the search must not recurse. */
static void test_long_chain(void) {
  enum { LENGTH = 200000 };
  struct fixture f = start();
  ha_type first = record(&f, NULL), last = first;
  for (unsigned i = 0; i < LENGTH; i++) {
    ha_type next = record(&f, NULL);
    COMPLETE(&f, last, 8, member("to", 0, pointer(&f, next)));
    last = next;
  }
  EXPECT(!ha_field_is_link(f.types, field(&f, first, "to")));
  COMPLETE(&f, last, 8, member("to", 0, pointer(&f, first)));
  EXPECT(ha_field_is_link(f.types, field(&f, first, "to")));
  ha_arena_free(f.arena);
}

static void test_spelling(void) {
  struct fixture f = start();
  ha_type node = record(&f, "node"), named = record(&f, "stack_t");
  ha_type_set_by_typedef(f.types, named);
  ha_type func = ha_type_func(f.types);
  const struct {
    ha_type type;
    const char *text;
  } cases[] = {
      {0, "void"},
      {f.i32, "int"},
      {f.u8, "unsigned char"},
      {ha_type_int(f.types, 64, false), "unsigned long"},
      {ha_type_int(f.types, 17, true), "_BitInt(17)"},
      {ha_type_float(f.types, 4), "float"},
      {node, "struct node"},
      {named, "stack_t"},
      {record(&f, NULL), "struct {...}"},
      {pointer(&f, 0), "void *"},
      {pointer(&f, pointer(&f, node)), "struct node **"},
      {ha_type_array(f.types, f.u8, 16), "unsigned char [16]"},
      {ha_type_array(f.types, pointer(&f, node), 4), "struct node *[4]"},
      {pointer(&f, ha_type_array(f.types, f.i32, 4)), "int (*)[4]"},
      {ha_type_array(f.types, ha_type_array(f.types, f.i32, 2), 3), "int [3][2]"},
      {ha_type_array(f.types, f.i32, 0), "int []"},
      {pointer(&f, func), "void (*)()"},
      {ha_type_array(f.types, pointer(&f, func), 2), "void (*[2])()"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    EXPECT_TEXT(ha_type_spell(f.types, cases[i].type), cases[i].text);
  ha_arena_free(f.arena);
}

int main(void) {
  test_interning();
  test_sizes();
  test_names();
  test_field_at();
  test_flexible_array();
  test_links();
  test_link_inside_embedded();
  test_long_chain();
  test_spelling();
  return finish();
}
