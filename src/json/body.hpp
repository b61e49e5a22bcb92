// Bodies of requests: JSON from outside, read within a limit of values.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "json/value.hpp"

namespace codeweaver::json {

/// How parse_body() reads a text.
struct BodyRules {
  std::size_t max_depth = kMaxDepth;
  std::size_t max_values = 100'000;
  /// In strings, halves of surrogate pairs and bytes that are not UTF-8 are read as U+FFFD. False:
  /// they are errors, for texts that are stored.
  bool replaces_bad_text = true;
};
/// Most values in a body that holds a list of entries, such as a push or a manifest.
inline constexpr std::size_t kMaxListValues = 1'000'000;

/// As parse(), but refuses a text with more values than the rules allow before it builds any of
/// them. Memory: the text, and about 100 bytes a value.
/// Errors: those of parse(); kInvalidArgument "TOO_MANY_VALUES".
Result<Value> parse_body(std::string_view text, const BodyRules& rules = {});

}  // namespace codeweaver::json
