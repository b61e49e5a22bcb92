// Editing JSON with comments in place: one member of one object, everything else byte for byte.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::cli {

/// A member to be there: its object below the root, by names from outside, which is made where it
/// is not there; its key; its value as JSON with two blanks an indent.
struct WantedMember {
  std::vector<std::string> path{};
  std::string key{};
  std::string value{};
};

/// The text with that member: added as the last of its object in the indentation of the others, or
/// its value replaced. Comments ("//", "/* */"), commas at the end and all other members stay. An
/// empty text becomes an object. Errors: kInvalidArgument "INVALID_CONFIG": no JSON (with the
/// line), or something on the path is no object.
Result<std::string> with_member(std::string_view text, const WantedMember& wanted);

/// The text without it, its comma and its line; nullopt: it is not there. Objects on the path stay.
/// Errors: as above.
Result<std::optional<std::string>> without_member(std::string_view text,
                                                  const WantedMember& wanted);

}  // namespace codeweaver::cli
