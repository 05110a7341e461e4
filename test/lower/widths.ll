; RUN: cat %s %source/test/lower/Inputs/node.ll | %opt -passes='print<heapabs-gcl>' -disable-output | FileCheck %s
; Integers of every width: one bit, seven, thirty-three, more than the machine has.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.node = type { i32, ptr }
declare { i33, i1 } @llvm.smul.with.overflow.i33(i33, i33)

; CHECK-LABEL: program one_bit
; CHECK-NOT: limitation "
; CHECK: result := !((t == null) && a) + b
define i1 @one_bit(ptr %x, i1 %a, i1 %b) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %n = load ptr, ptr %next
  %c = icmp eq ptr %n, null
  %d = and i1 %c, %a
  %e = xor i1 %d, true
  %f = add i1 %e, %b
  ret i1 %f
}

; CHECK-LABEL: program seven
; CHECK-NOT: limitation "
; CHECK: assert access(y, 1)
; CHECK-NEXT: [[A:t.*]] := *(cast:i8*(y))
; CHECK: *(cast:i8*(y)) := trunc:i8(zext:u64(trunc:i7(zext:u64([[A]])) + -1))
; CHECK-NEXT: result := sext:i32(trunc:i7(zext:u64([[A]])) + -1)
define i32 @seven(ptr %x, ptr %y) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %a = load i7, ptr %y
  %b = add i7 %a, 127
  store i7 %b, ptr %y
  %c = sext i7 %b to i32
  ret i32 %c
}

; The least number of 33 bits is what -1 must not be multiplied with.
; CHECK-LABEL: program product
; CHECK-NOT: limitation "
; CHECK: result := ((a == -1) && (b == -4294967296)) ||
define i1 @product(ptr %x, i33 %a, i33 %b) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %r = call { i33, i1 } @llvm.smul.with.overflow.i33(i33 %a, i33 %b)
  %o = extractvalue { i33, i1 } %r, 1
  ret i1 %o
}

; CHECK-LABEL: program wide
; CHECK: limitation "wide-integer"
; CHECK: assert access(y, 16)
; CHECK: havoc-bytes y, 16
; CHECK-NEXT: havoc [[C:t.*]] (unmodelled)
; CHECK-NEXT: havoc [[D:t.*]] (unmodelled)
; CHECK-NEXT: result := ite([[C]], [[D]], 0)
define i32 @wide(ptr %x, ptr %y) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %a = load i128, ptr %y
  %b = mul i128 %a, 3
  store i128 %b, ptr %y
  %c = icmp ugt i128 %b, 7
  %d = trunc i128 %b to i32
  %e = select i1 %c, i32 %d, i32 0
  ret i32 %e
}
