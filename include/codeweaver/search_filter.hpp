// SearchFilter: which chunks may answer a query.
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

/// Lines by path relative to the project.
using LineFilter = std::map<std::string, std::vector<Span>, std::less<>>;

/// Which chunks may answer; all conditions hold at once, and are applied inside the search.
struct SearchFilter {
  std::vector<std::string> focus_languages{};  ///< language ids or aliases; empty: all
  std::string file_type{};                     ///< extension without the dot ("py"); empty: all
  std::string directory{};                     ///< relative to the project; this folder and below
  /// "src/**/*.{ts,tsx}"; a pattern without '/' matches names. The rules of gitignore(5), and
  /// braces.
  std::string file_glob{};
  /// Patterns as in file_glob, of which one must match the path or a folder above it, at any depth
  /// where there is no '/' in it ("src/*", "*.py"), and none of those with '!' before them
  /// ("!test"); empty: all paths.
  std::vector<std::string> paths{};
  /// Unset: true, except in find_code, where it is false unless the intent is test.
  std::optional<bool> include_tests{};
  std::optional<LineFilter> lines{};  ///< a chunk must share a line with these; unset: any chunk
  /// Calibrated similarity in [0, 1] below which a hit is dropped; exact matches never are. Unset:
  /// SearchOptions::min_similarity.
  std::optional<double> min_similarity{};
  /// Which namespaces of the project are searched. Only CodeWeaver knows more than one.
  std::optional<Purpose> purpose{};  ///< unset: all
  std::string chunk_strategy{};      ///< empty: all
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_SEARCH_FILTER_HPP_
