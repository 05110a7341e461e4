// Which units deserve an analysis at all: a look at the syntax tree, before any code
// is generated.
#ifndef HEAPABS_PLUGIN_ASTFILTER_H
#define HEAPABS_PLUGIN_ASTFILTER_H

#include "generate.h"

namespace heapabs {

// The functions this unit defines outside of system headers, in source order.
std::vector<const clang::FunctionDecl *> definedFunctions(const ParseEvents &Events,
                                                          clang::ASTContext &Context);

// Does some function touch a member of a linked record?
bool touchesLinks(const std::vector<const clang::FunctionDecl *> &Functions);

} // namespace heapabs

#endif
