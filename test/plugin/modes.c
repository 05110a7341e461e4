// RUN: rm -rf %t && mkdir %t && cd %t && cp %s modes.c
// RUN: %clang -fplugin=%plugin -c modes.c 2>&1 | FileCheck %s
// RUN: %clang -fplugin=%plugin -S modes.c 2>&1 | FileCheck %s
// RUN: %clang -fplugin=%plugin -S -emit-llvm modes.c 2>&1 | FileCheck %s
// RUN: %clang -fplugin=%plugin -O2 -g -c modes.c 2>&1 | FileCheck %s
// RUN: %clang -fplugin=%plugin -fsyntax-only modes.c 2>&1 | FileCheck %s
// RUN: %clang -fplugin=%plugin -save-temps -c modes.c 2>&1 | FileCheck %s
// RUN: %clang -fplugin=%plugin -MD -o modes.out -c modes.c 2>&1 | FileCheck %s
// However a unit is compiled, the same is said once of it.
// CHECK: modes.c:[[#@LINE+20]]:{{[0-9]+}}: warning: 'x' is null here
// CHECK-NEXT: return x->data;
// CHECK: modes.c:[[#@LINE+15]]:1: note: input: x = NULL
// CHECK: modes.c:[[#@LINE+15]]:3: note: assuming 'x' is null
// CHECK-NOT: warning:
// CHECK: 1 warning generated

// Preprocessed, the places are those of the source, and are shown.
// RUN: %clang -E modes.c -o modes.i && %clang -fplugin=%plugin -c modes.i 2>&1 | FileCheck %s
// Nothing to analyse, nothing to say.
// RUN: %clang -fplugin=%plugin -E modes.c 2>&1 >modes.i | count 0
// RUN: %clang -fplugin=%plugin -M modes.c 2>&1 >modes.d | count 0
struct node {
  int data;
  struct node *next;
};

int last(struct node *x) {
  while (x)
    x = x->next;
  return x->data;
}

// From a pipe.
// RUN: %clang -fplugin=%plugin -x c -c - -o stdin.o < modes.c 2>&1 | FileCheck --check-prefix=STDIN %s
// STDIN: <stdin>:[[#@LINE-5]]:{{[0-9]+}}: warning: 'x' is null here

// Several files at once, each with its own verdicts.
// RUN: sed s/last/other/ modes.c > other.c
// RUN: %clang -fplugin=%plugin %arg-json=several.json -c modes.c other.c 2>&1 | FileCheck --check-prefix=SEVERAL %s
// SEVERAL: modes.c:{{.*}} warning: 'x' is null here
// SEVERAL: other.c:{{.*}} warning: 'x' is null here

// A precompiled header is no unit; what was read from one is analysed.
// RUN: %clang -fplugin=%plugin -x c-header modes.c -o modes.pch 2>&1 | count 0
// RUN: echo 'int (*keep)(struct node *) = last;' > user.c
// RUN: %clang -fplugin=%plugin -include-pch modes.pch -c user.c 2>&1 | FileCheck --check-prefix=PCH --allow-empty %s
// PCH-NOT: error:
// RUN: echo 'int mine(struct node *x) { while (x) x = x->next; return x->data; }' > user.c
// RUN: %clang -fplugin=%plugin -include-pch modes.pch -c user.c 2>&1 | FileCheck --check-prefix=MINE %s
// MINE: user.c:1:{{.*}} warning: 'x' is null here

// What a generator writes names its own source.
// RUN: sed 's/^int last/#line 7 "grammar.y"\nint last/' modes.c > generated.c && cp modes.c grammar.y
// RUN: %clang -fplugin=%plugin -c generated.c 2>&1 | FileCheck --check-prefix=LINE %s
// LINE: grammar.y:10:{{[0-9]+}}: warning: 'x' is null here
// LINE: grammar.y:7:1: note: input: x = NULL
// LINE: grammar.y:8:3: note: assuming 'x' is null
