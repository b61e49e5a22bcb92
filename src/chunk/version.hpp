// The version of the built-in chunkers and grammars.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

namespace codeweaver::chunk {

/// Increase it when they produce different output for the same bytes.
inline constexpr std::string_view kChunkerVersion = "8";

}  // namespace codeweaver::chunk
