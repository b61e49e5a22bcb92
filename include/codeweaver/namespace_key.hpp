// NamespaceKey: project_key/purpose/chunk_strategy, identifies one set of index records.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_NAMESPACE_KEY_HPP_
#define CODEWEAVER_NAMESPACE_KEY_HPP_

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/contract.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/purpose.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Maximum length of a project id, source name or chunk strategy, in bytes.
inline constexpr std::size_t kMaxKeyPartBytes = 100;
/// Describes valid key parts; used in error messages.
inline constexpr std::string_view kKeyPartRule =
    "Use up to 100 letters, digits, '.', '_' and '-', beginning with a letter, digit or '_'.";

/// Returns true if `text` is valid as a project id, source or chunk strategy; see kKeyPartRule.
constexpr bool is_key_part(std::string_view text) noexcept {
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !text.empty() && text.size() <= kMaxKeyPartBytes && is_word(text.front()) &&
         std::all_of(text.begin(), text.end(),
                     [&](char c) { return is_word(c) || c == '.' || c == '-'; });
}

/// Identifies a namespace. As text: "root/atlas_graph/code_atlas_provider".
struct NamespaceKey {
  std::string project_key{};  ///< the project id
  Purpose purpose = Purpose::kCodeSearch;
  std::string chunk_strategy{};

  /// Errors: kInvalidArgument "VALIDATION_ERROR" (names the part and the rule).
  static Result<NamespaceKey> make(std::string_view project_key, std::string_view purpose,
                                   std::string_view chunk_strategy) {
    if (!is_key_part(project_key)) return invalid("project key", project_key, kKeyPartRule);
    const auto known = parse_purpose(purpose);
    if (!known) return invalid("purpose", purpose, "Use code_search, atlas_graph or docs_search.");
    if (!is_key_part(chunk_strategy))
      return invalid("chunk strategy", chunk_strategy, kKeyPartRule);
    return NamespaceKey{std::string(project_key), *known, std::string(chunk_strategy)};
  }

  /// Parses the form of to_string(). Errors: as make(); also if there are not exactly three parts.
  static Result<NamespaceKey> parse(std::string_view text) {
    const auto first = text.find('/');
    const auto second = first == std::string_view::npos ? first : text.find('/', first + 1);
    if (second == std::string_view::npos || text.find('/', second + 1) != std::string_view::npos)
      return invalid("namespace", text, "Write project_key/purpose/chunk_strategy.");
    return make(text.substr(0, first), text.substr(first + 1, second - first - 1),
                text.substr(second + 1));
  }

  std::string to_string() const {
    return project_key + '/' + std::string(codeweaver::to_string(purpose)) + '/' + chunk_strategy;
  }
  friend auto operator<=>(const NamespaceKey&, const NamespaceKey&) = default;

  /// Returns the error for an invalid part.
  static Error invalid(std::string_view what, std::string_view text, std::string_view rule) {
    return {ErrorCategory::kInvalidArgument, std::string(contract::kValidationError),
            "Invalid " + std::string(what) + ": '" + std::string(text.substr(0, 200)) + "'",
            "building a namespace key", std::string(rule)};
  }
};

/// Returns the namespace to which a source pushes: PROJECT/atlas_graph/SOURCE_provider, with '_'
/// for each '-' of the source. If `source` already ends with "_provider", the suffix is not
/// repeated.
/// Errors: those of NamespaceKey::make().
inline Result<NamespaceKey> push_namespace(std::string_view project_key, std::string_view source) {
  if (!is_key_part(source)) return NamespaceKey::invalid("source", source, kKeyPartRule);
  std::string strategy(source);
  std::replace(strategy.begin(), strategy.end(), '-', '_');
  if (!strategy.ends_with("_provider")) strategy += "_provider";
  return NamespaceKey::make(project_key, to_string(Purpose::kAtlasGraph), strategy);
}

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_NAMESPACE_KEY_HPP_
