/* Engines: each takes a GCL program with its entry assumptions and settles checks.
 *
 * An engine refines a result in place: it looks only at checks that are still
 * unknown, and turns some of them into proved (for all inputs the entry admits) or
 * refuted (with a replayed witness).  It never changes a settled verdict.  What it
 * could not settle it leaves unknown with its reason. */
#ifndef HEAPABS_REFINE_ENGINE_H
#define HEAPABS_REFINE_ENGINE_H

#include "../gcl/verdict.h"
#include <stdbool.h>

struct ha_cache;
struct ha_contracts;
struct ha_entry;
struct ha_formula_judge;

/* What `pdr` tries on a clause it has learnt (seed 003 §3, inductive generalisation):
 * to drop literals and then push it to later frames, to push it, nothing. */
enum ha_generalise { HA_GENERALISE_LITERALS, HA_GENERALISE_PUSH, HA_GENERALISE_NONE };

struct ha_budget {
  double deadline_ms; /* on ha_cpu_ms()'s clock: a busy machine changes no verdict */
  uint64_t memory;    /* bytes the process may have come to; 0: no limit */
};

struct ha_task {
  struct ha_arena *arena;
  const struct ha_program *program;
  const struct ha_entry *entry;
  struct ha_contracts *contracts; /* what its formulas say; NULL: it has none */
  struct ha_formula_judge *judge; /* of them; NULL likewise */
  bool initial_globals;           /* entry=main */
  bool explain;                   /* the result is to have its refinements */
  struct ha_cache *cache;         /* answers of the solver; NULL: none */
  struct ha_budget budget;
  enum ha_generalise generalise;
  unsigned families;        /* of predicates, predicates.h; 0: the default */
  unsigned frames, clauses; /* of an engine that has them, for its attempt */
  struct ha_result *result;
};

struct ha_engine {
  const char *name;
  const char *help;
  void (*run)(struct ha_task *task);
};

double ha_now_ms(void);   /* what a clock on the wall shows */
double ha_cpu_ms(void);   /* what this process has worked */
uint64_t ha_memory(void); /* the most bytes it has had in memory so far */
bool ha_budget_spent(const struct ha_budget *budget);
const char *ha_budget_why(const struct ha_budget *budget); /* what is spent of it */

/* The engines, cheapest first; NULL-terminated.  `auto` runs them in this order. */
extern const struct ha_engine *const ha_engines[];
const struct ha_engine *ha_engine_find(const char *name);

struct ha_analysis_options {
  const char *engine; /* NULL: auto */
  double budget_ms;   /* per function */
  uint64_t memory;    /* the process', as in ha_budget */
  enum ha_generalise generalise;
  unsigned families; /* 0: the default */
  bool initial_globals;
  bool explain;  /* keep what only an explanation needs */
  bool internal; /* static, its callers all in the unit: only they can break it */
  struct ha_cache *cache; /* shared by the functions of a unit; NULL: none */
};

/* Answers of the solver, for several analyses (domain/cache.h); `file` NULL: in memory.
 */
struct ha_cache *ha_answers_open(const char *file);
void ha_answers_close(struct ha_cache *cache);

/* Infers the entry, runs the engines, sums up. */
struct ha_result *ha_analyse(struct ha_arena *arena, const struct ha_program *program,
                             const struct ha_analysis_options *options);

#endif
