// Request bodies: external JSON, read with a limit on values.
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
  /// In strings, reads unpaired surrogates and invalid UTF-8 as U+FFFD. False: they are errors, for
  /// texts that are stored.
  bool replaces_bad_text = true;
};
/// Maximum number of values in a body with a list of entries, such as a push or a manifest.
inline constexpr std::size_t kMaxListValues = 1'000'000;

/// Like parse(), but ignores a byte order mark at the start, and refuses a text with too many
/// values before building any of them. Memory: the text plus about 100 bytes per value. Errors:
/// those of parse(); kInvalidArgument "TOO_MANY_VALUES".
Result<Value> parse_body(std::string_view text, const BodyRules& rules = {});

}  // namespace codeweaver::json
