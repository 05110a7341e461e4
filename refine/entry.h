/* The entry policy (docs/decisions/0005-entry-policy.md): what a function without a
 * contract may rely on.  What the code uses without testing is its precondition;
 * what it tests may go either way.  Inferred from the program text alone, printed
 * as `inferred_requires` and `assumes`, and enumerated by heapgen.h.
 *
 * The roots say how the parameters and globals come in; the roles of the fields say
 * how the heap behind them is tied together. */
#ifndef HEAPABS_REFINE_ENTRY_H
#define HEAPABS_REFINE_ENTRY_H

#include "../gcl/gcl.h"

enum ha_shape {
  HA_SHAPE_SCALAR,  /* not a pointer */
  HA_SHAPE_SINGLE,  /* one object without links, or a block of bytes */
  HA_SHAPE_LIST,    /* null-terminated along `link`, unshared */
  HA_SHAPE_RING,    /* circular along `link` */
  HA_SHAPE_DLIST,   /* null-terminated, `back` is the inverse of `link` */
  HA_SHAPE_DRING,   /* circular, `back` is the inverse */
  HA_SHAPE_TREE,    /* several links followed alternatively; no sharing */
  HA_SHAPE_HEADER,  /* no node itself: pointers into one list, maybe a counter */
  HA_SHAPE_POINTER, /* struct node **: the address of a cell that heads a shape */
  HA_SHAPE_OPAQUE   /* incomplete type, function pointer, void * never cast */
};

enum ha_aliasing { HA_ALIAS_DISJOINT = 1, HA_ALIAS_EQUAL = 2, HA_ALIAS_MEMBER = 4 };

/* One root of the input: a parameter or a global. */
struct ha_root {
  ha_var param;  /* or */
  ha_obj global; /* … a global object */
  enum ha_shape shape;
  ha_type type; /* the record pointed to (or of the global) */
  ha_field link, back;
  bool nullable;
  bool by_macro;      /* … for proofs only: it is tested in macros alone */
  bool required;      /* non-null is a precondition; neither: nobody looks */
  bool stated;        /* a contract speaks of it: null is not inferred from the code */
  bool shaped;        /* … and of what it heads: nor is its shape */
  bool any_node;      /* doubly linked: may point to any node, not just the first */
  unsigned aliasing;  /* with the root `alias_of`: set of enum ha_aliasing */
  unsigned alias_of;  /* index of another root, which has no aliases itself */
  unsigned header;    /* HEADER: index among the headers */
  ha_field container; /* points to this field of a larger record */
};

/* What a field is in the heap the function is given. */
enum ha_role {
  HA_ROLE_DATA,      /* an integer, or a pointer to something of its own */
  HA_ROLE_NEXT,      /* to the next node; `partner` is the way back, if there is one */
  HA_ROLE_BACK,      /* the inverse of `partner` */
  HA_ROLE_CHILD,     /* to a subtree; `partner` is the way up, if there is one */
  HA_ROLE_PARENT,    /* the inverse of the CHILD fields */
  HA_ROLE_HEAD,      /* a header's pointer to the first node */
  HA_ROLE_TAIL,      /* … to the last node */
  HA_ROLE_COUNT,     /* … the number of nodes */
  HA_ROLE_LAST_LINK, /* … the address of the last node's link, or of the head */
  HA_ROLE_CURSOR,    /* … null, or any node; `partner`: of the list at this sentinel */
  HA_ROLE_OWNER,     /* a node's pointer to the header */
  HA_ROLE_BACK_LINK, /* a node's pointer to the link that points to it */
  HA_ROLE_OPAQUE     /* nothing is known: never relied on */
};

struct ha_place {
  enum ha_role role;
  bool ring;           /* NEXT, BACK: circular */
  bool to_last;        /* BACK: not circular, but the first node's leads to the last;
                          CURSOR: it is at the last */
  bool endless;        /* NEXT, BACK: the code does not expect to meet the end */
  bool nullable;       /* DATA pointers: the code tests it */
  ha_field partner;    /* NEXT, BACK, CHILD */
  ha_field container;  /* the record pointed to is this field of a larger one */
  ha_var like_param;   /* DATA pointers: a parameter that the code compares it with, */
  ha_field like_field; /* … and a field */
  unsigned header;     /* HEAD, TAIL, COUNT, LAST_LINK: index of the header */
};

/* A record that points into a list and is no node of it. */
struct ha_header {
  ha_type type, node;
  bool is_plain; /* it points to nothing but this list */
  ha_field head, tail, count, last_link;
};

struct ha_uses;

struct ha_entry {
  const struct ha_uses *uses; /* what it was read off */
  const bool *met;            /* by type: the function can meet values of it */
  HA_VEC(struct ha_root) roots;
  HA_VEC(struct ha_header) headers; /* row 0 is unused */
  struct ha_place *fields;          /* by field id */
  uint32_t field_count;
  struct ha_place *globals; /* by object: the cell of a global that is a pointer */
  HA_VEC(const char *) inferred_requires;
  HA_VEC(const char *) assumes;
};

/* With `initial_globals` (entry=main) the globals are no part of the input. */
struct ha_entry *ha_entry_infer(struct ha_arena *arena,
                                const struct ha_program *program, bool initial_globals);

/* Do the roots i and j never meet?  Aliases of one root may. */
bool ha_entry_are_apart(const struct ha_entry *entry, unsigned i, unsigned j);

const struct ha_place *ha_entry_field(const struct ha_entry *entry, ha_field field);

#endif
