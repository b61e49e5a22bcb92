// Language and kind of a file, from the user's extensions, the language table and `#!` lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/classify.hpp"

#include <algorithm>

#include "codeweaver/text/identifier.hpp"
#include "corpus/text_sniff.hpp"
#include "syntax/language.hpp"

namespace codeweaver::corpus {
namespace {

constexpr std::size_t kShebangBytes = 256;
constexpr std::size_t kHeadBytes = 8192;

/// The part after the last dot; a leading dot does not start an extension.
std::string_view extension_of(std::string_view name) noexcept {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view{} : name.substr(dot + 1);
}

/// How much of a file syntax::language_of_content() needs.
std::size_t head_bytes_of(std::string_view extension) noexcept {
  if (extension == "ts") return kShebangBytes;  // an XML declaration, in Qt translations
  for (const std::string_view known : {"h", "m", "pl", "t", "inc"})
    if (extension == known) return kHeadBytes;
  return 0;
}

std::string category_of(std::string_view table_category) {
  return std::string(table_category == "markup" ? "other" : table_category);
}

void apply(const syntax::LanguageInfo& info, const std::string& folded_name, NameClass& result) {
  result.language = info.id;
  result.ext_kind.category = category_of(info.category);
  for (const auto known : info.filenames)
    if (known == folded_name) result.ext_kind.extension = folded_name;
}

bool equals_folded(std::string_view a, std::string_view b) noexcept {
  const auto folded = [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; };
  return std::ranges::equal(a, b, {}, folded, folded);
}

void set_language(std::string_view file_name, std::string_view language, NameClass& name_class) {
  name_class.language = language;
  if (const auto index = syntax::find_language(language))
    apply(syntax::languages()[*index], text::to_lower(file_name), name_class);
}

}  // namespace

// Extensions may contain dots, as in "d.ts".
const ExtraExtensions::value_type* find_extra(std::string_view file_name,
                                              const ExtraExtensions& extra) noexcept {
  const auto entry_of = [&](std::string_view part, bool is_extension) {
    const auto is_it = [&](const ExtraExtensions::value_type& entry) {
      std::string_view name = entry.first;
      if (is_extension && name.starts_with('.')) name.remove_prefix(1);
      return equals_folded(name, part);
    };
    const auto found = std::ranges::find_if(extra, is_it);
    return found == extra.end() ? nullptr : &*found;
  };
  if (const auto* whole = entry_of(file_name, false)) return whole;
  for (auto dot = file_name.find('.', 1); dot != std::string_view::npos;
       dot = file_name.find('.', dot + 1))
    if (const auto* entry = entry_of(file_name.substr(dot + 1), true)) return entry;
  return nullptr;
}

NameClass classify_name(std::string_view file_name, const ExtraExtensions& extra) {
  const std::string folded = text::to_lower(file_name);
  NameClass result;
  result.ext_kind = {std::string(extension_of(folded)), "other"};
  if (const auto* entry = find_extra(file_name, extra)) {
    set_language(file_name, entry->second, result);
    if (result.ext_kind.extension.empty()) result.ext_kind.extension = folded;
    return result;
  }
  if (const auto index = syntax::language_of_name(file_name)) {
    result.head_bytes = head_bytes_of(result.ext_kind.extension);
    apply(syntax::languages()[*index], folded, result);
  } else if (!is_binary_extension(result.ext_kind.extension)) {
    result.head_bytes = kSniffBytes;
  }
  return result;
}

void classify_content(std::string_view file_name, std::string_view head, NameClass& name_class) {
  if (const auto index = syntax::language_of_content(file_name, head))
    apply(syntax::languages()[*index], text::to_lower(file_name), name_class);
  else if (name_class.language.empty() && is_searchable_text(head))
    set_language(file_name, kOtherText, name_class);
}

}  // namespace codeweaver::corpus
