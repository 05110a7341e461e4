// RUN: rm -rf %t && mkdir -p %t/empty
// RUN: %heapabs %arg-cert=%t %s
// RUN: heapabs cert %t/endless.init.smt2 | FileCheck %s
// RUN: sed 's/^init alloc(h)/&\ninit h->end.in == null\ninit h->end.in != null/' %t/endless.init.inv > %t/empty/endless.init.inv
// RUN: heapabs cert --make %t/endless.init.gcl %t/empty/endless.init.inv -o %t/empty
// RUN: not heapabs cert %t/empty/endless.init.smt2 | FileCheck %s --check-prefix=EMPTY
// Headers have items in them that lead to headers: an input is found all the same, and
// none where there is none.
// CHECK: run: {{[1-9][0-9]*}} inputs within the assumptions
// CHECK: accepted: init: 16 of 16 checks never fail
// EMPTY: rejected: no input was found in which all that is assumed holds
struct item {
  unsigned key;
  struct item *next, *prev;
  struct header *in;
};
struct header {
  unsigned count;
  struct item *cursor;
  struct item end;
};

void init(struct header *h) {
  h->cursor = &h->end;
  h->end.key = ~0u;
  h->end.next = h->end.prev = &h->end;
  h->count = 0;
}
