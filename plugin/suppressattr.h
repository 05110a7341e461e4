// `__attribute__((suppress))` and `[[clang::suppress]]`, where clang takes them: on
// statements, variables and functions.  With arguments they are for those rules only.
#ifndef HEAPABS_PLUGIN_SUPPRESSATTR_H
#define HEAPABS_PLUGIN_SUPPRESSATTR_H

#include "c_headers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <vector>

namespace heapabs {

// Tells the collection which lines of these functions are marked.
void markSuppressed(clang::ASTContext &Context,
                    const std::vector<const clang::FunctionDecl *> &Functions,
                    ha_collection *Collection);

} // namespace heapabs

#endif
