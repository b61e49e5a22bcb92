# Toolchain for macOS on ARM (ziglang); builds only modules that link no library.
# SPDX-License-Identifier: MIT OR Apache-2.0
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CODEWEAVER_TARGET aarch64-macos)
set(CMAKE_INSTALL_NAME_TOOL true)  # CMake requires one, although nothing is installed
include(${CMAKE_CURRENT_LIST_DIR}/zig.cmake)
