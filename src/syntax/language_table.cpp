// Builds the language table and answers look-ups in it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/language_table.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "syntax/grammar.hpp"

namespace codeweaver::syntax {

namespace {

std::optional<LanguageIndex> find(const LanguageTable::Index& index, std::string_view key) {
  const auto it = index.find(key);
  if (it == index.end()) return std::nullopt;
  return it->second;
}

}  // namespace

std::vector<std::string_view> split_words(std::string_view list) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(' ', begin), list.size());
    if (end > begin) words.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

const LanguageTable& LanguageTable::instance() {
  static const LanguageTable table;
  return table;
}

LanguageTable::LanguageTable() {
  const std::array families = {rows_scripting(), rows_systems(), rows_managed(), rows_data(),
                               rows_text()};
  for (const auto& family : families)
    for (const LanguageRow& row : family) add(row);
}

void LanguageTable::add(const LanguageRow& row) {
  const auto language = static_cast<LanguageIndex>(rows_.size());
  rows_.push_back(&row);
  const auto enter = [&](Index& index, std::string_view key) {
    [[maybe_unused]] const bool is_new = index.emplace(key, language).second;
    assert(is_new && "two rows of the language table have the same key");
  };
  enter(names_, row.id);
  for (const std::string_view alias : split_words(row.aliases)) enter(names_, alias);
  for (const std::string_view program : split_words(row.interpreters))
    enter(interpreters_, program);
  // Moving a vector keeps its elements in place, so the spans stay valid when lists_ grows.
  const auto keep = [&](Index& index, std::string_view list) {
    lists_.push_back(split_words(list));
    for (const std::string_view key : lists_.back()) enter(index, key);
    return std::span<const std::string_view>(lists_.back());
  };
  infos_.push_back({.id = row.id,
                    .display_name = row.display_name,
                    .category = row.category,
                    .has_grammar = find_grammar(row.syntax.grammar) != nullptr,
                    .extensions = keep(extensions_, row.extensions),
                    .filenames = keep(filenames_, row.filenames)});
}

std::optional<LanguageIndex> LanguageTable::by_name(std::string_view id_or_alias) const {
  return find(names_, id_or_alias);
}
std::optional<LanguageIndex> LanguageTable::by_extension(std::string_view extension) const {
  return find(extensions_, extension);
}
std::optional<LanguageIndex> LanguageTable::by_filename(std::string_view name) const {
  return find(filenames_, name);
}
std::optional<LanguageIndex> LanguageTable::by_interpreter(std::string_view program) const {
  return find(interpreters_, program);
}

}  // namespace codeweaver::syntax
