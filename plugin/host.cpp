#include "host.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include <csignal>
#include <cstdlib>
#include <dlfcn.h>
#include <new>
#include <string>

namespace heapabs {

// clang::getClangFullVersion(); asked for by name, since `opt` does not have it.
static void *clangVersionSymbol() {
  return dlsym(RTLD_DEFAULT, "_ZN5clang19getClangFullVersionB5cxx11Ev");
}

bool hostIsClang() { return clangVersionSymbol() != nullptr; }

// "Debian clang version 19.1.7 (…)": the number after the word version.
static unsigned majorOf(llvm::StringRef Full) {
  llvm::StringRef Number = Full.substr(Full.find("version ")).drop_front(8);
  unsigned Major = 0;
  for (char C : Number.take_while([](char D) { return D >= '0' && D <= '9'; }))
    Major = 10 * Major + (C - '0');
  return Major;
}

unsigned hostVersion() {
  if (void *Symbol = clangVersionSymbol())
    return majorOf(reinterpret_cast<std::string (*)()>(Symbol)());
  using GetVersion = void (*)(unsigned *, unsigned *, unsigned *);
  unsigned Major = 0, Minor, Patch;
  if (void *Symbol = dlsym(RTLD_DEFAULT, "LLVMGetVersion"))
    reinterpret_cast<GetVersion>(Symbol)(&Major, &Minor, &Patch);
  return Major;
}

// SIGKILL is how isolate.c recognises the end of memory, see gcl/arena.c.
static void dieOfMemory() { raise(SIGKILL); }

static void dieOfMemory(void *, const char *, bool) { raise(SIGKILL); }

static void dieOfError(void *, const char *, bool) { raise(SIGABRT); }

void detachFromHost() {
  llvm::remove_fatal_error_handler();
  llvm::install_fatal_error_handler(dieOfError);
  llvm::remove_bad_alloc_error_handler();
  llvm::install_bad_alloc_error_handler(dieOfMemory);
  std::set_new_handler(dieOfMemory);
}

} // namespace heapabs
