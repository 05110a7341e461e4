/* The native half of the differential test: runs every case of a tested file on
 * every input and prints entry state and outcome.
 *
 *   tested OUT [CAP]
 *
 * Each run is a child process.  It prints its entry state, calls the function, and
 * prints the final heap: after the return, or from the sanitizer's death callback.
 * The parent adds the sanitizer's report and chooses the next input: the sequences
 * of choices in order up to a quarter of CAP, then random ones, and for each of them
 * one run per allocation that fails. */
#define _GNU_SOURCE
#include "native_state.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_CASES = 256, MAX_FAILURES = 3, CPU_MS = 400, DEFAULT_CAP = 100 };

struct test_case {
  const char *name;
  diff_case_fn *run;
};

struct registry {
  unsigned count;
  struct test_case at[MAX_CASES];
};

void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));
void __msan_init(void) __attribute__((weak));
intptr_t __msan_test_shadow(const volatile void *address, size_t size)
    __attribute__((weak));
void __assert_fail(const char *what, const char *file, unsigned line,
                   const char *function);
void __wrap_abort(void);
void __wrap_exit(int status);
int __VERIFIER_nondet_int(void);

/* Mapped, not static: the program's own data is searched for pointers to blocks. */
static void *map(size_t size) {
  return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

struct state *diff_state(void) {
  static struct state *state;
  return state ? state : (state = map(sizeof *state));
}

static struct registry *registry(void) {
  static struct registry *cases;
  return cases ? cases : (cases = map(sizeof *cases));
}

void diff_register(const char *name, diff_case_fn *run) {
  struct registry *cases = registry();
  if (cases->count < MAX_CASES)
    cases->at[cases->count++] = (struct test_case){name, run};
}

static unsigned random_below(unsigned count) {
  uint64_t *r = &diff_state()->random;
  *r ^= *r << 13;
  *r ^= *r >> 7;
  *r ^= *r << 17;
  return *r % count;
}

unsigned diff_choose(unsigned count) {
  struct state *s = diff_state();
  if (s->used == MAX_CHOICES)
    return 0;
  unsigned i = s->used++;
  if (i >= s->fixed)
    s->digit[i] = s->random ? random_below(count) : 0;
  s->radix[i] = count;
  return s->digit[i];
}

void diff_arg(uint64_t value, bool is_pointer) {
  struct state *s = diff_state();
  s->arg_is_pointer[s->args] = is_pointer;
  s->arg[s->args++] = value;
}

/* The end of a child: by return, by a failed assert, by a sanitizer. */
static void finish(const char *how, unsigned line) {
  struct state *s = diff_state();
  s->running = false;
  if (__msan_init)
    diff_print_undefined();
  else
    diff_print_heap();
  fprintf(s->out, "end %s %u\n", how, line);
  fflush(s->out);
}

static void on_death(void) {
  if (diff_state()->running)
    finish("died", 0);
}

void diff_enter(const char *function) {
  struct state *s = diff_state();
  if (__sanitizer_set_death_callback)
    __sanitizer_set_death_callback(on_death);
  diff_print_entry(function);
  fputs("go\n", s->out);
  fflush(s->out);
  s->running = true;
}

void diff_leave(uint64_t result, size_t size, bool is_pointer) {
  struct state *s = diff_state();
  s->running = false;
  if (__msan_init) {
    bool is_undefined = __msan_test_shadow(&result, sizeof result) >= 0;
    fprintf(s->out, "result %zu %s\n", size,
            is_undefined ? "ffffffffffffffff" : "0000000000000000");
  } else {
    fprintf(s->out, "result %zu", size);
    if (size > 0)
      diff_print_word(result, size);
    fprintf(s->out, "\nleak %d\n", diff_leaks(is_pointer ? result : 0));
  }
  finish("exit", 0);
  _exit(0);
}

void __assert_fail(const char *what, const char *file, unsigned line,
                   const char *function) {
  (void)what, (void)file, (void)function;
  finish("assert", line);
  _exit(0);
}

void __wrap_abort(void) {
  finish("halt", 0);
  _exit(0);
}

void __wrap_exit(int status) {
  (void)status;
  finish("halt", 0);
  _exit(0);
}

int __VERIFIER_nondet_int(void) {
  static const int values[] = {0, 1, -1, 5};
  int value = values[diff_choose(4)];
  fprintf(diff_state()->out, "nondet %08x\n", (unsigned)value);
  return value;
}

/* Of the report only what says where and what: the headline and the first stack. */
static void copy_report(FILE *report) {
  char line[1024];
  bool in_stack = false, done = false;
  rewind(report);
  while (!done && fgets(line, sizeof line, report)) {
    bool frame = !strncmp(line, "    #", 5);
    if (strstr(line, "ERROR:") || strstr(line, "WARNING:") ||
        strstr(line, "runtime error:") || frame)
      fprintf(diff_state()->out, "report %s", line);
    done = in_stack && !frame;
    in_stack = frame;
  }
}

static void limit_cpu(void) {
  struct itimerval limit = {.it_value = {.tv_usec = CPU_MS * 1000}};
  setitimer(ITIMER_VIRTUAL, &limit, NULL);
}

static void run_child(const struct test_case *test, FILE *report) {
  dup2(fileno(report), STDERR_FILENO);
  limit_cpu();
  test->run();
  _exit(3); /* a case that does not end in RUN or VRUN */
}

static void run_once(const struct test_case *test, unsigned number, unsigned fail_at) {
  struct state *s = diff_state();
  s->used = s->args = s->blocks = s->entries = s->heaps = s->allocations = 0;
  s->fail_at = fail_at;
  s->running = false;
  fprintf(s->out, "input %s.%u.%u\n", test->name, number, fail_at);
  fflush(s->out);
  FILE *report = tmpfile();
  pid_t child = fork();
  if (child == 0)
    run_child(test, report);
  int status;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM)
    fputs("end timeout 0\n", s->out);
  copy_report(report);
  fclose(report);
}

/* One input, then the same with each of its allocations failing. */
static void run_input(const struct test_case *test, unsigned number) {
  struct state *s = diff_state();
  run_once(test, number, 0);
  unsigned allocations = s->allocations;
  s->fixed = s->used;
  for (unsigned k = 1; k <= allocations && k <= MAX_FAILURES; k++)
    run_once(test, number, k);
}

/* The next sequence of choices in lexicographic order. */
static bool advance(struct state *s) {
  for (unsigned i = s->used; i-- > 0;) {
    if (s->digit[i] + 1 < s->radix[i]) {
      s->digit[i]++;
      s->fixed = i + 1;
      return true;
    }
  }
  return false;
}

static void run_case(const struct test_case *test, unsigned cap) {
  struct state *s = diff_state();
  unsigned number = 0;
  bool more = true;
  s->fixed = 0;
  s->random = 0;
  for (; more && number < cap / 4; number++) {
    run_input(test, number);
    more = advance(s);
  }
  s->random = 0x9e3779b97f4a7c15u;
  for (; more && number < cap; number++) {
    s->fixed = 0;
    run_input(test, number);
  }
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  struct state *s = diff_state();
  unsigned cap = argc > 2 ? (unsigned)atoi(argv[2]) : DEFAULT_CAP;
  s->out = fopen(argv[1], "w");
  if (!s->out)
    return 2;
  for (unsigned i = 0; i < registry()->count; i++)
    run_case(&registry()->at[i], cap);
  fclose(s->out);
  return 0;
}
