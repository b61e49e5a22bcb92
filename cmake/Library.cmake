# The targets that other programs link, with the names of the installed package: the headers, and the archive or libcodeweaver.so.
add_library(codeweaver_core INTERFACE)
target_include_directories(codeweaver_core INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(codeweaver_core INTERFACE cxx_std_20)
set_target_properties(codeweaver_core PROPERTIES EXPORT_NAME core)

# codeweaver_link_shared(ARCHIVE): links codeweaver_shared from the whole archive, so that nothing is compiled twice.
function(codeweaver_link_shared archive)
  set(exports ${PROJECT_SOURCE_DIR}/cmake/exports.map)
  add_library(codeweaver_shared SHARED ${PROJECT_SOURCE_DIR}/include/codeweaver/export.hpp)
  target_link_libraries(codeweaver_shared PUBLIC codeweaver_core PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,${archive}>)
  target_compile_definitions(codeweaver_shared INTERFACE CODEWEAVER_SHARED)  # see include/codeweaver/export.hpp
  target_link_options(codeweaver_shared PRIVATE -Wl,--gc-sections -Wl,--version-script=${exports})
  set_target_properties(codeweaver_shared PROPERTIES CODEWEAVER_SHOWN ON LINKER_LANGUAGE CXX LINK_DEPENDS ${exports}
    OUTPUT_NAME codeweaver EXPORT_NAME codeweaver VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})  # before 1.0 each minor version has a new ABI
endfunction()

if(CODEWEAVER_BUILT_IN)  # to build the Python module or the shared library next to a build with tests
  find_package(codeweaver ${PROJECT_VERSION} EXACT REQUIRED CONFIG PATHS ${CODEWEAVER_BUILT_IN}
    NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  get_target_property(_type codeweaver::codeweaver TYPE)
  if(NOT _type STREQUAL "STATIC_LIBRARY")
    message(FATAL_ERROR "${CODEWEAVER_BUILT_IN} was configured with BUILD_SHARED_LIBS. Set CODEWEAVER_BUILT_IN to a build folder without it.")
  endif()
  if(BUILD_SHARED_LIBS)
    codeweaver_link_shared(codeweaver::codeweaver)
  endif()
else()
  include(Grammars)  # tree-sitter and the grammars, from grammars/Cargo.lock
  include(Modules)   # the modules of src/ and their archive
  if(NOT CODEWEAVER_MODULES STREQUAL "all")
    return()
  endif()
  include(Weights)   # the weights compiled into the modules
  set(_linked codeweaver)
  if(BUILD_SHARED_LIBS)
    codeweaver_link_shared(codeweaver)
    set(_linked codeweaver_shared)
  endif()
  add_library(codeweaver::core ALIAS codeweaver_core)
  add_library(codeweaver::codeweaver ALIAS ${_linked})
  add_library(codeweaver::engine ALIAS ${_linked})
  if(CODEWEAVER_SERVICE)
    add_library(codeweaver::service ALIAS ${_linked})
  endif()
endif()
