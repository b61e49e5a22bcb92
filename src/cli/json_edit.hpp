// Editing JSON with comments in place: one member of one object, everything else byte for byte.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::cli {

/// A member to be there: its object below the root, by names from outside, which is made where it
/// is not there; its key; its value as JSON with two blanks an indent.
struct WantedMember {
  std::vector<std::string> path{};
  std::string key{};
  std::string value{};
};

// Errors of all: kInvalidArgument "INVALID_CONFIG": the text is not JSON (says the line), something
// on the path is not an object, a name on the path stands there twice, or the edited text does not
// say what it should.

/// The value of a member; nullopt: it does not exist.
Result<std::optional<json::Value>> member_value(std::string_view text,
                                                const std::vector<std::string>& path,
                                                const std::string& key);

/// The text with that member: added as the last of its object in the indentation of the others, or
/// its value replaced. Comments ("//", "/* */"), commas at the end, line ends and all other members
/// stay. An empty text becomes an object. The result is parsed: but for the member it holds what
/// the text held before.
Result<std::string> with_member(std::string_view text, const WantedMember& wanted);

/// The text without it, its comma and its line; nullopt: it does not exist. Objects on the path
/// stay. The result is checked in the same way.
Result<std::optional<std::string>> without_member(std::string_view text,
                                                  const WantedMember& wanted);

}  // namespace codeweaver::cli
