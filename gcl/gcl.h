/* The guarded-command language: the hub between the compiler and the engines.
 *
 * A program is one entry function with its callees inlined: locations, and edges
 * between them, each a loop-free sequence of commands.  A branch is two edges whose
 * first command is an `assume`; the assumptions at one location exclude each other
 * and cover all cases, so the only nondeterminism is `havoc`.  Every cycle passes
 * through a location marked loop_head (irreducible ones too).
 *
 * Everything is an index into a table of the program; 0 means "none" everywhere, and
 * row 0 of each table is unused (params and limitations are plain lists, from 0).  All
 * memory is the program's arena's.
 *
 * Memory: an object is a block of bytes.  A pointer is a block and an offset; the
 * static type of an expression says what it is taken to point to, a LOAD or STORE
 * says by its field what is really accessed.  Dereferences are preceded by their
 * checks as explicit `assert`s, so commands themselves have no error cases:
 *   assert p != null @1 (null-deref); assert live(p) @2 (use-after-free);
 *   assert access(p, n) @3 (invalid-deref); x := p->next. */
#ifndef HEAPABS_GCL_GCL_H
#define HEAPABS_GCL_GCL_H

#include "arena.h"
#include "types.h"

typedef uint32_t ha_var;
typedef uint32_t ha_expr;
typedef uint32_t ha_loc;
typedef uint32_t ha_obj;
typedef uint32_t ha_pos;
typedef uint32_t ha_check;
typedef uint32_t ha_formula;

enum ha_expr_op {
#define HA_EXPR(name, text, arity, form) HA_EXPR_##name,
#include "expr_op.def"
#undef HA_EXPR
};

enum ha_cmd_op {
#define HA_CMD(name, text) HA_CMD_##name,
#include "gcl_op.def"
#undef HA_CMD
};

enum ha_check_kind {
#define HA_CHECK(name, id, cwe, on, memory) HA_CHECK_##name,
#include "checks.def"
#undef HA_CHECK
  HA_CHECK_KINDS
};

enum ha_formula_kind {
#define HA_FORMULA(name, text) HA_FORMULA_##name,
#include "formulas.def"
#undef HA_FORMULA
  HA_FORMULA_KINDS
};

enum ha_origin {
#define HA_ORIGIN(name, text, free_choice) HA_ORIGIN_##name,
#include "origins.def"
#undef HA_ORIGIN
};

struct ha_expr_row {
  uint8_t op; /* enum ha_expr_op */
  ha_type type;
  ha_expr a, b, c;
  uint64_t imm;
};

enum ha_var_kind { HA_VAR_PARAM, HA_VAR_LOCAL, HA_VAR_TEMP, HA_VAR_RESULT };

struct ha_var_row {
  const char
      *name; /* unique in the program; inlined ones are `callee.x`, `callee.x.2` */
  const char *source_name; /* as the user wrote it; NULL for temporaries */
  enum ha_var_kind kind;
  ha_type type;
  ha_pos pos; /* of the declaration */
};

enum ha_obj_kind { HA_OBJ_GLOBAL, HA_OBJ_LOCAL, HA_OBJ_STRING, HA_OBJ_FUNCTION };

/* A pointer inside an initialiser: at `offset` stands the address target+addend. */
struct ha_reloc {
  uint64_t offset;
  ha_obj target;
  int64_t addend;
};

struct ha_obj_row {
  const char *name; /* unique; prints as &name */
  enum ha_obj_kind kind;
  ha_type type;
  uint64_t size;
  bool is_const;       /* never changes: its initialiser holds at every entry */
  bool is_extern;      /* defined elsewhere: contents arbitrary */
  const uint8_t *init; /* size bytes, or NULL for zeroes; locals have none */
  HA_VEC(struct ha_reloc) relocs;
  ha_pos pos;
};

/* A source range; `call` is the position of the call through which this code was
 * inlined (0 in the entry function's own code), `function` the one it is written in. */
struct ha_pos_row {
  const char *file;
  uint32_t line, column, end_line, end_column; /* end 0: just the point */
  const char *function;
  ha_pos call;
  bool macro_test; /* a condition here is a macro's own, not what it was given */
};

struct ha_check_row {
  enum ha_check_kind kind;
  ha_pos pos;
  const char *text; /* the source expression checked, "p->next"; "" if unknown */
  const char *base; /* its pointer, "p"; "" if unknown */
};

/* What a name in a formula means: one of these is not 0. */
struct ha_formula_name {
  const char *name;
  ha_var var;
  ha_obj object;
  ha_formula ghost; /* the GHOST that gives the name */
};

/* A formula as people wrote it.  If it lists no names, they are the program's. */
struct ha_formula_row {
  enum ha_formula_kind kind;
  const char *text;
  HA_VEC(struct ha_formula_name) names;
  ha_pos pos; /* of its first character */
};

struct ha_cmd_row {
  uint8_t op;     /* enum ha_cmd_op */
  uint8_t origin; /* HAVOC: enum ha_origin */
  ha_var var;
  ha_expr a, b, c;
  ha_field field;
  ha_type type;       /* NEW, ALLOCA: what is allocated, 0 if not known yet */
  ha_obj object;      /* ENTER, LEAVE */
  ha_check check;     /* ASSERT */
  const char *callee; /* HAVOC with CALL_RESULT, HAVOC_REACH: the function called */
  ha_pos pos;
};

/* The limitation that leaves a program without any meaning: control comes back to a
 * call with whatever state it has reached since, as from setjmp. */
#define HA_LIMIT_RETURNS_TWICE "returns-twice"

struct ha_loc_row {
  bool loop_head, exit;
  ha_pos pos;
};

struct ha_edge_row {
  ha_loc from, to;
  uint32_t first, count; /* commands first .. first+count-1 */
};

/* A construct that was havocked rather than modelled. */
struct ha_limitation {
  ha_pos pos;
  const char *what; /* "inline-asm", "unknown-call:qsort", "float", … */
};

struct ha_program {
  struct ha_arena *arena; /* borrowed */
  struct ha_types *types; /* borrowed; shared by the programs of a unit */
  const char *name;       /* the entry function */
  ha_loc entry;
  ha_var result; /* 0 for void; assigned before each exit */
  bool is_static, address_taken, has_recursion;
  HA_VEC(ha_var) params;
  HA_VEC(struct ha_expr_row) exprs;
  HA_VEC(struct ha_var_row) vars;
  HA_VEC(struct ha_obj_row) objs;
  HA_VEC(struct ha_pos_row) poss;
  HA_VEC(struct ha_check_row) checks;
  HA_VEC(struct ha_formula_row) formulas;
  HA_VEC(struct ha_loc_row) locs;
  HA_VEC(struct ha_edge_row) edges;
  HA_VEC(struct ha_cmd_row) cmds;
  HA_VEC(struct ha_limitation) limitations;
};

struct ha_program *ha_program_new(struct ha_arena *arena, struct ha_types *types,
                                  const char *name);

/* Expressions are hash-consed by a search back over recent rows; equal rows may
 * still have two ids, so compare with ha_expr_equal. */
ha_expr ha_expr_intern(struct ha_program *p, struct ha_expr_row row); /* as it is */
ha_expr ha_expr_const(struct ha_program *p, ha_type type, uint64_t value);
ha_expr ha_expr_null(struct ha_program *p, ha_type ptr_type);
ha_expr ha_expr_var(struct ha_program *p, ha_var var);
ha_expr ha_expr_obj(struct ha_program *p, ha_obj obj);
ha_expr ha_expr_formula(struct ha_program *p, ha_formula formula);
ha_expr ha_expr_field(struct ha_program *p, enum ha_expr_op op, ha_expr base,
                      ha_field field, ha_type type); /* FIELD, CONTAINER */
ha_expr ha_expr_elem(struct ha_program *p, ha_expr base, ha_expr index, ha_type elem,
                     ha_type type);
ha_expr ha_expr_make(struct ha_program *p, enum ha_expr_op op, ha_type type, ha_expr a,
                     ha_expr b, ha_expr c);           /* folds constants */
ha_expr ha_expr_not(struct ha_program *p, ha_expr a); /* flips comparisons */
bool ha_expr_equal(const struct ha_program *p, ha_expr a, ha_expr b);

/* Sequential construction of an edge: begin, push commands, end. */
uint32_t ha_edge_begin(struct ha_program *p, ha_loc from, ha_loc to);
void ha_cmd_push(struct ha_program *p, struct ha_cmd_row cmd);

extern const char *const ha_expr_text[];
extern const uint8_t ha_expr_arity[];
extern const char *const ha_cmd_text[];
extern const char *const ha_check_id[]; /* "null-deref", … */
extern const int ha_check_cwe[];
extern const char *const ha_origin_text[];
extern const char *const ha_formula_kind_text[];
extern const bool ha_origin_is_free_choice[];

#endif
