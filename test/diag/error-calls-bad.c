// RUN: %verify %arg-entry=main %arg-checks=unreachable %s
// checks=unreachable asks whether reach_error and its like are called: here they are.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((noreturn));
extern void reach_error(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1)
    __VERIFIER_error(); // expected-warning {{[heapabs-unreachable]}}
  if (x == 2)
    reach_error(); // expected-warning {{[heapabs-unreachable]}}
  __VERIFIER_assert(x != 3); // expected-warning {{[heapabs-unreachable]}}
  return 0;
}
