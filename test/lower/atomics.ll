; RUN: cat %s %source/test/lower/Inputs/node.ll | %opt -passes='print<heapabs-gcl>' -disable-output | FileCheck %s
; What other threads may write: an atomic or volatile read is anything, a write is checked.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.node = type { i32, ptr }

; CHECK-LABEL: program exchange
; CHECK: limitation "atomic"
; CHECK: assert access(&(cast:node*(x))->next, 8)
; CHECK-NEXT: havoc-bytes &(cast:node*(x))->next, 8
; CHECK-NEXT: havoc [[T:t.*]] (volatile)
; CHECK-NEXT: result := [[T]]
define ptr @exchange(ptr %x, ptr %y) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %old = atomicrmw xchg ptr %next, ptr %y seq_cst
  ret ptr %old
}

; CHECK-LABEL: program add
; CHECK: assert access(&(cast:node*(x))->data, 4)
; CHECK-NEXT: havoc-bytes &(cast:node*(x))->data, 4
; CHECK-NEXT: havoc [[T:t.*]] (volatile)
; CHECK-NEXT: result := [[T]]
define i32 @add(ptr %x) {
  %data = getelementptr %struct.node, ptr %x, i32 0, i32 0
  %old = atomicrmw add ptr %data, i32 1 monotonic
  ret i32 %old
}

; CHECK-LABEL: program compare_exchange
; CHECK: assert access(&(cast:node*(x))->next, 8)
; CHECK-NEXT: havoc-bytes &(cast:node*(x))->next, 8
; CHECK-NEXT: havoc [[OLD:t.*]] (volatile)
; CHECK-NEXT: havoc [[DONE:t.*]] (volatile)
; CHECK-NEXT: result := ite([[DONE]], y, [[OLD]])
define ptr @compare_exchange(ptr %x, ptr %y) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %r = cmpxchg ptr %next, ptr null, ptr %y acq_rel acquire
  %old = extractvalue { ptr, i1 } %r, 0
  %done = extractvalue { ptr, i1 } %r, 1
  %p = select i1 %done, ptr %y, ptr %old
  ret ptr %p
}

; CHECK-LABEL: program acquire
; CHECK: limitation "atomic"
; CHECK-NOT: havoc-
; CHECK: havoc [[T:t.*]] (volatile)
; CHECK: (cast:node*(x))->next := null
; CHECK-NEXT: result := [[T]]
define ptr @acquire(ptr %x) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  fence seq_cst
  %n = load atomic ptr, ptr %next acquire, align 8
  store atomic ptr null, ptr %next release, align 8
  ret ptr %n
}

; CHECK-LABEL: program volatile
; CHECK: limitation "volatile"
; CHECK: (cast:node*(x))->data := 1
; CHECK: havoc [[A:t.*]] (volatile)
; CHECK: assert x != null
; CHECK: havoc [[B:t.*]] (volatile)
; CHECK-NEXT: result := [[A]] + [[B]]
define i32 @volatile(ptr %x) {
  %data = getelementptr %struct.node, ptr %x, i32 0, i32 0
  store volatile i32 1, ptr %data
  %v = load volatile i32, ptr %data
  %w = load volatile i32, ptr %data
  %s = add i32 %v, %w
  ret i32 %s
}
