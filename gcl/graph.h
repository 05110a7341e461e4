/* A concrete heap as data: variables, blocks, and what each field holds.
 *
 * The picture that a report draws at a step of a path.  Blocks are there if the
 * variables in scope lead to them, in the order in which a breadth-first walk meets
 * them, so equal states give equal graphs.  A block keeps its id from step to step. */
#ifndef HEAPABS_GCL_GRAPH_H
#define HEAPABS_GCL_GRAPH_H

#include "gcl.h"

struct ha_run;

/* A variable or a field with what it holds. */
struct ha_graph_slot {
  const char *name;  /* of a nested field: "head.first", "slots[3]", "[1].next" */
  bool is_null;      /* the null pointer */
  const char *to;    /* the id of the block it points into; NULL if none */
  const char *value; /* what is not said by the above: "7", "?", "uninitialised",
                        "&n1->next"; NULL if nothing is */
};

struct ha_graph_node {
  const char *id;    /* "n0"; a variable's name */
  const char *type;  /* "struct node", "int [4]", "24 bytes" */
  const char *state; /* input, heap, stack, global, freed */
  HA_VEC(struct ha_graph_slot) fields;
};

struct ha_graph {
  HA_VEC(struct ha_graph_slot) vars;
  HA_VEC(struct ha_graph_node) nodes;
};

/* `call` as for ha_draw_line.  Large blocks and heaps are cut short, with a field
 * named "…" in place of the rest. */
const struct ha_graph *ha_graph_take(struct ha_arena *arena, const struct ha_run *run,
                                     ha_pos call);

#endif
