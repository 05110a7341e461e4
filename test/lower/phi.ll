; RUN: cat %s %source/test/lower/Inputs/node.ll | %opt -passes='print<heapabs-gcl>' -disable-output | FileCheck %s
; Phis take their values all at once, also when they swap; a select is a choice of values.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.node = type { i32, ptr }

; CHECK-LABEL: program swap
; CHECK: loc 2 loop at
; CHECK: assume (i + 1) <u n
; CHECK-NEXT: [[T:t.*]] := a
; CHECK-NEXT: a := b
; CHECK-NEXT: b := [[T]]
; CHECK-NEXT: i := i + 1
; CHECK: (cast:node*(a))->next := cast:node*(b)
; CHECK-NEXT: result := a
define ptr @swap(ptr %x, ptr %y, i32 %n) {
  br label %loop
loop:
  %a = phi ptr [ %x, %0 ], [ %b, %loop ]
  %b = phi ptr [ %y, %0 ], [ %a, %loop ]
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %j = add i32 %i, 1
  %go = icmp ult i32 %j, %n
  br i1 %go, label %loop, label %end
end:
  %p = getelementptr %struct.node, ptr %a, i32 0, i32 1
  store ptr %b, ptr %p
  ret ptr %a
}

; CHECK-LABEL: program choose
; CHECK: result := cast:void*(ite(k <s 0, t, null:node*))
define ptr @choose(ptr %x, i32 %k) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %n = load ptr, ptr %next
  %c = icmp slt i32 %k, 0
  %r = select i1 %c, ptr %n, ptr null
  ret ptr %r
}

; CHECK-LABEL: program pair
; CHECK: limitation "aggregate-phi"
; CHECK: assert access(x, 16)
; CHECK: assume !c
; CHECK: havoc [[DATA:t.*]] (unmodelled)
; CHECK-NEXT: havoc {{t.*}} (unmodelled)
; CHECK-NEXT: result := [[DATA]]
define i32 @pair(ptr %x, i1 %c) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  br i1 %c, label %a, label %b
a:
  %p = load %struct.node, ptr %x
  br label %b
b:
  %q = phi %struct.node [ zeroinitializer, %0 ], [ %p, %a ]
  %v = extractvalue %struct.node %q, 0
  ret i32 %v
}
