; RUN: cat %s %source/test/lower/Inputs/node.ll | %opt -passes='print<heapabs-gcl>' -disable-output | FileCheck %s
; Structs as values: taken apart, put together, returned, loaded and stored whole.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.node = type { i32, ptr }
%wrapped = type { i8, %struct.node }

; CHECK-LABEL: program make
; CHECK-NOT: limitation "
; CHECK: t := (cast:node*(x))->next
; CHECK-NEXT: enter returned
; CHECK-NEXT: (&returned)->data := k
; CHECK-NEXT: (&returned)->next := t
; CHECK-NEXT: assert noleak(&returned)
define %struct.node @make(ptr %x, i32 %k) {
  %p = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %n = load ptr, ptr %p
  %a = insertvalue %struct.node poison, i32 %k, 0
  %b = insertvalue %struct.node %a, ptr %n, 1
  ret %struct.node %b
}

define internal { ptr, i1 } @try(ptr %x) {
  %p = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %n = load ptr, ptr %p
  %c = icmp ne ptr %n, null
  %a = insertvalue { ptr, i1 } poison, ptr %n, 0
  %b = insertvalue { ptr, i1 } %a, i1 %c, 1
  ret { ptr, i1 } %b
}

; CHECK-LABEL: program use
; CHECK-NOT: limitation "
; CHECK: try.result := cast:void*(t)
; CHECK-NEXT: try.result.2 := t != null
; CHECK-NEXT: result := ite(try.result.2, try.result, x)
define ptr @use(ptr %x) {
  %r = call { ptr, i1 } @try(ptr %x)
  %n = extractvalue { ptr, i1 } %r, 0
  %c = extractvalue { ptr, i1 } %r, 1
  %p = select i1 %c, ptr %n, ptr %x
  ret ptr %p
}

; CHECK-LABEL: program whole
; CHECK-NOT: limitation "
; CHECK: assert access(x, 16)
; CHECK-NEXT: [[DATA:t.*]] := *(cast:i32*(x))
; CHECK-NEXT: [[NEXT:t.*]] := *(cast:void**(elem(cast:i8*(x), 8)))
; CHECK: assert access(y, 16)
; CHECK-NEXT: *(cast:i32*(y)) := [[DATA]]
; CHECK-NEXT: *(cast:void**(elem(cast:i8*(y), 8))) := [[NEXT]]
; CHECK-NEXT: result := [[DATA]]
define i32 @whole(ptr %x, ptr %y) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %w = load %struct.node, ptr %x
  store %struct.node %w, ptr %y
  %d = extractvalue %struct.node %w, 0
  ret i32 %d
}

; CHECK-LABEL: program nested
; CHECK: assert access(y, 24)
; CHECK: [[DATA:t.*]] := *(cast:i32*(elem(cast:i8*(y), 8)))
; CHECK-NEXT: [[NEXT:t.*]] := *(cast:void**(elem(cast:i8*(y), 16)))
; CHECK: *(cast:i32*(x)) := [[DATA]]
; CHECK-NEXT: *(cast:void**(elem(cast:i8*(x), 8))) := x at
; CHECK-NEXT: result := [[NEXT]]
define ptr @nested(ptr %x, ptr %y) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %w = load %wrapped, ptr %y
  %v = insertvalue %wrapped %w, ptr %x, 1, 1
  %n = extractvalue %wrapped %v, 1
  store %struct.node %n, ptr %x
  %r = extractvalue %wrapped %w, 1, 1
  ret ptr %r
}

; CHECK-LABEL: program too_large
; CHECK: limitation "large-aggregate"
; CHECK: limitation "aggregate"
; CHECK: assert access(y, 68)
; CHECK: havoc-bytes y, 68
; CHECK-NEXT: havoc [[T:t.*]] (unmodelled)
; CHECK-NEXT: result := [[T]]
define i32 @too_large(ptr %x, ptr %y) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %w = load [17 x i32], ptr %y
  store [17 x i32] %w, ptr %y
  %v = extractvalue [17 x i32] %w, 3
  ret i32 %v
}
