// The language table, assembled from its families and indexed for look-up.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "syntax/language.hpp"
#include "syntax/language_rows.hpp"

namespace codeweaver::syntax {

/// Immutable after construction. One instance per process.
class LanguageTable {
 public:
  using Index = std::unordered_map<std::string_view, LanguageIndex>;

  static const LanguageTable& instance();

  const std::vector<LanguageInfo>& infos() const noexcept { return infos_; }
  const LanguageRow& row(LanguageIndex language) const noexcept { return *rows_[language]; }

  /// Each takes lower-case text. nullopt: unknown.
  std::optional<LanguageIndex> by_name(std::string_view id_or_alias) const;
  std::optional<LanguageIndex> by_extension(std::string_view extension) const;
  std::optional<LanguageIndex> by_filename(std::string_view name) const;
  std::optional<LanguageIndex> by_interpreter(std::string_view program) const;

 private:
  LanguageTable();
  void add(const LanguageRow& row);

  std::vector<const LanguageRow*> rows_;
  std::vector<std::vector<std::string_view>> lists_;  // storage for the spans in infos_
  std::vector<LanguageInfo> infos_;
  Index names_, extensions_, filenames_, interpreters_;
};

/// The words of a space-separated list.
std::vector<std::string_view> split_words(std::string_view list);

/// Decides by the start of the file if its name allows several languages. `named` is the language
/// by name. Returns the language to use.
LanguageIndex decide_by_content(std::string_view extension, LanguageIndex named,
                                std::string_view head);

/// The language of a `#!` line at the start of `head`. nullopt: no such line, or unknown program.
std::optional<LanguageIndex> language_of_shebang(std::string_view head);

}  // namespace codeweaver::syntax
