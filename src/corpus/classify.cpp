// Language and kind of a file, from the user's extensions, the language table and `#!` lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/classify.hpp"

#include "codeweaver/text/identifier.hpp"
#include "syntax/language.hpp"

namespace codeweaver::corpus {
namespace {

constexpr std::size_t kShebangBytes = 256;
constexpr std::size_t kHeadBytes = 8192;

/// After the last dot; a leading dot starts no extension.
std::string_view extension_of(std::string_view name) noexcept {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view{} : name.substr(dot + 1);
}

/// How much of a file syntax::language_of_content() wants to see.
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

/// The user's extensions may hold dots: the longest ending of the name wins, then the whole name.
const std::string* find_extra(const std::string& folded_name, const ExtraExtensions& extra) {
  if (const auto found = extra.find(folded_name); found != extra.end()) return &found->second;
  for (std::size_t dot = folded_name.find('.', 1); dot != std::string::npos;
       dot = folded_name.find('.', dot + 1))
    if (const auto found = extra.find(folded_name.substr(dot + 1)); found != extra.end())
      return &found->second;
  return nullptr;
}

void set_language(std::string_view file_name, std::string_view language, NameClass& name_class) {
  name_class.language = language;
  if (const auto index = syntax::find_language(language))
    apply(syntax::languages()[*index], text::to_lower(file_name), name_class);
}

}  // namespace

NameClass classify_name(std::string_view file_name, const ExtraExtensions& extra) {
  const std::string folded = text::to_lower(file_name);
  NameClass result;
  result.ext_kind = {std::string(extension_of(folded)), "other"};
  if (!extra.empty()) {
    if (const std::string* language = find_extra(folded, extra)) {
      set_language(file_name, *language, result);
      if (result.ext_kind.extension.empty()) result.ext_kind.extension = folded;
      return result;
    }
  }
  if (const auto index = syntax::language_of_name(file_name)) {
    result.head_bytes = head_bytes_of(result.ext_kind.extension);
    apply(syntax::languages()[*index], folded, result);
  } else if (result.ext_kind.extension.empty() && !file_name.starts_with('.')) {
    result.head_bytes = kShebangBytes;
  }
  return result;
}

void classify_content(std::string_view file_name, std::string_view head, NameClass& name_class) {
  if (const auto index = syntax::language_of_content(file_name, head))
    apply(syntax::languages()[*index], text::to_lower(file_name), name_class);
}

}  // namespace codeweaver::corpus
