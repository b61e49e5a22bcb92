// The user's excludes file: one line of git's configuration, in any section.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/user_ignore.hpp"

#include <algorithm>
#include <string>

#include "base/file.hpp"
#include "base/lines.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kMostOfConfiguration = 1ULL << 20;

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\f\v";
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// The value of `excludesfile` in a line; empty: another line.
std::string_view value_in(std::string_view line) {
  constexpr std::string_view kName = "excludesfile";
  line = without_blanks(line);
  const bool is_named = line.size() > kName.size() &&
                        std::ranges::equal(line.substr(0, kName.size()), kName,
                                           [](char a, char b) { return (a | 0x20) == b; });
  if (!is_named) return {};
  line = without_blanks(line.substr(kName.size()));
  if (!line.starts_with('=')) return {};
  line = without_blanks(line.substr(1));
  if (line.starts_with('"')) line = without_blanks(line.substr(1));
  if (line.ends_with('"')) line = without_blanks(line.substr(0, line.size() - 1));
  return line.find_first_of(" \t") == std::string_view::npos ? line : std::string_view{};
}

}  // namespace

fs::path excludes_file_in(std::string_view configuration, const fs::path& home) {
  for (const auto line : base::split_lines(configuration)) {
    const auto value = value_in(line);
    if (value.empty()) continue;
    if (value.starts_with("~/") && !home.empty()) return home / value.substr(2);
    return value;
  }
  return {};
}

fs::path user_excludes_file(const UserFolders& folders) {
  const auto& home = folders.home;
  const auto settings =
      folders.settings.empty() && !home.empty() ? home / ".config" : folders.settings;
  for (const auto& file : {home.empty() ? fs::path() : home / ".gitconfig",
                           settings.empty() ? fs::path() : settings / "git/config"}) {
    if (file.empty()) continue;
    const auto text = base::read_file(file, kMostOfConfiguration);
    if (!text) continue;
    if (auto found = excludes_file_in(*text, home); !found.empty()) return found;
  }
  return settings.empty() ? fs::path() : settings / "git/ignore";
}

}  // namespace codeweaver::corpus
