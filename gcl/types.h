/* The C types of one translation unit: sizes, layouts, names.
 *
 * A type is an index into the table; 0 is `void`.  Records carry their fields with
 * byte offsets as the target ABI lays them out.  A *field* is an index of its own,
 * so that `node.next` is one number wherever it is met: engines treat it as a
 * function on objects, the interpreter as an offset and a width.  The contents of a
 * scalar that is not part of a record (`*pp`, an address-taken int) is the scalar
 * type's *cell*, a pseudo-field named "*" at offset 0. */
#ifndef HEAPABS_GCL_TYPES_H
#define HEAPABS_GCL_TYPES_H

#include <stdbool.h>
#include <stdint.h>

struct ha_arena;
struct ha_types;

typedef uint32_t ha_type;  /* 0 is void */
typedef uint32_t ha_field; /* 0 is no field */

enum ha_type_kind {
  HA_TYPE_VOID,
  HA_TYPE_INT,    /* bits, is_signed; _Bool is 8 bits unsigned, i1 exists for truth */
  HA_TYPE_FLOAT,  /* opaque bits */
  HA_TYPE_PTR,    /* elem = pointee, 0 for void* */
  HA_TYPE_RECORD, /* struct */
  HA_TYPE_UNION,
  HA_TYPE_ARRAY, /* elem, count (0: flexible or unknown) */
  HA_TYPE_FUNC
};

struct ha_type_info {
  enum ha_type_kind kind;
  const char *name; /* tag or typedef name of a record; NULL where there is none */
  uint64_t size;    /* bytes; 0 for void, functions and incomplete records */
  uint32_t bits;    /* INT only */
  bool is_signed;   /* INT only */
  bool complete;    /* records: the fields are known */
  bool by_typedef;  /* records: `name` is a typedef's, the struct has no tag */
  ha_type elem;     /* PTR, ARRAY */
  uint64_t count;   /* ARRAY */
  ha_field first;   /* records: fields first .. first+fields-1, by offset */
  uint32_t fields;
};

struct ha_field_info {
  ha_type owner;
  const char *name; /* "" for an anonymous member, "*" for a cell */
  uint64_t offset;  /* bytes from the owner's start */
  ha_type type;
  uint8_t bit_offset; /* bit-fields: within the storage unit at `offset` */
  uint8_t bit_width;  /* 0: not a bit-field */
};

/* ptr_bytes: 8, or 4 under -m32 */
struct ha_types *ha_types_new(struct ha_arena *arena, unsigned ptr_bytes);
struct ha_arena *ha_types_arena(const struct ha_types *types);
unsigned ha_types_ptr_bytes(const struct ha_types *types);
unsigned ha_types_count(const struct ha_types *types);
unsigned ha_types_fields(const struct ha_types *types); /* field ids are below this */

ha_type ha_type_int(struct ha_types *types, unsigned bits, bool is_signed);
ha_type ha_type_truth(struct ha_types *types); /* i1: comparisons and predicates */
ha_type ha_type_size(struct ha_types *types);  /* size_t */
ha_type ha_type_float(struct ha_types *types, unsigned bytes);
ha_type ha_type_ptr(struct ha_types *types, ha_type pointee);
ha_type ha_type_array(struct ha_types *types, ha_type elem, uint64_t count);
ha_type ha_type_func(struct ha_types *types);
/* A record is declared first and given its fields later, so that it may point to
 * itself.  Two records of one name are told apart by their ids; the table renames
 * the second one `name.2` so that printed names are unique. */
ha_type ha_type_record(struct ha_types *types, const char *name, bool is_union);
void ha_type_complete(struct ha_types *types, ha_type record, uint64_t size,
                      const struct ha_field_info *fields, unsigned count);
void ha_type_set_by_typedef(struct ha_types *types, ha_type record);

/* Rows as they are now: do not hold them across a call that makes types. */
const struct ha_type_info *ha_type_get(const struct ha_types *types, ha_type type);
const struct ha_field_info *ha_field_get(const struct ha_types *types, ha_field field);

ha_field ha_type_cell(struct ha_types *types, ha_type scalar);
ha_type ha_type_find(const struct ha_types *types, const char *record_name);
ha_field ha_field_find(const struct ha_types *types, ha_type record, const char *name);
/* The innermost field of `record` that covers [offset, offset+size), descending into
 * nested structs but not into arrays or unions: a scalar's field, or that of the
 * array or union around it.  0 for padding, bit-fields (bytes do not name one), a
 * range that crosses fields, and when `record` is itself a union.  A flexible array
 * covers everything after its start. */
ha_field ha_field_at(const struct ha_types *types, ha_type record, uint64_t offset,
                     uint64_t size);

bool ha_type_is_record(const struct ha_types *types, ha_type type); /* or union */
bool ha_type_is_ptr(const struct ha_types *types, ha_type type);
/* A link: a pointer field to a record that leads back to the field's owner, by being
 * it, by embedding it or by pointers (links.h). */
bool ha_field_is_link(const struct ha_types *types, ha_field field);
/* A record that has a link, embeds a record that has one, or points to one. */
bool ha_type_is_linked(const struct ha_types *types, ha_type record);
/* "struct node *", "int", "unsigned char [16]": for people and reproducers. */
const char *ha_type_spell(struct ha_types *types, ha_type type);

#endif
