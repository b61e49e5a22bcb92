// The version of what our own chunkers and grammars make of a text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

namespace codeweaver::chunk {

/// Raised when they produce something else for the same bytes.
inline constexpr std::string_view kChunkerVersion = "7";

}  // namespace codeweaver::chunk
