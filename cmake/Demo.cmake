# Embeds the sample project of `codeweaver demo` in the program: code from tests/data/shop, documents from examples/demo.
file(GLOB_RECURSE _demo_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/data/shop/* ${PROJECT_SOURCE_DIR}/examples/demo/documents/*)
list(FILTER _demo_files EXCLUDE REGEX "/__pycache__/")
list(SORT _demo_files)
set(_rows "")
foreach(_file IN LISTS _demo_files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${_file})
  string(REGEX REPLACE "^.*/(tests/data/shop|examples/demo)/" "" _name ${_file})
  file(READ ${_file} _bytes HEX)
  string(LENGTH "${_bytes}" _size)
  math(EXPR _size "${_size} / 2")
  string(REGEX REPLACE "(..)" "\\\\x\\1" _bytes "${_bytes}")
  string(APPEND _rows "    {\"${_name}\", {\"${_bytes}\", ${_size}}},\n")
endforeach()
set(CODEWEAVER_DEMO_SOURCE ${PROJECT_BINARY_DIR}/demo_files.cpp)
file(CONFIGURE OUTPUT ${CODEWEAVER_DEMO_SOURCE} @ONLY CONTENT [=[
// Generated from tests/data/shop and examples/demo by cmake/Demo.cmake.
#include "cli/commands/demo_files.hpp"

namespace codeweaver::cli {
namespace {

constexpr DemoFile kFiles[] = {
@_rows@};

}  // namespace

std::span<const DemoFile> demo_files() {
  return kFiles;
}

}  // namespace codeweaver::cli
]=])
