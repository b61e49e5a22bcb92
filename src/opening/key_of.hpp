// Keys of services, out of the environment.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "settings/environment.hpp"

namespace codeweaver::opening {

/// The key that a variable holds: the one that settings name, which has to be there, else the
/// `usual` one. Empty: there is none. `section` is that of the settings. Errors: kInvalidArgument
/// "API_KEY_MISSING" (names the variable).
Result<std::string> key_of(const std::string& variable, std::string_view usual,
                           const std::string& section, const settings::Environment& environment);

}  // namespace codeweaver::opening
