/* How a tested file says on which inputs its functions are run.
 *
 * The file is ordinary C; at its end, under `#ifdef NATIVE`, each case builds one entry
 * state by C code and runs the function on it:
 *
 *   DIFF(push) { RUN(push, LIST(struct node, next, 3, it->data = PICK(0, -1)), 7); }
 *
 * CHOOSE and PICK are enumerated: a case is executed once for every sequence of
 * choices (native.c caps the number), each time in a process of its own, and then
 * again with each allocation of the function failing.  What the case allocates with
 * diff_new is the entry heap; the harness prints it, so the other side of the test
 * runs on the very same bytes. */
#ifndef HEAPABS_TEST_NATIVE_H
#define HEAPABS_TEST_NATIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void diff_case_fn(void);

void diff_register(const char *name, diff_case_fn *run);
void diff_global(const char *name, void *address, size_t size);
void diff_function(const char *name, void (*address)(void));

unsigned diff_choose(unsigned count); /* 0 .. count-1 */
void *diff_new(size_t size);          /* a zeroed block of the entry heap */
void diff_arg(uint64_t value, bool is_pointer);
void diff_enter(const char *function); /* the entry state is complete */
void diff_leave(uint64_t result, size_t size, bool is_pointer);

#define DIFF_PASTE_(a, b) a##b
#define DIFF_PASTE(a, b) DIFF_PASTE_(a, b)

#define DIFF(name)                                                                     \
  static void diff_case_##name(void);                                                  \
  __attribute__((constructor)) static void diff_add_##name(void) {                     \
    diff_register(#name, diff_case_##name);                                            \
  }                                                                                    \
  static void diff_case_##name(void)

/* Globals and functions by name: what they hold and who points to them is compared. */
#define GLOBAL(g)                                                                      \
  __attribute__((constructor)) static void DIFF_PASTE(diff_global_, __LINE__)(void) {  \
    diff_global(#g, (void *)(uintptr_t)&g, sizeof g);                                  \
  }
#define FUNCTION(f)                                                                    \
  __attribute__((constructor)) static void DIFF_PASTE(diff_function_,                  \
                                                      __LINE__)(void) {                \
    diff_function(#f, (void (*)(void))(uintptr_t)&f);                                  \
  }

#define CHOOSE(n) diff_choose(n)
#define PICK(...)                                                                      \
  (((const int64_t[]){__VA_ARGS__})[diff_choose(sizeof(int64_t[]){__VA_ARGS__} / 8)])

/* The class of a pointer in __builtin_classify_type. */
#define DIFF_IS_POINTER(x) (__builtin_classify_type(x) == 5)
#define DIFF_WORD(x) ((uint64_t)(uintptr_t)(x))
#define DIFF_ARG(x) diff_arg(DIFF_WORD(x), DIFF_IS_POINTER(x))

#define DIFF_COUNT_(_0, _1, _2, _3, _4, _5, n, ...) n
#define DIFF_COUNT(...) DIFF_COUNT_(0, ##__VA_ARGS__, 5, 4, 3, 2, 1, 0)

#define DIFF_BIND0()
#define DIFF_BIND1(a)                                                                  \
  __auto_type a1 = (a);                                                                \
  DIFF_ARG(a1)
#define DIFF_BIND2(a, b)                                                               \
  DIFF_BIND1(a);                                                                       \
  __auto_type a2 = (b);                                                                \
  DIFF_ARG(a2)
#define DIFF_BIND3(a, b, c)                                                            \
  DIFF_BIND2(a, b);                                                                    \
  __auto_type a3 = (c);                                                                \
  DIFF_ARG(a3)
#define DIFF_BIND4(a, b, c, d)                                                         \
  DIFF_BIND3(a, b, c);                                                                 \
  __auto_type a4 = (d);                                                                \
  DIFF_ARG(a4)
#define DIFF_BIND5(a, b, c, d, e)                                                      \
  DIFF_BIND4(a, b, c, d);                                                              \
  __auto_type a5 = (e);                                                                \
  DIFF_ARG(a5)
#define DIFF_ARGS0
#define DIFF_ARGS1 a1
#define DIFF_ARGS2 a1, a2
#define DIFF_ARGS3 a1, a2, a3
#define DIFF_ARGS4 a1, a2, a3, a4
#define DIFF_ARGS5 a1, a2, a3, a4, a5

/* RUN(f, arguments…) for a function with a result, VRUN for one without. */
#define RUN(f, ...)                                                                    \
  do {                                                                                 \
    DIFF_PASTE(DIFF_BIND, DIFF_COUNT(__VA_ARGS__))(__VA_ARGS__);                       \
    diff_enter(#f);                                                                    \
    __auto_type r = f(DIFF_PASTE(DIFF_ARGS, DIFF_COUNT(__VA_ARGS__)));                 \
    diff_leave(DIFF_WORD(r), sizeof r, DIFF_IS_POINTER(r));                            \
  } while (0)
#define VRUN(f, ...)                                                                   \
  do {                                                                                 \
    DIFF_PASTE(DIFF_BIND, DIFF_COUNT(__VA_ARGS__))(__VA_ARGS__);                       \
    diff_enter(#f);                                                                    \
    f(DIFF_PASTE(DIFF_ARGS, DIFF_COUNT(__VA_ARGS__)));                                 \
    diff_leave(0, 0, false);                                                           \
  } while (0)

/* One object. */
#define OBJECT(type, ...)                                                              \
  ({                                                                                   \
    type *it = diff_new(sizeof(type));                                                 \
    __VA_ARGS__;                                                                       \
    it;                                                                                \
  })
/* 0 .. max nodes linked by `link` and ended by null; the rest initialises `it`. */
#define LIST(type, link, max, ...)                                                     \
  ({                                                                                   \
    type *first = NULL, **last = &first;                                               \
    for (unsigned left = diff_choose((max) + 1); left > 0; left--) {                   \
      type *it = diff_new(sizeof(type));                                               \
      __VA_ARGS__;                                                                     \
      *last = it;                                                                      \
      last = &it->link;                                                                \
    }                                                                                  \
    first;                                                                             \
  })
/* A list with the inverse link kept too. */
#define DLIST(type, next, prev, max, ...)                                              \
  ({                                                                                   \
    type *first = LIST(type, next, max, __VA_ARGS__);                                  \
    for (type *at = first; at && at->next; at = at->next)                              \
      at->next->prev = at;                                                             \
    first;                                                                             \
  })
/* 1 .. max nodes in a circle. */
#define RING(type, link, max, ...)                                                     \
  ({                                                                                   \
    type *start = diff_new(sizeof(type)), *end = start;                                \
    for (unsigned left = diff_choose(max);; left--) {                                  \
      type *it = end;                                                                  \
      __VA_ARGS__;                                                                     \
      if (left == 0)                                                                   \
        break;                                                                         \
      end = end->link = diff_new(sizeof(type));                                        \
    }                                                                                  \
    end->link = start;                                                                 \
  })
/* A node of the list, or null: parameters that are members. */
#define MEMBER(list, link, max)                                                        \
  ({                                                                                   \
    __auto_type at = (list);                                                           \
    for (unsigned steps = diff_choose((max) + 1); at && steps > 0; steps--)            \
      at = at->link;                                                                   \
    at;                                                                                \
  })

#endif
