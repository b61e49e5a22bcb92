// Positions of the members of a JSON object in a text with comments.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::cli {

/// Byte positions of a member.
struct JsonMember {
  std::string key;                       ///< without escapes
  std::size_t begin = 0;                 ///< the opening quote of the key
  std::size_t value = 0, value_end = 0;  ///< the first byte of the value, and the byte after it
  std::size_t behind_comma = 0;          ///< the byte after the comma; 0: no comma follows
};

/// Byte positions of the braces of an object, and its members in order.
struct JsonObject {
  std::size_t open = 0, close = 0;
  std::vector<JsonMember> members;
};

// Errors: kInvalidArgument "INVALID_CONFIG" (with the line and the expected token).

/// Scans a text that is one object.
Result<JsonObject> read_json_root(std::string_view text);
/// Scans the object at a byte position of the text.
Result<JsonObject> read_json_object(std::string_view text, std::size_t begin);

}  // namespace codeweaver::cli
