// RUN: %verify %arg-models=zmalloc=malloc,xmalloc=malloc!,zfree=free,panic=abort,copy=memcpy %s
// RUN: %heapabs %arg-models=zmalloc=malloc,xmalloc=malloc!,zfree=free,panic=abort,copy=memcpy %arg-json=%t.json -w %s
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// RUN: not %heapabs %arg-models=zmalloc %s 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: not %heapabs %arg-models=zmalloc=mallok %s 2>&1 | FileCheck --check-prefix=BAD %s
// BAD: error: heapabs: option 'models': unknown value 'zmalloc{{.*}}'; known are: NAME=FUNCTION, {{.*}} malloc, calloc
// Without it nothing is known of them: `panic` may return, and the rest is silent.
// RUN: %heapabs %s 2>&1 | FileCheck --check-prefix=WITHOUT --implicit-check-not=warning: %s
// WITHOUT: models.c:[[#@LINE+38]]:{{[0-9]+}}: warning: 'made' is null here
// The reproducers fail as they should.
// RUN: rm -rf %t && heapabs repro -o %t --models zmalloc=malloc,xmalloc=malloc!,zfree=free,panic=abort,copy=memcpy %s 2>/dev/null | FileCheck --check-prefix=REPRO %s
// REPRO-COUNT-4: fails as predicted
// REPRO-NOT: did not
// Functions of the project that are told to do as the C library's.
typedef __SIZE_TYPE__ size_t;
struct node {
  int data;
  struct node *next;
};

void *zmalloc(size_t size);
void *xmalloc(size_t size);
void zfree(void *p);
void panic(void);
void *copy(void *to, const void *from, size_t size);

// JSON: "name":"push"{{.*}}"what":"model:zmalloc=malloc"
struct node *push(struct node *list, int data) {
  struct node *made = zmalloc(sizeof *made);
  made->data = data; // expected-warning {{'made' is null here}}
  made->next = list;
  return made;
}

// JSON: "name":"push_or_die"{{.*}}"verdict":"proved"
struct node *push_or_die(struct node *list, int data) {
  struct node *made = xmalloc(sizeof *made);
  made->data = data;
  made->next = list;
  return made;
}

struct node *push_or_panic(struct node *list) {
  struct node *made = zmalloc(sizeof *made);
  if (!made)
    panic();
  made->next = list;
  return made;
}

void drop(struct node *list) {
  while (list) {
    zfree(list);
    list = list->next; // expected-warning {{after it was freed}}
  }
}

void lose(void) {
  struct node *made = xmalloc(sizeof *made);
  made->next = 0;
} // expected-warning {{is never freed}}

int other(struct node *list) {
  struct node twin;
  if (!list)
    return 0;
  copy(&twin, list, sizeof twin);
  return twin.next->data; // expected-warning {{'twin.next' is null here}}
}
