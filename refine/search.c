#include "search.h"

void ha_search_begin(struct ha_search *s, unsigned max_cost, unsigned max_runs) {
  *s =
      (struct ha_search){.arena = s->arena, .max_cost = max_cost, .max_runs = max_runs};
}

unsigned ha_search_choose(struct ha_search *s, unsigned options) {
  if (s->next == s->picks.count)
    HA_PUSH(s->arena, s->picks, (struct ha_pick){0});
  struct ha_pick *pick = &s->picks.at[s->next++];
  pick->options = (uint16_t)options;
  return pick->chosen;
}

static void enqueue(struct ha_search *s, struct ha_prefix prefix) {
  if (s->queue.count + 1 < s->max_runs && prefix.cost <= s->max_cost)
    HA_PUSH(s->arena, s->queue, prefix);
  else
    s->cut = true;
}

/* Every way to depart from the run at hand at a later pick than its prefix did. */
static void branch_off(struct ha_search *s) {
  uint32_t run = s->runs.count;
  for (unsigned i = 0; i < s->next; i++)
    HA_PUSH(s->arena, s->runs, s->picks.at[i].chosen);
  for (unsigned i = s->given; i < s->next; i++)
    for (uint16_t chosen = 1; chosen < s->picks.at[i].options; chosen++)
      enqueue(s, (struct ha_prefix){.run = run,
                                    .length = i + 1,
                                    .chosen = chosen,
                                    .cost = (uint16_t)(s->cost + 1)});
}

bool ha_search_advance(struct ha_search *s) {
  branch_off(s);
  if (s->done == s->queue.count)
    return false;
  struct ha_prefix prefix = s->queue.at[s->done++];
  s->picks.count = 0;
  for (unsigned i = 0; i < prefix.length; i++)
    HA_PUSH(s->arena, s->picks, (struct ha_pick){.chosen = s->runs.at[prefix.run + i]});
  s->picks.at[prefix.length - 1].chosen = prefix.chosen;
  s->given = prefix.length;
  s->cost = prefix.cost;
  s->next = 0;
  return true;
}
