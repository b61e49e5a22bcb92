// Where the members of a JSON object stand in a text with comments.
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
  std::string key;                       ///< with its escapes resolved
  std::size_t begin = 0;                 ///< the quote of its key
  std::size_t value = 0, value_end = 0;  ///< its value, and the byte behind it
  std::size_t behind_comma = 0;          ///< 0: no comma follows
};

/// Byte positions of an object: its braces, and its members in order.
struct JsonObject {
  std::size_t open = 0, close = 0;
  std::vector<JsonMember> members;
};

// Errors: kInvalidArgument "INVALID_CONFIG" (says the line and what was expected there).

/// The object that a whole text is.
Result<JsonObject> read_json_root(std::string_view text);
/// The object that begins at a byte of the text.
Result<JsonObject> read_json_object(std::string_view text, std::size_t begin);

}  // namespace codeweaver::cli
