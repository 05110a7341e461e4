// C types from debug info: DIType to the unit's type table.
#ifndef HEAPABS_PLUGIN_DEBUGTYPES_H
#define HEAPABS_PLUGIN_DEBUGTYPES_H

#include "c_headers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"

namespace heapabs {

class DebugTypes {
public:
  explicit DebugTypes(ha_types *Table) : Types(Table) {}

  // The type, made with everything it refers to; 0 (void) for null.
  ha_type get(const llvm::DIType *Type);

private:
  ha_type convert(const llvm::DIType *Type);
  ha_type convertBasic(const llvm::DIBasicType *Type);
  ha_type convertDerived(const llvm::DIDerivedType *Type);
  ha_type convertComposite(const llvm::DICompositeType *Type, llvm::StringRef Typedef);
  ha_type convertArray(const llvm::DICompositeType *Type);
  ha_type convertRecord(const llvm::DICompositeType *Type, llvm::StringRef Typedef);
  void completeRecord(const llvm::DICompositeType *Type, ha_type Record);
  ha_field_info convertMember(const llvm::DIDerivedType *Member, ha_type Owner);

  ha_types *Types;
  llvm::DenseMap<const llvm::DIType *, ha_type> Known;
};

} // namespace heapabs

#endif
