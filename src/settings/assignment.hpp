// "section.key=value", as people write it on a command line.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "settings/keys.hpp"

namespace codeweaver::settings {

struct Assignment {
  const Key* key = nullptr;
  std::string value;  ///< as given, not checked
};

/// Errors: kInvalidArgument "UNKNOWN_SETTING" (no '=', or no such key; names the nearest one).
Result<Assignment> read_assignment(std::string_view text, std::string_view context);

/// Whether --set may be given so. Errors: also kInvalidArgument "INVALID_SETTING".
Result<void> check_assignment(std::string_view text);

}  // namespace codeweaver::settings
