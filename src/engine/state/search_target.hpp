// SearchTarget: which tree a search is about, and which of its lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/search_types.hpp"

namespace codeweaver::engine {

/// What the `ref` and `changed_in` of a search come to.
struct SearchTarget {
  std::string ref;                  ///< as asked; empty: the working tree
  std::string commit;               ///< that ref names, 40 hex digits; empty: the working tree
  std::optional<LineFilter> lines;  ///< that the difference touches; unset: all
  std::optional<LineFilter> added;  ///< of them, those that it adds or changes; unset: all
  std::string missing{};            ///< what of the difference a partial clone lacks, as a warning
};

/// The warning for files that a partial clone lacks; empty: it lacks none. `where`: "commit
/// 1234", "the difference A..B".
std::string missing_warning(std::size_t files, std::string_view where);

/// Names are resolved at each call. Cost: opens the repository around `root` where one of them is
/// set. Errors: those of corpus::resolve_ref, resolve_range and changed_lines; kInvalidArgument
/// "REF_CONFLICT" (changed_in ends at another commit than ref).
Result<SearchTarget> resolve_target(const std::filesystem::path& root, const std::string& ref,
                                    const std::string& changed_in);

/// The lines that are in both, by file.
LineFilter common_lines(const LineFilter& a, const LineFilter& b);

/// The options without what the target took care of; of lines that both name, those in both.
SearchOptions options_within(const SearchTarget& target, SearchOptions options);

}  // namespace codeweaver::engine
