// RUN: %verify %arg-entry=main %arg-checks=unreachable %s
// checks=unreachable asks whether reach_error and its like are called.
// expected-no-diagnostics
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((noreturn));
extern void reach_error(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3 && x < 5)
    x = 4;
  else
    x = 0;
  if (x == 1)
    __VERIFIER_error();
  if (x == 2)
    reach_error();
  __VERIFIER_assert(x != 3);
  return 0;
}
