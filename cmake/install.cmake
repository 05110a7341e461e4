# `cmake --install BUILD --prefix PREFIX`: the program, the plugin, the header for
# contracts, a CMake package, a pkg-config file, manual pages and completions.
include(CMakePackageConfigHelpers)

install(TARGETS heapabs-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS heapabs LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/heapabs)
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/heapabs)
configure_package_config_file(cmake/heapabs-config.cmake.in
  ${CMAKE_BINARY_DIR}/heapabs-config.cmake INSTALL_DESTINATION ${package}
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/heapabs-config-version.cmake
  COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_BINARY_DIR}/heapabs-config.cmake
  ${CMAKE_BINARY_DIR}/heapabs-config-version.cmake DESTINATION ${package})

# Relative, so that the prefix may be chosen at the installation.
file(RELATIVE_PATH HEAPABS_UP /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
configure_file(cmake/heapabs.pc.in ${CMAKE_BINARY_DIR}/heapabs.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/heapabs.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

file(GLOB pages CONFIGURE_DEPENDS docs/man/*.1)
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES completion/heapabs.bash RENAME heapabs
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES completion/_heapabs
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES completion/heapabs.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
