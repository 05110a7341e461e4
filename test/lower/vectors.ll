; RUN: cat %s %source/test/lower/Inputs/node.ll | %opt -passes='print<heapabs-gcl>' -disable-output | FileCheck %s
; A vector is anything; what is stored of it are its bytes, and only they.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.node = type { i32, ptr }
declare <4 x i32> @llvm.umax.v4i32(<4 x i32>, <4 x i32>)

; CHECK-LABEL: program doubled
; CHECK: limitation "vector"
; CHECK: assert access(v, 16)
; CHECK: assert access(v, 16)
; CHECK-NEXT: havoc-bytes v, 16
; CHECK-NEXT: havoc [[T:t.*]] (unmodelled)
; CHECK-NEXT: result := [[T]]
define i32 @doubled(ptr %x, ptr %v) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %a = load <4 x i32>, ptr %v
  %b = add <4 x i32> %a, %a
  store <4 x i32> %b, ptr %v
  %e = extractelement <4 x i32> %b, i32 1
  ret i32 %e
}

; CHECK-LABEL: program compared
; CHECK: limitation "wide-parameter"
; CHECK: limitation "vector"
; CHECK: limitation "intrinsic:llvm.umax.v4i32"
; CHECK-NOT: havoc-
; CHECK: havoc [[T:t.*]] (unmodelled)
; CHECK-NEXT: result := [[T]]
define i32 @compared(ptr %x, <4 x i32> %a) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %c = icmp eq <4 x i32> %a, zeroinitializer
  %s = select <4 x i1> %c, <4 x i32> %a, <4 x i32> splat (i32 1)
  %m = call <4 x i32> @llvm.umax.v4i32(<4 x i32> %s, <4 x i32> %a)
  %i = insertelement <4 x i32> %m, i32 5, i32 0
  %e = extractelement <4 x i32> %i, i32 0
  ret i32 %e
}

; Two nodes cleared at once, as a vectoriser does.
; CHECK-LABEL: program cleared
; CHECK-NOT: limitation "
; CHECK: assert access(x, 16)
; CHECK-NEXT: fill x, 0, 16
define i32 @cleared(ptr %x) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  store <2 x i64> zeroinitializer, ptr %x
  ret i32 0
}

; CHECK-LABEL: program of_pointers
; CHECK: limitation "vector"
; CHECK-NOT: havoc-
; CHECK: havoc [[T:t.*]] (unmodelled)
; CHECK: (cast:node*(x))->next := cast:node*([[T]])
; CHECK-NEXT: result := [[T]]
define ptr @of_pointers(ptr %x, <2 x ptr> %v) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %g = getelementptr %struct.node, <2 x ptr> %v, i32 0, i32 1
  %p = extractelement <2 x ptr> %g, i32 0
  store ptr %p, ptr %next
  ret ptr %p
}
