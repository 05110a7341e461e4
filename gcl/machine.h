/* The concrete memory of one run: blocks of bytes at numeric addresses.
 *
 * A pointer is its address, so casts, unions, memcpy and comparisons of pointers
 * mean what they mean on the real machine.  Blocks never overlap, are far enough
 * apart that a small overrun hits no other block, and are never reused, so a
 * dangling pointer is always recognised.  null is 0.
 *
 * Every byte has a shadow: which of its bits are undefined (as in MSan), whether it
 * is tainted (it may have been written by something unmodelled, so no
 * counterexample may rest on it) and whether it is lazy (an input whose value has
 * not been chosen yet: the first load asks the oracle). */
#ifndef HEAPABS_GCL_MACHINE_H
#define HEAPABS_GCL_MACHINE_H

#include "types.h"

struct ha_arena;
struct ha_machine;

typedef uint32_t ha_block; /* 0 is none */

enum ha_block_kind {
  HA_BLOCK_ENTRY, /* part of the input heap: allocated before the run */
  HA_BLOCK_HEAP,  /* allocated by the run */
  HA_BLOCK_STACK,
  HA_BLOCK_GLOBAL,
  HA_BLOCK_CODE /* a function's address: never accessible */
};

struct ha_block_info {
  enum ha_block_kind kind;
  bool live;
  bool opaque;   /* stands for unknown memory: its first contents are tainted */
  bool escaped;  /* unmodelled code had a pointer to it, may have freed it */
  bool is_const; /* nothing may write it */
  uint64_t address, size;
  ha_type type;     /* 0 if not known */
  uint32_t serial;  /* ENTRY and HEAP: order of allocation, for drawing n0, n1, … */
  const char *name; /* globals and locals; NULL for heap blocks */
};

struct ha_value {
  uint64_t bits;  /* zero-extended; undefined bits are 0 */
  uint64_t undef; /* mask of undefined bits */
  bool taint;
};

struct ha_machine *ha_machine_new(struct ha_arena *arena, unsigned ptr_bytes);
struct ha_machine *ha_machine_clone(const struct ha_machine *machine,
                                    struct ha_arena *arena);

/* HEAP and STACK blocks begin undefined, the others zero.  0 if the address space of
 * the target has no room left for it (or `size` is absurd). */
ha_block ha_machine_alloc(struct ha_machine *m, enum ha_block_kind kind, uint64_t size,
                          ha_type type, const char *name);
void ha_machine_kill(struct ha_machine *m, ha_block block);
unsigned ha_machine_blocks(const struct ha_machine *m); /* ids 1 .. count */
const struct ha_block_info *ha_machine_block(const struct ha_machine *m,
                                             ha_block block);
void ha_machine_set_type(struct ha_machine *m, ha_block block, ha_type type);
void ha_machine_set_opaque(struct ha_machine *m, ha_block block);
void ha_machine_set_const(struct ha_machine *m, ha_block block);
/* Unmodelled code has seen the block: it is tainted and perhaps freed. */
void ha_machine_escape(struct ha_machine *m, ha_block block);
/* The block's bytes are `image` (borrowed for good) until they are written. */
void ha_machine_set_image(struct ha_machine *m, ha_block block, const uint8_t *image);
/* The block `address` points into or one past the end of; dead ones too; 0 if none. */
ha_block ha_machine_find(const struct ha_machine *m, uint64_t address);
/* [address, address+size) lies inside a block, live or dead. */
bool ha_machine_inside(const struct ha_machine *m, uint64_t address, uint64_t size);

/* size 1..8, little-endian; the range must lie inside one block.  Lazy bits read as
 * undefined: whoever may ask the oracle does so first. */
struct ha_value ha_machine_read(const struct ha_machine *m, uint64_t address,
                                unsigned size);
void ha_machine_write(struct ha_machine *m, uint64_t address, unsigned size,
                      struct ha_value value);
void ha_machine_copy(struct ha_machine *m, uint64_t to, uint64_t from, uint64_t size);
void ha_machine_undefine(struct ha_machine *m, uint64_t address, uint64_t size);
void ha_machine_taint(struct ha_machine *m, uint64_t address, uint64_t size);
void ha_machine_fill(struct ha_machine *m, uint64_t address, uint64_t size,
                     struct ha_value byte);
/* Only the bits in `mask`: bit-fields, and answers for what is still lazy. */
void ha_machine_write_bits(struct ha_machine *m, uint64_t address, unsigned size,
                           uint64_t mask, struct ha_value value);
void ha_machine_make_lazy(struct ha_machine *m, uint64_t address, uint64_t size);
bool ha_machine_is_lazy(const struct ha_machine *m, uint64_t address, unsigned size);
uint64_t ha_machine_lazy_bits(const struct ha_machine *m, uint64_t address,
                              unsigned size);
/* From *offset on, the next place in the block that may hold a pointer (at any
 * alignment: records may be packed).  False at the end. */
bool ha_machine_next_pointer(const struct ha_machine *m, ha_block block,
                             uint64_t *offset, struct ha_value *pointer);
/* Does it hold a byte of unknown value (ha_machine_taint, or a tainted value written)
 * rather than one tainted by escaping?  Memory that escaped can hold pointers to
 * escaped blocks only; an unknown value may point anywhere. */
bool ha_machine_has_arbitrary(const struct ha_machine *m, ha_block block);
/* The bytes written exceed what one run may use: the state is no longer exact. */
bool ha_machine_exhausted(const struct ha_machine *m);

#endif
