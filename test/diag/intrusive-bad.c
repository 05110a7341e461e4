// RUN: %verify %s
// Embedded links taken for the wrong member, or for the structure itself.
#include <stddef.h>
#include <stdlib.h>

struct link {
  struct link *next;
};
struct file {
  int fd;
  struct link open, dirty;
};
#define FILE_OF(l, member) ((struct file *)((char *)(l)-offsetof(struct file, member)))

/* The link of the other list: not the beginning of the block. */
int open_and_close(int fd) {
  struct file *f = malloc(sizeof *f);
  struct link *l;
  if (!f)
    return -1;
  f->fd = fd;
  l = &f->dirty;
  free(FILE_OF(l, open)); // expected-warning {{[heapabs-invalid-free]}}
  return 0;
}

/* A cast is not container_of: the file would end behind its block. */
int fd_of(int fd) {
  struct file *f = malloc(sizeof *f), *g;
  int closed;
  if (!f)
    return -1;
  f->fd = fd;
  f->open.next = f->dirty.next = NULL;
  g = (struct file *)&f->dirty;
  closed = g->open.next == NULL; // expected-warning {{[heapabs-invalid-deref]}}
  free(f);
  return closed;
}

/* A null link has no file around it. */
int first_fd(void) {
  struct file a = {.fd = 3};
  struct link *l = a.open.next;
  return FILE_OF(l, open)->fd; // expected-warning {{[heapabs-}}
}
