// Renamed diff: a unified diff of a text in which some names are replaced.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "facts/facts.hpp"

namespace codeweaver::engine {

/// Compares places by line and column.
struct PlaceOrder {
  bool operator()(facts::Place a, facts::Place b) const noexcept {
    return a.line != b.line ? a.line < b.line : a.column < b.column;
  }
};

/// What stands at a place instead of the old name.
using Replacements = std::map<facts::Place, std::string, PlaceOrder>;

/// The lines of a diff for one file; empty without replacements. At every place, the text has a
/// name with `size` bytes.
std::string renamed_diff(std::string_view path, std::string_view text,
                         const Replacements& replacements, std::size_t size);

}  // namespace codeweaver::engine
