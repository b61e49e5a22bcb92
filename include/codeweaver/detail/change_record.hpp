// Files that record changes of a project (migrations, change logs), and questions for them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_CHANGE_RECORD_HPP_
#define CODEWEAVER_TEXT_CHANGE_RECORD_HPP_

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "codeweaver/detail/asked_kind.hpp"
#include "codeweaver/detail/declaration_kind.hpp"
#include "codeweaver/text/identifier.hpp"

namespace codeweaver::inline v0_1::text {

namespace detail {

/// Whether a file name is that of an update script of a PostgreSQL extension,
/// "pg_partman--4.5.1--4.6.0.sql": it repeats the functions of a later version.
inline bool is_update_script(std::string_view name) {
  const auto first = name.find("--");
  return name.ends_with(".sql") && first != std::string_view::npos &&
         name.find("--", first + 2) != std::string_view::npos;
}

inline bool is_change_log(std::string_view lower_name) {
  static constexpr std::array<std::string_view, 6> kStems{"changelog", "changes",       "history",
                                                          "news",      "release_notes", "releases"};
  static constexpr std::array<std::string_view, 4> kExtensions{"md", "rst", "txt", "adoc"};
  const auto dot = lower_name.find('.');
  const auto extension =
      dot == std::string_view::npos ? std::string_view() : lower_name.substr(dot + 1);
  return is_listed(lower_name.substr(0, dot), kStems) &&
         (extension.empty() || is_listed(extension, kExtensions));
}

}  // namespace detail

/// Whether a file records a change that was made once: a migration, an update script, a change log.
/// It tells what the project was, so it seldom answers a question about what the code does. `path`
/// is '/' separated.
inline bool records_change(std::string_view path) {
  static constexpr std::array<std::string_view, 4> kFolders{"migrate", "migration", "migrations",
                                                            "flyway"};
  const auto name = path.substr(path.rfind('/') + 1);  // npos + 1 is 0
  if (detail::is_update_script(name) || detail::is_change_log(to_lower(name))) return true;
  for (auto slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/')) {
    bool is_for_migrations = false;
    for_each_part(path.substr(0, slash), [&](std::string_view part) {
      is_for_migrations = detail::is_listed(to_lower(part), kFolders);
    });
    if (is_for_migrations) return true;
    path.remove_prefix(slash + 1);
  }
  return false;
}

/// Whether a question may mean a record of changes: it asks for tables or migrations, or mentions
/// versions of the project.
inline bool may_ask_for_changes(std::string_view query) {
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"changelog", "migrate", "migrated", "migrates", "migrating", "migration", "migrations",
       "release", "released", "releases", "upgrade", "upgraded", "upgrades", "upgrading", "version",
       "versions"});
  const detail::AskingWords words(query);
  return asked_declaration(query) == DeclarationKind::kSchema ||
         std::ranges::any_of(
             words.texts, [](const std::string& word) { return detail::is_listed(word, kWords); });
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_CHANGE_RECORD_HPP_
