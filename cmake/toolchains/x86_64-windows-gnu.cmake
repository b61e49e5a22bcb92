# Windows on x86-64 (MinGW), by ziglang: modules that need no library that has to be linked.
# SPDX-License-Identifier: MIT OR Apache-2.0
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CODEWEAVER_TARGET x86_64-windows-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/zig.cmake)
