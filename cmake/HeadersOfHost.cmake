# For a system whose libraries are not here: libraries of headers alone, copied from this machine's, as the folder that they lie
# in has headers of its system, too.
set(_headers ${PROJECT_BINARY_DIR}/headers_of_host)
# codeweaver_header_of_host(DEBIAN_PACKAGE TARGET HEADER...): they are there by no other name than these.
function(codeweaver_header_of_host debian target)
  foreach(header IN LISTS ARGN)
    find_path(_found ${header} PATHS /usr/include /usr/local/include NO_DEFAULT_PATH NO_CACHE)
    if(NOT _found)
      message(FATAL_ERROR "${header} is missing, in Debian's package ${debian}. Run: scripts/setup build (or apt-get install ${debian})")
    endif()
    cmake_path(GET header PARENT_PATH folder)
    file(COPY ${_found}/${header} DESTINATION ${_headers}/${debian}/${folder})
    unset(_found)
  endforeach()
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${_headers}/${debian})
endfunction()

codeweaver_header_of_host(libxxhash-dev PkgConfig::xxhash xxhash.h xxh3.h)
if(CODEWEAVER_TESTS)
  codeweaver_header_of_host(doctest-dev doctest::doctest doctest/doctest.h)
endif()
