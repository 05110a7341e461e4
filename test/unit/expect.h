/* EXPECT says what failed and goes on; a test's main ends with `return finish();`. */
#ifndef HEAPABS_TEST_EXPECT_H
#define HEAPABS_TEST_EXPECT_H

#include "gcl/arena.h"
#include <stdio.h>
#include <string.h>

static unsigned failures;

#define EXPECT(condition)                                                              \
  do {                                                                                 \
    if (!(condition)) {                                                                \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                           \
      failures++;                                                                      \
    }                                                                                  \
  } while (0)

#define EXPECT_TEXT(got, wanted)                                                       \
  do {                                                                                 \
    const char *got_ = (got), *wanted_ = (wanted);                                     \
    if (!got_ || strcmp(got_, wanted_) != 0) {                                         \
      printf("%s:%d: got      %s\n%s:%d: expected %s\n", __FILE__, __LINE__,           \
             got_ ? got_ : "(nothing)", __FILE__, __LINE__, wanted_);                  \
      failures++;                                                                      \
    }                                                                                  \
  } while (0)

/* Every test gives back all memory. */
static inline int finish(void) {
  EXPECT(ha_arena_live() == 0);
  return failures != 0;
}

#endif
