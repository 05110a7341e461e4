// RUN: %diff %s
// Bit-fields, enums, flags, packed structs, unions read through another member, bytes
// of a struct.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
enum color { RED, GREEN = 5, BLUE };
enum { DIRTY = 1, LOCKED = 2, MARKED = 0x80 };
struct node {
  unsigned kind : 3;
  int level : 5;
  bool seen : 1;
  unsigned long wide : 40;
  enum color color : 4;
  struct node *next;
  unsigned flags;
};
union word {
  uint32_t whole;
  struct {
    uint8_t low, next, third, high;
  };
  uint16_t half[2];
  char bytes[4];
};
struct __attribute__((packed)) odd {
  char c;
  int i;
  short s;
};

void set(struct node *x, int v) {
  x->kind = v;
  x->level = v;
  x->seen = v;
  x->wide += v;
  x->color = GREEN;
}
long get(const struct node *x) {
  return x->kind + x->level * 10 + x->seen * 1000l + (long)x->wide + x->color;
}
int bump(struct node *x) {
  int n = 0;
  for (; x; x = x->next)
    n += x->kind++ + --x->level;
  return n;
}
struct node *fresh(int v) {
  struct node *x = malloc(sizeof *x);
  if (x)
    x->kind = v, x->next = NULL;
  return x;
}
unsigned toggle(struct node *x, unsigned on) {
  x->flags |= on;
  x->flags &= ~LOCKED;
  if (!(x->flags & MARKED))
    x->flags ^= DIRTY;
  return x->flags & (DIRTY | MARKED);
}
enum color paint(enum color c) {
  switch (c) {
  case RED:
    return BLUE;
  case GREEN:
    return RED;
  default:
    return c + 1;
  }
}
unsigned through_union(uint32_t v) {
  union word w = {.whole = v};
  w.third ^= w.low;
  w.half[0]++;
  return w.whole + w.high + (unsigned char)w.bytes[1];
}
void heap_union(union word *w) {
  w->bytes[3] = w->bytes[0];
  w->half[0] = w->half[1];
}
int unaligned(struct odd *o) {
  o->i += o->c;
  o->s = (short)o->i;
  return o->i;
}
unsigned byte_of(struct node *x, unsigned i) {
  unsigned char *bytes = (unsigned char *)x;
  bytes[i] ^= 0xff;
  return bytes[i];
}

#ifdef NATIVE
#include "native.h"
static struct node *node(void) {
  return OBJECT(struct node, {
    it->kind = PICK(0, 7), it->level = PICK(-16, 15), it->seen = CHOOSE(2);
    it->wide = PICK(0, 0xffffffffff), it->flags = PICK(0, 3, 0x82);
  });
}
DIFF(set) { VRUN(set, node(), PICK(0, 1, -1, 21)); }
DIFF(get) { RUN(get, node()); }
DIFF(bump) {
  struct node *x = node();
  x->next = CHOOSE(2) ? node() : NULL;
  RUN(bump, x);
}
DIFF(fresh) { RUN(fresh, PICK(5, 9)); }
DIFF(toggle) { RUN(toggle, node(), PICK(0, 2, 0x80)); }
DIFF(paint) { RUN(paint, (enum color)PICK(RED, GREEN, BLUE)); }
DIFF(through_union) { RUN(through_union, PICK(0, -1, 0x80ff7f01)); }
DIFF(heap_union) { VRUN(heap_union, OBJECT(union word, it->whole = 0x12345678)); }
DIFF(unaligned) { RUN(unaligned, OBJECT(struct odd, it->c = -3, it->i = 65537)); }
DIFF(byte_of) { RUN(byte_of, node(), PICK(0, 7, 16, 23, 24)); }
#endif
