/* All functional graphs on a few nodes, node 0 (null) leading to itself. */
#ifndef HEAPABS_TEST_GRAPHS_H
#define HEAPABS_TEST_GRAPHS_H

#include <stdbool.h>
#include <stdint.h>

/* The first graph is all zeroes; false after the last. */
static inline bool next_graph(int64_t *next, unsigned nodes) {
  for (unsigned i = 1; i < nodes; i++) {
    if (++next[i] < nodes)
      return true;
    next[i] = 0;
  }
  return false;
}

#endif
