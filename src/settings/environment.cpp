// The environment, .env files and the user's folders.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/environment.hpp"

#include <algorithm>
#include <cctype>

#include "base/ascii.hpp"
#include "base/file.hpp"
#include "base/os/processes.hpp"
#include "base/try.hpp"

namespace codeweaver::settings {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxEnvFileBytes = 1 << 20;

constexpr std::string_view kBlanks = " \t\r";

bool is_variable_name(std::string_view name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
         });
}

/// Returns the value without its quotes, or without a comment.
std::string_view value_of(std::string_view text) {
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'')) {
    const auto end = text.find(text.front(), 1);
    if (end != std::string_view::npos) return text.substr(1, end - 1);
  }
  return base::trimmed(text.substr(0, text.find(" #")), kBlanks);
}

/// Returns false if this is not a valid line of a .env file.
bool add_line(std::string_view line, Environment& environment) {
  line = base::trimmed(line, kBlanks);
  if (line.empty() || line.front() == '#') return true;
  if (line.starts_with("export ")) line = base::trimmed(line.substr(7), kBlanks);
  const auto equals = line.find('=');
  const auto name = base::trimmed(line.substr(0, equals), kBlanks);
  if (equals == std::string_view::npos || !is_variable_name(name)) return false;
  environment.emplace(name, value_of(base::trimmed(line.substr(equals + 1), kBlanks)));
  return true;
}

Result<fs::path> user_dir(const Environment& environment, std::string_view variable,
                          const fs::path& below_home) {
  // The XDG specification says to ignore relative paths.
  if (const auto found = environment.find(variable);
      found != environment.end() && fs::path(found->second).is_absolute())
    return fs::path(found->second) / "codeweaver";
  if (const auto home = environment.find("HOME");
      home != environment.end() && !home->second.empty())
    return fs::path(home->second) / below_home / "codeweaver";
  return Error{ErrorCategory::kInvalidArgument, "HOME_NOT_SET",
               "Neither HOME nor " + std::string(variable) + " is set",
               "finding the user's folders", "Set one of these environment variables."};
}

}  // namespace

Environment capture_environment() {
  Environment environment;
  for (const std::string& variable : os::own_environment()) {
    const std::string_view text(variable);
    const auto equals = text.find('=');
    if (equals != std::string_view::npos)
      environment.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return environment;
}

Result<void> add_env_file(const fs::path& path, Environment& environment) {
  CODEWEAVER_ASSIGN(const auto text, base::read_file(path, kMaxEnvFileBytes));
  std::string_view rest = text;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const auto end = std::min(rest.find('\n'), rest.size());
    if (!add_line(rest.substr(0, end), environment))
      return Error{
          ErrorCategory::kInvalidArgument, "INVALID_ENV_FILE",
          "Line " + std::to_string(number) + " of '" + path.string() + "' is not NAME=value",
          "reading environment variables", "Correct or remove the line."};
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

Result<fs::path> user_config_dir(const Environment& environment) {
  return user_dir(environment, "XDG_CONFIG_HOME", ".config");
}

Result<fs::path> user_settings_file(const Environment& environment) {
  auto folder = user_config_dir(environment);
  if (!folder) return folder;
  return *folder / "codeweaver.toml";
}

Result<fs::path> user_data_dir(const Environment& environment) {
  return user_dir(environment, "XDG_DATA_HOME", ".local/share");
}

}  // namespace codeweaver::settings
