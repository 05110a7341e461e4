/* How a verdict came about: for people who want to know why. */
#ifndef HEAPABS_REPORT_EXPLAIN_H
#define HEAPABS_REPORT_EXPLAIN_H

struct ha_arena;
struct ha_result;

/* Engines tried, what each settled and what it cost, refinements, invariants, what was
 * assumed and what was not modelled, the verdict of each check.  Times differ from run
 * to run. */
const char *ha_report_explain(struct ha_arena *arena, const struct ha_result *result);

/* The control flow for graphviz: locations with their invariants, edges with their
 * commands, checks that fail, and the heap at each step of the first witness. */
const char *ha_report_dot(struct ha_arena *arena, const struct ha_result *result);

#endif
