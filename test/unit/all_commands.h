/* Each kind of command as a program of its own, of two pointers x and y. */
#ifndef HEAPABS_TEST_ALL_COMMANDS_H
#define HEAPABS_TEST_ALL_COMMANDS_H

#include "gcl/arena.h"

#define ACCESS(x, c) "assert " x " != null @" #c "; assert live(" x ") @" #c "; "
/* … with all that the lowering checks */
#define NODE(x, c) ACCESS(x, c) "assert access(" x ", 16) @" #c "; "

static const char *const all_commands[] = {
    "x := y;",
    ACCESS("x", 1) "x := x->next;",
    ACCESS("x", 1) "x->next := null;",
    ACCESS("x", 1) "x->next := y;",
    ACCESS("x", 1) "x->next := x;",
    ACCESS("y", 1) "t := y->next; " ACCESS("x", 2) "x->next := t;",
    ACCESS("x", 1) "pp := &x->next; *pp := y; t := *pp;",
    ACCESS("x", 1) ACCESS("y", 2) "pp := ite(x == y, &y->next, &x->next); *pp := null;",
    ACCESS("x", 1) "i := x->data; x->data := i +s 1;",
    "assert (x == null) || live(x) @1; assert (x == null) || freeable(x) @2; free x;",
    "assert (x == null) || live(x) @1; assert (x == null) || freeable(x) @2; free x; "
    "t := new node, 16; t->next := y;",
    "t := new node, 16; t->next := x; x := t;",
    "t := new node, 16; t->next := t; " ACCESS("x", 1) "x->next := t;",
    ACCESS("x", 1) ACCESS("y", 2) "copy x, y, 16;",
    ACCESS("x", 1) "fill x, 0, 16;",
    ACCESS("x", 1) "fill elem(cast:i8*(x), 12), 0, 4;",
    ACCESS("x", 1) "copy elem(cast:i8*(x), 8), elem(cast:i8*(x), 12), 4;",
    "havoc i (call-result g); assume i == 1; x := y;",
    "enter box; *(&box) := x; pp := &box; x := *pp; *pp := y; leave box;",
    "assume x != y; " ACCESS("x", 1) "x->next := y; " ACCESS("y", 2) "y->next := x;",
};

/* A program of these locations and edges. */
static inline char *program_with(struct ha_arena *arena, const char *locations) {
  return ha_arena_printf(
      arena,
      "program f;\npointers 8;\nfile \"f.c\";\n"
      "struct node 16 { +0 next: node*; +8 data: i32; }\n"
      "object box: node*, 8;\nparam x: node*;\nparam y: node*;\nlocal t: node*;\n"
      "local pp: node**;\nlocal i: i32;\ntakes x, y;\n"
      "check 1 use-after-free \"x\";\ncheck 2 use-after-free \"y\";\n%s",
      locations);
}

#define ONE_EDGE(commands)                                                             \
  "loc 1 entry {\n  goto 2 {\n    " commands "\n  }\n}\nloc 2 exit;\n"

static inline char *program_of(struct ha_arena *arena, const char *command) {
  return program_with(arena, ha_arena_printf(arena, ONE_EDGE("%s"), command));
}

#endif
