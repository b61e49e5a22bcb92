// JSON strings and numbers as text: what the log and the JSON writer share.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace codeweaver::base {

/// Appends `text` escaped, without quotes; invalid UTF-8 becomes U+FFFD.
void append_json_escaped(std::string& out, std::string_view text);
/// The same, with quotes.
void append_json_string(std::string& out, std::string_view text);

/// Appends the shortest digits that read back as `value`, always with a point or an exponent so
/// that it reads back as a floating-point number; what JSON cannot say (NaN, infinity) is null.
void append_json_number(std::string& out, double value);
void append_json_number(std::string& out, std::int64_t value);

}  // namespace codeweaver::base
