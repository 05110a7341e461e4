/* The value of one cell of the initial heap, by the role of its field. */
#include "entry_rules.h"
#include "heapgen_impl.h"

static unsigned pointer_bytes(const struct ha_heapgen *g) {
  return ha_types_ptr_bytes(g->types);
}

static void put_pointer(struct ha_heapgen *g, uint64_t address, uint64_t value) {
  gen_put(g, address, pointer_bytes(g), value, true);
}

static void put_field(struct ha_heapgen *g, uint64_t node, ha_type type, ha_field field,
                      uint64_t value) {
  uint64_t offset;
  if (field && gen_offset(g->types, type, field, &offset))
    put_pointer(g, node + offset, value);
}

/* The address of the node that the link cell belongs to. */
static uint64_t node_of(const struct ha_heapgen *g, const struct gen_cell *cell,
                        ha_type node) {
  uint64_t offset = 0;
  if (!gen_offset(g->types, node, cell->field, &offset))
    return cell->record;
  return cell->record + ha_field_get(g->types, cell->field)->offset - offset;
}

static ha_field field_with_role(const struct ha_heapgen *g, ha_type record,
                                enum ha_role role) {
  const struct ha_type_info *info = ha_type_get(g->types, record);
  for (ha_field f = info->first; f < info->first + info->fields; f++) {
    if (ha_entry_field(g->plan.entry, f)->role == role)
      return f;
    ha_type type = ha_field_get(g->types, f)->type;
    ha_field inner = ha_type_get(g->types, type)->kind == HA_TYPE_RECORD
                         ? field_with_role(g, type, role)
                         : 0;
    if (inner)
      return inner;
  }
  return 0;
}

/* The node's pointer back to what points to it along `link`: beside that link, if it
 * is in an entry of its own. */
ha_field gen_back_link(const struct ha_heapgen *g, ha_type node, ha_field link) {
  ha_type entry = link ? ha_field_get(g->types, link)->owner : node;
  return field_with_role(g, entry, HA_ROLE_BACK_LINK);
}

/* A new node that the cell at `from` points to, to be linked by `link`; its header is
 * `owner`. */
static uint64_t new_node(struct ha_heapgen *g, ha_type type, ha_field link,
                         ha_field container, uint64_t from, uint64_t owner) {
  uint64_t node = gen_object(g, type, container);
  if (!node)
    return 0;
  put_field(g, node, type, gen_back_link(g, type, link), from);
  if (owner) {
    gen_set_owner(g, node, owner);
    put_field(g, node, type, field_with_role(g, type, HA_ROLE_OWNER), owner);
  }
  return node;
}

/* ---- rings ---- */

static struct gen_ring *ring_of(struct ha_heapgen *g, uint64_t node) {
  for (unsigned i = 0; i < g->rings.count; i++) {
    struct gen_ring *ring = &g->rings.at[i];
    if (!ring->closed && (ring->front == node || ring->rear == node))
      return ring;
  }
  HA_PUSH(g->arena, g->rings,
          (struct gen_ring){.anchor = node, .front = node, .rear = node});
  return &g->rings.at[g->rings.count - 1];
}

static void close_ring(struct ha_heapgen *g, struct gen_ring *ring, ha_type type,
                       ha_field next, ha_field back) {
  ring->closed = true;
  put_field(g, ring->front, type, next, back ? ring->rear : ring->anchor);
  put_field(g, ring->rear, type, back, ring->front);
}

static void extend_ring(struct ha_heapgen *g, struct gen_ring *ring, ha_type type,
                        ha_field next, ha_field back, bool forward) {
  const struct ha_place *place = ha_entry_field(g->plan.entry, next);
  uint64_t node = gen_object(g, type, place->container);
  if (!node)
    return;
  gen_set_owner(g, node, gen_owner(g, ring->anchor));
  if (forward) {
    put_field(g, ring->front, type, next, node);
    put_field(g, node, type, back, ring->front);
    ring->front = node;
  } else {
    put_field(g, ring->rear, type, back, node);
    put_field(g, node, type, next, ring->rear);
    ring->rear = node;
  }
}

static void decide_ring(struct ha_heapgen *g, const struct gen_cell *cell, ha_type type,
                        bool forward, bool forced) {
  const struct ha_place *place = ha_entry_field(g->plan.entry, cell->field);
  ha_field next = forward ? cell->field : place->partner;
  ha_field back = forward ? place->partner : cell->field;
  struct gen_ring *ring = ring_of(g, node_of(g, cell, type));
  if (forced || gen_one_more(g))
    extend_ring(g, ring, type, next, back, forward);
  else
    close_ring(g, ring, type, next, back);
}

/* ---- null-terminated lists and trees ---- */

/* Rule 1 for a pointer in the heap: it may be null if the load at hand is tested. */
static bool may_be_null(const struct ha_heapgen *g, const struct ha_place *place) {
  uint32_t at = g->run->at;
  return g->plan.program->cmds.at[at].op == HA_CMD_LOAD
             ? ha_entry_value_tested(g->plan.entry->uses, at)
             : place->nullable;
}

/* Where trees whose nodes know their parents end, their balance tells: what the code
 * does not test there it has other reasons to know. */
static bool is_known(const struct ha_heapgen *g, const struct ha_place *link) {
  bool in_tree =
      (link->role == HA_ROLE_CHILD && link->partner) || link->role == HA_ROLE_PARENT;
  return link->endless || (in_tree && !may_be_null(g, link));
}

static bool goes_on(struct ha_heapgen *g, const struct ha_place *link) {
  return (!g->closing && is_known(g, link)) || gen_one_more(g);
}

static void decide_next(struct ha_heapgen *g, const struct gen_cell *cell, ha_type type,
                        bool forced) {
  const struct ha_place *place = ha_entry_field(g->plan.entry, cell->field);
  uint64_t node = node_of(g, cell, type), next = 0;
  if (forced || goes_on(g, place))
    next = new_node(g, type, cell->field, place->container, cell->address,
                    gen_owner(g, node));
  put_pointer(g, cell->address, next);
  if (next)
    put_field(g, next, type, place->partner, node);
}

static bool is_first(const struct ha_heapgen *g, uint64_t node) {
  for (unsigned i = 0; i < g->firsts.count; i++)
    if (g->firsts.at[i] == node)
      return true;
  return false;
}

/* What the back link of a first node holds. */
static uint64_t before_first(struct ha_heapgen *g, const struct ha_place *place,
                             uint64_t node, ha_type type) {
  if (!place->to_last)
    return 0;
  uint64_t offset, next;
  while (gen_offset(g->types, type, place->partner, &offset)) {
    struct gen_cell cell = gen_locate(g, node + offset);
    gen_decide(g, &cell);
    if (!gen_is_decided(g, node + offset, &next) || !next)
      break;
    node = next;
  }
  return node;
}

/* Backwards from a node in the middle of a list. */
static void decide_back(struct ha_heapgen *g, const struct gen_cell *cell,
                        ha_type type) {
  const struct ha_place *place = ha_entry_field(g->plan.entry, cell->field);
  uint64_t node = node_of(g, cell, type), before = 0;
  if (!is_first(g, node) && goes_on(g, place))
    before = gen_object(g, type, place->container);
  put_pointer(g, cell->address, before ? before : before_first(g, place, node, type));
  if (before)
    put_field(g, before, type, place->partner, node);
}

enum { MOST_CHILDREN = 8 };

static unsigned find_children(const struct ha_heapgen *g, ha_type record,
                              ha_field child[MOST_CHILDREN], unsigned count) {
  const struct ha_type_info *info = ha_type_get(g->types, record);
  for (ha_field f = info->first; f < info->first + info->fields; f++) {
    ha_type type = ha_field_get(g->types, f)->type;
    bool is_child = ha_entry_field(g->plan.entry, f)->role == HA_ROLE_CHILD;
    if (is_child && count < MOST_CHILDREN)
      child[count++] = f;
    else if (ha_type_get(g->types, type)->kind == HA_TYPE_RECORD)
      count = find_children(g, type, child, count);
  }
  return count;
}

static void decide_parent(struct ha_heapgen *g, const struct gen_cell *cell,
                          ha_type type) {
  uint64_t node = node_of(g, cell, type), parent = 0;
  ha_field child[MOST_CHILDREN];
  unsigned children = find_children(g, type, child, 0);
  if (children && goes_on(g, ha_entry_field(g->plan.entry, cell->field)))
    parent = gen_object(g, type, 0);
  put_pointer(g, cell->address, parent);
  if (parent)
    put_field(g, parent, type, child[gen_choose(g, children)], node);
}

/* The link that points here: the variable that heads the list, a cell of its own. */
static void decide_back_link(struct ha_heapgen *g, const struct gen_cell *cell) {
  ha_type link = ha_type_get(g->types, cell->type)->elem;
  ha_type type = ha_type_get(g->types, link)->elem;
  uint64_t node = node_of(g, cell, type);
  uint64_t variable = g->closing ? 0 : gen_pointee(g, cell->type, 0);
  put_pointer(g, cell->address, variable);
  if (variable)
    put_pointer(g, variable, node);
}

/* ---- pointers out of the structure ---- */

static void decide_head(struct ha_heapgen *g, const struct gen_cell *cell, ha_type type,
                        ha_field container) {
  ha_field link = ha_entry_link_of(g->plan.entry, g->types, type);
  const struct ha_place *place = ha_entry_field(g->plan.entry, link);
  uint64_t first = 0;
  if (gen_one_more(g))
    first = new_node(g, type, link, container, cell->address, cell->record);
  put_pointer(g, cell->address, first);
  if (first && place->role == HA_ROLE_NEXT && !place->ring) {
    HA_PUSH(g->arena, g->firsts, first);
    if (!ha_entry_field(g->plan.entry, place->partner)->to_last)
      put_field(g, first, type, place->partner, 0);
  }
  if (first && place->role == HA_ROLE_CHILD)
    put_field(g, first, type, place->partner, 0);
}

/* Values that the code compares this pointer with: it may be one of them. */
static unsigned likes(const struct ha_heapgen *g, const struct ha_place *place,
                      uint64_t *values, unsigned room) {
  unsigned count = 0;
  if (place->like_param && g->args[place->like_param].bits)
    values[count++] = g->args[place->like_param].bits;
  for (unsigned i = 0; i < g->data.count && count < room; i++)
    if (place->like_field && g->data.at[i].field == place->like_field)
      values[count++] = g->data.at[i].value;
  return count;
}

static void decide_data(struct ha_heapgen *g, const struct gen_cell *cell,
                        const struct ha_place *place) {
  uint64_t like[3], value = 0;
  if (!g->closing && !(may_be_null(g, place) && gen_choose(g, 2) == 0)) {
    unsigned chosen = gen_choose(g, 1 + likes(g, place, like, 3));
    value = chosen ? like[chosen - 1] : gen_pointee(g, cell->type, place->container);
    HA_PUSH(g->arena, g->data, (struct gen_data){cell->field, value});
  }
  put_pointer(g, cell->address, value);
}

/* A node of the ring through the sentinel of the same record. */
static uint64_t any_of_ring(struct ha_heapgen *g, uint64_t node, ha_type type) {
  while (g->nodes < g->plan.max_nodes && gen_choose(g, 2) == 1) {
    uint64_t next = gen_step(g, node, type);
    if (!next)
      break;
    node = next;
  }
  return node;
}

/* The last node of the list that begins at a sentinel. */
static uint64_t last_of_list(struct ha_heapgen *g, uint64_t node, ha_type type) {
  ha_field link = ha_entry_link_of(g->plan.entry, g->types, type);
  uint64_t offset, next = node;
  while (next && gen_offset(g->types, type, link, &offset)) {
    node = next;
    struct gen_cell cell = gen_locate(g, node + offset);
    gen_decide(g, &cell);
    if (!gen_is_decided(g, node + offset, &next))
      break;
  }
  return node;
}

static void decide_cursor(struct ha_heapgen *g, const struct gen_cell *cell,
                          const struct ha_place *place, ha_type type) {
  uint64_t node = cell->record + ha_field_get(g->types, place->partner)->offset;
  put_pointer(g, cell->address,
              place->to_last ? last_of_list(g, node, type)
                             : any_of_ring(g, node, type));
}

static const struct ha_place *place_of(const struct ha_heapgen *g,
                                       const struct gen_cell *cell) {
  static const struct ha_place cell_of_its_own = {.role = HA_ROLE_DATA,
                                                  .nullable = true};
  if (cell->field)
    return ha_entry_field(g->plan.entry, cell->field);
  if (cell->global)
    return &g->plan.entry->globals[cell->global];
  return &cell_of_its_own;
}

/* The load at hand picks one of many: they are nodes, not lists. */
static bool is_by_index(const struct ha_heapgen *g) {
  const struct ha_program *p = g->plan.program;
  const struct ha_cmd_row *cmd = &p->cmds.at[g->run->at];
  const struct ha_expr_row *row = &p->exprs.at[cmd->a];
  while (row->op == HA_EXPR_CAST)
    row = &p->exprs.at[row->a];
  return cmd->op == HA_CMD_LOAD && row->op == HA_EXPR_ELEM;
}

/* The cell is where a list begins: in a header that the function was given, in a
 * global it uses as one, or behind a `struct node **`. */
static bool is_list_head(const struct ha_heapgen *g, const struct gen_cell *cell,
                         const struct ha_place *place) {
  const struct ha_entry *entry = g->plan.entry;
  ha_type type = ha_entry_pointee(g->types, cell->type);
  ha_field link = type ? ha_entry_link_of(entry, g->types, type) : 0;
  if (!link)
    return false;
  if (cell->field)
    return place->header &&
           gen_may_be_empty(g, &entry->headers.at[place->header], cell->record);
  if (cell->global)
    return place->role == HA_ROLE_HEAD;
  return ha_entry_field(entry, link)->role == HA_ROLE_NEXT && !is_by_index(g);
}

static bool decide_pointer(struct ha_heapgen *g, const struct gen_cell *cell,
                           const struct ha_place *place, bool forced) {
  ha_type type = ha_entry_pointee(g->types, cell->type);
  switch (place->role) {
  case HA_ROLE_NEXT:
  case HA_ROLE_BACK:
    if (place->ring)
      decide_ring(g, cell, type, place->role == HA_ROLE_NEXT, forced);
    else if (place->role == HA_ROLE_NEXT)
      decide_next(g, cell, type, forced);
    else
      decide_back(g, cell, type);
    return true;
  case HA_ROLE_CHILD:
    decide_next(g, cell, type, forced);
    return true;
  case HA_ROLE_PARENT:
    decide_parent(g, cell, type);
    return true;
  case HA_ROLE_BACK_LINK:
    decide_back_link(g, cell);
    return true;
  case HA_ROLE_OWNER:
  case HA_ROLE_OPAQUE:
    return false;
  case HA_ROLE_CURSOR:
    if (place->partner) {
      decide_cursor(g, cell, place, type);
      return true;
    }
    /* fall through */
  default:
    if (is_list_head(g, cell, place))
      decide_head(g, cell, type, place->container);
    else
      decide_data(g, cell, place);
    return true;
  }
}

/* A head alone ties nothing together: it is decided like any link. */
static bool is_tied(const struct ha_header *h) {
  return h->is_plain && (h->tail || h->count || h->last_link);
}

bool gen_decide(struct ha_heapgen *g, const struct gen_cell *cell) {
  const struct ha_place *place = place_of(g, cell);
  const struct ha_header *header = &g->plan.entry->headers.at[place->header];
  uint64_t known;
  if (gen_is_decided(g, cell->address, &known))
    return true;
  if (is_tied(header)) {
    gen_header(g, header, cell->record);
    return true;
  }
  if (ha_type_get(g->types, cell->type)->kind != HA_TYPE_PTR)
    return false;
  return decide_pointer(g, cell, place, false);
}

uint64_t gen_step(struct ha_heapgen *g, uint64_t node, ha_type type) {
  ha_field link = ha_entry_link_of(g->plan.entry, g->types, type);
  uint64_t offset, next = 0;
  if (!link || !gen_offset(g->types, type, link, &offset))
    return 0;
  if (!gen_is_decided(g, node + offset, &next)) {
    struct gen_cell cell = gen_locate(g, node + offset);
    if (g->nodes >= g->plan.max_nodes)
      return 0;
    decide_pointer(g, &cell, place_of(g, &cell), true);
    gen_is_decided(g, node + offset, &next);
  }
  return next;
}
