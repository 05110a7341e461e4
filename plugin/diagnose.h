// The findings as clang's diagnostics.
//
// Clang's own flags and pragmas do not reach a plugin's custom diagnostics, so what
// they mean is done here, and silence about system headers.
#ifndef HEAPABS_PLUGIN_DIAGNOSE_H
#define HEAPABS_PLUGIN_DIAGNOSE_H

#include "c_headers.h"

namespace clang {
class CompilerInstance;
}

namespace heapabs {

// Tells the collection of findings that a pragma silences where they are.
void markPragmas(clang::CompilerInstance &CI, const ha_options *Options,
                 ha_collection *Collection);
void reportError(clang::CompilerInstance &CI, const char *Message);
void reportFindings(clang::CompilerInstance &CI, const ha_options *Options,
                    ha_collection *Collection);

} // namespace heapabs

#endif
