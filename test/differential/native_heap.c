/* The native side's heap: every block under a name, allocators that count and may
 * fail, and the text of all of it.
 *
 * The tested object and this file are linked with --wrap for the allocation
 * functions, so the sanitizer's own allocator is below and still sees every error.
 * A word that points into a block, a global or a function prints as `&name+offset`,
 * one that points to other memory of the program as `&?`, all else as its bytes. */
#define _GNU_SOURCE
#include "native_state.h"
#include <stdlib.h>
#include <string.h>

extern char __executable_start[], __data_start[], _end[];
void *__asan_get_current_fake_stack(void) __attribute__((weak));
void *__asan_addr_is_in_fake_stack(void *stack, void *address, void **begin, void **end)
    __attribute__((weak));

intptr_t __msan_test_shadow(const volatile void *address, size_t size)
    __attribute__((weak));

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *pointer);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t max);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *pointer);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t max);

static void record(char kind, void *address, size_t size) {
  struct state *s = diff_state();
  struct block *block = &s->block[s->blocks++];
  unsigned number = kind == 'n' ? s->entries++ : ++s->heaps;
  snprintf(block->name, sizeof block->name, "%c%u", kind, number);
  block->address = address;
  block->size = size;
  block->freed = false;
}

static bool is_full(void) { return diff_state()->blocks == MAX_BLOCKS; }

void *diff_new(size_t size) {
  void *address = __real_calloc(1, size);
  record('n', address, size);
  return address;
}

/* Only the function's own allocations count and fail. */
static bool fails(void) {
  struct state *s = diff_state();
  return s->running && (++s->allocations == s->fail_at || is_full());
}

static void *allocated(void *address, size_t size) {
  if (address && diff_state()->running)
    record('h', address, size);
  return address;
}

void *__wrap_malloc(size_t size) {
  return fails() ? NULL : allocated(__real_malloc(size), size);
}

void *__wrap_calloc(size_t count, size_t size) {
  return fails() ? NULL : allocated(__real_calloc(count, size), count * size);
}

/* The string is read before the allocation can fail. */
char *__wrap_strdup(const char *text) {
  size_t size = strlen(text) + 1;
  return fails() ? NULL : allocated(__real_strdup(text), size);
}

char *__wrap_strndup(const char *text, size_t max) {
  size_t size = strnlen(text, max) + 1;
  return fails() ? NULL : allocated(__real_strndup(text, max), size);
}

static struct block *live_block(const void *address) {
  struct state *s = diff_state();
  for (unsigned i = s->blocks; i-- > 0;)
    if (s->block[i].address == address && !s->block[i].freed)
      return &s->block[i];
  return NULL;
}

void __wrap_free(void *pointer) {
  struct block *block = pointer ? live_block(pointer) : NULL;
  __real_free(pointer); /* the sanitizer ends a wrong one here */
  if (block)
    block->freed = true;
}

void *__wrap_realloc(void *old, size_t size) {
  struct block *block = old ? live_block(old) : NULL;
  if (fails())
    return NULL;
  void *address = __real_realloc(old, size);
  if (block)
    block->freed = true;
  return allocated(address, size);
}

/* Of the program itself but without a name: string literals, static and stack
 * variables. */
static bool is_anonymous(uint64_t word) {
  char *address = (char *)(uintptr_t)word;
  if (address >= __executable_start && address < _end)
    return true;
  char *here = __builtin_frame_address(0);
  if (address > here - 65536 && address < here + (1 << 20))
    return true;
  return __asan_addr_is_in_fake_stack &&
         __asan_addr_is_in_fake_stack(__asan_get_current_fake_stack(), address, NULL,
                                      NULL);
}

static bool print_reference(uint64_t word) {
  struct state *s = diff_state();
  char *address = (char *)(uintptr_t)word;
  for (unsigned i = s->blocks; i-- > 0;)
    if (address >= s->block[i].address &&
        address <= s->block[i].address + s->block[i].size)
      return fprintf(s->out, " &%s+%td", s->block[i].name,
                     address - s->block[i].address);
  for (unsigned i = 0; i < s->named; i++)
    if (address >= s->name[i].address &&
        address <= s->name[i].address + s->name[i].size)
      return fprintf(s->out, " &%s+%td", s->name[i].name, address - s->name[i].address);
  return is_anonymous(word) && fputs(" &?", s->out) >= 0;
}

void diff_print_word(uint64_t word, size_t size) {
  if (size == sizeof(void *) && print_reference(word))
    return;
  fputc(' ', diff_state()->out);
  for (size_t i = 0; i < size; i++)
    fprintf(diff_state()->out, "%02x", (unsigned)(word >> (8 * i) & 0xff));
}

static void print_bytes(const char *address, size_t size) {
  for (size_t at = 0; at < size; at += 8) {
    uint64_t word = 0;
    size_t width = size - at < 8 ? size - at : 8;
    memcpy(&word, address + at, width);
    diff_print_word(word, width);
  }
  fputc('\n', diff_state()->out);
}

/* Which bytes MemorySanitizer takes to be uninitialised, as a mask. */
static void print_mask(const char *address, size_t size) {
  for (size_t at = 0; at < size; at++) {
    if (at % 8 == 0)
      fputc(' ', diff_state()->out);
    fputs(__msan_test_shadow(address + at, 1) < 0 ? "00" : "ff", diff_state()->out);
  }
  fputc('\n', diff_state()->out);
}

static void print_block(const struct block *block) {
  fprintf(diff_state()->out, "block %s %zu", block->name, block->size);
  if (block->freed)
    fputs(" freed\n", diff_state()->out);
  else
    print_bytes(block->address, block->size);
}

static char *image(const struct named *global) {
  char *copy = __real_malloc(global->size);
  return copy ? memcpy(copy, global->address, global->size) : NULL;
}

void diff_global(const char *name, void *address, size_t size) {
  struct named *global = &diff_state()->name[diff_state()->named++];
  *global = (struct named){.name = name, .address = address, .size = size};
  global->initial = image(global);
}

void diff_function(const char *name, void (*address)(void)) {
  diff_state()->name[diff_state()->named++] =
      (struct named){.name = name, .address = (char *)(uintptr_t)address};
}

/* A global that the case did not touch is not printed: the other side then starts
 * from the initialiser as it was lowered. */
void diff_print_entry(const char *function) {
  struct state *s = diff_state();
  fprintf(s->out, "function %s\nfail %u\n", function, s->fail_at);
  for (unsigned i = 0; i < s->blocks; i++)
    print_block(&s->block[i]);
  for (unsigned i = 0; i < s->named; i++) {
    struct named *global = &s->name[i];
    if (global->size == 0)
      continue;
    global->entry = image(global);
    fprintf(s->out, "global %s %zu", global->name, global->size);
    if (memcmp(global->initial, global->address, global->size))
      print_bytes(global->address, global->size);
    else
      fputs(" initial\n", s->out);
  }
  for (unsigned i = 0; i < s->args; i++) {
    fputs("arg", s->out);
    diff_print_word(s->arg[i], 8);
    fputc('\n', s->out);
  }
}

void diff_print_heap(void) {
  struct state *s = diff_state();
  for (unsigned i = 0; i < s->blocks; i++)
    print_block(&s->block[i]);
  for (unsigned i = 0; i < s->named; i++) {
    struct named *global = &s->name[i];
    if (global->size == 0)
      continue;
    bool same = !memcmp(global->entry, global->address, global->size);
    fprintf(s->out, "global %s %s", global->name, same ? "same" : "changed");
    print_bytes(global->address, global->size);
  }
}

void diff_print_undefined(void) {
  struct state *s = diff_state();
  for (unsigned i = 0; i < s->blocks; i++) {
    const struct block *block = &s->block[i];
    if (block->freed)
      continue;
    fprintf(s->out, "block %s %zu", block->name, block->size);
    print_mask(block->address, block->size);
  }
  for (unsigned i = 0; i < s->named; i++) {
    const struct named *global = &s->name[i];
    if (global->size == 0)
      continue;
    fprintf(s->out, "global %s mask", global->name);
    print_mask(global->address, global->size);
  }
}

static void mark(uint64_t word, bool *reached);

static void mark_range(const char *begin, const char *end, bool *reached) {
  for (; begin + sizeof(void *) <= end; begin += sizeof(void *))
    mark(*(const uintptr_t *)begin, reached);
}

static void mark(uint64_t word, bool *reached) {
  char *address = (char *)(uintptr_t)word;
  for (unsigned i = 0; i < diff_state()->blocks; i++) {
    const struct block *block = &diff_state()->block[i];
    if (reached[i] || block->freed || address < block->address ||
        address > block->address + block->size)
      continue;
    reached[i] = true;
    mark_range(block->address, block->address + block->size, reached);
  }
}

static bool all_reached(const bool *reached) {
  for (unsigned i = 0; i < diff_state()->blocks; i++)
    if (!reached[i] && !diff_state()->block[i].freed)
      return false;
  return true;
}

/* Has this run allocated a block that is neither freed nor reachable from the result,
 * the entry heap or the program's variables?  The last are searched only if need be:
 * the sanitizer's own make them large. */
bool diff_leaks(uint64_t result) {
  bool reached[MAX_BLOCKS] = {false};
  mark(result, reached);
  for (unsigned i = 0; i < diff_state()->entries; i++)
    mark((uintptr_t)diff_state()->block[i].address, reached);
  if (all_reached(reached))
    return false;
  mark_range(__data_start, _end, reached);
  return !all_reached(reached);
}
