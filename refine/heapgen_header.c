/* Rule 4: a header with several pointers or a counter is decided as a whole. */
#include "entry_rules.h"
#include "heapgen_impl.h"

struct header_build {
  struct ha_heapgen *g;
  const struct ha_header *header;
  uint64_t address; /* of the header */
  uint64_t first, last, count;
  ha_field link;
};

static uint64_t place(const struct header_build *b, ha_field field) {
  return b->address + ha_field_get(b->g->types, field)->offset;
}

static void put_pointer(const struct header_build *b, uint64_t address,
                        uint64_t value) {
  gen_put(b->g, address, ha_types_ptr_bytes(b->g->types), value, true);
}

static uint64_t link_address(const struct header_build *b, uint64_t node,
                             ha_field field) {
  uint64_t offset = 0;
  gen_offset(b->g->types, b->header->node, field, &offset);
  return node + offset;
}

static void put_owners(const struct header_build *b, ha_type record, uint64_t node) {
  const struct ha_heapgen *g = b->g;
  const struct ha_type_info *info = ha_type_get(g->types, record);
  for (ha_field f = info->first; f < info->first + info->fields; f++) {
    enum ha_role role = ha_entry_field(g->plan.entry, f)->role;
    ha_type type = ha_field_get(g->types, f)->type;
    if (role == HA_ROLE_OWNER)
      put_pointer(b, link_address(b, node, f), b->address);
    else if (ha_type_get(g->types, type)->kind == HA_TYPE_RECORD)
      put_owners(b, type, node);
  }
}

/* Does the way back from the first node lead to the last? */
static bool leads_to_last(const struct header_build *b) {
  const struct ha_entry *entry = b->g->plan.entry;
  ha_field back = ha_entry_field(entry, b->link)->partner;
  return ha_entry_field(entry, back)->ring || ha_entry_field(entry, back)->to_last;
}

static bool append(struct header_build *b) {
  struct ha_heapgen *g = b->g;
  const struct ha_place *link = ha_entry_field(g->plan.entry, b->link);
  const struct ha_place *head = ha_entry_field(g->plan.entry, b->header->head);
  uint64_t node = gen_object(g, b->header->node, head->container);
  if (!node)
    return false;
  uint64_t from =
      b->last ? link_address(b, b->last, b->link) : place(b, b->header->head);
  if (b->last)
    put_pointer(b, from, node);
  else
    b->first = node;
  if (link->partner && (b->last || !leads_to_last(b)))
    put_pointer(b, link_address(b, node, link->partner), b->last);
  gen_set_owner(g, node, b->address);
  put_owners(b, b->header->node, node);
  ha_field back_link = gen_back_link(g, b->header->node, b->link);
  if (back_link)
    put_pointer(b, link_address(b, node, back_link), from);
  b->last = node;
  b->count++;
  return true;
}

static void finish_list(struct header_build *b) {
  const struct ha_place *link = ha_entry_field(b->g->plan.entry, b->link);
  if (!b->last)
    return;
  put_pointer(b, link_address(b, b->last, b->link), link->ring ? b->first : 0);
  if (link->partner && leads_to_last(b))
    put_pointer(b, link_address(b, b->first, link->partner), b->last);
}

/* A tree of which only the number of nodes is tied to the header: a free slot is
 * chosen for each node. */
static void build_tree(struct header_build *b, bool more) {
  struct ha_heapgen *g = b->g;
  const struct ha_type_info *info = ha_type_get(g->types, b->header->node);
  HA_VEC(uint64_t) slots = {0};
  HA_VEC(uint64_t) parents = {0};
  HA_PUSH(g->arena, slots, place(b, b->header->head));
  HA_PUSH(g->arena, parents, 0);
  unsigned next = 0;
  while (next < slots.count) {
    uint64_t node = more || gen_one_more(g) ? gen_object(g, b->header->node, 0) : 0;
    more = false;
    put_pointer(b, slots.at[next], node);
    uint64_t up = parents.at[next++];
    if (!node)
      continue;
    b->count++;
    for (ha_field f = info->first; f < info->first + info->fields; f++) {
      enum ha_role role = ha_entry_field(g->plan.entry, f)->role;
      if (role == HA_ROLE_PARENT)
        put_pointer(b, link_address(b, node, f), up);
      if (role != HA_ROLE_CHILD)
        continue;
      HA_PUSH(g->arena, slots, link_address(b, node, f));
      HA_PUSH(g->arena, parents, node);
    }
  }
}

static uint64_t any_node(const struct header_build *b) {
  uint64_t node = 0;
  for (uint64_t i = gen_choose(b->g, (unsigned)b->count + 1); i > 0; i--)
    node = node ? gen_step(b->g, node, b->header->node) : b->first;
  return node;
}

static void put_ends(struct header_build *b) {
  const struct ha_header *h = b->header;
  struct ha_heapgen *g = b->g;
  put_pointer(b, place(b, h->head), b->first);
  if (h->tail)
    put_pointer(b, place(b, h->tail), b->last);
  if (h->last_link)
    put_pointer(b, place(b, h->last_link),
                b->last ? link_address(b, b->last, b->link) : place(b, h->head));
  const struct ha_type_info *info = ha_type_get(g->types, h->type);
  for (ha_field f = info->first; f < info->first + info->fields; f++) {
    const struct ha_place *cursor = ha_entry_field(g->plan.entry, f);
    if (cursor->role == HA_ROLE_CURSOR &&
        &g->plan.entry->headers.at[cursor->header] == h)
      put_pointer(b, place(b, f), any_node(b));
  }
}

static bool is_tested(const struct ha_heapgen *g, const struct ha_header *h) {
  return ha_entry_field(g->plan.entry, h->head)->nullable ||
         ha_entry_field(g->plan.entry, h->tail)->nullable;
}

static bool is_root(const struct ha_heapgen *g, ha_type type, uint64_t address) {
  const struct ha_entry *entry = g->plan.entry;
  for (unsigned i = 0; i < entry->roots.count; i++) {
    const struct ha_root *root = &entry->roots.at[i];
    uint64_t given =
        root->param ? g->args[root->param].bits : g->run->obj_address[root->global];
    if (given == address && root->type == type)
      return true;
  }
  return false;
}

bool gen_may_be_empty(const struct ha_heapgen *g, const struct ha_header *h,
                      uint64_t address) {
  const struct ha_entry *entry = g->plan.entry;
  const struct ha_place *link =
      ha_entry_field(entry, ha_entry_link_of(entry, g->types, h->node));
  bool balanced = link->role == HA_ROLE_CHILD && link->partner;
  return h->is_plain && !balanced && is_root(g, h->type, address);
}

void gen_header(struct ha_heapgen *g, const struct ha_header *h, uint64_t address) {
  struct header_build b = {.g = g, .header = h, .address = address};
  uint64_t known;
  b.link = ha_entry_link_of(g->plan.entry, g->types, h->node);
  if (gen_is_decided(g, place(&b, h->head), &known))
    return;
  bool more = !g->closing && !gen_may_be_empty(g, h, address) && !is_tested(g, h);
  if (ha_entry_field(g->plan.entry, b.link)->role == HA_ROLE_CHILD) {
    build_tree(&b, more);
  } else {
    for (more |= gen_one_more(g); more && append(&b); more = gen_one_more(g))
      ;
    finish_list(&b);
    put_ends(&b);
  }
  if (h->count) {
    ha_type type = ha_field_get(g->types, h->count)->type;
    gen_put(g, place(&b, h->count), (unsigned)ha_type_get(g->types, type)->size,
            b.count, false);
  }
}
