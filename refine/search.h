/* Systematic choice: every run of a program as a sequence of numbers.
 *
 * Stateless search: a run is repeated from the start with another prefix of choices,
 * behind which every choice is the first, simplest one.  A choice other than the first
 * costs one; prefixes are tried in the order of their cost, so that the simplest
 * failing input comes first, no sequence is run twice and no loop can keep the search
 * busy in one place (limited discrepancy search, Harvey and Ginsberg, IJCAI'95,
 * breadth first). */
#ifndef HEAPABS_REFINE_SEARCH_H
#define HEAPABS_REFINE_SEARCH_H

#include "../gcl/arena.h"
#include <stdbool.h>
#include <stdint.h>

struct ha_pick {
  uint16_t options, chosen;
};

/* The picks of an earlier run up to `length`, the last one changed to `chosen`. */
struct ha_prefix {
  uint32_t run, length; /* run: where its picks begin in `runs` */
  uint16_t chosen, cost;
};

struct ha_search {
  struct ha_arena *arena;
  unsigned max_cost, max_runs;
  bool cut;      /* something was left out because of these */
  unsigned cost; /* of the run at hand */
  HA_VEC(struct ha_pick) picks;
  unsigned next;         /* the pick to be made next */
  unsigned given;        /* that many are the prefix */
  HA_VEC(uint16_t) runs; /* what was chosen in all runs that have prefixes */
  HA_VEC(struct ha_prefix) queue;
  unsigned done; /* of the queue */
};

/* The first run is about to begin: nothing but first choices. */
void ha_search_begin(struct ha_search *search, unsigned max_cost, unsigned max_runs);
unsigned ha_search_choose(struct ha_search *search, unsigned options);
/* After a run: moves on to the next one; false when there is none. */
bool ha_search_advance(struct ha_search *search);

#endif
