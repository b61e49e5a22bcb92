// The character type of paths.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>

namespace codeweaver::os {

/// The element type of std::filesystem::path::c_str(): bytes, or UTF-16 on Windows. Names in an
/// open folder, and all other texts, are bytes on every system; on Windows they are UTF-8.
using PathChar = std::filesystem::path::value_type;

}  // namespace codeweaver::os
