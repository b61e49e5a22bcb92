# Installation: the library, its headers and a package configuration for find_package(codeweaver).
if(CODEWEAVER_BUILT_IN AND NOT BUILD_SHARED_LIBS)
  return()
endif()
include(CMakePackageConfigHelpers)
set(_package ${CMAKE_INSTALL_LIBDIR}/cmake/codeweaver)

install(TARGETS codeweaver_core EXPORT codeweaver_core_targets)
if(BUILD_SHARED_LIBS)
  install(TARGETS codeweaver_shared EXPORT codeweaver_targets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
else()
  install(TARGETS codeweaver EXPORT codeweaver_targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
endif()
install(DIRECTORY include/codeweaver DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(EXPORT codeweaver_core_targets NAMESPACE codeweaver:: FILE codeweaver-core-targets.cmake
  DESTINATION ${_package} COMPONENT development)
install(EXPORT codeweaver_targets NAMESPACE codeweaver:: FILE codeweaver-targets.cmake
  DESTINATION ${_package} COMPONENT development)
export(EXPORT codeweaver_core_targets NAMESPACE codeweaver:: FILE codeweaver-core-targets.cmake)
export(EXPORT codeweaver_targets NAMESPACE codeweaver:: FILE codeweaver-targets.cmake)  # for CODEWEAVER_BUILT_IN
if(TARGET codeweaver_program AND NOT BUILD_SHARED_LIBS)
  export(TARGETS codeweaver_program NAMESPACE codeweaver:: FILE codeweaver-program.cmake)
endif()
configure_package_config_file(cmake/codeweaver-config.cmake.in
  ${PROJECT_BINARY_DIR}/codeweaver-config.cmake INSTALL_DESTINATION ${_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/codeweaver-config-version.cmake
  COMPATIBILITY SameMinorVersion)
configure_file(cmake/FaissBlas.cmake ${PROJECT_BINARY_DIR}/codeweaver-faiss-blas.cmake COPYONLY)
install(FILES ${PROJECT_BINARY_DIR}/codeweaver-config.cmake
  ${PROJECT_BINARY_DIR}/codeweaver-config-version.cmake ${PROJECT_BINARY_DIR}/codeweaver-faiss-blas.cmake
  DESTINATION ${_package} COMPONENT development)
include(PkgConfigFile)
if(TARGET codeweaver_cli)
  install(TARGETS codeweaver_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
  install(TARGETS codeweaver_bench RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT benchmarks EXCLUDE_FROM_ALL)
endif()
