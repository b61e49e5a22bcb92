// Reads and changes the settings of a project, which are stored with its index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/project_settings.hpp"

#include "base/file.hpp"
#include "base/private_files.hpp"
#include "base/try.hpp"
#include "settings/assignment.hpp"
#include "settings/load.hpp"
#include "settings/setting_value.hpp"
#include "settings/toml_file.hpp"

namespace codeweaver::settings {
namespace {

constexpr std::string_view kContext = "changing the settings of a project";
constexpr std::string_view kHeading =
    "# Settings of this project. Users change them on the command line or on the web page.\n";

/// Checks a value and returns it as TOML. Errors: see change_project_settings().
Result<std::string> checked_value(const Assignment& given) {
  const Key& key = *given.key;
  if (key.has(kUserOnly) || key.section() == "codeweaver")
    return Error{ErrorCategory::kInvalidArgument, "NOT_OF_A_PROJECT",
                 std::string(key.name) + " cannot be set for a single project",
                 std::string(kContext), "Set it in your own settings file or in the environment."};
  Settings scratch;
  const auto value = read_text(key, given.value);
  if (!store_value(key, value, scratch))
    return invalid_value(given.name, key, value, std::string(kContext));
  return value_text(key, scratch);
}

}  // namespace

Result<TomlValues> project_settings(const std::filesystem::path& file) {
  TomlValues values;
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return values;
  CODEWEAVER_ASSIGN(const auto entries, read_toml(file));
  for (const auto& entry : entries) {
    Settings scratch;
    const Key* key = find_key(entry.key);
    if (key != nullptr && store_value(*key, entry.value, scratch))
      values[std::string(key->name)] = value_text(*key, scratch);
  }
  return values;
}

Result<void> change_project_settings(const std::filesystem::path& file,
                                     const std::vector<std::string>& assignments) {
  CODEWEAVER_ASSIGN(auto values, project_settings(file));
  LoadRequest together;
  for (const auto& text : assignments) {
    CODEWEAVER_ASSIGN(const auto given, read_assignment(text, kContext));
    const std::string name(given.key->name);
    if (given.value.empty()) {
      values.erase(name);
      continue;
    }
    CODEWEAVER_ASSIGN(auto value, checked_value(given));
    values[name] = std::move(value);
  }
  CODEWEAVER_TRY(base::make_private_folder(file.parent_path()));
  const auto candidate = file.string() + ".new";
  if (auto written = base::write_file_atomic(candidate, std::string(kHeading) + toml_text(values));
      !written)
    return written;
  together.config_file = candidate;
  const auto loaded = load(together);
  std::error_code error;
  if (loaded)
    std::filesystem::rename(candidate, file, error);
  else
    std::filesystem::remove(candidate, error);
  if (!loaded) return loaded.error();
  if (!error) return {};
  return Error{ErrorCategory::kIo, "IO", "Cannot replace " + file.string() + ": " + error.message(),
               std::string(kContext), "Check the permissions of the folder."};
}

}  // namespace codeweaver::settings
