#include "init.h"
#include "../domain/vocab.h"
#include "entry.h"
#include "init_memory.h"

struct init {
  struct ha_arena *arena;
  struct ha_terms *t;
  struct ha_vocab *vocab;
  const struct ha_program *program;
  const struct ha_entry *entry;
  ha_term_vec out;
};

/* ---- words ---- */

static void add(struct init *in, ha_term formula) {
  HA_PUSH(in->arena, in->out, formula);
}

static ha_term bound(const struct init *in) {
  return ha_term_bound(in->t, 0, HA_SORT_OBJ);
}

static ha_term is_null(const struct init *in, ha_term x) {
  return ha_eq(in->t, x, ha_null(in->t));
}

static ha_term for_all(struct init *in, ha_term premise, ha_term conclusion) {
  return ha_forall(in->t, HA_SORT_OBJ, ha_implies(in->t, premise, conclusion));
}

static ha_term field_of(struct init *in, ha_field field, ha_term x) {
  return ha_select(in->t, ha_sym(in->t, ha_vocab_field(in->vocab, field)), x);
}

static ha_term live(struct init *in, ha_type type, ha_term x) {
  return ha_select(in->t, ha_sym(in->t, ha_vocab_alloc(in->vocab, type)), x);
}

static ha_term reach(struct init *in, ha_field link, ha_term x, ha_term y) {
  return ha_reach(in->t, ha_sym(in->t, ha_vocab_field(in->vocab, link)), x, y);
}

static const struct ha_type_info *info(const struct init *in, ha_type type) {
  return ha_type_get(in->program->types, type);
}

/* Does the link lead from a node to a node?  One in an entry that is embedded in the
 * node leads from the entry to the node around it: no chain of its own. */
static bool makes_chain(const struct init *in, ha_field link) {
  if (!link || !ha_vocab_find(in->vocab, HA_MEANS_FIELD, link))
    return false;
  const struct ha_field_info *f = ha_field_get(in->program->types, link);
  return info(in, f->type)->elem == f->owner;
}

/* ---- memory at large ---- */

static bool is_known_pointer(const struct init *in, ha_field field) {
  const struct ha_field_info *f = ha_field_get(in->program->types, field);
  const struct ha_type_info *type = info(in, f->type);
  return type->kind == HA_TYPE_PTR && info(in, type->elem)->kind == HA_TYPE_RECORD &&
         info(in, type->elem)->complete && info(in, f->owner)->kind == HA_TYPE_RECORD &&
         ha_entry_field(in->entry, field)->role != HA_ROLE_OPAQUE;
}

/* Every pointer in a live object is null or points to a live object of its type. */
static void typed_memory(struct init *in, ha_type type) {
  const struct ha_type_info *t = info(in, type);
  for (ha_field f = t->first; f < t->first + t->fields; f++) {
    if (!is_known_pointer(in, f))
      continue;
    ha_type pointee = info(in, ha_field_get(in->program->types, f)->type)->elem;
    if (!ha_vocab_find(in->vocab, HA_MEANS_ALLOC, pointee))
      continue;
    ha_term value = field_of(in, f, bound(in));
    add(in, for_all(in, live(in, type, bound(in)),
                    ha_or(in->t, is_null(in, value), live(in, pointee, value))));
  }
}

/* `back` undoes `link`, and the reverse unless it leads from the first to the last. */
static void inverse(struct init *in, ha_field link, ha_field back) {
  ha_type type = ha_field_get(in->program->types, link)->owner;
  bool to_last = ha_entry_field(in->entry, back)->to_last;
  for (int i = 0; i < 2 - to_last; i++) {
    ha_field f = i ? back : link, g = i ? link : back;
    ha_term there = field_of(in, f, bound(in));
    add(in, for_all(in,
                    ha_and(in->t, live(in, type, bound(in)),
                           ha_not(in->t, is_null(in, there))),
                    ha_eq(in->t, field_of(in, g, there), bound(in))));
  }
}

static void memory(struct init *in) {
  for (ha_symbol s = 0; (s = ha_vocab_next(in->vocab, s));) {
    struct ha_meaning_row m = ha_vocab_meaning(in->vocab, s);
    if (m.means == HA_MEANS_ALLOC && info(in, m.id)->kind == HA_TYPE_RECORD)
      typed_memory(in, m.id);
    if (m.means != HA_MEANS_FIELD)
      continue;
    const struct ha_place *place = ha_entry_field(in->entry, m.id);
    if (place->role == HA_ROLE_NEXT && makes_chain(in, m.id) &&
        makes_chain(in, place->partner))
      inverse(in, m.id, place->partner);
  }
  ha_term mine = ha_sym(in->t, ha_vocab_mine(in->vocab));
  add(in,
      ha_forall(in->t, HA_SORT_OBJ, ha_not(in->t, ha_select(in->t, mine, bound(in)))));
}

/* ---- roots ---- */

/* The nodes from x on are live, and blocks of their own unless they are parts. */
static void nodes(struct init *in, ha_field link, ha_term x, bool are_parts) {
  ha_type type = ha_field_get(in->program->types, link)->owner;
  ha_term heap = ha_sym(in->t, ha_vocab_heap(in->vocab));
  ha_term node = ha_and(in->t, reach(in, link, x, bound(in)),
                        ha_not(in->t, is_null(in, bound(in))));
  add(in, for_all(in, node, live(in, type, bound(in))));
  if (!are_parts)
    add(in, for_all(in, node, ha_select(in->t, heap, bound(in))));
}

/* From x back to x, and back from every node on the way; the inverse is nowhere null.
 */
static void ring(struct init *in, const struct ha_root *root, ha_term x) {
  ha_term cyclic = reach(in, root->link, field_of(in, root->link, x), x);
  ha_term node =
      ha_and(in->t, reach(in, root->link, x, bound(in)), ha_not(in->t, is_null(in, x)));
  add(in, ha_or(in->t, is_null(in, x), cyclic));
  add(in, for_all(in, node, reach(in, root->link, bound(in), x)));
  if (makes_chain(in, root->back))
    add(in, for_all(in, node,
                    ha_not(in->t, is_null(in, field_of(in, root->back, bound(in))))));
}

static void shape(struct init *in, const struct ha_root *root, ha_term x) {
  ha_term null = ha_null(in->t);
  if (!makes_chain(in, root->link))
    return;
  switch (root->shape) {
  case HA_SHAPE_DLIST:
    if (makes_chain(in, root->back) &&
        !ha_entry_field(in->entry, root->back)->to_last) {
      add(in, reach(in, root->back, x, null));
      if (!root->any_node)
        add(in, is_null(in, field_of(in, root->back, x)));
    }
    /* fall through */
  case HA_SHAPE_LIST:
    add(in, reach(in, root->link, x, null));
    break;
  case HA_SHAPE_RING:
  case HA_SHAPE_DRING:
    ring(in, root, x);
    break;
  default:
    return;
  }
  nodes(in, root->link, x, root->container);
}

static ha_field link_of_node(const struct init *in, ha_type node) {
  const struct ha_type_info *t = info(in, node);
  for (ha_field f = t->first; f < t->first + t->fields; f++)
    if (ha_entry_field(in->entry, f)->role == HA_ROLE_NEXT && makes_chain(in, f))
      return f;
  return 0;
}

/* {head, tail, count}: tail is the last node, count the number of nodes. */
static void header(struct init *in, const struct ha_header *h, ha_term x) {
  ha_field link = link_of_node(in, h->node);
  struct ha_terms *t = in->t;
  if (!h->head || !link || ha_entry_field(in->entry, link)->ring)
    return;
  ha_term head = field_of(in, h->head, x), null = ha_null(t);
  add(in, reach(in, link, head, null));
  nodes(in, link, head, false);
  if (h->tail) {
    ha_term tail = field_of(in, h->tail, x);
    ha_term empty = ha_and(t, is_null(in, head), is_null(in, tail));
    ha_term last[] = {reach(in, link, head, tail), ha_not(t, is_null(in, tail)),
                      is_null(in, field_of(in, link, tail))};
    add(in, ha_or(t, empty, ha_all(t, HA_TERM_AND, last, 3)));
  }
  if (h->count) {
    ha_term args[] = {ha_sym(t, ha_vocab_field(in->vocab, link)), head, null};
    add(in,
        ha_eq(t, field_of(in, h->count, x), ha_term_make(t, HA_TERM_DIST, 0, args, 3)));
  }
}

/* What the root is, as a term: a parameter's value, or what a global holds. */
static ha_term root_value(struct init *in, const struct ha_root *root) {
  if (root->param) {
    ha_symbol symbol = ha_vocab_var(in->vocab, root->param);
    return symbol ? ha_sym(in->t, symbol) : 0;
  }
  ha_type type = in->program->objs.at[root->global].type;
  ha_term address = ha_sym(in->t, ha_vocab_object(in->vocab, root->global));
  if (info(in, type)->kind != HA_TYPE_PTR)
    return address;
  ha_field cell = ha_type_cell(in->program->types, type);
  return ha_vocab_find(in->vocab, HA_MEANS_FIELD, cell) ? field_of(in, cell, address)
                                                        : 0;
}

static void pointer_root(struct init *in, const struct ha_root *root, ha_term x) {
  ha_type type = root->param ? in->program->vars.at[root->param].type
                             : in->program->objs.at[root->global].type;
  if (info(in, type)->kind != HA_TYPE_PTR)
    return;
  ha_type pointee = info(in, type)->elem;
  if (!pointee && info(in, root->type)->kind == HA_TYPE_RECORD)
    pointee = root->type; /* a void pointer that the code takes to be one */
  bool is_scalar = ha_vocab_sort(in->vocab, pointee) != HA_SORT_NONE;
  if (!pointee || (info(in, pointee)->kind != HA_TYPE_RECORD && !is_scalar) ||
      root->shape == HA_SHAPE_OPAQUE)
    return;
  ha_term is_live = live(in, pointee, x);
  add(in, root->required ? is_live : ha_or(in->t, is_null(in, x), is_live));
  if (is_scalar) { /* a place of its own that holds the head */
    ha_term tag = ha_select(in->t, ha_sym(in->t, ha_vocab_tag(in->vocab)), x);
    add(in, ha_eq(in->t, tag, ha_int(in->t, 0)));
  }
}

/* A contract has no word for it: the live nodes of what it calls a list are blocks of
 * their own, as they are without a contract. */
static void blocks(struct init *in, const struct ha_root *root, ha_term x) {
  if (root->container || root->shape == HA_SHAPE_TREE || !makes_chain(in, root->link))
    return;
  ha_type type = ha_field_get(in->program->types, root->link)->owner;
  ha_term heap = ha_sym(in->t, ha_vocab_heap(in->vocab));
  ha_term node =
      ha_and(in->t, reach(in, root->link, x, bound(in)), live(in, type, bound(in)));
  add(in, for_all(in, node, ha_select(in->t, heap, bound(in))));
}

static void root(struct init *in, const struct ha_root *r) {
  ha_term x = root_value(in, r);
  if (!x || ha_term_get(in->t, x)->sort != HA_SORT_OBJ)
    return;
  pointer_root(in, r, x);
  if (r->shaped) /* the contract says what it heads */
    blocks(in, r, x);
  else if (r->shape == HA_SHAPE_HEADER && r->header < in->entry->headers.count)
    header(in, &in->entry->headers.at[r->header], x);
  else if (r->shape == HA_SHAPE_POINTER && r->param) {
    ha_type pointee = info(in, in->program->vars.at[r->param].type)->elem;
    ha_field cell = pointee ? ha_type_cell(in->program->types, pointee) : 0;
    if (cell && ha_vocab_find(in->vocab, HA_MEANS_FIELD, cell)) {
      struct ha_root behind = *r;
      behind.shape = HA_SHAPE_LIST;
      ha_term head = field_of(in, cell, x);
      ha_type node = info(in, pointee)->elem;
      if (info(in, pointee)->kind == HA_TYPE_PTR &&
          info(in, node)->kind == HA_TYPE_RECORD)
        add(in, ha_or(in->t, is_null(in, head), live(in, node, head)));
      shape(in, &behind, head);
    }
  } else
    shape(in, r, x);
}

/* A header and a pointer to a head are no nodes: no link leads on from them. */
static bool is_node(const struct ha_root *r) {
  return r->shape != HA_SHAPE_POINTER && r->shape != HA_SHAPE_HEADER;
}

/* Different roots are disjoint, or what their aliasing allows. */
static void apart(struct init *in, unsigned i, unsigned j) {
  const struct ha_root *a = &in->entry->roots.at[i], *b = &in->entry->roots.at[j];
  if (a->link != b->link || !makes_chain(in, a->link) || !is_node(a) || !is_node(b))
    return;
  ha_term x = root_value(in, a), y = root_value(in, b), v = bound(in);
  if (!x || !y)
    return;
  ha_term disjoint =
      for_all(in, ha_and(in->t, reach(in, a->link, x, v), reach(in, a->link, y, v)),
              is_null(in, v));
  if (ha_entry_are_apart(in->entry, i, j))
    add(in, disjoint);
}

/* What the root heads, and its type: a parameter's list, or the one behind a pointer to
 * its head. */
static ha_term headed(struct init *in, const struct ha_root *r, ha_type *node) {
  ha_term x = r->param && r->aliasing == HA_ALIAS_DISJOINT ? root_value(in, r) : 0;
  *node = r->type;
  if (x && r->shape == HA_SHAPE_LIST && !r->any_node && !r->container)
    return x;
  if (!x || r->shape != HA_SHAPE_POINTER)
    return 0;
  ha_type pointee = info(in, in->program->vars.at[r->param].type)->elem;
  ha_field cell = pointee ? ha_type_cell(in->program->types, pointee) : 0;
  *node = pointee ? info(in, pointee)->elem : 0;
  bool is_place = *node && cell && info(in, *node)->kind == HA_TYPE_RECORD &&
                  ha_vocab_find(in->vocab, HA_MEANS_FIELD, cell);
  return is_place ? field_of(in, cell, x) : 0;
}

/* Nothing points to the first node of what a root heads; it is a block. */
static void first(struct init *in, const struct ha_root *r) {
  ha_type node;
  ha_term x = headed(in, r, &node);
  if (!x)
    return;
  ha_term heap = ha_sym(in->t, ha_vocab_heap(in->vocab));
  for (ha_symbol s = 0; (s = ha_vocab_next(in->vocab, s));) {
    struct ha_meaning_row m = ha_vocab_meaning(in->vocab, s);
    if (m.means != HA_MEANS_FIELD || ha_init_owned(in->vocab, in->entry, m.id) != node)
      continue;
    ha_type owner = ha_field_get(in->program->types, m.id)->owner;
    ha_term value = field_of(in, m.id, bound(in));
    add(in,
        for_all(in, ha_and(in->t, live(in, owner, bound(in)), ha_eq(in->t, value, x)),
                is_null(in, x)));
  }
  if (r->shape == HA_SHAPE_POINTER)
    add(in, ha_or(in->t, is_null(in, x), ha_select(in->t, heap, x)));
}

/* What a contract does not say is not promised; a whole program has no input. */
const char *ha_init_ownership(struct ha_vocab *vocab, const struct ha_entry *entry,
                              bool initial_globals) {
  if (initial_globals || ha_vocab_program(vocab)->formulas.count > 1 ||
      !ha_init_memory(vocab, entry).count)
    return NULL;
  return "the input's lists end, and nothing in it is pointed to twice but by ways "
         "back, tails and cursors";
}

static void ownership(struct init *in, bool initial_globals) {
  if (!ha_init_ownership(in->vocab, in->entry, initial_globals))
    return;
  ha_term_vec memory = ha_init_memory(in->vocab, in->entry);
  for (unsigned i = 0; i < memory.count; i++)
    add(in, memory.at[i]);
  for (unsigned i = 0; i < in->entry->roots.count; i++)
    first(in, &in->entry->roots.at[i]);
}

/* ---- a whole program ---- */

/* Does an object of type `outer` have one of type `inner` in it? */
static bool has_within(const struct init *in, ha_type outer, ha_type inner) {
  const struct ha_type_info *t = info(in, outer);
  if (outer == inner)
    return true;
  if (t->kind == HA_TYPE_ARRAY)
    return has_within(in, t->elem, inner);
  bool has = false;
  if (t->kind == HA_TYPE_RECORD || t->kind == HA_TYPE_UNION)
    for (ha_field f = t->first; f < t->first + t->fields && !has; f++)
      has = has_within(in, ha_field_get(in->program->types, f)->type, inner);
  return has;
}

static bool is_in_globals(const struct init *in, ha_type type) {
  for (ha_obj o = 1; o < in->program->objs.count; o++) {
    const struct ha_obj_row *row = &in->program->objs.at[o];
    if (row->kind != HA_OBJ_LOCAL && row->kind != HA_OBJ_FUNCTION &&
        (!row->type || has_within(in, row->type, type)))
      return true;
  }
  return false;
}

/* What comes from elsewhere may lead to memory that is live already. */
static bool has_input(const struct init *in) {
  bool has = in->program->params.count > 0;
  for (ha_obj o = 1; o < in->program->objs.count; o++)
    has |= in->program->objs.at[o].is_extern &&
           in->program->objs.at[o].kind != HA_OBJ_FUNCTION;
  return has;
}

/* Nothing has been allocated yet: what is live is in some global. */
static void nothing_allocated(struct init *in) {
  if (has_input(in))
    return;
  for (ha_symbol s = 0; (s = ha_vocab_next(in->vocab, s));) {
    struct ha_meaning_row m = ha_vocab_meaning(in->vocab, s);
    if (m.means == HA_MEANS_ALLOC && !is_in_globals(in, m.id))
      add(in, ha_forall(in->t, HA_SORT_OBJ, ha_not(in->t, live(in, m.id, bound(in)))));
  }
}

/* A pointer that is a global of its own, and begins as null. */
static void null_at_first(struct init *in, ha_obj object) {
  const struct ha_obj_row *row = &in->program->objs.at[object];
  if (row->kind != HA_OBJ_GLOBAL || row->is_extern || row->relocs.count ||
      info(in, row->type)->kind != HA_TYPE_PTR ||
      !ha_vocab_find(in->vocab, HA_MEANS_OBJECT, object))
    return;
  ha_field cell = ha_type_cell(in->program->types, row->type);
  for (uint64_t i = 0; row->init && i < row->size; i++)
    if (row->init[i])
      return;
  if (ha_vocab_find(in->vocab, HA_MEANS_FIELD, cell))
    add(in, is_null(in, field_of(in, cell,
                                 ha_sym(in->t, ha_vocab_object(in->vocab, object)))));
}

static void whole_program(struct init *in) {
  nothing_allocated(in);
  for (ha_obj o = 1; o < in->program->objs.count; o++)
    null_at_first(in, o);
}

ha_term_vec ha_init_formulas(struct ha_vocab *vocab, const struct ha_entry *entry,
                             bool initial_globals) {
  struct ha_terms *terms = ha_vocab_terms(vocab);
  struct init in = {.arena = ha_terms_arena(terms),
                    .t = terms,
                    .vocab = vocab,
                    .program = ha_vocab_program(vocab),
                    .entry = entry};
  memory(&in);
  ownership(&in, initial_globals);
  if (initial_globals)
    whole_program(&in);
  for (unsigned i = 0; i < entry->roots.count; i++)
    root(&in, &entry->roots.at[i]);
  for (unsigned i = 0; i < entry->roots.count; i++)
    for (unsigned j = 0; j < i; j++)
      apart(&in, i, j);
  return in.out;
}
