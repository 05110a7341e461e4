/* Fingerprints: what changes them, and what must not. */
#include "report/fingerprint.h"
#include "expect.h"
#include "report/path.h"
#include <stdbool.h>

static bool same(struct ha_arena *arena, const char *a, const char *b) {
  return !strcmp(ha_fingerprint(arena, "f", "heapabs-leak", a),
                 ha_fingerprint(arena, "f", "heapabs-leak", b));
}

static void test_normalise(struct ha_arena *arena) {
  EXPECT_TEXT(ha_fingerprint_normalise(arena, "  return  x -> next ; // NOLINT"),
              "return x->next;");
  EXPECT_TEXT(ha_fingerprint_normalise(arena, "f(\"a  // b\", '\"', /* c */ d);"),
              "f(\"a  // b\",'\"',d);");
  EXPECT_TEXT(ha_fingerprint_normalise(arena, "int/**/x; /* goes on"), "int x;");
  EXPECT_TEXT(ha_fingerprint_normalise(arena, "\"never closed\\"), "\"never closed\\");
  EXPECT_TEXT(ha_fingerprint_normalise(arena, ""), "");
}

static void test_fingerprint(struct ha_arena *arena) {
  const char *one = ha_fingerprint(arena, "f", "heapabs-leak", "x = 1;");
  EXPECT(strlen(one) == 16 && strspn(one, "0123456789abcdef") == 16);
  EXPECT(strcmp(one, ha_fingerprint(arena, "g", "heapabs-leak", "x = 1;")));
  EXPECT(strcmp(one, ha_fingerprint(arena, "f", "heapabs-assert", "x = 1;")));
  EXPECT(same(arena, "x = 1;", "\tx=1; // why not"));
  EXPECT(!same(arena, "x = 1;", "x = 11;"));
  EXPECT(!same(arena, "return x;", "returnx;"));
}

static void test_paths(struct ha_arena *arena) {
  EXPECT_TEXT(ha_path_absolute(arena, "/a/b", "../c/./d.c"), "/a/c/d.c");
  EXPECT_TEXT(ha_path_absolute(arena, "/a/b", "/x//y.c"), "/x/y.c");
  EXPECT_TEXT(ha_path_absolute(arena, "/a", "../../.."), "/");
  EXPECT_TEXT(ha_path_below("/a/b", "/a/b/c.c"), "c.c");
  EXPECT_TEXT(ha_path_below("/", "/c.c"), "c.c");
  EXPECT(!ha_path_below("/a/b", "/a/bc/d.c"));
}

int main(void) {
  struct ha_arena *arena = ha_arena_new();
  test_normalise(arena);
  test_fingerprint(arena);
  test_paths(arena);
  ha_arena_free(arena);
  return finish();
}
