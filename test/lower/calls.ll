; RUN: cat %s %source/test/lower/Inputs/node.ll | %opt -passes='print<heapabs-gcl>' -disable-output | FileCheck %s
; Calls of what is not known: through a pointer, assembler, one that may unwind.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.node = type { i32, ptr }
declare i32 @unknown(ptr)
declare void @take({ i32, ptr })
declare void @take_number(i64, i64)
declare i32 @personality(...)

; CHECK-LABEL: program indirect
; CHECK: limitation "unknown-call:pointer"
; CHECK: assert f != null
; CHECK-NEXT: havoc-reach t (unmodelled "function pointer")
; CHECK-NEXT: havoc-reach globals (unmodelled "function pointer")
; CHECK-NEXT: havoc [[T:t.*]] (call-result "function pointer")
; CHECK-NEXT: result := [[T]]
define i32 @indirect(ptr %x, ptr %f) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %n = load ptr, ptr %next
  %v = call i32 %f(ptr %n)
  ret i32 %v
}

; CHECK-LABEL: program assembler
; CHECK: limitation "inline-asm"
; CHECK-NOT: havoc-
; CHECK: havoc [[T:t.*]] (call-result asm)
; CHECK-NEXT: result := [[T]]
define i32 @assembler(ptr %x) {
  %data = getelementptr %struct.node, ptr %x, i32 0, i32 0
  %v = load i32, ptr %data
  %w = call i32 asm "", "=r,0"(i32 %v)
  ret i32 %w
}

; CHECK-LABEL: program assembler_on_memory
; CHECK: limitation "inline-asm"
; CHECK: havoc-reach &(cast:node*(x))->next (unmodelled asm)
; CHECK-NEXT: havoc-reach globals (unmodelled asm)
; CHECK-NEXT: result := 0
define i32 @assembler_on_memory(ptr %x) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  call void asm sideeffect "", "r,~{memory}"(ptr %next)
  ret i32 0
}

; A pointer inside a struct, or as a number, is a way to the heap like any other.
; CHECK-LABEL: program in_struct
; CHECK: havoc-reach x (unmodelled take)
; CHECK-NEXT: havoc-reach globals (unmodelled take)
define i32 @in_struct(ptr %x) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %s = insertvalue { i32, ptr } { i32 1, ptr poison }, ptr %x, 1
  call void @take({ i32, ptr } %s)
  ret i32 0
}

; CHECK-LABEL: program as_number
; CHECK: havoc-reach x (unmodelled take_number)
; CHECK-NEXT: havoc-reach globals (unmodelled take_number)
define i32 @as_number(ptr %x, i64 %k) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %i = ptrtoint ptr %x to i64
  call void @take_number(i64 %i, i64 %k)
  ret i32 0
}

; What is invoked does what a call would do, whichever way it leaves.
; CHECK-LABEL: program invoked
; CHECK: limitation "control"
; CHECK: *(&slot) := x
; CHECK-NEXT: havoc-reach &slot (unmodelled invoke)
; CHECK-NEXT: havoc-reach globals (unmodelled invoke)
; CHECK-NEXT: havoc [[V:t.*]] (call-result invoke)
; CHECK-NEXT: havoc [[WAY:t.*]] (unmodelled)
; CHECK: assume [[WAY]]
; CHECK-NEXT: [[P:t.*]] := *(&slot)
; CHECK-NEXT: assert [[P]] != null
; CHECK: (cast:node*([[P]]))->data := [[V]]
; CHECK-NEXT: result := [[V]]
; CHECK: assume ![[WAY]]
define i32 @invoked(ptr %x) personality ptr @personality {
  %slot = alloca ptr
  store ptr %x, ptr %slot
  %v = invoke i32 @unknown(ptr %slot) to label %normal unwind label %thrown
normal:
  %p = load ptr, ptr %slot
  %data = getelementptr %struct.node, ptr %p, i32 0, i32 0
  store i32 %v, ptr %data
  ret i32 %v
thrown:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
