// Parses "section.key=value" from a command line.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "settings/keys.hpp"

namespace codeweaver::settings {

struct Assignment {
  const Key* key = nullptr;
  std::string name;   ///< as given: the name of the key, or another name for it
  std::string value;  ///< as given, not checked
};

/// Parses an assignment without checking the value. Errors: kInvalidArgument "UNKNOWN_SETTING" (no
/// '=', or an unknown key; suggests its replacement, or the most similar key).
Result<Assignment> read_assignment(std::string_view text, std::string_view context);

/// Checks an assignment, including its value. Errors: also kInvalidArgument "INVALID_SETTING".
Result<void> check_assignment(std::string_view text);

}  // namespace codeweaver::settings
