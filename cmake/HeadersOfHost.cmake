# Cross-compiling without the libraries of the target system: copies header-only libraries from this machine. Their folder
# cannot be used directly, because it also contains headers of this system.
set(_headers ${PROJECT_BINARY_DIR}/headers_of_host)
# codeweaver_header_of_host(DEBIAN_PACKAGE TARGET HEADER...): creates TARGET, whose include folder contains only these headers.
function(codeweaver_header_of_host debian target)
  foreach(header IN LISTS ARGN)
    find_path(_found ${header} PATHS /usr/include /usr/local/include NO_DEFAULT_PATH NO_CACHE)
    if(NOT _found)
      message(FATAL_ERROR "${header} is missing. Run: scripts/setup build (or apt-get install ${debian})")
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
