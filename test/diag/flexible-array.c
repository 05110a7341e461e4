// RUN: %verify %s
// Nodes with a flexible array: one block holds the link and the bytes.
// expected-no-diagnostics
#include <stdlib.h>
#include <string.h>

struct packet {
  struct packet *next;
  unsigned len;
  unsigned char data[];
};

struct packet *packet_new(unsigned len) {
  struct packet *p;
  if (len > 1500)
    return NULL;
  p = malloc(sizeof *p + len);
  if (!p)
    return NULL;
  p->next = NULL;
  p->len = len;
  memset(p->data, 0, len);
  return p;
}

struct packet *packet_two(void) {
  struct packet *p = packet_new(2);
  if (p) {
    p->data[0] = 1;
    p->data[p->len - 1] = 2;
  }
  return p;
}

unsigned total(const struct packet *p) {
  unsigned sum = 0;
  for (; p; p = p->next)
    sum += p->len;
  return sum;
}
