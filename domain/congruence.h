/* Equality with uninterpreted functions, by congruence closure that can be undone.
 *
 * A node is a constant or a function of nodes.  Asserted literals (numbers that mean
 * something to the caller) make nodes equal; nodes of one function with equal arguments
 * follow; an EQUAL node is a truth value, equal to the node TRUE just where its two
 * arguments are.  Classes that hold different values (TRUE and FALSE, or two integers)
 * are a conflict.  Every equality can be explained by the literals it rests on: a
 * forest of proofs in the manner of Nieuwenhuis and Oliveras (RTA'05), with merges of
 * the smaller class into the larger that are undone from the last to the first.
 *
 * All memory is the arena's. */
#ifndef HEAPABS_DOMAIN_CONGRUENCE_H
#define HEAPABS_DOMAIN_CONGRUENCE_H

#include "../gcl/arena.h"
#include <stdbool.h>
#include <stdint.h>

typedef uint32_t ha_node; /* 0: none */
typedef HA_VEC(uint32_t) ha_literals;

enum { HA_NODE_TRUE = 1, HA_NODE_FALSE = 2 };
enum { HA_FUNCTION_EQUAL = 0 }; /* of two arguments, in either order */
enum { HA_NODE_ARGS = 4 };

struct ha_congruence;

struct ha_congruence *ha_congruence_new(struct ha_arena *arena);
/* As if new, in the same memory. */
void ha_congruence_reset(struct ha_congruence *c);
/* A value is different from every other value. */
ha_node ha_congruence_value(struct ha_congruence *c);
ha_node ha_congruence_constant(struct ha_congruence *c);
/* Functions are numbers from 1 on. */
ha_node ha_congruence_apply(struct ha_congruence *c, uint32_t function,
                            const ha_node *args, unsigned count);
/* The node is a truth value that is of interest: see ha_congruence_next. */
void ha_congruence_watch(struct ha_congruence *c, ha_node node);

/* The literal says that the node is true, or false.  Takes effect with …_close. */
void ha_congruence_assert(struct ha_congruence *c, ha_node node, bool value,
                          uint32_t literal);
/* All that follows; false: a conflict. */
bool ha_congruence_close(struct ha_congruence *c);
/* The next watched node that has come to be TRUE or FALSE, once each; 0: no more. */
ha_node ha_congruence_next(struct ha_congruence *c);

/* After a conflict: the literals that together are wrong. */
void ha_congruence_explain_conflict(struct ha_congruence *c, ha_literals *why);
/* The literals that make two nodes equal. */
void ha_congruence_explain(struct ha_congruence *c, ha_node a, ha_node b,
                           ha_literals *why);

/* The state now, to be gone back to. */
unsigned ha_congruence_mark(const struct ha_congruence *c);
void ha_congruence_undo(struct ha_congruence *c, unsigned mark);

/* The node that stands for the class, until anything changes. */
ha_node ha_congruence_root(const struct ha_congruence *c, ha_node node);
/* The value in the node's class, or 0. */
ha_node ha_congruence_value_of(const struct ha_congruence *c, ha_node node);

#endif
