// Finds the API key of a service in the environment.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "settings/environment.hpp"

namespace codeweaver::opening {

/// Returns the API key from an environment variable.
/// \param variable from the settings; empty: use `usual`
/// \param usual the usual variable of the service; it need not be set
/// \param section section of the settings, for messages
/// \return the key; empty: `variable` is empty and `usual` is not set
/// Errors: kInvalidArgument "API_KEY_MISSING" (`variable` is given but not set).
Result<std::string> key_of(const std::string& variable, std::string_view usual,
                           const std::string& section, const settings::Environment& environment);

}  // namespace codeweaver::opening
