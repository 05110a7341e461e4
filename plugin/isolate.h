/* The analysis in a process of its own, so that nothing it does costs the compile.
 *
 * The work is done in a forked child with a memory limit; it answers function by
 * function over a pipe.  A child that crashes, hangs or runs out of memory loses the
 * function it was at, and a new child goes on with the next one.  Knows processes
 * and records, nothing of LLVM. */
#ifndef HEAPABS_PLUGIN_ISOLATE_H
#define HEAPABS_PLUGIN_ISOLATE_H

#include <stdbool.h>
#include <stdint.h>

struct ha_record;
struct ha_wire;

struct ha_limits {
  uint64_t memory;    /* bytes beyond what the process has at the fork */
  double function_ms; /* one function may take somewhat more before it is killed */
  double unit_ms;     /* all of them together */
  bool keep_stderr;   /* let the child be heard: for finding our own bugs */
};

struct ha_job {
  void *context;
  /* In the child: analyse from function number `first` on, until the unit's
   * deadline (on ha_now_ms's clock), and tell the wire. */
  void (*work)(void *context, unsigned first, double deadline, struct ha_wire *wire);
  /* In the parent: one record has come. */
  void (*record)(void *context, struct ha_record *record);
  /* In the parent: function number `index` will not be answered. */
  void (*lost)(void *context, unsigned index, const char *why);
  /* In the parent: the child died before it could say which functions there are. */
  void (*failed)(void *context, const char *why);
};

/* Ends the child when its work is done, without running any destructor: the memory of
 * a process that ends needs no freeing. */
__attribute__((noreturn)) void ha_isolate_finish(struct ha_wire *wire);
/* Ends it before: a new child goes on with the next function. */
__attribute__((noreturn)) void ha_isolate_renew(void);

void ha_isolate(const struct ha_job *job, const struct ha_limits *limits);

#endif
