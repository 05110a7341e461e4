// RUN: %verify -Wno-unknown-warning-option -Wno-alloc-size %s
// Nodes with a flexible array that is shorter than they think.
#include <stdlib.h>

struct packet {
  struct packet *next;
  unsigned len;
  unsigned char data[];
};

/* The link and the length, but no byte of data; the padding has four. */
struct packet *packet_bytes(void) {
  struct packet *p = malloc(sizeof *p);
  if (!p)
    return NULL;
  p->next = NULL;
  p->len = 8;
  p->data[4] = 1; // expected-warning {{[heapabs-invalid-deref]}}
  return p;
}

/* The size is that of the pointer. */
struct packet *packet_small(void) {
  struct packet *p = malloc(sizeof p);
  if (!p)
    return NULL;
  p->next = NULL;
  p->len = 0; // expected-warning {{[heapabs-invalid-deref]}}
  return p;
}

/* A packet of no length is a packet; no packet is none. */
unsigned first_length(const struct packet *p, unsigned least) {
  while (p && p->len < least)
    p = p->next;
  return p->len; // expected-warning {{[heapabs-null-deref]}}
}
