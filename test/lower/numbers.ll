; RUN: cat %s %source/test/lower/Inputs/node.ll | %opt -passes='print<heapabs-gcl>' -disable-output | FileCheck %s
; Pointers as numbers and back, undefined values, and freezing them.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.node = type { i32, ptr }

; CHECK-LABEL: program there_and_back
; CHECK-NOT: limitation "
; CHECK: t := (cast:node*(x))->data
define i32 @there_and_back(ptr %x) {
  %i = ptrtoint ptr %x to i64
  %p = inttoptr i64 %i to ptr
  %q = getelementptr %struct.node, ptr %p, i32 0, i32 0
  %v = load i32, ptr %q
  ret i32 %v
}

; CHECK-LABEL: program from_number
; CHECK: limitation "int-to-pointer"
; CHECK: assert inttoptr:void*(i) != null
; CHECK: t := (cast:node*(inttoptr:void*(i)))->data
define i32 @from_number(i64 %i) {
  %p = inttoptr i64 %i to ptr
  %q = getelementptr %struct.node, ptr %p, i32 0, i32 0
  %v = load i32, ptr %q
  ret i32 %v
}

; Half an address is no address.
; CHECK-LABEL: program half
; CHECK: limitation "int-to-pointer"
; CHECK: t := *(cast:i32*(inttoptr:void*(zext:u64(trunc:i32(ptrtoint:u64(&(cast:node*(x))->next))))))
define i32 @half(ptr %x) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %i = ptrtoint ptr %next to i32
  %p = inttoptr i32 %i to ptr
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK-LABEL: program tagged
; CHECK: limitation "int-to-pointer"
; CHECK: *(cast:void**(inttoptr:void*(ptrtoint:u64(&(cast:node*(x))->next) & 18446744073709551614))) := null
define i32 @tagged(ptr %x) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %i = ptrtoint ptr %next to i64
  %t = and i64 %i, -2
  %p = inttoptr i64 %t to ptr
  store ptr null, ptr %p
  ret i32 0
}

; CHECK-LABEL: program compared
; CHECK-NOT: limitation "
; CHECK: assume &(cast:node*(x))->next == null
; CHECK-NEXT: result := 1
; CHECK: assume &(cast:node*(x))->next != null
; CHECK-NEXT: result := 0
define i32 @compared(ptr %x) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %i = ptrtoint ptr %next to i64
  %c = icmp eq i64 %i, 0
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 0
}

; CHECK-LABEL: program undefined
; CHECK-NOT: havoc
; CHECK: (cast:node*(x))->next := undef
; CHECK: *(cast:i32*(x)) := undef
; CHECK-NEXT: result := undef
define i32 @undefined(ptr %x) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  store ptr undef, ptr %next
  store i32 poison, ptr %x
  ret i32 undef
}

; A frozen value is some value, and the same one each time.
; CHECK-LABEL: program frozen
; CHECK: limitation "undefined"
; CHECK: havoc [[P:t.*]] (unmodelled)
; CHECK: (cast:node*(x))->next := cast:node*([[P]])
; CHECK-NEXT: havoc [[I:t.*]] (unmodelled)
; CHECK: *(cast:i32*(x)) := [[I]]
; CHECK-NEXT: result := [[I]] + k
define i32 @frozen(ptr %x, i32 %k) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %u = freeze ptr poison
  store ptr %u, ptr %next
  %f = freeze i32 undef
  store i32 %f, ptr %x
  %g = freeze i32 %k
  %s = add i32 %f, %g
  ret i32 %s
}
