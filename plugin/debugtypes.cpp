// A record enters the map before its members are looked at, so that it may point to
// itself; everything else is made bottom-up.
#include "debugtypes.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace heapabs {

ha_type DebugTypes::get(const DIType *Type) {
  if (!Type)
    return 0;
  auto It = Known.find(Type);
  if (It != Known.end())
    return It->second;
  ha_type Made = convert(Type);
  Known[Type] = Made;
  return Made;
}

ha_type DebugTypes::convert(const DIType *Type) {
  if (auto *Basic = dyn_cast<DIBasicType>(Type))
    return convertBasic(Basic);
  if (auto *Derived = dyn_cast<DIDerivedType>(Type))
    return convertDerived(Derived);
  if (auto *Composite = dyn_cast<DICompositeType>(Type))
    return convertComposite(Composite, "");
  if (isa<DISubroutineType>(Type))
    return ha_type_func(Types);
  return 0;
}

ha_type DebugTypes::convertBasic(const DIBasicType *Type) {
  unsigned Bits = Type->getSizeInBits();
  switch (Type->getEncoding()) {
  case dwarf::DW_ATE_float:
  case dwarf::DW_ATE_complex_float:
  case dwarf::DW_ATE_imaginary_float:
  case dwarf::DW_ATE_decimal_float:
    return ha_type_float(Types, Bits / 8);
  case dwarf::DW_ATE_signed:
  case dwarf::DW_ATE_signed_char:
    return ha_type_int(Types, Bits, true);
  default:
    return Bits ? ha_type_int(Types, Bits, false) : 0;
  }
}

ha_type DebugTypes::convertDerived(const DIDerivedType *Type) {
  const DIType *Base = Type->getBaseType();
  switch (Type->getTag()) {
  case dwarf::DW_TAG_pointer_type:
    return ha_type_ptr(Types, get(Base));
  case dwarf::DW_TAG_typedef:
    // `typedef struct { … } node;` gives its name to the record.
    if (auto *Composite = dyn_cast_or_null<DICompositeType>(Base))
      if (Composite->getName().empty() && !Known.count(Composite)) {
        ha_type Made = convertComposite(Composite, Type->getName());
        Known[Composite] = Made;
        return Made;
      }
    return get(Base);
  default: // const, volatile, restrict, _Atomic
    return get(Base);
  }
}

ha_type DebugTypes::convertComposite(const DICompositeType *Type, StringRef Typedef) {
  switch (Type->getTag()) {
  case dwarf::DW_TAG_array_type:
    return convertArray(Type);
  case dwarf::DW_TAG_enumeration_type:
    if (Type->getBaseType())
      return get(Type->getBaseType());
    return ha_type_int(Types, Type->getSizeInBits() ? Type->getSizeInBits() : 32,
                       false);
  default:
    return convertRecord(Type, Typedef);
  }
}

static uint64_t elementCount(const DISubrange *Range) {
  if (auto *Count = dyn_cast_if_present<ConstantInt *>(Range->getCount()))
    return Count->getSExtValue() > 0 ? Count->getZExtValue() : 0;
  return 0; // flexible, or known only at run time
}

ha_type DebugTypes::convertArray(const DICompositeType *Type) {
  if (Type->getFlags() & DINode::FlagVector)
    return ha_type_float(Types, Type->getSizeInBits() / 8);
  ha_type Made = get(Type->getBaseType());
  DINodeArray Ranges = Type->getElements();
  for (unsigned I = Ranges.size(); I-- > 0;)
    if (auto *Range = dyn_cast_or_null<DISubrange>(Ranges[I]))
      Made = ha_type_array(Types, Made, elementCount(Range));
  return Made;
}

ha_type DebugTypes::convertRecord(const DICompositeType *Type, StringRef Typedef) {
  StringRef Name = Type->getName().empty() ? Typedef : Type->getName();
  bool IsUnion = Type->getTag() == dwarf::DW_TAG_union_type;
  ha_type Record =
      ha_type_record(Types, Name.empty() ? nullptr : Name.str().c_str(), IsUnion);
  Known[Type] = Record;
  if (Type->getName().empty() && !Typedef.empty())
    ha_type_set_by_typedef(Types, Record);
  if (!Type->isForwardDecl())
    completeRecord(Type, Record);
  return Record;
}

void DebugTypes::completeRecord(const DICompositeType *Type, ha_type Record) {
  SmallVector<ha_field_info, 16> Fields;
  for (const DINode *Element : Type->getElements())
    if (auto *Member = dyn_cast_or_null<DIDerivedType>(Element))
      if (Member->getTag() == dwarf::DW_TAG_member && !Member->isStaticMember())
        Fields.push_back(convertMember(Member, Record));
  ha_type_complete(Types, Record, Type->getSizeInBits() / 8, Fields.data(),
                   Fields.size());
}

// A bit-field lies in the unit of its declared type that holds it, as the ABI lays it
// out; in a packed record, where it may cross units, in the smallest integer of whole
// bytes that covers it.
static void placeBitField(ha_types *Types, ha_field_info &Field, uint64_t Bit,
                          unsigned Width) {
  const ha_type_info *Declared = ha_type_get(Types, Field.type);
  uint64_t Unit = Declared->size ? 8 * Declared->size : 8;
  Field.bit_width = Width;
  if (Bit % Unit + Width <= Unit) {
    Field.offset = Bit / Unit * (Unit / 8);
    Field.bit_offset = Bit % Unit;
    return;
  }
  bool IsSigned = Declared->is_signed;
  unsigned Bytes = (Bit % 8 + Width + 7) / 8;
  Field.type = ha_type_int(Types, 8 * Bytes, IsSigned);
  Field.offset = Bit / 8;
  Field.bit_offset = Bit % 8;
}

ha_field_info DebugTypes::convertMember(const DIDerivedType *Member, ha_type Owner) {
  ha_field_info Field = {};
  Field.owner = Owner;
  Field.type = get(Member->getBaseType());
  Field.name = ha_arena_strndup(ha_types_arena(Types), Member->getName().data(),
                                Member->getName().size());
  Field.offset = Member->getOffsetInBits() / 8;
  if (Member->isBitField())
    placeBitField(Types, Field, Member->getOffsetInBits(), Member->getSizeInBits());
  return Field;
}

} // namespace heapabs
