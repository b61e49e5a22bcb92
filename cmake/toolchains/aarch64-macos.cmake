# macOS on ARM, by ziglang: modules that need no library that has to be linked.
# SPDX-License-Identifier: MIT OR Apache-2.0
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CODEWEAVER_TARGET aarch64-macos)
set(CMAKE_INSTALL_NAME_TOOL true)  # nothing is installed; CMake asks for one
include(${CMAKE_CURRENT_LIST_DIR}/zig.cmake)
