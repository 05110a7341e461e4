// RUN: %verify %s
// Embedded links of one structure in two lists, found again by their offset.
// expected-no-diagnostics
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

/* Only files that this function makes itself. */
int two_files(void) {
  struct file a = {.fd = 3}, b = {.fd = 4};
  struct link *all = NULL;
  int sum = 0;
  a.open.next = all;
  all = &a.open;
  b.open.next = all;
  all = &b.open;
  a.dirty.next = NULL;
  b.dirty.next = &a.dirty;
  for (struct link *l = all; l; l = l->next)
    sum += FILE_OF(l, open)->fd;
  for (struct link *l = &b.dirty; l; l = l->next)
    sum += FILE_OF(l, dirty)->fd;
  return sum;
}

int open_and_close(int fd) {
  struct file *f = malloc(sizeof *f);
  struct link *l;
  if (!f)
    return -1;
  f->fd = fd;
  l = &f->dirty;
  l->next = NULL;
  free(FILE_OF(l, dirty));
  return 0;
}

int walk(const struct link *l) {
  int n = 0;
  while (l) {
    n++;
    l = l->next;
  }
  return n;
}
