// RUN: not %heapabs %arg-nonsense=1 %s 2>&1 | FileCheck --check-prefix=KEY %s
// RUN: not %heapabs %arg-malloc=maybe %s 2>&1 | FileCheck --check-prefix=VALUE %s
// RUN: not %heapabs %arg-checks=everything %s 2>&1 | FileCheck --check-prefix=KIND %s
// RUN: %heapabs -v %s 2>&1 | FileCheck --check-prefix=VERBOSE %s
// Options come from one table: what is unknown is an error that lists the known.
// KEY: error: {{.*}}nonsense{{.*}}engine{{.*}}budget
// VALUE: error: {{.*}}maybe{{.*}}may-fail
// KIND: error: {{.*}}everything{{.*}}null-deref
// VERBOSE: heapabs {{[0-9.]+}}: {{.*}}engine
int unused;
