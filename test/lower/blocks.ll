; RUN: cat %s %source/test/lower/Inputs/node.ll | %opt -passes='print<heapabs-gcl>' -disable-output | FileCheck %s
; Whole nodes copied, moved and filled, with sizes known and not.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.node = type { i32, ptr }
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK-LABEL: program {{"?}}copy
; CHECK-NOT: limitation "
; CHECK: assert x != null
; CHECK: assert access(x, 16)
; CHECK: assert y != null
; CHECK: assert access(y, 16)
; CHECK-NEXT: copy x, y, 16
define i32 @copy(ptr %x, ptr %y) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  store ptr null, ptr %next
  call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr %y, i64 16, i1 false)
  ret i32 0
}

; CHECK-LABEL: program move_some
; CHECK: assert access(y, n)
; CHECK: assert access(t, n)
; CHECK-NEXT: copy y, t, n
define i32 @move_some(ptr %x, ptr %y, i64 %n) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %from = load ptr, ptr %next
  call void @llvm.memmove.p0.p0.i64(ptr %y, ptr %from, i64 %n, i1 false)
  ret i32 0
}

; CHECK-LABEL: program clear
; CHECK: (cast:node*(x))->next := cast:node*(x)
; CHECK: assert access(x, 16)
; CHECK-NEXT: fill x, 0, 16
define i32 @clear(ptr %x) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  store ptr %x, ptr %next
  call void @llvm.memset.p0.i64(ptr %x, i8 0, i64 16, i1 false)
  ret i32 0
}

; CHECK-LABEL: program {{"?}}fill
; CHECK: fill &(cast:node*(x))->next, byte, 8
define i32 @fill(ptr %x, i8 %byte) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  call void @llvm.memset.p0.i64(ptr %next, i8 %byte, i64 8, i1 false)
  ret i32 0
}
