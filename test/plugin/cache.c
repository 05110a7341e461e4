// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-cache=off %arg-json=off.json %s
// RUN: FileCheck %s --check-prefix=OFF < off.json
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-cache=answers %arg-json=cold.json %s
// RUN: FileCheck %s --check-prefixes=HIT,KEEPS < cold.json
// RUN: test -s answers
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-cache=answers %arg-json=warm.json %s
// RUN: FileCheck %s --check-prefixes=WARM,KEEPS < warm.json
// RUN: seq 5000 > answers
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-cache=answers %arg-json=bad.json %s
// RUN: FileCheck %s --check-prefixes=HIT,KEEPS < bad.json
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-cache=answers %arg-json=warm.json %s
// RUN: FileCheck %s --check-prefixes=WARM,KEEPS < warm.json
// Several compilers at once.
// RUN: rm answers*
// RUN: for i in 1 2 3; do %heapabs %arg-engine=pdr %arg-budget=20000 %arg-cache=answers %arg-json=$i.json %s & done; wait
// RUN: cat 1.json 2.json 3.json | FileCheck %s --check-prefix=EACH
// EACH-COUNT-6: "verdict":"proved","engine":"pdr"
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-cache=answers %arg-json=warm.json %s
// RUN: FileCheck %s --check-prefixes=WARM,KEEPS < warm.json
// Answers of the solver are kept in a file; one that is no cache is made anew; the verdicts
// are the same.
struct node {
  int data;
  struct node *next;
};

// OFF: "name":"reverse"{{.*}}"verdict":"proved"{{.*}}"cache_hits":0,
// WARM: "name":"reverse"{{.*}}"verdict":"proved"{{.*}}"cache_hits":{{[1-9][0-9]+}},
// HIT: "name":"reverse"{{.*}}"verdict":"proved"
struct node *reverse(struct node *x) {
  struct node *r = 0;
  while (x) {
    struct node *t = x->next;
    x->next = r;
    r = x;
    x = t;
  }
  return r;
}

// The same under other names.
// OFF: "name":"turn"{{.*}}"verdict":"proved"{{.*}}"cache_hits":0,
// KEEPS: "name":"turn"{{.*}}"verdict":"proved"{{.*}}"cache_hits":{{[1-9][0-9]+}},
struct node *turn(struct node *list) {
  struct node *done = 0;
  while (list) {
    struct node *rest = list->next;
    list->next = done;
    done = list;
    list = rest;
  }
  return done;
}
