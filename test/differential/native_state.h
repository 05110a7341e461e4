/* What the parts of the native harness share: one page-backed record that survives
 * the fork of each run, so that the parent learns what the child chose. */
#ifndef HEAPABS_TEST_NATIVE_STATE_H
#define HEAPABS_TEST_NATIVE_STATE_H

#include "native.h"
#include <stdio.h>

enum { MAX_BLOCKS = 512, MAX_NAMED = 64, MAX_CHOICES = 64, MAX_ARGS = 8 };

/* A block of the entry heap (n0, n1, …) or one the function allocated (h1, h2, …). */
struct block {
  char name[8];
  char *address;
  size_t size;
  bool freed;
};

/* A global or a function of the tested file. */
struct named {
  const char *name;
  char *address;
  size_t size;   /* 0 for a function */
  char *initial; /* a global's contents before the case changed it */
  char *entry;   /* … and when the function was entered */
};

struct state {
  FILE *out;
  bool running;     /* between diff_enter and the end */
  unsigned fail_at; /* the number of the allocation that fails, 0: none */
  unsigned allocations;
  unsigned entries, heaps, blocks, named, args;
  struct block block[MAX_BLOCKS];
  struct named name[MAX_NAMED];
  uint64_t arg[MAX_ARGS];
  bool arg_is_pointer[MAX_ARGS];
  /* The choices of this run: `fixed` are given, later ones are 0, or random. */
  unsigned fixed, used;
  uint64_t random; /* 0: enumerate */
  unsigned digit[MAX_CHOICES], radix[MAX_CHOICES];
};

struct state *diff_state(void);

/* native_heap.c: the text of the entry state, of a word and of the final heap. */
void diff_print_entry(const char *function);
void diff_print_word(uint64_t word, size_t size);
void diff_print_heap(void);
void diff_print_undefined(void); /* under MemorySanitizer: which bytes are so */
bool diff_leaks(uint64_t result);

#endif
