// JSON strings and numbers as text, shared by the log and the JSON writer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace codeweaver::base {

/// Appends `text` escaped, without quotes. Invalid UTF-8 becomes U+FFFD.
void append_json_escaped(std::string& out, std::string_view text);
/// Like append_json_escaped(), with quotes.
void append_json_string(std::string& out, std::string_view text);

/// Appends the shortest digits that parse back to `value`. They always have a point or an exponent,
/// so that they parse back as a floating-point number. NaN and infinity become null.
void append_json_number(std::string& out, double value);
void append_json_number(std::string& out, std::int64_t value);

}  // namespace codeweaver::base
