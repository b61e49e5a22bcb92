// Rewrites constructs that a grammar cannot read, keeping length and lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace codeweaver::syntax {

/// Only the parser sees the result. Names and texts are read from the original at the same offsets.
struct Rewrite {
  std::string_view feature;       ///< its name in the language table
  bool is_always_needed = false;  ///< false: only if the parse fails and this improves it
  std::string (*run)(std::string_view text) = nullptr;
};

/// Null: no such rewrite.
const Rewrite* find_rewrite(std::string_view feature) noexcept;

}  // namespace codeweaver::syntax
