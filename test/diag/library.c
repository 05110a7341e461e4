// RUN: %heapabs -Xclang -verify %arg-json=%t.json %s
// RUN: FileCheck %s < %t.json
// expected-no-diagnostics
// What the C library does to its arguments is known, so the list around it stays known.
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct node {
  struct node *next;
  char name[16];
  double weight;
};
struct queue {
  pthread_mutex_t lock;
  struct node *head;
};

// CHECK: "name":"print",{{[^[]*}}"line":{{[0-9]+}},"verdict":"proved"
void print(struct node *x) {
  for (; x; x = x->next) {
    printf("%d %-5s %g\n", (int)strlen(x->name), x->name, x->weight);
    puts(x->name);
    fflush(stdout);
  }
}

// CHECK: "name":"number",{{[^[]*}}"line":{{[0-9]+}},"verdict":"proved"
void number(struct node *x, int n) {
  for (; x; x = x->next)
    snprintf(x->name, sizeof x->name, "node %d", n++);
}

// CHECK: "name":"number_shortly",{{[^[]*}}"line":{{[0-9]+}},"verdict":"proved"
void number_shortly(struct node *x, int n) {
  for (; x; x = x->next)
    sprintf(x->name, "%d.", n++);
}

/* The rest of the node goes along, for all one knows. */
// CHECK: "name":"number_at_length",{{[^[]*}}"line":{{[0-9]+}},"verdict":"unknown"
void number_at_length(struct node *x, int n) {
  for (; x; x = x->next)
    sprintf(x->name, "this is node %d", n++);
}

// CHECK: "name":"weigh",{{[^[]*}}"line":{{[0-9]+}},"verdict":"proved"
double weigh(struct node *x) {
  double sum = 0;
  for (; x; x = x->next)
    if (x->weight > 1.5)
      sum += sqrt(x->weight) * floor(x->weight);
  return sum;
}

// CHECK: "name":"words",{{[^[]*}}"line":{{[0-9]+}},"verdict":"proved"
int words(struct node *x) {
  int n = 0;
  for (; x; x = x->next)
    n += isalpha((unsigned char)x->name[0]) && !isspace((unsigned char)x->name[1]);
  return n;
}

// CHECK: "name":"ages",{{[^[]*}}"line":{{[0-9]+}},"verdict":"proved"
long ages(struct node *x) {
  long sum = 0;
  char *end;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  for (; x; x = x->next)
    sum += strtol(x->name, &end, 10) + time(NULL) - now.tv_sec;
  return sum;
}

// CHECK: "name":"locked",{{[^[]*}}"line":{{[0-9]+}},"verdict":"proved"
int locked(struct queue *q) {
  int n = 0;
  pthread_mutex_lock(&q->lock);
  for (struct node *x = q->head; x; x = x->next)
    n++;
  pthread_mutex_unlock(&q->lock);
  return n;
}

// CHECK: "name":"read_all",{{[^[]*}}"line":{{[0-9]+}},"verdict":"proved"
int read_all(struct node *x, FILE *file) {
  char line[80];
  for (; x; x = x->next)
    if (!fgets(line, sizeof line, file) || fread(x->name, 1, 16, file) < 16)
      return -errno;
  return write(1, line, 10) < 0 ? errno : 0;
}

/* errno may be another one after each call. */
// CHECK: "name":"after_errno",{{[^[]*}}"line":{{[0-9]+}},"verdict":"unknown"
int after_errno(struct node *x) {
  struct node here = {0}, *y = &here;
  errno = 0;
  close(3);
  if (errno)
    y = NULL;
  return y->name[0] + (x != NULL);
}
