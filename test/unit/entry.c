/* The entry policy, rule by rule, from the text form. */
#include "refine/entry.h"
#include "expect.h"
#include "gcl/text.h"
#include <stdlib.h>

#define NODE "struct node 16 { +0 next: node*; +8 value: i32; }\n"

static struct ha_program *parse(struct ha_arena *arena, const char *body) {
  struct ha_text_error error = {0};
  const char *text =
      ha_arena_printf(arena, "program f;\npointers 8;\nfile \"f.c\";\n%s", body);
  struct ha_program *program = ha_program_parse(arena, text, &error);
  if (!program) {
    printf("%u:%u: %s\n%s\n", error.line, error.column, error.message, text);
    exit(1);
  }
  return program;
}

static const struct ha_place *place(const struct ha_program *p,
                                    const struct ha_entry *e, const char *record,
                                    const char *field) {
  return ha_entry_field(e,
                        ha_field_find(p->types, ha_type_find(p->types, record), field));
}

static void test_walk_to_null_is_a_list(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_program *p = parse(
      arena, NODE
      "param x: node*;\nlocal p: node*;\ntemp t: node*;\ntakes x;\n"
      "check 1 null-deref \"p->next\";\n"
      "loc 1 entry { goto 2 { p := x; } }\n"
      "loc 2 loop { goto 3 { assume p == null; }\n"
      "  goto 2 { assume p != null; assert p != null @1; t := p->next; p := t; } }\n"
      "loc 3 exit;\n");
  struct ha_entry *e = ha_entry_infer(arena, p, false);
  EXPECT(e->roots.count == 1);
  EXPECT(e->roots.at[0].shape == HA_SHAPE_LIST);
  EXPECT(e->roots.at[0].nullable);
  EXPECT(e->inferred_requires.count == 0);
  EXPECT(place(p, e, "node", "next")->role == HA_ROLE_NEXT);
  EXPECT(!place(p, e, "node", "next")->ring);
  EXPECT_TEXT(e->assumes.at[0], "list(next, x)");
  ha_arena_free(arena);
}

static void test_tested_by_assertion_is_required(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_program *p =
      parse(arena, NODE "param x: node*;\ntemp t: node*;\ntakes x;\n"
                        "check 1 assert \"x\";\ncheck 2 null-deref \"x->next\";\n"
                        "loc 1 entry { goto 2 { assume x == null; assert 0 @1; }\n"
                        "  goto 2 { assume x != null; } }\n"
                        "loc 2 { goto 3 { assert x != null @2; t := x->next; } }\n"
                        "loc 3 exit;\n");
  struct ha_entry *e = ha_entry_infer(arena, p, false);
  EXPECT(!e->roots.at[0].nullable);
  EXPECT(e->inferred_requires.count == 1);
  EXPECT_TEXT(e->inferred_requires.at[0], "x != null");
  ha_arena_free(arena);
}

static void test_two_links_by_their_stores(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_program *p =
      parse(arena, "struct pair 16 { +0 a: pair*; +8 b: pair*; }\n"
                   "struct cell 24 { +0 a: cell*; +8 b: cell*; +16 v: i32; }\n"
                   "struct peers 16 { +0 a: peers*; +8 b: peers*; }\n"
                   "param x: cell*;\nparam y: cell*;\nparam h: pair*;\n"
                   "param r: peers*;\ntakes x, y, h, r;\n"
                   "loc 1 entry { goto 2 { x->a := y; y->b := x; h->a := h; } }\n"
                   "loc 2 exit;\n");
  struct ha_entry *e = ha_entry_infer(arena, p, false);
  EXPECT(e->roots.at[0].shape == HA_SHAPE_DLIST);
  EXPECT(e->roots.at[0].any_node);
  EXPECT(place(p, e, "cell", "b")->role == HA_ROLE_BACK);
  EXPECT(place(p, e, "cell", "b")->partner ==
         ha_field_find(p->types, ha_type_find(p->types, "cell"), "a"));
  EXPECT(e->roots.at[2].shape == HA_SHAPE_DRING); /* nothing but two links */
  EXPECT(e->roots.at[3].shape != HA_SHAPE_DRING); /* neither written nor followed */
  EXPECT(e->roots.at[1].aliasing == HA_ALIAS_DISJOINT);
  ha_arena_free(arena);
}

static void test_alternative_links_are_a_tree(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_program *p =
      parse(arena, "struct cell 24 { +0 a: cell*; +8 b: cell*; +16 v: i32; }\n"
                   "param x: cell*;\nlocal p: cell*;\ntemp s: cell*;\ntemp t: cell*;\n"
                   "temp v: i32;\ntakes x;\n"
                   "loc 1 entry { goto 2 { p := x; } }\n"
                   "loc 2 loop { goto 5 { assume p == null; }\n"
                   "  goto 3 { assume p != null; v := p->v; } }\n"
                   "loc 3 { goto 2 { assume v == 0; s := p->a; p := s; }\n"
                   "  goto 2 { assume v != 0; t := p->b; p := t; } }\n"
                   "loc 4 exit;\nloc 5 exit;\n");
  struct ha_entry *e = ha_entry_infer(arena, p, false);
  EXPECT(e->roots.at[0].shape == HA_SHAPE_TREE);
  EXPECT(place(p, e, "cell", "a")->role == HA_ROLE_CHILD);
  EXPECT(place(p, e, "cell", "b")->role == HA_ROLE_CHILD);
  ha_arena_free(arena);
}

static void test_untested_search_is_for_a_member(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_program *p =
      parse(arena, NODE
            "param x: node*;\nparam y: node*;\nlocal p: node*;\ntemp t: node*;\n"
            "takes x, y;\n"
            "loc 1 entry { goto 2 { p := x; } }\n"
            "loc 2 loop { goto 3 { t := p->next; } }\n"
            "loc 3 { goto 2 { assume t != y; p := t; } goto 4 { assume t == y; } }\n"
            "loc 4 exit;\n");
  struct ha_entry *e = ha_entry_infer(arena, p, false);
  EXPECT(e->roots.at[1].aliasing == HA_ALIAS_MEMBER);
  EXPECT(e->roots.at[1].alias_of == 0);
  EXPECT(!place(p, e, "node", "next")->ring);
  ha_arena_free(arena);
}

static void test_header_ends_by_their_stores(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_program *p = parse(
      arena,
      NODE "struct queue 32 { +0 u: node*; +8 w: node*; +16 k: i32; +20 flags: i32; }\n"
           "param q: queue*;\nparam n: node*;\ntemp t: node*;\ntemp c: i32;\n"
           "takes q, n;\n"
           "loc 1 entry { goto 2 { t := q->u; t->next := n; q->u := n;\n"
           "  c := q->k; q->k := c +s 1; } }\nloc 2 exit;\n");
  struct ha_entry *e = ha_entry_infer(arena, p, false);
  EXPECT(e->roots.at[0].shape == HA_SHAPE_HEADER);
  EXPECT(place(p, e, "queue", "u")->role == HA_ROLE_TAIL);
  EXPECT(place(p, e, "queue", "w")->role == HA_ROLE_HEAD);
  EXPECT(place(p, e, "queue", "k")->role == HA_ROLE_COUNT);
  EXPECT(place(p, e, "queue", "flags")->role == HA_ROLE_DATA);
  ha_arena_free(arena);
}

int main(void) {
  test_walk_to_null_is_a_list();
  test_tested_by_assertion_is_required();
  test_two_links_by_their_stores();
  test_alternative_links_are_a_tree();
  test_untested_search_is_for_a_member();
  test_header_ends_by_their_stores();
  return finish();
}
