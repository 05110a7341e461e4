/* Formulas as pictures.
 *
 * The formula is split into its cases (the disjuncts of its disjunctive form).  In
 * each, the terms that are said to be equal share one thing: null, a block, or a
 * segment that stands for any number of blocks.  What a case says beyond that is left
 * to the words: a picture shows some of what holds, never more. */
#include "statement.h"
#include <string.h>

enum { MOST_CASES = 6 };

/* A conjunction of literals. */
struct conjunction {
  HA_VEC(const struct ha_statement *) literals;
};
struct cases {
  HA_VEC(struct conjunction) at;
  bool too_many;
};

/* ---- what can be drawn ---- */

/* A variable, or a field of what is one. */
static bool is_pointer(const struct ha_statement *formula) {
  while (formula->kind == HA_STATEMENT_FIELD)
    formula = formula->parts.at[0];
  return formula->kind == HA_STATEMENT_NAME && *formula->text &&
         !strchr("-0123456789", *formula->text) && strcmp(formula->text, "true") &&
         strcmp(formula->text, "false");
}

/* Where the shape begins: its last argument, or the last but one if it leads somewhere.
 */
static int shape_start(const struct ha_statement *call) {
  static const struct {
    const char *name;
    unsigned parts, start;
  } shapes[] = {{"list", 2, 1},  {"lseg", 3, 1},    {"ring", 2, 1},
                {"dlist", 3, 2}, {"acyclic", 2, 1}, {"reach", 3, 1},
                {"dlseg", 4, 2}, {"dring", 3, 2},   {"tree", 3, 2}};
  for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++)
    if (!strcmp(call->text, shapes[i].name) && call->parts.count == shapes[i].parts)
      return (int)shapes[i].start;
  return -1;
}

/* Does any of it show in a picture? */
static bool is_drawn(const struct ha_statement *formula) {
  bool any = false;
  switch (formula->kind) {
  case HA_STATEMENT_AND:
    for (unsigned i = 0; i < formula->parts.count; i++)
      any |= is_drawn(formula->parts.at[i]);
    return any;
  case HA_STATEMENT_OR:
    for (unsigned i = 0; i < formula->parts.count; i++)
      if (!is_drawn(formula->parts.at[i]))
        return false;
    return true;
  case HA_STATEMENT_BINARY:
    return (!strcmp(formula->text, "==") || !strcmp(formula->text, "!=")) &&
           is_pointer(formula->parts.at[0]) && is_pointer(formula->parts.at[1]);
  case HA_STATEMENT_CALL:
    return shape_start(formula) >= 0 ||
           (!strcmp(formula->text, "alloc") && formula->parts.count == 1 &&
            is_pointer(formula->parts.at[0]));
  default:
    return false;
  }
}

/* ---- cases ---- */

/* A disjunction is split if all its cases can be told apart by looking. */
static bool is_split(const struct ha_statement *formula) {
  return formula->kind == HA_STATEMENT_OR && !ha_statement_maybe(formula) &&
         is_drawn(formula);
}

static struct conjunction both(struct ha_arena *arena, const struct conjunction *a,
                               const struct conjunction *b) {
  struct conjunction sum = {0};
  for (unsigned i = 0; i < a->literals.count; i++)
    HA_PUSH(arena, sum.literals, a->literals.at[i]);
  for (unsigned i = 0; i < b->literals.count; i++)
    HA_PUSH(arena, sum.literals, b->literals.at[i]);
  return sum;
}

static struct cases product(struct ha_arena *arena, const struct cases *a,
                            const struct cases *b) {
  struct cases result = {.too_many = a->too_many || b->too_many ||
                                     a->at.count * b->at.count > MOST_CASES};
  for (unsigned i = 0; i < a->at.count && !result.too_many; i++)
    for (unsigned j = 0; j < b->at.count; j++)
      HA_PUSH(arena, result.at, both(arena, &a->at.at[i], &b->at.at[j]));
  return result;
}

static struct cases split(struct ha_arena *arena, const struct ha_statement *formula) {
  struct cases result = {0};
  if (formula->kind == HA_STATEMENT_AND) {
    HA_PUSH(arena, result.at, (struct conjunction){0});
    for (unsigned i = 0; i < formula->parts.count; i++) {
      struct cases next = split(arena, formula->parts.at[i]);
      result = product(arena, &result, &next);
    }
  } else if (is_split(formula)) {
    for (unsigned i = 0; i < formula->parts.count; i++) {
      struct cases next = split(arena, formula->parts.at[i]);
      result.too_many |= next.too_many || result.at.count + next.at.count > MOST_CASES;
      for (unsigned j = 0; j < next.at.count && !result.too_many; j++)
        HA_PUSH(arena, result.at, next.at.at[j]);
    }
  } else {
    struct conjunction one = {0};
    HA_PUSH(arena, one.literals, formula);
    HA_PUSH(arena, result.at, one);
  }
  return result;
}

/* ---- the things of a case ---- */

/* A term that stands for a pointer: a variable, or a field of another such term. */
struct thing {
  const char *term, *field; /* field: NULL for a variable */
  int base;                 /* of a field; -1 */
  int same;                 /* the thing that represents all that are equal to it */
  bool null, nonnull, live; /* of the representative */
  bool maybe;               /* null or live */
  bool spoken;              /* of its fields */
  bool end;                 /* a segment leads to it */
  const struct ha_statement *shape; /* the list, ring … that begins there */
};

struct scene {
  struct ha_arena *arena;
  HA_VEC(struct thing) things;
  struct ha_picture *picture;
  bool contradicts;
};

static int representative(const struct scene *scene, int thing) {
  while (scene->things.at[thing].same != thing)
    thing = scene->things.at[thing].same;
  return thing;
}

/* -1 if the formula is no pointer term. */
static int thing_of(struct scene *scene, const struct ha_statement *formula) {
  if (!is_pointer(formula))
    return -1;
  bool field = formula->kind == HA_STATEMENT_FIELD;
  const char *name = formula->text;
  int base = field ? thing_of(scene, formula->parts.at[0]) : -1;
  for (unsigned i = 0; i < scene->things.count; i++)
    if (!strcmp(scene->things.at[i].term, formula->source))
      return (int)i;
  int index = (int)scene->things.count;
  HA_PUSH(scene->arena, scene->things,
          (struct thing){.term = formula->source,
                         .field = field ? name : NULL,
                         .base = base,
                         .same = index,
                         .null = !strcmp(name, "null")});
  return index;
}

static void unite(struct scene *scene, int a, int b) {
  a = representative(scene, a);
  b = representative(scene, b);
  if (a == b)
    return;
  struct thing *into = &scene->things.at[a], *gone = &scene->things.at[b];
  gone->same = a;
  into->null |= gone->null;
  into->nonnull |= gone->nonnull;
  into->live |= gone->live;
  into->maybe |= gone->maybe;
  into->end |= gone->end;
  into->shape = into->shape ? into->shape : gone->shape;
}

static struct thing *known(struct scene *scene, int thing) {
  return &scene->things.at[representative(scene, thing)];
}

static void take_relation(struct scene *scene, const struct ha_statement *literal) {
  bool equal = !strcmp(literal->text, "==");
  if (!equal && strcmp(literal->text, "!="))
    return;
  int left = thing_of(scene, literal->parts.at[0]);
  int right = thing_of(scene, literal->parts.at[1]);
  if (left < 0 || right < 0)
    return;
  if (equal)
    unite(scene, left, right);
  else if (scene->things.at[right].null)
    known(scene, left)->nonnull = true;
}

static void take_call(struct scene *scene, const struct ha_statement *call) {
  if (!strcmp(call->text, "alloc") && call->parts.count == 1) {
    int live = thing_of(scene, call->parts.at[0]);
    if (live >= 0)
      known(scene, live)->live = true;
    return;
  }
  int start = shape_start(call);
  int thing = start < 0 ? -1 : thing_of(scene, call->parts.at[start]);
  if (thing < 0)
    return;
  struct thing *head = known(scene, thing);
  if (!head->shape)
    head->shape = call;
  int end = start + 1 < (int)call->parts.count
                ? thing_of(scene, call->parts.at[start + 1])
                : -1;
  if (end >= 0)
    known(scene, end)->end = true;
}

static void take_maybe(struct scene *scene, const struct ha_statement *term) {
  int thing = thing_of(scene, term);
  if (thing >= 0)
    known(scene, thing)->maybe = true;
}

static void take_literals(struct scene *scene, const struct conjunction *conjunction) {
  for (unsigned i = 0; i < conjunction->literals.count; i++) {
    const struct ha_statement *literal = conjunction->literals.at[i];
    if (literal->kind == HA_STATEMENT_BINARY)
      take_relation(scene, literal);
    else if (literal->kind == HA_STATEMENT_CALL)
      take_call(scene, literal);
    else if (ha_statement_maybe(literal))
      take_maybe(scene, ha_statement_maybe(literal));
  }
  for (unsigned i = 0; i < scene->things.count; i++) {
    const struct thing *thing = &scene->things.at[i];
    if (thing->base < 0)
      continue;
    known(scene, thing->base)->spoken = true;
  }
  for (unsigned i = 0; i < scene->things.count; i++) {
    const struct thing *thing = &scene->things.at[i];
    scene->contradicts |= thing->null && (thing->live || thing->nonnull);
  }
}

/* ---- drawing ---- */

/* Do the nodes of its shape live?  Those that are only reached need not. */
static bool has_live_nodes(const struct thing *thing) {
  return thing->shape && strcmp(thing->shape->text, "reach") &&
         strcmp(thing->shape->text, "acyclic");
}

static bool is_live(const struct thing *thing) {
  return thing->live || (thing->nonnull && (thing->maybe || has_live_nodes(thing)));
}

static bool is_block(const struct thing *thing) {
  return !thing->null && (thing->live || thing->nonnull || thing->maybe ||
                          thing->spoken || thing->shape || thing->end);
}

static bool is_tree(const struct thing *thing) {
  return thing->shape && !strcmp(thing->shape->text, "tree");
}

/* May its first node be its end?  Then it is no node of it, and not drawn as one. */
static bool may_be_empty(const struct thing *thing) {
  return thing->shape &&
         (strstr(thing->shape->text, "seg") || !strcmp(thing->shape->text, "reach"));
}

/* Is it drawn as a segment itself, rather than as a block before one? */
static bool is_segment(const struct thing *thing) {
  return thing->shape && !thing->spoken && (!is_live(thing) || may_be_empty(thing));
}

static const char *block_id(struct scene *scene, int thing) {
  return ha_arena_printf(scene->arena, "b%d", thing);
}

/* A cell that points to a thing. */
static struct ha_cell cell_to(struct scene *scene, const char *name, int thing) {
  struct ha_cell cell = {.name = name};
  if (thing < 0) {
    cell.value = "?";
    return cell;
  }
  const struct thing *to = &scene->things.at[representative(scene, thing)];
  cell.null = to->null;
  if (is_block(to))
    cell.to = block_id(scene, representative(scene, thing));
  else if (!to->null)
    cell.value = "?";
  return cell;
}

/* What the last link of a shape holds. */
static struct ha_cell shape_end(struct scene *scene, const struct ha_statement *shape,
                                const char *field, int head) {
  int start = shape_start(shape);
  if (start + 1 < (int)shape->parts.count)
    return cell_to(scene, field, thing_of(scene, shape->parts.at[start + 1]));
  if (strstr(shape->text, "ring"))
    return cell_to(scene, field, head);
  return (struct ha_cell){.name = field, .null = true};
}

static void add_segment(struct scene *scene, int head, const char *id) {
  const struct ha_statement *shape = scene->things.at[head].shape;
  bool tree = is_tree(&scene->things.at[head]);
  struct ha_block block = {.id = id, .state = HA_BLOCK_SEGMENT};
  block.label = tree ? "a tree" : "0 or more";
  block.type = tree ? "or NULL" : "nodes";
  for (int i = 0; i < shape_start(shape) && !tree; i++) {
    const char *field = shape->parts.at[i]->source;
    HA_PUSH(scene->arena, block.cells,
            i ? (struct ha_cell){.name = field, .value = "back"}
              : shape_end(scene, shape, field, head));
  }
  HA_PUSH(scene->arena, scene->picture->blocks, block);
}

/* The fields that are spoken of. */
static void add_fields(struct scene *scene, struct ha_block *block, int head) {
  for (unsigned i = 0; i < scene->things.count; i++) {
    const struct thing *field = &scene->things.at[i];
    if (field->base >= 0 && representative(scene, field->base) == head)
      HA_PUSH(scene->arena, block->cells, cell_to(scene, field->field, (int)i));
  }
}

static bool has_cell(const struct ha_block *block, const char *name) {
  for (unsigned i = 0; i < block->cells.count; i++)
    if (!strcmp(block->cells.at[i].name, name))
      return true;
  return false;
}

/* The shape goes on behind its first block: along its link, of a tree along both. */
static void add_rest(struct scene *scene, struct ha_block *block, int head) {
  const struct thing *thing = &scene->things.at[head];
  if (!thing->shape || may_be_empty(thing))
    return;
  int links = is_tree(thing) ? shape_start(thing->shape) : 1;
  for (int i = 0; i < links; i++) {
    const char *link = thing->shape->parts.at[i]->source;
    if (has_cell(block, link))
      continue;
    const char *id = ha_arena_printf(scene->arena, "s%d.%d", head, i);
    HA_PUSH(scene->arena, block->cells, (struct ha_cell){.name = link, .to = id});
    add_segment(scene, head, id);
    thing = &scene->things.at[head];
  }
}

static void add_block(struct scene *scene, int head) {
  const struct thing *thing = &scene->things.at[head];
  if (is_segment(thing)) {
    add_segment(scene, head, block_id(scene, head));
    return;
  }
  struct ha_block block = {.id = block_id(scene, head), .label = "a block", .type = ""};
  if (!is_live(thing))
    block.state = HA_BLOCK_MAYBE;
  if (!is_live(thing) && !thing->maybe)
    block.label = "anything";
  if (!is_live(thing) && (thing->maybe || thing->nonnull))
    block.type = thing->nonnull ? "not NULL" : "or NULL";
  add_fields(scene, &block, head);
  add_rest(scene, &block, head);
  HA_PUSH(scene->arena, scene->picture->blocks, block);
}

/* NULL for a case that contradicts itself. */
static struct ha_picture *draw(struct ha_arena *arena,
                               const struct conjunction *conjunction) {
  struct scene scene = {.arena = arena};
  scene.picture = ha_arena_alloc(arena, sizeof *scene.picture);
  take_literals(&scene, conjunction);
  for (unsigned i = 0; i < scene.things.count; i++) {
    const struct thing *thing = &scene.things.at[i];
    if (thing->same == (int)i && is_block(thing))
      add_block(&scene, (int)i);
  }
  for (unsigned i = 0; i < scene.things.count; i++) {
    const struct thing *thing = &scene.things.at[i];
    if (!thing->field && strcmp(thing->term, "null"))
      HA_PUSH(arena, scene.picture->vars, cell_to(&scene, thing->term, (int)i));
  }
  return scene.contradicts ? NULL : scene.picture;
}

struct ha_pictures ha_statement_pictures(struct ha_arena *arena, const char *text) {
  struct ha_pictures pictures = {0};
  const struct ha_statement *formula = ha_statement_parse(arena, text);
  if (!formula)
    return pictures;
  struct cases cases = split(arena, formula);
  for (unsigned i = 0; i < cases.at.count && !cases.too_many; i++) {
    struct ha_picture *picture = draw(arena, &cases.at.at[i]);
    if (!picture)
      continue;
    /* without this case the others would look like all there are */
    if (ha_picture_empty(picture))
      return (struct ha_pictures){0};
    HA_PUSH(arena, pictures.at, picture);
  }
  return pictures;
}
