// Edits one member of JSON with comments and keeps every other byte.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::cli {

/// A member to add: the names of the objects around it, from outside (missing objects are created);
/// its key; its value as JSON with an indentation of two spaces.
struct WantedMember {
  std::vector<std::string> path{};
  std::string key{};
  std::string value{};
};

// Errors of all functions: kInvalidArgument "INVALID_CONFIG": the text is not JSON (with the line),
// a part of the path is not an object or occurs twice, or the edited text does not parse to the
// expected values.

/// Returns the value of a member; nullopt: it does not exist.
Result<std::optional<json::Value>> member_value(std::string_view text,
                                                const std::vector<std::string>& path,
                                                const std::string& key);

/// Returns the text with the member: replaces its value, or adds it at the end of its object with
/// the same indentation as the others. Keeps comments ("//", "/* */"), trailing commas, line ends
/// and all other members. An empty text becomes an object. Parses the result and checks that only
/// this member differs.
Result<std::string> with_member(std::string_view text, const WantedMember& wanted);

/// Returns the text without the member, its comma and its line; nullopt: it does not exist. Keeps
/// the objects on the path. Checks the result in the same way.
Result<std::optional<std::string>> without_member(std::string_view text,
                                                  const WantedMember& wanted);

}  // namespace codeweaver::cli
