// SearchTarget: the tree and the lines that a search covers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/search_types.hpp"

namespace codeweaver::engine {

/// Result of resolving the `ref` and `changed_in` of a search.
struct SearchTarget {
  std::string ref;     ///< as given; empty: the working tree
  std::string base{};  ///< commit that the difference begins at; empty: no difference
  std::string commit;  ///< of ref, 40 hex digits; empty: the working tree
  /// Touched by the difference, with the lines around deletions; unset: all.
  std::optional<LineFilter> lines;
  std::optional<LineFilter> added;  ///< lines that it adds or changes; unset: all
  std::string missing{};  ///< warning for files of the difference missing in a partial clone
};

/// The warning for files missing in a partial clone; empty if there are none. `where`: "commit
/// 1234", "the difference A..B".
std::string missing_warning(std::size_t files, std::string_view where);

/// Names are resolved on each call. Cost: opens the repository around `root` if one of them is set.
/// Errors: those of corpus::resolve_ref, resolve_range and changed_lines; kInvalidArgument
/// "REF_CONFLICT" (changed_in ends at another commit than ref).
Result<SearchTarget> resolve_target(const std::filesystem::path& root, const std::string& ref,
                                    const std::string& changed_in);

/// The common lines of both, by file.
LineFilter common_lines(const LineFilter& a, const LineFilter& b);

/// The options without those that the target has resolved. Lines in both become their intersection.
SearchOptions options_within(const SearchTarget& target, SearchOptions options);

}  // namespace codeweaver::engine
