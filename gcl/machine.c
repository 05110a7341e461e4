/* Blocks are rows of a table sorted by address; the bytes that were written live in
 * pages of one pool, so cloning a machine is three memcpys.  A page holds four planes
 * of equal length: the values, the undefined bits, the lazy bits, the taint.  Bytes
 * without a page are the block's `blank` (with the values of `image`, if there is
 * one), so a large block costs nothing until it is written, and a whole block is
 * filled, tainted or made lazy by changing its blank. */
#include "machine.h"
#include "arena.h"
#include <assert.h>
#include <string.h>

enum { PAGE = 1024, PLANES = 4, ALIGN = 16, GAP = 64 };
enum plane { VALUE, UNDEF, LAZY, TAINT };
/* Why a byte is tainted. */
enum { EXACT, ESCAPED, ARBITRARY };

static const uint64_t MAX_BLOCK = 1u << 30;
static const uint64_t MAX_POOL = 1u << 28;

struct cell {
  uint8_t at[PLANES];
};

struct block {
  struct ha_block_info info;
  const uint8_t *image;
  struct cell blank;
  uint32_t first_page; /* in machine.pages; 0: nothing written yet */
};

struct ha_machine {
  struct ha_arena *arena;
  unsigned ptr_bytes;
  uint64_t base;   /* no block lies below: small addresses are null plus an offset */
  uint64_t limit;  /* … or ends above */
  uint32_t serial; /* of the next ENTRY or HEAP block */
  bool exhausted;
  HA_VEC(struct block) blocks; /* by id, which is by address; row 0 unused */
  HA_VEC(uint32_t) pages;      /* where in the pool each page is; 0: no page yet */
  HA_VEC(uint8_t) pool;
};

struct ha_machine *ha_machine_new(struct ha_arena *arena, unsigned ptr_bytes) {
  assert(ptr_bytes == 4 || ptr_bytes == 8);
  struct ha_machine *m = ha_arena_alloc(arena, sizeof *m);
  m->arena = arena;
  m->ptr_bytes = ptr_bytes;
  /* As on real machines, a 64-bit address does not survive a cast to int.  Its upper
   * bytes are unlike each other and unlike small numbers, so that no other bytes that
   * happen to stand side by side look like an address. */
  m->base = ptr_bytes == 4 ? UINT64_C(0x1b000000) : UINT64_C(0x5a3c17000000);
  m->limit = ptr_bytes == 4 ? UINT64_C(0xffff0000) : UINT64_C(0x7fff00000000);
  HA_PUSH(arena, m->blocks, (struct block){0});
  HA_PUSH(arena, m->pages, 0);
  HA_PUSH(arena, m->pool, 0);
  return m;
}

/* A copy with some room to grow, for a run allocates a few blocks at least. */
static void *copy_rows(struct ha_arena *arena, const void *rows, size_t size,
                       size_t room) {
  void *copy = ha_arena_alloc(arena, size + room);
  memcpy(copy, rows, size);
  return copy;
}

struct ha_machine *ha_machine_clone(const struct ha_machine *machine,
                                    struct ha_arena *arena) {
  enum { ROOM = 8, POOL_ROOM = 256 };
  struct ha_machine *m = ha_arena_alloc(arena, sizeof *m);
  *m = *machine;
  m->arena = arena;
  m->blocks.at = copy_rows(arena, m->blocks.at, m->blocks.count * sizeof *m->blocks.at,
                           ROOM * sizeof *m->blocks.at);
  m->pages.at = copy_rows(arena, m->pages.at, m->pages.count * sizeof *m->pages.at,
                          ROOM * sizeof *m->pages.at);
  m->pool.at = copy_rows(arena, m->pool.at, m->pool.count, POOL_ROOM);
  m->blocks.capacity = m->blocks.count + ROOM;
  m->pages.capacity = m->pages.count + ROOM;
  m->pool.capacity = m->pool.count + POOL_ROOM;
  return m;
}

/* ---- blocks ---- */

static uint64_t max(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Where a block of `size` bytes may begin: an overrun or underrun of either
 * neighbour by up to the larger one's size hits nothing. */
static uint64_t next_address(const struct ha_machine *m, uint64_t size) {
  if (m->blocks.count == 1)
    return m->base;
  const struct ha_block_info *last = &m->blocks.at[m->blocks.count - 1].info;
  uint64_t start = last->address + last->size + max(GAP, max(last->size, size));
  return (start + ALIGN - 1) / ALIGN * ALIGN;
}

ha_block ha_machine_alloc(struct ha_machine *m, enum ha_block_kind kind, uint64_t size,
                          ha_type type, const char *name) {
  if (size > MAX_BLOCK)
    return 0;
  uint64_t address = next_address(m, size);
  if (address + size > m->limit)
    return 0;
  bool is_node = kind == HA_BLOCK_ENTRY || kind == HA_BLOCK_HEAP;
  struct block b = {.info = {.kind = kind,
                             .live = true,
                             .address = address,
                             .size = size,
                             .type = type,
                             .serial = is_node ? m->serial++ : 0,
                             .name = name}};
  if (kind == HA_BLOCK_HEAP || kind == HA_BLOCK_STACK)
    b.blank.at[UNDEF] = 0xff;
  HA_PUSH(m->arena, m->blocks, b);
  return m->blocks.count - 1;
}

static struct block *get(struct ha_machine *m, ha_block block) {
  assert(block > 0 && block < m->blocks.count);
  return &m->blocks.at[block];
}

static const struct block *peek(const struct ha_machine *m, ha_block block) {
  assert(block > 0 && block < m->blocks.count);
  return &m->blocks.at[block];
}

void ha_machine_kill(struct ha_machine *m, ha_block block) {
  get(m, block)->info.live = false;
}

unsigned ha_machine_blocks(const struct ha_machine *m) { return m->blocks.count - 1; }

const struct ha_block_info *ha_machine_block(const struct ha_machine *m,
                                             ha_block block) {
  return &peek(m, block)->info;
}

void ha_machine_set_type(struct ha_machine *m, ha_block block, ha_type type) {
  get(m, block)->info.type = type;
}

void ha_machine_set_const(struct ha_machine *m, ha_block block) {
  get(m, block)->info.is_const = true;
}

void ha_machine_set_image(struct ha_machine *m, ha_block block, const uint8_t *image) {
  struct block *b = get(m, block);
  assert(!b->first_page);
  b->image = image;
}

ha_block ha_machine_find(const struct ha_machine *m, uint64_t address) {
  ha_block low = 0, high = m->blocks.count; /* blocks[low] <= address < blocks[high] */
  while (high - low > 1) {
    ha_block middle = low + (high - low) / 2;
    if (m->blocks.at[middle].info.address <= address)
      low = middle;
    else
      high = middle;
  }
  if (low == 0)
    return 0;
  const struct ha_block_info *b = &m->blocks.at[low].info;
  return address - b->address <= b->size ? low : 0;
}

bool ha_machine_inside(const struct ha_machine *m, uint64_t address, uint64_t size) {
  ha_block block = ha_machine_find(m, address);
  if (!block)
    return false;
  const struct ha_block_info *b = &m->blocks.at[block].info;
  return size <= b->size - (address - b->address);
}

bool ha_machine_exhausted(const struct ha_machine *m) { return m->exhausted; }

/* ---- pages ---- */

/* The planes of one page: byte i of plane k is at[k * stride + i]. */
struct place {
  uint8_t *at; /* NULL: blank */
  uint64_t stride;
};

static uint64_t page_length(const struct block *b, uint64_t page) {
  uint64_t rest = b->info.size - page * PAGE;
  return rest < PAGE ? rest : PAGE;
}

static struct place look(const struct ha_machine *m, const struct block *b,
                         uint64_t offset) {
  if (!b->first_page)
    return (struct place){0};
  uint32_t page = m->pages.at[b->first_page + offset / PAGE];
  if (!page)
    return (struct place){0};
  return (struct place){m->pool.at + page + offset % PAGE,
                        page_length(b, offset / PAGE)};
}

static struct cell cell_at(const struct ha_machine *m, const struct block *b,
                           uint64_t offset) {
  struct place place = look(m, b, offset);
  struct cell cell = b->blank;
  if (place.at)
    for (unsigned k = 0; k < PLANES; k++)
      cell.at[k] = place.at[k * place.stride];
  else if (b->image)
    cell.at[VALUE] = b->image[offset];
  return cell;
}

static uint32_t pool_take(struct ha_machine *m, uint64_t size) {
  if (m->pool.count + size > MAX_POOL) {
    m->exhausted = true;
    return 0;
  }
  uint32_t start = m->pool.count, wanted = start + (uint32_t)size;
  if (wanted > m->pool.capacity) {
    uint32_t grown = (uint32_t)max(2 * (uint64_t)m->pool.capacity, wanted);
    m->pool.at = ha_arena_grow(m->arena, m->pool.at, start, grown);
    m->pool.capacity = grown;
  }
  m->pool.count = wanted;
  return start;
}

static void page_init(struct ha_machine *m, const struct block *b, uint64_t page,
                      uint32_t start) {
  uint64_t length = page_length(b, page);
  for (unsigned k = 0; k < PLANES; k++)
    memset(m->pool.at + start + k * length, b->blank.at[k], length);
  if (b->image)
    memcpy(m->pool.at + start, b->image + page * PAGE, length);
}

/* The place of `offset` for writing; moves the pool.  at is NULL if the machine is
 * exhausted. */
static struct place touch(struct ha_machine *m, struct block *b, uint64_t offset) {
  if (!b->first_page) {
    uint32_t first = m->pages.count;
    for (uint64_t left = b->info.size; left; left -= left < PAGE ? left : PAGE)
      HA_PUSH(m->arena, m->pages, 0);
    b->first_page = first;
  }
  uint32_t *page = &m->pages.at[b->first_page + offset / PAGE];
  if (!*page) {
    uint64_t index = offset / PAGE;
    *page = pool_take(m, PLANES * page_length(b, index));
    if (*page)
      page_init(m, b, index, *page);
  }
  return look(m, b, offset);
}

static uint64_t within_page(uint64_t offset, uint64_t size) {
  uint64_t room = PAGE - offset % PAGE;
  return size < room ? size : room;
}

/* ---- ranges ---- */

/* Sets the planes in the bit set `planes` of a whole range. */
static void set_range(struct ha_machine *m, uint64_t address, uint64_t size,
                      unsigned planes, struct cell cell) {
  if (!size)
    return;
  struct block *b = get(m, ha_machine_find(m, address));
  uint64_t offset = address - b->info.address;
  bool whole = offset == 0 && size == b->info.size;
  if (whole && (!b->first_page || (size > PAGE && planes == 0xf))) {
    b->first_page = 0;
    for (unsigned k = 0; k < PLANES; k++)
      if (planes >> k & 1)
        b->blank.at[k] = cell.at[k];
    if (planes & 1)
      b->image = NULL;
    return;
  }
  for (uint64_t n; size; offset += n, size -= n) {
    n = within_page(offset, size);
    struct place place = touch(m, b, offset);
    if (!place.at)
      return;
    for (unsigned k = 0; k < PLANES; k++)
      if (planes >> k & 1)
        memset(place.at + k * place.stride, cell.at[k], n);
  }
}

void ha_machine_fill(struct ha_machine *m, uint64_t address, uint64_t size,
                     struct ha_value byte) {
  struct cell cell = {
      {(uint8_t)byte.bits, (uint8_t)byte.undef, 0, byte.taint ? ARBITRARY : EXACT}};
  set_range(m, address, size, 0xf, cell);
}

void ha_machine_undefine(struct ha_machine *m, uint64_t address, uint64_t size) {
  ha_machine_fill(m, address, size, (struct ha_value){.undef = 0xff});
}

void ha_machine_taint(struct ha_machine *m, uint64_t address, uint64_t size) {
  set_range(m, address, size, 1 << LAZY | 1 << TAINT,
            (struct cell){{[TAINT] = ARBITRARY}});
}

void ha_machine_make_lazy(struct ha_machine *m, uint64_t address, uint64_t size) {
  set_range(m, address, size, 0xf, (struct cell){{[LAZY] = 0xff}});
}

/* What is already arbitrary stays so. */
static void taint_escaped(struct ha_machine *m, ha_block block) {
  struct block *b = get(m, block);
  b->blank.at[LAZY] = 0;
  b->blank.at[TAINT] |= ESCAPED;
  for (uint64_t offset = 0; offset < b->info.size; offset += PAGE) {
    struct place place = look(m, b, offset);
    if (!place.at)
      continue;
    memset(place.at + LAZY * place.stride, 0, place.stride);
    for (uint64_t i = 0; i < place.stride; i++)
      place.at[TAINT * place.stride + i] |= ESCAPED;
  }
}

void ha_machine_escape(struct ha_machine *m, ha_block block) {
  get(m, block)->info.escaped = true;
  taint_escaped(m, block);
}

void ha_machine_set_opaque(struct ha_machine *m, ha_block block) {
  get(m, block)->info.opaque = true;
  taint_escaped(m, block);
}

/* Byte by byte, in the direction that is right for an overlap. */
void ha_machine_copy(struct ha_machine *m, uint64_t to, uint64_t from, uint64_t size) {
  if (!size || to == from)
    return;
  ha_block source = ha_machine_find(m, from), target = ha_machine_find(m, to);
  uint64_t from_offset = from - peek(m, source)->info.address;
  uint64_t to_offset = to - peek(m, target)->info.address;
  for (uint64_t n = 0; n < size; n++) {
    uint64_t i = to < from ? n : size - 1 - n;
    struct cell cell = cell_at(m, peek(m, source), from_offset + i);
    struct place place = touch(m, get(m, target), to_offset + i);
    if (!place.at)
      return;
    for (unsigned k = 0; k < PLANES; k++)
      place.at[k * place.stride] = cell.at[k];
  }
}

/* ---- values ---- */

static uint64_t gather(const struct ha_machine *m, uint64_t address, unsigned size,
                       enum plane plane) {
  const struct block *b = peek(m, ha_machine_find(m, address));
  uint64_t bits = 0;
  for (unsigned i = 0; i < size; i++)
    bits |= (uint64_t)cell_at(m, b, address - b->info.address + i).at[plane] << 8 * i;
  return bits;
}

struct ha_value ha_machine_read(const struct ha_machine *m, uint64_t address,
                                unsigned size) {
  assert(size >= 1 && size <= 8 && ha_machine_inside(m, address, size));
  const struct block *b = peek(m, ha_machine_find(m, address));
  struct ha_value value = {0};
  for (unsigned i = 0; i < size; i++) {
    struct cell cell = cell_at(m, b, address - b->info.address + i);
    value.bits |= (uint64_t)cell.at[VALUE] << 8 * i;
    value.undef |= (uint64_t)(cell.at[UNDEF] | cell.at[LAZY]) << 8 * i;
    value.taint |= cell.at[TAINT] != EXACT;
  }
  value.bits &= ~value.undef;
  return value;
}

static void write_byte(struct place place, uint8_t mask, uint8_t bits, uint8_t undef,
                       bool taint) {
  uint8_t *value = place.at, *hole = place.at + UNDEF * place.stride;
  *value = (uint8_t)((*value & ~mask) | (bits & mask));
  *hole = (uint8_t)((*hole & ~mask) | (undef & mask));
  place.at[LAZY * place.stride] &= (uint8_t)~mask;
  uint8_t *stain = &place.at[TAINT * place.stride];
  if (taint)
    *stain = ARBITRARY;
  else if (mask == 0xff)
    *stain = EXACT;
}

void ha_machine_write_bits(struct ha_machine *m, uint64_t address, unsigned size,
                           uint64_t mask, struct ha_value value) {
  assert(size >= 1 && size <= 8 && ha_machine_inside(m, address, size));
  struct block *b = get(m, ha_machine_find(m, address));
  for (unsigned i = 0; i < size; i++) {
    uint8_t byte_mask = (uint8_t)(mask >> 8 * i);
    if (!byte_mask)
      continue;
    struct place place = touch(m, b, address - b->info.address + i);
    if (!place.at)
      return;
    write_byte(place, byte_mask, (uint8_t)(value.bits >> 8 * i),
               (uint8_t)(value.undef >> 8 * i), value.taint);
  }
}

void ha_machine_write(struct ha_machine *m, uint64_t address, unsigned size,
                      struct ha_value value) {
  ha_machine_write_bits(m, address, size, UINT64_MAX, value);
}

uint64_t ha_machine_lazy_bits(const struct ha_machine *m, uint64_t address,
                              unsigned size) {
  return gather(m, address, size, LAZY);
}

bool ha_machine_is_lazy(const struct ha_machine *m, uint64_t address, unsigned size) {
  return gather(m, address, size, LAZY) != 0;
}

bool ha_machine_has_arbitrary(const struct ha_machine *m, ha_block block) {
  const struct block *b = peek(m, block);
  for (uint64_t n, offset = 0; offset < b->info.size; offset += n) {
    struct place place = look(m, b, offset);
    n = place.at ? 1 : within_page(offset, PAGE);
    if (cell_at(m, b, offset).at[TAINT] & ARBITRARY)
      return true;
  }
  return false;
}

/* Bytes without a page hold no pointer: relocations are written, images are not. */
bool ha_machine_next_pointer(const struct ha_machine *m, ha_block block,
                             uint64_t *offset, struct ha_value *pointer) {
  const struct block *b = peek(m, block);
  for (; *offset + m->ptr_bytes <= b->info.size; ++*offset) {
    if (!look(m, b, *offset).at && !look(m, b, *offset + m->ptr_bytes - 1).at) {
      *offset += within_page(*offset, PAGE) - 1;
      continue;
    }
    *pointer = ha_machine_read(m, b->info.address + *offset, m->ptr_bytes);
    if (pointer->bits >= m->base && !pointer->undef)
      return true;
  }
  return false;
}
