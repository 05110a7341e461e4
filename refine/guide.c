#include "guide.h"
#include "../domain/structure.h"
#include "../domain/vocab.h"
#include "engine.h"
#include "search.h"
#include "trial.h"
#include "values.h"

enum { MAX_NODES = 12, MAX_COST = 40, MAX_RUNS = 3000 };
/* Where the entry does not admit the model's heap, one nearby may do. */
enum { MORE_NODES = 2, NEAR_COST = 4, NEAR_RUNS = 300 };

/* What is at an address, and which of the model's objects it is. */
struct pair {
  uint64_t address;
  ha_type type;
  int64_t object;
};

struct guide {
  const struct ha_program *program;
  struct ha_vocab *vocab;
  struct ha_structure *heap;
  struct ha_trial *trial;
  struct ha_arena *arena;
  struct ha_search search;
  unsigned approved; /* picks of this run that are the model's */
  HA_VEC(struct pair) pairs;
};

static const struct ha_type_info *info(const struct guide *g, ha_type type) {
  return ha_type_get(g->program->types, type);
}

/* ---- the model's objects and the run's ---- */

static bool value_of(struct guide *g, enum ha_meaning means, uint32_t id,
                     int64_t object, int64_t *value) {
  ha_symbol symbol = ha_vocab_find(g->vocab, means, id);
  if (!symbol)
    return false;
  *value = ha_structure_map(g->heap, symbol)[object];
  return true;
}

/* The pair, and those of the records inside. */
static void add_pair(struct guide *g, struct pair pair) {
  const struct ha_type_info *t = info(g, pair.type);
  HA_PUSH(g->arena, g->pairs, pair);
  for (ha_field f = t->first; f < t->first + t->fields; f++) {
    const struct ha_field_info *row = ha_field_get(g->program->types, f);
    struct pair inner = {pair.address + row->offset, row->type, 0};
    if (ha_type_is_record(g->program->types, row->type) &&
        value_of(g, HA_MEANS_ADDRESS, f, pair.object, &inner.object))
      add_pair(g, inner);
  }
}

/* Can the pointer be the model's object? */
static bool is_same(struct guide *g, struct pair pair) {
  if (!pair.address || !pair.object)
    return !pair.address == !pair.object;
  bool known = false;
  for (unsigned i = 0; i < g->pairs.count; i++) {
    const struct pair *other = &g->pairs.at[i];
    bool at = other->address == pair.address, as = other->object == pair.object;
    if (other->type == pair.type && at != as)
      return false;
    known |= other->type == pair.type && at;
  }
  if (!known && pair.type)
    add_pair(g, pair);
  return true;
}

/* The field that lies at the address, and the model's object that has it. */
static ha_field field_at(const struct guide *g, uint64_t address, ha_type type,
                         int64_t *object) {
  for (unsigned i = 0; i < g->pairs.count; i++) {
    const struct pair *pair = &g->pairs.at[i];
    const struct ha_type_info *t = info(g, pair->type);
    *object = pair->object;
    if (pair->type == type && pair->address == address)
      return ha_type_cell(g->program->types, type);
    for (ha_field f = t->first; f < t->first + t->fields; f++) {
      const struct ha_field_info *row = ha_field_get(g->program->types, f);
      if (pair->address + row->offset == address && row->type == type &&
          !row->bit_width)
        return f;
    }
  }
  return 0;
}

/* ---- the critic ---- */

static void approve(struct guide *g) {
  for (; g->approved < g->search.next; g->approved++)
    g->search.picks.at[g->approved].options = 1;
}

/* The number that the model says, if it is one of those that are tried; else any. */
static bool likes_number(uint64_t wanted, uint64_t bits, unsigned width,
                         const uint64_t tried[], unsigned count) {
  wanted &= width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
  for (unsigned i = 0; i < count; i++)
    if (tried[i] == wanted)
      return bits == wanted;
  return true;
}

static bool likes_argument(struct guide *g, ha_var v, uint64_t bits) {
  ha_symbol symbol = ha_vocab_find(g->vocab, HA_MEANS_VAR, v);
  const struct ha_type_info *t = info(g, g->program->vars.at[v].type);
  if (!symbol)
    return true;
  int64_t wanted = ha_structure_get(g->heap, symbol);
  uint64_t tried[HA_VALUES_MAX];
  if (t->kind == HA_TYPE_PTR)
    return is_same(g, (struct pair){bits, t->elem, wanted});
  return t->kind != HA_TYPE_INT ||
         likes_number((uint64_t)wanted, bits, t->bits, tried,
                      ha_values_of_var(g->trial->plan.values, v, t->bits, tried));
}

static bool likes_input(void *context, const struct ha_run *run) {
  struct guide *g = context;
  const struct ha_program *p = g->program;
  g->pairs.count = g->approved = 0;
  for (ha_obj o = 1; o < p->objs.count; o++) {
    ha_symbol symbol = ha_vocab_find(g->vocab, HA_MEANS_OBJECT, o);
    if (symbol && run->obj_address[o])
      add_pair(g, (struct pair){run->obj_address[o], p->objs.at[o].type,
                                ha_structure_get(g->heap, symbol)});
  }
  for (unsigned i = 0; i < p->params.count; i++) {
    ha_var v = p->params.at[i];
    if (!likes_argument(g, v, run->vars[v].bits))
      return false;
  }
  approve(g);
  return true;
}

static bool likes_answer(void *context, const struct ha_question *question,
                         struct ha_value value) {
  struct guide *g = context;
  const struct ha_type_info *t = info(g, question->type);
  int64_t object, wanted;
  uint64_t tried[HA_VALUES_MAX];
  if (question->ask != HA_ASK_LAZY) {
    g->approved = g->search.next; /* nobody knows: they stay open */
    return true;
  }
  ha_field field = field_at(g, question->address, question->type, &object);
  if (!field || !value_of(g, HA_MEANS_FIELD, field, object, &wanted)) {
    g->approved = g->search.next;
    return true;
  }
  bool likes = t->kind == HA_TYPE_PTR
                   ? is_same(g, (struct pair){value.bits, t->elem, wanted})
                   : likes_number((uint64_t)wanted, value.bits, t->bits, tried,
                                  ha_values_of_field(g->trial->plan.values, field,
                                                     t->bits, tried));
  if (likes)
    approve(g);
  return likes;
}

/* ---- the search ---- */

static unsigned choose(void *context, unsigned options) {
  return ha_search_choose(context, options);
}

static bool goes_on(const struct guide *g) {
  return !g->trial->refuted && !ha_budget_spent(&g->trial->task->budget);
}

static void search(struct guide *g, unsigned cost, unsigned runs) {
  ha_search_begin(&g->search, cost, runs);
  do
    ha_trial_run(g->trial);
  while (goes_on(g) && ha_search_advance(&g->search));
}

unsigned ha_guide_search(struct ha_task *task, struct ha_vocab *vocab,
                         struct ha_structure *heap, const char *engine) {
  struct ha_arena *arena = ha_arena_new();
  unsigned objects = ha_structure_objects(heap);
  struct guide g = {.program = task->program,
                    .vocab = vocab,
                    .heap = heap,
                    .arena = arena,
                    .search = {.arena = arena}};
  struct ha_critic critic = {&g, likes_input, likes_answer};
  g.trial =
      ha_trial_new(arena, task, engine, objects < MAX_NODES ? objects : MAX_NODES);
  g.trial->critic = &critic;
  g.trial->chooser = (struct ha_chooser){.context = &g.search, .choose = choose};
  search(&g, MAX_COST, MAX_RUNS);
  g.trial->critic = NULL;
  g.trial->plan.max_nodes += MORE_NODES;
  if (goes_on(&g))
    search(&g, NEAR_COST, NEAR_RUNS);
  unsigned refuted = g.trial->refuted;
  ha_trial_free(g.trial);
  ha_arena_free(arena);
  return refuted;
}
