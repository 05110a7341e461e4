// RUN: %verify %s
// What the C library looks at must be there.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct node {
  struct node *next;
  char *name;
};

void print_last(struct node *x) {
  char *text = NULL;
  for (; x; x = x->next)
    text = x->name;
  puts(text); // expected-warning {{[heapabs-null-deref]}}
}

void drop(struct node *x) {
  while (x) {
    struct node *n = x->next;
    char *name = malloc(4);
    if (name) {
      strcpy(name, "abc");
      free(name);
      printf("dropped %s\n", name); // expected-warning {{[heapabs-use-after-free]}}
    }
    free(x);
    x = n;
  }
}

void send(struct node *x) {
  char *text = malloc(8);
  if (!text)
    return;
  memset(text, 0, 8);
  free(text);
  write(1, text, 8); // expected-warning {{[heapabs-use-after-free]}}
  if (x)
    x->next = NULL;
}

int counted(struct node *x) {
  int n = 1;
  struct node *y = x;
  while (y) {
    sscanf("1", "%d", &n);
    y = y->next;
  }
  return x->name[0] + n; // expected-warning {{[heapabs-null-deref]}}
}
