/* Random list programs in the text form, with the checks the lowering would make.
 *
 * Nodes carry a link, a pointer to an item and a number.  The statements are those of
 * ordinary list code (walk, link, unlink, allocate, free, pointers to pointers, an
 * address-taken local, a global, a struct copy, an unknown call), put together without
 * sense: most programs are wrong somewhere and right elsewhere, which is what a
 * prover is to be tried on. */
#ifndef HEAPABS_TEST_RANDOM_LIST_H
#define HEAPABS_TEST_RANDOM_LIST_H

#include "random_program.h" /* the dice */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lister {
  struct dice dice;
  FILE *checks, *body;
  unsigned check_count, loc_count, line;
  unsigned loc; /* where the edge at hand comes from; its text is open */
};

static inline unsigned pick(struct lister *l, unsigned sides) {
  return roll(&l->dice, sides);
}

static inline const char *node_var(struct lister *l) {
  static const char *const names[] = {"x", "y", "p", "q", "r"};
  return names[pick(l, 5)];
}

static inline const char *link_var(struct lister *l) {
  return pick(l, 2) ? "pp" : "link";
}

/* ---- edges ---- */

static inline unsigned new_loc(struct lister *l) { return ++l->loc_count; }

/* Ends the edge at hand at `to`; the next one starts from `from`. */
static inline void arrive(struct lister *l, unsigned to) {
  fprintf(l->body, "} to %u\n", to);
}

static inline void depart(struct lister *l, unsigned from) {
  fprintf(l->body, "from %u {\n", from);
}

/* ---- checks ---- */

static inline void check(struct lister *l, const char *kind, const char *format,
                         const char *pointer, const char *size) {
  unsigned id = ++l->check_count;
  fprintf(l->checks, "check %u %s \"*%s\" of \"%s\" at %u:1;\n", id, kind, pointer,
          pointer, l->line);
  fputs("assert ", l->body);
  for (const char *c = format; *c; c++)
    if (*c == '$')
      fputs(pointer, l->body);
    else if (*c == '#')
      fputs(size, l->body);
    else
      fputc(*c, l->body);
  fprintf(l->body, " @%u at %u:1;\n", id, l->line);
}

static inline void check_access(struct lister *l, const char *pointer,
                                const char *size) {
  check(l, "null-deref", "$ != null", pointer, size);
  check(l, "use-after-free", "live($)", pointer, size);
  check(l, "invalid-deref", "access($, #)", pointer, size);
}

static inline void check_free(struct lister *l, const char *pointer) {
  check(l, "double-free", "($ == null) || live($)", pointer, "");
  check(l, "invalid-free", "($ == null) || freeable($)", pointer, "");
}

/* ---- statements ---- */

static inline void load_or_store(struct lister *l) {
  const char *a = node_var(l), *b = node_var(l);
  check_access(l, a, "24");
  switch (pick(l, 7)) {
  case 0:
  case 1:
    fprintf(l->body, "%s := %s->next at %u:1;\n", b, a, l->line);
    break;
  case 2:
  case 3:
    fprintf(l->body, "%s->next := %s at %u:1;\n", a, b, l->line);
    break;
  case 4:
    fprintf(l->body, "i := %s->item at %u:1;\n", a, l->line);
    break;
  case 5:
    fprintf(l->body, "%s->item := i at %u:1;\n", a, l->line);
    break;
  default:
    fprintf(l->body,
            pick(l, 2) ? "n := %s->value at %u:1;\n" : "%s->value := n at %u:1;\n", a,
            l->line);
  }
}

static inline void allocate(struct lister *l) {
  bool is_item = pick(l, 4) == 0, is_zeroed = pick(l, 3) == 0;
  const char *var = is_item ? "i" : node_var(l);
  unsigned fork = new_loc(l), join = new_loc(l);
  fprintf(l->body, "havoc fails (alloc-fails) at %u:1;\n", l->line);
  arrive(l, fork);
  depart(l, fork);
  fprintf(l->body, "assume fails at %u:1;\n%s := null at %u:1;\n", l->line, var,
          l->line);
  arrive(l, join);
  depart(l, fork);
  fprintf(l->body, "assume !fails at %u:1;\n%s := new %s, %u at %u:1;\n", l->line, var,
          is_item ? "item" : "node", is_item ? 16 : 24, l->line);
  if (is_zeroed)
    fprintf(l->body, "fill %s, 0, %u at %u:1;\n", var, is_item ? 16 : 24, l->line);
  arrive(l, join);
  depart(l, join);
}

static inline void use_link(struct lister *l) {
  const char *link = link_var(l), *node = node_var(l);
  switch (pick(l, 4)) {
  case 0:
    fprintf(l->body, "%s := &%s->next at %u:1;\n", link, node, l->line);
    return;
  case 1:
    fprintf(l->body, "%s := &o at %u:1;\n", link, l->line);
    return;
  case 2:
    check_access(l, link, "8");
    fprintf(l->body, "%s := *%s at %u:1;\n", node, link, l->line);
    return;
  default:
    check_access(l, link, "8");
    fprintf(l->body, "*%s := %s at %u:1;\n", link, node, l->line);
  }
}

static inline void use_object(struct lister *l) {
  const char *place = pick(l, 2) ? "&o" : "&g", *node = node_var(l);
  if (pick(l, 2))
    fprintf(l->body, "%s := *(%s) at %u:1;\n", node, place, l->line);
  else
    fprintf(l->body, "*(%s) := %s at %u:1;\n", place, node, l->line);
}

static inline void copy_node(struct lister *l) {
  const char *to = node_var(l), *from = node_var(l);
  check_access(l, to, "24");
  check_access(l, from, "24");
  fprintf(l->body, "copy %s, %s, 24 at %u:1;\n", to, from, l->line);
}

/* memset, a part of it, and a copy of what may be padding. */
static inline void overwrite(struct lister *l) {
  static const char *const parts[] = {"0, 24", "0, 8",  "8, 8",
                                      "16, 4", "20, 4", "4, 8"};
  const char *to = node_var(l), *from = node_var(l), *part = parts[pick(l, 6)];
  check_access(l, to, "24");
  if (pick(l, 2)) {
    fprintf(l->body, "fill elem(cast:i8*(%s), %.*s), %u, %s at %u:1;\n", to,
            (int)strcspn(part, ","), part, pick(l, 4) == 0, strchr(part, ' ') + 1,
            l->line);
    return;
  }
  check_access(l, from, "24");
  fprintf(l->body,
          "copy elem(cast:i8*(%s), %.*s), elem(cast:i8*(%s), %.*s), %s at %u:1;\n", to,
          (int)strcspn(part, ","), part, from, (int)strcspn(part, ","), part,
          strchr(part, ' ') + 1, l->line);
}

static inline void release_node(struct lister *l) {
  const char *var = pick(l, 4) ? node_var(l) : "i";
  check_free(l, var);
  fprintf(l->body, "free %s at %u:1;\n", var, l->line);
}

static inline void assign(struct lister *l) {
  const char *to = node_var(l), *from = node_var(l);
  switch (pick(l, 6)) {
  case 0:
    fprintf(l->body, "%s := null at %u:1;\n", to, l->line);
    break;
  case 1:
    fprintf(l->body, "n := %s at %u:1;\n", pick(l, 2) ? "n + 1" : "0", l->line);
    break;
  case 2:
    fprintf(l->body, "i := null at %u:1;\n", l->line);
    break;
  case 3:
    fprintf(l->body, "address := ptrtoint:u64(%s) at %u:1;\n", from, l->line);
    break;
  default:
    fprintf(l->body, "%s := %s at %u:1;\n", to, from, l->line);
  }
}

static inline void condition(struct lister *l, char *yes, char *no, size_t room) {
  const char *a = node_var(l), *b = node_var(l);
  switch (pick(l, 5)) {
  case 0:
    snprintf(yes, room, "%s == %s", a, b);
    snprintf(no, room, "%s != %s", a, b);
    break;
  case 1:
    snprintf(yes, room, "n == %u", pick(l, 2));
    snprintf(no, room, "n != %c", yes[5]);
    break;
  default:
    snprintf(yes, room, "%s != null", a);
    snprintf(no, room, "%s == null", a);
  }
}

static inline void block(struct lister *l, unsigned depth);

static inline void branch(struct lister *l, unsigned depth) {
  char yes[32], no[32];
  unsigned fork = new_loc(l), join = new_loc(l);
  condition(l, yes, no, sizeof yes);
  arrive(l, fork);
  depart(l, fork);
  fprintf(l->body, "assume %s at %u:1;\n", yes, l->line);
  block(l, depth - 1);
  arrive(l, join);
  depart(l, fork);
  fprintf(l->body, "assume %s at %u:1;\n", no, l->line);
  if (pick(l, 2))
    block(l, depth - 1);
  arrive(l, join);
  depart(l, join);
}

static inline void loop(struct lister *l, unsigned depth) {
  unsigned head = new_loc(l), after = new_loc(l);
  const char *var = node_var(l);
  arrive(l, head);
  depart(l, head);
  fprintf(l->body, "assume %s != null at %u:1;\n", var, l->line);
  block(l, depth - 1);
  check_access(l, var, "24");
  fprintf(l->body, "%s := %s->next at %u:1;\n", var, var, l->line);
  arrive(l, head);
  depart(l, head);
  fprintf(l->body, "assume %s == null at %u:1;\n", var, l->line);
  arrive(l, after);
  depart(l, after);
}

static inline void statement(struct lister *l, unsigned depth) {
  l->line++;
  unsigned kind = pick(l, depth ? 24 : 19);
  if (kind < 7)
    load_or_store(l);
  else if (kind < 10)
    allocate(l);
  else if (kind < 12)
    use_link(l);
  else if (kind < 14)
    use_object(l);
  else if (kind < 16)
    assign(l);
  else if (kind == 16)
    release_node(l);
  else if (kind == 17 && pick(l, 2))
    copy_node(l);
  else if (kind == 17)
    overwrite(l);
  else if (kind == 18 && pick(l, 4) == 0)
    fprintf(l->body, "havoc-reach %s (unmodelled f) at %u:1;\n", node_var(l), l->line);
  else if (kind < 22)
    branch(l, depth ? depth : 1);
  else
    loop(l, depth);
}

static inline void block(struct lister *l, unsigned depth) {
  for (unsigned i = 1 + pick(l, depth > 1 ? 5 : 3); i; i--)
    statement(l, depth);
}

/* The edges are written one after the other; a program has them by location. */
static inline void print_edges(FILE *out, const char *body, unsigned locs) {
  for (unsigned loc = 1; loc <= locs; loc++) {
    fprintf(out, "loc %u%s loop {\n", loc, loc == 1 ? " entry" : "");
    for (const char *at = body; (at = strstr(at, "from ")); at++) {
      const char *begin = strchr(at, '\n') + 1, *end = strstr(at, "} to ");
      if (strtoul(at + 5, NULL, 10) == loc)
        fprintf(out, "goto %lu {\n%.*s}\n", strtoul(end + 5, NULL, 10),
                (int)(end - begin), begin);
    }
    fputs("}\n", out);
  }
  fprintf(out, "loc %u exit;\n", locs + 1);
}

static const char random_list_head[] =
    "program f;\npointers 8;\nfile \"f.c\";\n"
    "struct item 16 { +0 name: i8*; +8 size: i32; }\n"
    "struct node 24 { +0 next: node*; +8 item: item*; +16 value: i32; }\n"
    "object o: node*, 8;\nglobal g: node*, 8;\n"
    "param x: node*;\nparam y: node*;\nparam n: u32;\nresult result: node*;\n"
    "local p: node*;\nlocal q: node*;\nlocal r: node*;\nlocal i: item*;\n"
    "local pp: node**;\nlocal link: node**;\ntemp fails: u1;\ntemp address: u64;\n"
    "takes x, y, n;\nreturns result;\n";

/* The text of program number `seed`; free() it. */
static inline char *random_list_program(uint64_t seed) {
  char *checks = NULL, *body = NULL, *text = NULL;
  size_t size;
  struct lister l = {.dice = {seed * 0x9e3779b97f4a7c15 + 1}, .loc_count = 1};
  l.checks = open_memstream(&checks, &size);
  l.body = open_memstream(&body, &size);
  depart(&l, 1);
  fputs("enter o;\n", l.body);
  fputs("*(&o) := x;\np := x;\nq := y;\nr := null;\ni := null;\n", l.body);
  fputs("pp := &o;\nlink := &o;\n", l.body);
  block(&l, 3);
  fprintf(l.body, "result := %s;\nleave o;\n", node_var(&l));
  fprintf(l.checks, "check %u leak \"\" at 999:1;\n", ++l.check_count);
  fprintf(l.body, "assert noleak(result) @%u at 999:1;\n", l.check_count);
  arrive(&l, l.loc_count + 1);
  fclose(l.checks);
  fclose(l.body);
  FILE *out = open_memstream(&text, &size);
  fprintf(out, "%s%s", random_list_head, checks);
  print_edges(out, body, l.loc_count);
  fclose(out);
  free(checks);
  free(body);
  return text;
}

#endif
