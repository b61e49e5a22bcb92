// Loading settings from files, environment and command line, and where each value came from.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/settings.hpp"
#include "settings/environment.hpp"

namespace codeweaver::settings {

/// Where to look, from the weakest to the strongest source. Files that are not there are skipped,
/// except `config_file`.
struct LoadRequest {
  std::filesystem::path user_file{};         ///< empty: none
  std::filesystem::path project_root{};      ///< folder of codeweaver.toml; empty: none
  std::filesystem::path project_settings{};  ///< kept with the project's state; empty: none
  std::filesystem::path config_file{};       ///< named by the user; empty: none
  /// CODEWEAVER_<SECTION>_<KEY>; for [codeweaver] also CODEWEAVER_<KEY>. Empty ones do not count.
  Environment environment{};
  std::vector<std::string> overrides{};  ///< "section.key=value" of the command line
};

struct EffectiveSettings {
  Settings settings{};
  /// Key to "default", "user file PATH", "project file", "project settings", "config file PATH",
  /// "environment CODEWEAVER_X" or "command line"; has every key.
  std::map<std::string, std::string, std::less<>> origins{};
  std::vector<std::string> warnings{};  ///< unknown keys, and keys a project may not set
};

/// Errors: kInvalidArgument "INVALID_SETTING" (key, value, what is allowed; file and line),
/// "UNKNOWN_SETTING" (on the command line), "INVALID_SETTINGS_FILE"; kNotFound (config_file); kIo.
Result<EffectiveSettings> load(const LoadRequest& request);

/// "xxh3:<32 hex digits>" over all settings that change what an index holds, and no others.
std::string settings_hash(const Settings& settings);

/// One line of `config --show`.
struct ShownSetting {
  std::string_view key;
  std::string value;  ///< as TOML; secrets: "(set)" or "(not set)"
  std::string origin;
  std::string type;
  std::string_view doc;
};
/// Every key, in the order of the table.
std::vector<ShownSetting> show(const EffectiveSettings& effective);

/// The table as docs/reference/settings.md.
std::string reference_markdown();

}  // namespace codeweaver::settings
