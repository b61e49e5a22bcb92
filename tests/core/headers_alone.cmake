# Compiles every public header alone, twice included, with our warnings and the standard library only.
file(GLOB_RECURSE _headers RELATIVE ${PROJECT_SOURCE_DIR}/include CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/include/*.hpp)
set(_sources "")
foreach(_header IN LISTS _headers)
  string(MAKE_C_IDENTIFIER ${_header} _name)
  set(_source ${CMAKE_CURRENT_BINARY_DIR}/headers_alone/${_name}.cpp)
  file(CONFIGURE OUTPUT ${_source} @ONLY CONTENT "#include \"@_header@\"\n#include \"@_header@\"\n")
  list(APPEND _sources ${_source})
endforeach()
add_library(codeweaver_headers_alone OBJECT ${_sources})
target_link_libraries(codeweaver_headers_alone PRIVATE codeweaver_core codeweaver_options)
set_target_properties(codeweaver_headers_alone PROPERTIES UNITY_BUILD OFF)  # each alone
