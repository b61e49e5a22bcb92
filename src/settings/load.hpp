// Loads settings from files, environment and command line, and records the origin of each value.
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

/// Sources of settings, lowest precedence first. Missing files are skipped, except `config_file`.
struct LoadRequest {
  std::filesystem::path user_file{};         ///< empty: none
  std::filesystem::path project_root{};      ///< folder of codeweaver.toml; empty: none
  std::filesystem::path project_settings{};  ///< kept with the project's state; empty: none
  std::filesystem::path config_file{};       ///< from --config; empty: none
  /// CODEWEAVER_<SECTION>_<KEY>; for [codeweaver] also CODEWEAVER_<KEY>. Empty values are ignored.
  Environment environment{};
  std::vector<std::string> overrides{};  ///< "section.key=value" of the command line
};

struct EffectiveSettings {
  Settings settings{};
  /// Origin of every key: "default", "user file PATH", "project file", "project settings",
  /// "config file PATH", "environment CODEWEAVER_X" or "command line".
  std::map<std::string, std::string, std::less<>> origins{};
  std::vector<std::string> warnings{};  ///< about unknown keys, and keys a project may not set
};

/// Loads the settings. Errors: kInvalidArgument "INVALID_SETTING" (with allowed values and place),
/// "UNKNOWN_SETTING" (on the command line), "INVALID_SETTINGS_FILE"; kNotFound (config_file); kIo.
Result<EffectiveSettings> load(const LoadRequest& request);

/// Returns "xxh3:<32 hex digits>", a hash of exactly the settings that change the content of an
/// index.
std::string settings_hash(const Settings& settings);

/// One line of `config --show`.
struct ShownSetting {
  std::string_view key;
  std::string value;  ///< as TOML; secrets: "(set)" or "(not set)"
  std::string origin;
  std::string type;
  std::string_view doc;
};
/// Returns every key in the order of the table.
std::vector<ShownSetting> show(const EffectiveSettings& effective);

/// Returns the text of docs/reference/settings.md.
std::string reference_markdown();

}  // namespace codeweaver::settings
