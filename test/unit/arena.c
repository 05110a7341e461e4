/* Arenas: zeroed, aligned, stable until the reset; nothing is left behind. */
#include "gcl/arena.h"
#include "expect.h"
#include <stdbool.h>
#include <stdint.h>

static bool all(const unsigned char *bytes, size_t len, unsigned char value) {
  for (size_t i = 0; i < len; i++)
    if (bytes[i] != value)
      return false;
  return true;
}

/* Small and large ones side by side, each filled with its own byte. */
static void test_allocations_are_apart(void) {
  enum { COUNT = 400 };
  struct ha_arena *arena = ha_arena_new();
  unsigned char *at[COUNT];
  for (size_t i = 0; i < COUNT; i++) {
    size_t size = i % 37 * i;
    at[i] = ha_arena_alloc(arena, size);
    EXPECT((uintptr_t)at[i] % 16 == 0);
    EXPECT(all(at[i], size, 0));
    memset(at[i], (int)(i % 255) + 1, size);
  }
  for (size_t i = 0; i < COUNT; i++)
    EXPECT(all(at[i], i % 37 * i, (unsigned char)(i % 255 + 1)));
  ha_arena_free(arena);
}

/* What was there before the mark stays; what comes after is zeroed again. */
static void test_reset(void) {
  struct ha_arena *arena = ha_arena_new();
  char *kept = ha_arena_strdup(arena, "kept");
  for (size_t round = 0; round < 50; round++) {
    size_t mark = ha_arena_mark(arena);
    for (size_t i = 0; i < 40; i++) {
      unsigned char *bytes = ha_arena_alloc(arena, 1 + round * i * 7);
      EXPECT(all(bytes, 1 + round * i * 7, 0));
      memset(bytes, 0xff, 1 + round * i * 7);
    }
    ha_arena_reset(arena, mark);
    EXPECT(ha_arena_mark(arena) == mark);
  }
  EXPECT_TEXT(kept, "kept");
  ha_arena_reset(arena, 0);
  EXPECT(ha_arena_mark(arena) == 0);
  ha_arena_free(arena);
}

static void test_nested_marks(void) {
  struct ha_arena *arena = ha_arena_new();
  size_t outer = ha_arena_mark(arena);
  char *first = ha_arena_strdup(arena, "first");
  size_t inner = ha_arena_mark(arena);
  ha_arena_alloc(arena, 1 << 20);
  ha_arena_reset(arena, inner);
  char *second = ha_arena_strdup(arena, "second");
  EXPECT_TEXT(first, "first");
  EXPECT_TEXT(second, "second");
  ha_arena_reset(arena, outer);
  ha_arena_free(arena);
}

/* A loop of mark and reset holds no more memory the longer it runs. */
static void test_reset_does_not_grow(void) {
  struct ha_arena *arena = ha_arena_new();
  size_t after_first = 0;
  for (unsigned i = 0; i < 1000; i++) {
    size_t mark = ha_arena_mark(arena);
    ha_arena_alloc(arena, 100000);
    ha_arena_alloc(arena, 100);
    ha_arena_reset(arena, mark);
    if (i == 0)
      after_first = ha_arena_live();
  }
  EXPECT(ha_arena_live() <= after_first);
  ha_arena_free(arena);
}

static void test_text(void) {
  struct ha_arena *arena = ha_arena_new();
  EXPECT_TEXT(ha_arena_printf(arena, "%d-%s", 42, "x"), "42-x");
  EXPECT_TEXT(ha_arena_strndup(arena, "abcdef", 3), "abc");
  EXPECT_TEXT(ha_arena_strndup(arena, NULL, 0), "");
  EXPECT(strlen(ha_arena_printf(arena, "%*d", 100000, 1)) == 100000);
  ha_arena_free(arena);
}

static void test_vector(void) {
  struct ha_arena *arena = ha_arena_new();
  HA_VEC(unsigned) numbers = {0};
  for (unsigned i = 0; i < 10000; i++)
    HA_PUSH(arena, numbers, i * i);
  EXPECT(numbers.count == 10000);
  for (unsigned i = 0; i < 10000; i++)
    EXPECT(numbers.at[i] == i * i);
  ha_arena_free(arena);
}

static void test_live(void) {
  EXPECT(ha_arena_live() == 0);
  struct ha_arena *one = ha_arena_new(), *two = ha_arena_new();
  ha_arena_alloc(one, 1000);
  size_t with_one = ha_arena_live();
  EXPECT(with_one >= 1000);
  ha_arena_alloc(two, 5000);
  EXPECT(ha_arena_live() >= with_one + 5000);
  ha_arena_free(two);
  EXPECT(ha_arena_live() < with_one);
  ha_arena_free(one);
  ha_arena_free(NULL);
}

int main(void) {
  test_allocations_are_apart();
  test_reset();
  test_nested_marks();
  test_reset_does_not_grow();
  test_text();
  test_vector();
  test_live();
  return finish();
}
