// The version of this library; CMake passes it from its one place, project(VERSION).
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

namespace codeweaver::engine {

inline constexpr std::string_view kVersion = CODEWEAVER_VERSION;

}  // namespace codeweaver::engine
