// RUN: %heapabs -Xclang -verify=on,off,error -Xclang -verify-ignore-unexpected=note %s
// RUN: %heapabs -Xclang -verify=error -Xclang -verify-ignore-unexpected=note -Wno-everything %s
// RUN: %heapabs -Xclang -verify=error,leak -Xclang -verify-ignore-unexpected=note -Wno-null-dereference %s
// RUN: heapabs check --json %t.json %s 2>/dev/null; FileCheck --check-prefix=JSON %s < %t.json
// JSON: "name":"on"{{.*}}"suppressed":null
// JSON: "name":"ignored"{{.*}}"suppressed":{"by":"pragma"
// JSON: "name":"error"{{.*}}"suppressed":null
// JSON: "name":"everything"{{.*}}"suppressed":{"by":"pragma"
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c && heapabs scan -o out --status-bugs --disable leak cc -c a.c > log 2>&1 || true
// RUN: FileCheck --check-prefix=SCAN %s < %t/log
// SCAN: 3 findings, 2 suppressed
// `#pragma clang diagnostic` does to our warnings what it does to clang's own: a null
// dereference goes with -Wnull-dereference, everything with -Weverything.
struct node {
  int data;
  struct node *next;
};

void *malloc(unsigned long);

int on(struct node *x) {
  while (x)
    x = x->next;
  return x->data; // on-warning {{'x' is null here}}
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnull-dereference"
int ignored(struct node *x) {
  while (x)
    x = x->next;
  return x->data;
}
#pragma clang diagnostic pop

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wnull-dereference"
int error(struct node *x) {
  while (x)
    x = x->next;
  return x->data; // error-error {{'x' is null here}}
}
#pragma GCC diagnostic pop

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
int everything(struct node *x) {
  while (x)
    x = x->next;
  return x->data;
}
#pragma clang diagnostic pop

int off(struct node *x) {
  while (x)
    x = x->next;
  return x->data; // off-warning {{'x' is null here}}
}

void lose(void) {
  struct node *x = malloc(sizeof *x);
  x = 0;
} // on-warning {{is never freed}} leak-warning {{is never freed}}
