// What the debug info says of a module's values: names and C types of functions,
// parameters, locals and globals, declared to the unit.
#ifndef HEAPABS_PLUGIN_DEBUGDECLS_H
#define HEAPABS_PLUGIN_DEBUGDECLS_H

#include "c_headers.h"

namespace llvm {
class Module;
}

namespace heapabs {

// The module as `passes/` sees it, with nothing declared yet.
ha_unit *newUnit(ha_arena *Arena, llvm::Module &Module);

void declareFromDebugInfo(ha_unit *Unit, llvm::Module &Module);

} // namespace heapabs

#endif
