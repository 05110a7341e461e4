; RUN: cat %s %source/test/lower/Inputs/node.ll | %opt -passes='print<heapabs-gcl>' -disable-output | FileCheck %s
; Locals: a slot only loaded and stored is a variable, one whose address goes out is an object.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.node = type { i32, ptr }
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

; CHECK-LABEL: program variable
; CHECK: param x: node* at 5:
; CHECK: local first: node* at
; CHECK-NOT: alloca
; CHECK-NOT: enter
; CHECK: first := x->next at 7:10
; CHECK: := first->data at 7:10
define i32 @variable(ptr %x) !dbg !1 {
  %1 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr %1), !dbg !3
    #dbg_declare(ptr %1, !2, !DIExpression(), !3)
  %2 = getelementptr %struct.node, ptr %x, i32 0, i32 1, !dbg !4
  %3 = load ptr, ptr %2, !dbg !4
  store ptr %3, ptr %1, !dbg !4
  %4 = load ptr, ptr %1, !dbg !4
  %5 = getelementptr %struct.node, ptr %4, i32 0, i32 0, !dbg !4
  %6 = load i32, ptr %5, !dbg !4
  call void @llvm.lifetime.end.p0(i64 8, ptr %1), !dbg !4
  ret i32 %6, !dbg !4
}

; struct node **pp = &x; while (*pp) pp = &(*pp)->next; *pp = y;
; CHECK-LABEL: program append
; CHECK: object head: void*, 8
; CHECK: enter head
; CHECK-NEXT: *(&head) := x
; CHECK-NEXT: pp := cast:void*(&head)
; CHECK: [[P:t.*]] := *(cast:void**(pp))
; CHECK: assume [[P]] == null
; CHECK: *(cast:void**(pp)) := y
; CHECK-NEXT: [[R:t.*]] := *(&head)
; CHECK-NEXT: result := [[R]]
; CHECK-NEXT: leave head
; CHECK: assume [[P]] != null
; CHECK-NEXT: pp := cast:void*(&(cast:node*([[P]]))->next)
define ptr @append(ptr %x, ptr %y) {
  %head = alloca ptr, align 8
  store ptr %x, ptr %head
  br label %loop
loop:
  %pp = phi ptr [ %head, %0 ], [ %next, %more ]
  %p = load ptr, ptr %pp
  %end = icmp eq ptr %p, null
  br i1 %end, label %done, label %more
more:
  %next = getelementptr %struct.node, ptr %p, i32 0, i32 1
  br label %loop
done:
  store ptr %y, ptr %pp
  %r = load ptr, ptr %head
  ret ptr %r
}

; CHECK-LABEL: program counted
; CHECK: stack := alloca void, 0
; CHECK-NEXT: [[A:t.*]] := alloca node, (n * 16:u64):u64
; CHECK: (elem([[A]], 1))->data := 4
; CHECK: unwind stack
define i32 @counted(i64 %n) {
  %a = alloca %struct.node, i64 %n
  %p = getelementptr %struct.node, ptr %a, i64 1, i32 0
  store i32 4, ptr %p
  ret i32 0
}

!1 = distinct !DISubprogram(name: "variable", scope: !101, file: !101, line: 5, type: !117, scopeLine: 5, spFlags: DISPFlagDefinition, unit: !100)
!2 = !DILocalVariable(name: "first", scope: !1, file: !101, line: 6, type: !105)
!3 = !DILocation(line: 6, column: 3, scope: !1)
!4 = !DILocation(line: 7, column: 10, scope: !1)
