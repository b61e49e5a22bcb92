# Toolchain for 64-bit ARM Linux: Debian's cross compiler and a folder with Debian's ARM libraries (scripts/aarch64_sysroot).
# SPDX-License-Identifier: MIT OR Apache-2.0
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

if(NOT CMAKE_SYSROOT)  # set once; CMake passes it on to try_compile()
  set(CMAKE_SYSROOT $ENV{CODEWEAVER_AARCH64_SYSROOT})
endif()
if(NOT EXISTS "${CMAKE_SYSROOT}/usr/include")
  message(FATAL_ERROR "CODEWEAVER_AARCH64_SYSROOT='${CMAKE_SYSROOT}' does not contain usr/include. "
    "Run scripts/aarch64_sysroot FOLDER and set CODEWEAVER_AARCH64_SYSROOT to that folder.")
endif()
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

set(CMAKE_FIND_ROOT_PATH ${CMAKE_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${CMAKE_SYSROOT}/usr/share/pkgconfig)

# On another processor the suites run under emulation.
find_program(CODEWEAVER_QEMU qemu-aarch64)
if(CODEWEAVER_QEMU AND NOT CMAKE_HOST_SYSTEM_PROCESSOR STREQUAL "aarch64")
  set(CMAKE_CROSSCOMPILING_EMULATOR "${CODEWEAVER_QEMU};-L;${CMAKE_SYSROOT}")
endif()
