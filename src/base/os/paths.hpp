// How the system writes paths.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>

namespace codeweaver::os {

/// Of a path as std::filesystem::path::c_str() gives it: bytes, or UTF-16 on Windows. Names in an
/// open folder, and all other texts, are bytes everywhere; on Windows they are UTF-8.
using PathChar = std::filesystem::path::value_type;

}  // namespace codeweaver::os
