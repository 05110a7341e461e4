/* The state of one generated heap; shared by the files of heapgen alone. */
#ifndef HEAPABS_REFINE_HEAPGEN_IMPL_H
#define HEAPABS_REFINE_HEAPGEN_IMPL_H

#include "heapgen.h"

/* A decision about the initial state: these bits were there at entry. */
struct gen_write {
  uint64_t address, mask;
  unsigned size;
  uint64_t bits;
  bool is_pointer;
};

struct gen_block {
  ha_block block;
  uint64_t owner; /* the header whose list this node is in; 0: none */
};

/* A ring under construction: `front`'s next and `rear`'s back are not decided. */
struct gen_ring {
  uint64_t anchor, front, rear;
  bool closed;
};

/* A scalar of the initial heap, seen through the type of its block. */
struct gen_cell {
  uint64_t address;
  ha_type type;
  ha_field field;  /* of the innermost record; 0 outside of records */
  uint64_t record; /* address of that record */
  ha_obj global;   /* the block is this global's */
};

/* What a data pointer was decided to be. */
struct gen_data {
  ha_field field;
  uint64_t value;
};

struct ha_heapgen {
  struct ha_arena *arena;
  struct ha_heapgen_plan plan;
  const struct ha_types *types;
  struct ha_run *run;
  struct ha_machine *machine;
  struct ha_chooser chooser;
  unsigned nodes;
  bool closing; /* the run is over: decide the rest the simplest way */
  struct ha_value *args;
  HA_VEC(struct gen_block) blocks;
  HA_VEC(struct gen_write) log;
  HA_VEC(struct gen_ring) rings;
  HA_VEC(struct gen_data) data;
  HA_VEC(uint64_t) firsts; /* nodes that nothing precedes, as far as that matters */
};

/* heapgen.c */
unsigned gen_choose(struct ha_heapgen *g, unsigned options);
/* May the heap have one more node, and shall it? */
bool gen_one_more(struct ha_heapgen *g);
void gen_put(struct ha_heapgen *g, uint64_t address, unsigned size, uint64_t bits,
             bool is_pointer);
bool gen_is_decided(const struct ha_heapgen *g, uint64_t address, uint64_t *bits);
struct gen_cell gen_locate(const struct ha_heapgen *g, uint64_t address);
/* Where `field` lies in `record`, also inside of embedded records. */
bool gen_offset(const struct ha_types *types, ha_type record, ha_field field,
                uint64_t *offset);
/* A new object of `type`, or the record around it if `container` is given; its
 * address as a `type`. */
uint64_t gen_object(struct ha_heapgen *g, ha_type type, ha_field container);
uint64_t gen_pointee(struct ha_heapgen *g, ha_type pointer, ha_field container);
uint64_t gen_owner(const struct ha_heapgen *g, uint64_t address);
void gen_set_owner(struct ha_heapgen *g, uint64_t address, uint64_t owner);

/* heapgen_cells.c: the value of a pointer cell or counter, by its role. */
bool gen_decide(struct ha_heapgen *g, const struct gen_cell *cell);
/* The node after `node`, which is made if the list ends there.  0 if it cannot be. */
uint64_t gen_step(struct ha_heapgen *g, uint64_t node, ha_type type);
ha_field gen_back_link(const struct ha_heapgen *g, ha_type node, ha_field link);

/* heapgen_header.c: rule 4.  A function that is given a list must cope with an empty
 * one; what is behind another object it may rely on. */
bool gen_may_be_empty(const struct ha_heapgen *g, const struct ha_header *header,
                      uint64_t address);
void gen_header(struct ha_heapgen *g, const struct ha_header *header, uint64_t address);

#endif
