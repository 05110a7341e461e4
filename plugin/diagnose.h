// The findings as clang's diagnostics.
//
// Clang's own flags do not reach a plugin's custom diagnostics, so what they mean is
// done here: -w and -Werror, and silence about system headers.
#ifndef HEAPABS_PLUGIN_DIAGNOSE_H
#define HEAPABS_PLUGIN_DIAGNOSE_H

#include "c_headers.h"

namespace clang {
class CompilerInstance;
}

namespace heapabs {

void reportError(clang::CompilerInstance &CI, const char *Message);
void reportFindings(clang::CompilerInstance &CI, const ha_options *Options,
                    ha_collection *Collection);

} // namespace heapabs

#endif
