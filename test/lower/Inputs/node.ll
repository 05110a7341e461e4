; The types behind test/lower/*.ll, appended to each: only these are in the debug info,
; the functions have none unless a test gives them some.
!llvm.dbg.cu = !{!100}
!llvm.module.flags = !{!102}
!100 = distinct !DICompileUnit(language: DW_LANG_C11, file: !101, emissionKind: FullDebug, retainedTypes: !103)
!101 = !DIFile(filename: "node.c", directory: "/")
!102 = !{i32 2, !"Debug Info Version", i32 3}
!103 = !{!106, !110}
!104 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!105 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !106, size: 64)
; struct node { int data; struct node *next; };
!106 = !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !101, size: 128, elements: !107)
!107 = !{!108, !109}
!108 = !DIDerivedType(tag: DW_TAG_member, name: "data", scope: !106, baseType: !104, size: 32)
!109 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !106, baseType: !105, size: 64, offset: 64)
; struct table { int size; struct node slots[4]; };
!110 = !DICompositeType(tag: DW_TAG_structure_type, name: "table", file: !101, size: 576, elements: !111)
!111 = !{!112, !113}
!112 = !DIDerivedType(tag: DW_TAG_member, name: "size", scope: !110, baseType: !104, size: 32)
!113 = !DIDerivedType(tag: DW_TAG_member, name: "slots", scope: !110, baseType: !114, size: 512, offset: 64)
!114 = !DICompositeType(tag: DW_TAG_array_type, baseType: !106, size: 512, elements: !115)
!115 = !{!116}
!116 = !DISubrange(count: 4)
; what a function with debug info has: int (struct node *)
!117 = !DISubroutineType(types: !118)
!118 = !{!104, !105}
