// SearchFilter: restricts which chunks a search returns.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_SEARCH_FILTER_HPP_
#define CODEWEAVER_SEARCH_FILTER_HPP_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/purpose.hpp"
#include "codeweaver/types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Line ranges by path; paths are relative to the project.
using LineFilter = std::map<std::string, std::vector<Span>, std::less<>>;

/// Conditions for the chunks that a search returns. A chunk must meet all of them. The search
/// checks them while it collects candidates.
struct SearchFilter {
  std::vector<std::string> focus_languages{};  ///< language ids or aliases; empty: all
  std::string file_type{};                     ///< extension without the dot ("py"); empty: all
  std::string directory{};  ///< relative to the project; includes subfolders; empty: all
  /// For example "src/**/*.{ts,tsx}". Syntax of gitignore(5), plus braces. A pattern without '/'
  /// matches file names.
  std::string file_glob{};
  /// Patterns as in file_glob, for example "src/*" or "*.py". At least one must match the path or
  /// one of its folders; a pattern without '/' matches at any depth. Patterns that begin with '!'
  /// ("!test") exclude paths. Empty: all paths.
  std::vector<std::string> paths{};
  /// Unset: true. In find_code(), unset means true only if the intent is test.
  std::optional<bool> include_tests{};
  std::optional<LineFilter> lines{};  ///< a chunk must overlap these lines; unset: any chunk
  /// Drops matches with a calibrated similarity below this value, in [0, 1]. Exact matches stay.
  /// Unset: SearchOptions::min_similarity.
  std::optional<double> min_similarity{};
  /// Namespaces to search. A HybridSearcher searches only one, and does not support these two
  /// fields.
  std::optional<Purpose> purpose{};  ///< unset: all
  std::string chunk_strategy{};      ///< empty: all
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_SEARCH_FILTER_HPP_
