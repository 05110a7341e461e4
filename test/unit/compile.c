/* Compilers' command lines: words, inputs, flags, keys, names. */
#include "tools/compile.h"
#include "expect.h"
#include <stdbool.h>

static void test_split(struct ha_arena *arena) {
  struct ha_words words = {0};
  ha_words_split(arena, &words, " cc -DA=\"x y\" '-DB=\"q\"' a\\ b.c \"\\$c\\z\" '' ");
  static const char *const expected[] = {"cc",    "-DA=x y", "-DB=\"q\"",
                                         "a b.c", "$c\\z",   ""};
  EXPECT(words.list.count == 6);
  for (unsigned i = 0; i < 6 && i < words.list.count; i++)
    EXPECT_TEXT(words.list.at[i], expected[i]);
  char **argv = ha_words_end(arena, &words);
  EXPECT_TEXT(ha_words_show(arena, argv),
              "cc '-DA=x y' '-DB=\"q\"' 'a b.c' '$c\\z' ''");
  char *quoted[] = {"it's", NULL};
  EXPECT_TEXT(ha_words_show(arena, quoted), "'it'\\''s'");
}

static const char *flags_of(struct ha_arena *arena, const char *line) {
  struct ha_words words = {0};
  ha_words_split(arena, &words, line);
  struct ha_compile c = ha_compile_parse(arena, ha_words_end(arena, &words), "/build");
  return ha_words_show(arena, c.flags.list.at);
}

static void test_flags(struct ha_arena *arena) {
  EXPECT_TEXT(flags_of(arena, "gcc -c -O2 -g3 -Wall -MMD -MF x.d -o x.o -Iinc -I inc2 "
                              "-DA -D B=1 -U C -include x.h -std=c11 x.c -Wl,-s -lfoo"),
              "-O2 -Iinc -I inc2 -DA -D B=1 -U C -include x.h -std=c11");
  EXPECT_TEXT(flags_of(arena, "clang -ox.o -MTx -Werror -fsanitize=address -m32 x.c"),
              "-m32");
  EXPECT_TEXT(flags_of(arena, "cc -Wp,-MD,x.d -Wp,-DX=1 -isystem /a -Xlinker -z x.c"),
              "-DX=1 -isystem /a");
  EXPECT_TEXT(flags_of(arena, "cc -Xclang -include-pch -Xclang a.pch -Xclang -foo x.c"),
              "-Xclang -foo");
}

static void expect_inputs(struct ha_arena *arena, const char *line, const char *files,
                          bool compiles) {
  struct ha_words words = {0};
  ha_words_split(arena, &words, line);
  struct ha_compile c = ha_compile_parse(arena, ha_words_end(arena, &words), "/build");
  const char *list = "";
  for (unsigned i = 0; i < c.inputs.count; i++)
    list = ha_arena_printf(arena, "%s%s:%c ", list, c.inputs.at[i].file,
                           "?C+"[c.inputs.at[i].language]);
  EXPECT_TEXT(list, files);
  EXPECT(c.compiles == compiles);
}

static void test_inputs(struct ha_arena *arena) {
  expect_inputs(arena, "cc -c a.c b.cpp c.S d.o e.i",
                "a.c:C b.cpp:+ c.S:? d.o:? e.i:C ", true);
  expect_inputs(arena, "g++-12 -c a.c", "a.c:+ ", true);
  expect_inputs(arena, "cc -x c a.inc -xc++ b.c -x none c.c", "a.inc:C b.c:+ c.c:C ",
                true);
  expect_inputs(arena, "cc -E a.c", "a.c:C ", false);
  expect_inputs(arena, "cc -cc1 a.c", "a.c:C ", false);
  expect_inputs(arena, "cc --version", "", false);
  expect_inputs(arena, "cc -x c -", "", true);
}

static const char *key_of(struct ha_arena *arena, const char *line) {
  struct ha_words words = {0};
  ha_words_split(arena, &words, line);
  struct ha_compile c = ha_compile_parse(arena, ha_words_end(arena, &words), "/build");
  return ha_compile_key(arena, &c, "a.c");
}

static void test_keys(struct ha_arena *arena) {
  const char *plain = key_of(arena, "cc -c a.c -DX");
  EXPECT_TEXT(key_of(arena, "cc -c a.c -DX -fPIC -DPIC -O2 -o .libs/a.o"), plain);
  EXPECT(strcmp(key_of(arena, "cc -c a.c -DY"), plain));
}

static void test_names(void) {
  EXPECT(ha_compile_is_compiler("cc") && ha_compile_is_compiler("gcc-12"));
  EXPECT(ha_compile_is_compiler("x86_64-linux-gnu-g++-12"));
  EXPECT(ha_compile_is_compiler("clang-19") && ha_compile_is_compiler("c99"));
  EXPECT(!ha_compile_is_compiler("gcc-ar") && !ha_compile_is_compiler("clangd"));
  EXPECT(!ha_compile_is_compiler("clang-format") && !ha_compile_is_compiler("distcc"));
  EXPECT(ha_compile_is_launcher("distcc") && !ha_compile_is_launcher("gcc"));
  EXPECT(ha_compile_is_probe("/x", "conftest.c"));
  EXPECT(ha_compile_is_probe("/x/CMakeFiles/CMakeScratch/TryCompile-1", "/x/src.c"));
  EXPECT(!ha_compile_is_probe("/x", "list.c"));
}

int main(void) {
  struct ha_arena *arena = ha_arena_new();
  test_split(arena);
  test_flags(arena);
  test_inputs(arena);
  test_keys(arena);
  test_names();
  ha_arena_free(arena);
  return finish();
}
