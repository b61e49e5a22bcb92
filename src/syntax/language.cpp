// Detects the language of a file by its name, then by its content.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/language.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "codeweaver/text/identifier.hpp"
#include "syntax/language_table.hpp"

namespace codeweaver::syntax {

namespace {

std::string_view base_name(std::string_view path) noexcept {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// The part after the last dot. Empty if there is no dot, or only a leading one.
std::string_view extension_of(std::string_view name) noexcept {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view{} : name.substr(dot + 1);
}

/// Endings of templates and samples that hide the real extension: config.h.in, .env.example.
bool is_template_suffix(std::string_view extension) noexcept {
  constexpr std::array<std::string_view, 8> kSuffixes = {"in",      "tmpl", "tpl",    "template",
                                                         "example", "dist", "sample", "default"};
  return std::find(kSuffixes.begin(), kSuffixes.end(), extension) != kSuffixes.end();
}

/// Extensions that mean a different language in upper case.
std::optional<LanguageIndex> by_exact_case(std::string_view extension) {
  if (extension == "C" || extension == "H") return find_language("cpp");
  if (extension == "M") return find_language("matlab");
  return std::nullopt;
}

std::optional<LanguageIndex> by_name_part(std::string_view name) {
  const LanguageTable& table = LanguageTable::instance();
  const std::string folded = text::to_lower(name);
  if (const auto known = table.by_filename(folded)) return known;
  const std::string_view extension = extension_of(name);
  if (const auto known = by_exact_case(extension)) return known;
  if (const auto known = table.by_extension(text::to_lower(extension))) return known;
  // "Dockerfile.prod", "Makefile.inc": the part before the first dot names the file.
  const std::size_t dot = folded.find('.', 1);
  if (dot == std::string::npos) return std::nullopt;
  return table.by_filename(std::string_view(folded).substr(0, dot));
}

}  // namespace

std::span<const LanguageInfo> languages() noexcept {
  return LanguageTable::instance().infos();
}

std::optional<LanguageIndex> find_language(std::string_view id_or_alias) noexcept {
  return LanguageTable::instance().by_name(text::to_lower(id_or_alias));
}

std::optional<LanguageIndex> language_of_name(std::string_view file_name) noexcept {
  const std::string_view name = base_name(file_name);
  if (const auto known = by_name_part(name)) return known;
  const std::string_view extension = extension_of(name);
  if (!is_template_suffix(text::to_lower(extension))) return std::nullopt;
  return by_name_part(name.substr(0, name.size() - extension.size() - 1));
}

std::optional<LanguageIndex> language_of_content(std::string_view file_name,
                                                 std::string_view head) noexcept {
  const auto named = language_of_name(file_name);
  if (!named) return language_of_shebang(head);
  return decide_by_content(text::to_lower(extension_of(base_name(file_name))), *named, head);
}

}  // namespace codeweaver::syntax
