// Finds the API key of a service in the environment.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "opening/key_of.hpp"

namespace codeweaver::opening {

Result<std::string> key_of(const std::string& variable, std::string_view usual,
                           const std::string& section, const settings::Environment& environment) {
  const auto found = environment.find(variable.empty() ? std::string(usual) : variable);
  if (found != environment.end() && !found->second.empty()) return found->second;
  if (variable.empty()) return std::string();
  const auto* const choice = section == "store" ? ".kind" : ".provider";
  return Error{
      ErrorCategory::kInvalidArgument, "API_KEY_MISSING",
      section + ".api_key_env names " + variable + ", which is not set",
      "choosing " + section + choice,
      "Set " + variable + " in the environment, or in the .env file next to the user's settings."};
}

}  // namespace codeweaver::opening
