; RUN: cat %s %source/test/lower/Inputs/node.ll | %opt -passes='print<heapabs-gcl>' -disable-output | FileCheck %s
; Branches that C hardly writes: a loop with two entries, switches, an indirect jump.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.node = type { i32, ptr }

; CHECK-LABEL: program two_entries
; CHECK: loc [[B:[0-9]+]] loop
; CHECK: t := (cast:node*(q))->next
; CHECK: assume t != null
; CHECK-NEXT: p := cast:void*(t)
; CHECK: assume t == null
; CHECK: loc {{[0-9]+}} at
; CHECK-NEXT: goto [[B]] {
; CHECK-NEXT: q := p
define i32 @two_entries(ptr %x, i1 %c) {
  br i1 %c, label %a, label %b
a:
  %p = phi ptr [ %x, %0 ], [ %n, %b ]
  br label %b
b:
  %q = phi ptr [ %x, %0 ], [ %p, %a ]
  %next = getelementptr %struct.node, ptr %q, i32 0, i32 1
  %n = load ptr, ptr %next
  %more = icmp ne ptr %n, null
  br i1 %more, label %a, label %end
end:
  ret i32 0
}

; CHECK-LABEL: program cases
; CHECK: assume (t == 1) || (t == -1)
; CHECK-NEXT: result := 10
; CHECK: assume t == 7
; CHECK-NEXT: result := 70
; CHECK: assume t != 7
; CHECK-NEXT: result := 0
define i32 @cases(ptr %x) {
  %v = load i32, ptr %x
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  switch i32 %v, label %other [ i32 1, label %one
                                i32 7, label %seven
                                i32 -1, label %one
                                i32 3, label %other ]
one:
  ret i32 10
seven:
  ret i32 70
other:
  ret i32 0
}

; Labels that agree in their lower half are two labels.
; CHECK-LABEL: program wide_cases
; CHECK: limitation "wide-integer"
; CHECK: havoc [[T:t.*]] (unmodelled)
; CHECK: assume [[T]] == 1
; CHECK-NEXT: result := 10
; CHECK: assume [[T]] == 2
; CHECK-NEXT: result := 20
; CHECK: assume [[T]] != 2
; CHECK-NEXT: result := 0
define i32 @wide_cases(ptr %x, i128 %v) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  switch i128 %v, label %other [ i128 1, label %low
                                 i128 18446744073709551617, label %high ]
low:
  ret i32 10
high:
  ret i32 20
other:
  ret i32 0
}

; CHECK-LABEL: program computed
; CHECK-NOT: limitation "
; CHECK: assume ite(c, &label, &label.2) == &label at
; CHECK-NEXT: result := 1
; CHECK: assume ite(c, &label, &label.2) == &label.2 at
; CHECK-NEXT: result := 2
; CHECK: assume ite(c, &label, &label.2) != &label.2 at
; CHECK-NEXT: assume 0
define i32 @computed(ptr %x, i1 %c) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %to = select i1 %c, ptr blockaddress(@computed, %one), ptr blockaddress(@computed, %two)
  indirectbr ptr %to, [label %one, label %two]
one:
  ret i32 1
two:
  ret i32 2
}

declare void @give_up() noreturn
; CHECK-LABEL: program no_return
; CHECK: assume t == null
; CHECK-NEXT: havoc-reach globals (unmodelled give_up)
; CHECK-NEXT: assume 0
; CHECK: assume t != null
; CHECK-NEXT: result := 1
define i32 @no_return(ptr %x) {
  %next = getelementptr %struct.node, ptr %x, i32 0, i32 1
  %n = load ptr, ptr %next
  %end = icmp eq ptr %n, null
  br i1 %end, label %bad, label %good
bad:
  call void @give_up()
  unreachable
good:
  ret i32 1
}
