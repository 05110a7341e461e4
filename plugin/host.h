// The program that has loaded us: which, and of which version.
#ifndef HEAPABS_PLUGIN_HOST_H
#define HEAPABS_PLUGIN_HOST_H

namespace heapabs {

// Is clang's code in this process?  (In `opt` it is not.)
bool hostIsClang();
// The major version of the host's LLVM; 0 if it cannot be told.
unsigned hostVersion();
// In the child: nothing of the compiler's may run when we fail.  Its handlers would
// remove the outputs of the compile that is still going on.
void detachFromHost();

} // namespace heapabs

#endif
