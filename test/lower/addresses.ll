; RUN: cat %s %source/test/lower/Inputs/node.ll | %opt -passes='print<heapabs-gcl>' -disable-output | FileCheck %s
; getelementptr in its forms: fields, elements, bytes, and back; structs unknown to the debug info.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.node = type { i32, ptr }
%struct.table = type { i32, [4 x %struct.node] }
%struct.odd = type { i8, { i16, ptr }, [2 x i32] }

; CHECK-LABEL: program constant_index
; CHECK-NOT: limitation "
; CHECK: assert access(&(elem:node(&(cast:table*(t))->slots, 2))->next, 8)
; CHECK-NEXT: t.2 := (elem:node(&(cast:table*(t))->slots, 2))->next
define ptr @constant_index(ptr %t) {
  %p = getelementptr %struct.table, ptr %t, i64 0, i32 1, i64 2, i32 1
  %v = load ptr, ptr %p
  ret ptr %v
}

; CHECK-LABEL: program variable_index
; CHECK-NOT: limitation "
; CHECK: t.2 := (elem:node(&(cast:table*(t))->slots, zext:i64(i)))->next
define ptr @variable_index(ptr %t, i32 %i) {
  %k = zext i32 %i to i64
  %p = getelementptr %struct.table, ptr %t, i64 0, i32 1, i64 %k, i32 1
  %v = load ptr, ptr %p
  ret ptr %v
}

; CHECK-LABEL: program signed_index
; CHECK: t := (elem:node(x, sext:i64(i)))->data
define i32 @signed_index(ptr %x, i32 %i) {
  %p = getelementptr %struct.node, ptr %x, i32 %i, i32 0
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK-LABEL: program bytes
; CHECK: (elem:node(&(cast:table*(t))->slots, 1))->next := null
; CHECK: t.2 := *(cast:i32*(elem(cast:i8*(elem:node(&(cast:table*(t))->slots, 1)), -24)))
define i32 @bytes(ptr %t) {
  %n = getelementptr %struct.table, ptr %t, i64 0, i32 1, i64 1
  %d = getelementptr i8, ptr %n, i64 8
  store ptr null, ptr %d
  %b = getelementptr i8, ptr %n, i64 -24
  %v = load i32, ptr %b
  ret i32 %v
}

; CHECK-LABEL: program nameless
; CHECK: struct anon 16 {
; CHECK-NEXT: +0 "f0": i16;
; CHECK-NEXT: +8 "f1": void*;
; CHECK: struct odd 32 {
; CHECK-NEXT: +0 "f0": i8;
; CHECK-NEXT: +8 "f1": anon;
; CHECK-NEXT: +24 "f2": i32[2];
; CHECK: (&(cast:odd*(o))->"f1")->"f1" := cast:void*(&(cast:node*(x))->next)
; CHECK: assert access(elem:i32(&(elem:odd(o, 1))->"f2", i), 4)
; CHECK-NEXT: t := *(elem:i32(&(elem:odd(o, 1))->"f2", i))
define i32 @nameless(ptr %x, ptr %o, i64 %i) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %p = getelementptr %struct.odd, ptr %o, i64 0, i32 1, i32 1
  store ptr %next, ptr %p
  %q = getelementptr %struct.odd, ptr %o, i64 1, i32 2, i64 %i
  %v = load i32, ptr %q
  ret i32 %v
}
