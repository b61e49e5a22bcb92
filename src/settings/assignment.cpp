// Parses "section.key=value" from a command line.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/assignment.hpp"

#include "base/try.hpp"
#include "settings/setting_value.hpp"

namespace codeweaver::settings {

Result<Assignment> read_assignment(std::string_view text, std::string_view context) {
  const auto equals = text.find('=');
  const auto name = text.substr(0, equals);
  const Key* key = equals == std::string_view::npos ? nullptr : find_key(name);
  if (key != nullptr)
    return Assignment{key, std::string(name), std::string(text.substr(equals + 1))};
  const std::string by(replacement_of(name)), nearest = nearest_key(name);
  return Error{ErrorCategory::kInvalidArgument, "UNKNOWN_SETTING",
               "'" + std::string(text) + "' is not a known setting", std::string(context),
               !by.empty() ? "It was replaced by " + by + "."
               : nearest.empty()
                   ? "Write section.key=value with a setting from docs/reference/settings.md"
                   : "Did you mean " + nearest + "=value?"};
}

Result<void> check_assignment(std::string_view text) {
  constexpr std::string_view kContext = "reading the command line";
  CODEWEAVER_ASSIGN(const auto given, read_assignment(text, kContext));
  Settings scratch;
  const auto value = read_text(*given.key, given.value);
  if (store_value(*given.key, value, scratch)) return {};
  return invalid_value(given.name, *given.key, value, std::string(kContext));
}

}  // namespace codeweaver::settings
