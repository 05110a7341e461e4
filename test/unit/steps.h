/* One step of a program, in the interpreter and as symbolic execution says it: the
 * states before and after, values for the choices, and whether the two agree. */
#ifndef HEAPABS_TEST_STEPS_H
#define HEAPABS_TEST_STEPS_H

#include "all_heaps.h"
#include "domain/concrete.h"
#include "domain/sym.h"
#include "expect.h"
#include "gcl/interp.h"
#include "gcl/text.h"
#include "random_program.h" /* the dice */
#include <stdlib.h>

/* A state at a cut point, or where the run ended. */
struct snapshot {
  struct ha_run *run;
  ha_loc loc; /* 0: a check failed */
};

struct fixture {
  struct ha_arena *arena;
  struct ha_program *program;
  struct ha_vocab *vocab;
  struct ha_terms *t;
  struct ha_concrete *concrete;
  struct ha_pieces *pieces;
  ha_symbol probe;
  struct dice dice;
  uint64_t seed;
  HA_VEC(struct snapshot) trace;
  unsigned steps, checks, exact; /* compared */
};

/* No edge without a command: a run is watched command by command. */
static inline char *no_empty_edges(struct ha_arena *arena, const char *text) {
  char *out = ha_arena_alloc(arena, 4 * strlen(text) + 1), *at = out;
  for (; *text; text++) {
    *at++ = *text;
    if (text[0] == '{' && text[1] == '\n' && text[2] == '}')
      at += sprintf(at, " skip; ");
  }
  return out;
}

static inline void read_program(struct fixture *f, const char *text, uint64_t seed) {
  struct ha_text_error error = {0};
  *f = (struct fixture){.arena = ha_arena_new(), .seed = seed};
  f->dice.state = seed * 0x9e3779b97f4a7c15 + 77;
  f->program = ha_program_parse(f->arena, no_empty_edges(f->arena, text), &error);
  if (!f->program) {
    printf("%u:%u: %s\n", error.line, error.column, error.message);
    exit(1);
  }
}

static inline void execute(struct fixture *f) {
  f->t = ha_terms_new(f->arena);
  f->vocab = ha_vocab_new(f->t, f->program);
  f->pieces = ha_sym_pieces(f->vocab);
  f->concrete = ha_concrete_new(f->vocab);
  f->probe = ha_symbol_fresh(f->t, "probe", HA_SORT_OBJ);
}

static inline void put(struct ha_machine *m, uint64_t at, unsigned size,
                       uint64_t bits) {
  ha_machine_write(m, at, size, (struct ha_value){.bits = bits});
}

/* The program's parameters are the heap's two pointers; data counts the nodes. */
static inline struct ha_run *run_on(struct fixture *f, struct ha_arena *arena,
                                    const struct all_heap *heap) {
  const struct ha_program *p = f->program;
  struct ha_machine *m = ha_machine_new(arena, 8);
  struct ha_run *run = ha_run_new(arena, p, m, false);
  ha_type node = ha_type_find(p->types, "node");
  uint64_t nodes[ALL_NODES + 1] = {0};
  for (unsigned i = 1; i <= heap->nodes; i++)
    nodes[i] = ha_machine_block(m, ha_machine_alloc(m, HA_BLOCK_ENTRY, 16, node, NULL))
                   ->address;
  for (unsigned i = 0; i < heap->nodes; i++) {
    put(m, nodes[i + 1], 8, nodes[heap->at[i]]);
    put(m, nodes[i + 1] + 8, 4, i);
    if (heap->at[heap->nodes + i])
      ha_machine_kill(m, ha_machine_find(m, nodes[i + 1]));
  }
  for (unsigned i = 0; i < ALL_POINTERS; i++)
    run->vars[p->params.at[i]] =
        (struct ha_value){.bits = nodes[heap->at[2 * heap->nodes + i]]};
  return run;
}

static inline bool answer(void *context, struct ha_machine *machine,
                          const struct ha_question *question, struct ha_value *value) {
  struct fixture *f = context;
  (void)machine;
  (void)question;
  *value = (struct ha_value){.bits = roll(&f->dice, 2)};
  return true;
}

/* ---- choices ---- */

struct choice {
  ha_symbol symbol;
  struct ha_ghost_value value;
};

struct choices {
  struct fixture *f;
  HA_VEC(struct choice) at;
  bool is_open; /* some choice is a map: nothing is known of it */
  struct choice probe;
};

static inline const struct ha_ghost_value *ghost(void *context, ha_symbol symbol) {
  struct choices *c = context;
  if (symbol == c->probe.symbol)
    return &c->probe.value;
  for (unsigned i = 0; i < c->at.count; i++)
    if (c->at.at[i].symbol == symbol)
      return &c->at.at[i].value;
  return NULL;
}

static inline void find_choices(struct choices *c, ha_term term) {
  struct fixture *f = c->f;
  struct ha_symbol_list list = {0};
  ha_term_symbols(f->t, term, &list);
  for (unsigned i = 0; i < list.count; i++) {
    if (ha_vocab_meaning(f->vocab, list.at[i]).means || ghost(c, list.at[i]))
      continue;
    enum ha_sort sort = ha_symbol_get(f->t, list.at[i])->sort;
    if (sort == HA_SORT_OBJ || sort == HA_SORT_INT || sort == HA_SORT_BOOL)
      HA_PUSH(f->arena, c->at, (struct choice){.symbol = list.at[i]});
    else
      c->is_open = true;
  }
}

typedef HA_VEC(struct ha_ghost_value) values_vec;

static inline void add_object(struct ha_arena *arena, values_vec *list,
                              uint64_t address, ha_type type) {
  for (unsigned i = 0; i < list->count; i++)
    if (list->at[i].object.address == address && list->at[i].object.type == type)
      return;
  HA_PUSH(arena, *list,
          (struct ha_ghost_value){.known = true, .object = {address, type}});
}

/* Every object of a state: null, blocks, the fields of nodes. */
static inline values_vec objects_of(struct fixture *f, const struct ha_run *run) {
  values_vec list = {0};
  const struct ha_types *types = f->program->types;
  add_object(run->arena, &list, 0, 0);
  for (ha_block b = 1; b <= ha_machine_blocks(run->machine); b++) {
    const struct ha_block_info block = *ha_machine_block(run->machine, b);
    add_object(run->arena, &list, block.address, block.type);
    const struct ha_type_info *t = ha_type_get(types, block.type);
    for (uint32_t k = 0; t->kind == HA_TYPE_RECORD && k < t->fields; k++) {
      const struct ha_field_info *field = ha_field_get(types, t->first + k);
      add_object(run->arena, &list, block.address + field->offset, field->type);
    }
  }
  return list;
}

static inline values_vec integers_of(struct fixture *f, const struct ha_run *run) {
  values_vec list = {0};
  for (int64_t i = -2; i <= 3; i++)
    HA_PUSH(run->arena, list, (struct ha_ghost_value){.known = true, .number = i});
  for (ha_var v = 1; v < f->program->vars.count; v++)
    HA_PUSH(
        run->arena, list,
        (struct ha_ghost_value){.known = true, .number = (int64_t)run->vars[v].bits});
  return list;
}

/* ---- comparing ---- */

/* Are the two values known and different? */
static inline bool differ(enum ha_sort sort, struct ha_ghost_value a,
                          struct ha_ghost_value b) {
  if (!a.known || !b.known)
    return false;
  if (sort == HA_SORT_OBJ)
    return a.object.address != b.object.address ||
           (a.object.address && a.object.type != b.object.type);
  return a.number != b.number;
}

struct step {
  struct fixture *f;
  struct ha_moment before, after;
  struct choices choices;
  values_vec objects, integers;
  bool is_strict; /* what is known after is known before, whatever is chosen */
};

static inline bool same_term(struct step *s, ha_term post, ha_term now) {
  enum ha_sort sort = ha_term_get(s->f->t, now)->sort;
  struct ha_ghost_value said = ha_concrete_value(s->f->concrete, &s->before, post);
  struct ha_ghost_value is = ha_concrete_value(s->f->concrete, &s->after, now);
  return !differ(sort, said, is) && !(s->is_strict && is.known && !said.known);
}

/* A scalar that is a field: its contents are the field's and it lives with its record;
 * the maps of the scalar's own type say nothing of it. */
static inline bool is_said(struct step *s, ha_symbol map,
                           struct ha_ghost_value object) {
  const struct ha_types *types = s->f->program->types;
  struct ha_meaning_row m = ha_vocab_meaning(s->f->vocab, map);
  ha_type type = m.means == HA_MEANS_ALLOC   ? m.id
                 : m.means == HA_MEANS_FIELD ? ha_field_get(types, m.id)->owner
                                             : 0;
  ha_block block = ha_machine_find(s->after.run->machine, object.object.address);
  return !type || ha_type_is_record(types, type) || !block ||
         !ha_type_is_record(types,
                            ha_machine_block(s->after.run->machine, block)->type);
}

/* Is the value of a symbol after the step what the piece says? */
static inline bool same_symbol(struct step *s, ha_symbol symbol, ha_term post) {
  struct ha_terms *t = s->f->t;
  enum ha_sort sort = ha_symbol_get(t, symbol)->sort;
  ha_term now = ha_sym(t, symbol), probe = ha_sym(t, s->f->probe);
  if (sort != HA_SORT_LINK && sort != HA_SORT_DATA && sort != HA_SORT_SET)
    return same_term(s, post, now);
  for (unsigned i = 0; i < s->objects.count; i++) {
    if (!is_said(s, symbol, s->objects.at[i]))
      continue;
    s->choices.probe = (struct choice){s->f->probe, s->objects.at[i]};
    if (!same_term(s, ha_select(t, post, probe), ha_select(t, now, probe)))
      return false;
  }
  return true;
}

static const char *wrong_symbol; /* for the report of a failure */

static inline bool same_state(struct step *s, const struct ha_piece *piece) {
  for (ha_symbol v = 0; (v = ha_vocab_next(s->f->vocab, v));) {
    if (!ha_vocab_is_state(s->f->vocab, v))
      continue;
    ha_term post = ha_subst_get(piece->post, v);
    if (!same_symbol(s, v, post ? post : ha_sym(s->f->t, v))) {
      wrong_symbol = ha_symbol_get(s->f->t, v)->name;
      return false;
    }
  }
  return true;
}

/* What will be allocated is an object of the state before, too: one that is not live.
 */
static inline void foresee(const struct ha_run *before, const struct ha_run *after) {
  ha_block b = ha_machine_blocks(before->machine);
  while (++b <= ha_machine_blocks(after->machine)) {
    const struct ha_block_info info = *ha_machine_block(after->machine, b);
    ha_block same = ha_machine_alloc(before->machine, HA_BLOCK_ENTRY, info.size,
                                     info.type, info.name);
    EXPECT(same == b && ha_machine_block(before->machine, b)->address == info.address);
    ha_machine_kill(before->machine, b);
  }
}

static inline struct step begin_step(struct fixture *f, const struct snapshot *before,
                                     const struct snapshot *after) {
  foresee(before->run, after->run);
  return (struct step){.f = f,
                       .before = {.run = before->run, .ghost = ghost},
                       .after = {.run = after->run, .ghost = ghost},
                       .choices = {.f = f},
                       .objects = objects_of(f, after->run),
                       .integers = integers_of(f, after->run)};
}

#endif
