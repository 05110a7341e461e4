// The one place that knows which LLVM this is: 19, or 22.
#ifndef HEAPABS_PLUGIN_COMPAT_H
#define HEAPABS_PLUGIN_COMPAT_H

#include "clang/Basic/CodeGenOptions.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include <memory>

#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

namespace heapabs {

inline std::unique_ptr<clang::CodeGenerator>
createCodeGenerator(clang::CompilerInstance &CI, const clang::CodeGenOptions &Options,
                    llvm::LLVMContext &Context) {
#if LLVM_VERSION_MAJOR >= 22
  return clang::CreateLLVMCodeGen(
      CI.getDiagnostics(), "heapabs", CI.getVirtualFileSystemPtr(),
      CI.getHeaderSearchOpts(), CI.getPreprocessorOpts(), Options, Context);
#else
  return std::unique_ptr<clang::CodeGenerator>(clang::CreateLLVMCodeGen(
      CI.getDiagnostics(), "heapabs", &CI.getVirtualFileSystem(),
      CI.getHeaderSearchOpts(), CI.getPreprocessorOpts(), Options, Context));
#endif
}

// Debug info should describe the functions that are called, not only the defined ones:
// 19 does it for optimised code, 22 where CompleteExternalDeclaration asks for it.
#if LLVM_VERSION_MAJOR >= 22
constexpr bool CompletesFunctions = true;
inline void describeCallees(clang::LangOptions &) {}
constexpr auto NoProfile = llvm::driver::ProfileInstrKind::ProfileNone;
#else
constexpr bool CompletesFunctions = false;
inline void describeCallees(clang::LangOptions &Options) { Options.Optimize = true; }
constexpr auto NoProfile = clang::CodeGenOptions::ProfileNone;
#endif

// `opt` has no clang.  Functions are bound when they are called, which there they never
// are; what the classes of the frontend plugin refer to as data is bound when the
// library is loaded, and may be absent.
#define HEAPABS_ABSENT_IN_OPT                                                          \
  __asm__(".weak _ZN4llvm8RegistryIN5clang15PluginASTActionEE4HeadE\n"                 \
          ".weak _ZN4llvm8RegistryIN5clang15PluginASTActionEE4TailE\n"                 \
          ".weak _ZN5clang11ASTConsumer24HandleImplicitImportDeclEPNS_10ImportDeclE\n" \
          ".weak _ZN5clang11ASTConsumer33HandleTopLevelDeclInObjCContainer"            \
          "ENS_12DeclGroupRefE\n"                                                      \
          ".weak _ZN5clang14FrontendAction13EndSourceFileEv\n"                         \
          ".weak _ZN5clang14FrontendAction22shouldEraseOutputFilesEv\n"                \
          ".weak _ZN5clang15PluginASTAction6anchorEv\n"                                \
          ".weak _ZN5clang17ASTFrontendAction13ExecuteActionEv\n"                      \
          ".weak _ZTVN5clang17ASTFrontendActionE\n")

} // namespace heapabs

#endif
