# Common part of the ziglang toolchains (tests/compilers.txt): Clang with libc++ and headers of other systems.
# SPDX-License-Identifier: MIT OR Apache-2.0
if(NOT CODEWEAVER_ZIG)
  set(_zig $ENV{CODEWEAVER_ZIG})
  if(NOT _zig)
    execute_process(COMMAND python3 -c "import os, ziglang; print(os.path.join(os.path.dirname(ziglang.__file__), 'zig'), end='')"
      OUTPUT_VARIABLE _zig ERROR_QUIET)
  endif()
  set(CODEWEAVER_ZIG "${_zig}" CACHE FILEPATH "The program of ziglang" FORCE)
endif()
if(NOT EXISTS "${CODEWEAVER_ZIG}")
  message(FATAL_ERROR "CODEWEAVER_ZIG='${CODEWEAVER_ZIG}' is not a program. "
    "Run: pip install -r tests/compilers.txt, or set it to the path of zig.")
endif()
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CODEWEAVER_ZIG)

set(CMAKE_C_COMPILER ${CODEWEAVER_ZIG} cc)
set(CMAKE_CXX_COMPILER ${CODEWEAVER_ZIG} c++)
set(CMAKE_C_COMPILER_TARGET ${CODEWEAVER_TARGET})
set(CMAKE_CXX_COMPILER_TARGET ${CODEWEAVER_TARGET})
# By default zig checks unoptimised code for undefined behaviour, but does not link the library that reports it.
set(CMAKE_CXX_FLAGS_INIT -fno-sanitize=undefined)
# zig has its own compiler cache.
set(CODEWEAVER_CCACHE "" CACHE FILEPATH "" FORCE)
set(CMAKE_C_COMPILER_LAUNCHER "" CACHE STRING "" FORCE)
set(CMAKE_CXX_COMPILER_LAUNCHER "" CACHE STRING "" FORCE)
foreach(language IN ITEMS C CXX)
  set(CMAKE_${language}_ARCHIVE_CREATE "${CODEWEAVER_ZIG} ar qc <TARGET> <LINK_FLAGS> <OBJECTS>")
  set(CMAKE_${language}_ARCHIVE_APPEND "${CODEWEAVER_ZIG} ar q <TARGET> <LINK_FLAGS> <OBJECTS>")
  set(CMAKE_${language}_ARCHIVE_FINISH "${CODEWEAVER_ZIG} ranlib <TARGET>")
endforeach()

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(kind IN ITEMS LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
# This machine has no libraries of these systems.
set(CODEWEAVER_HEADERS_OF_HOST ON)
set(CODEWEAVER_MODULES base syntax chunk CACHE STRING "Modules of src/ to build")
