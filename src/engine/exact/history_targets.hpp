// The files of a commit or a difference for an exact search.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/text_search.hpp"
#include "engine/exact/text_targets.hpp"
#include "engine/state/search_target.hpp"

namespace codeweaver::engine {

/// Files that a search of history reads.
struct HistoryTargets {
  SearchTarget asked{};
  std::vector<TextTarget> files{};  ///< in order; their lines are owned by `asked`
  std::string missing{};            ///< warning for files missing in a partial clone
  /// Missing paths and their messages.
  std::vector<std::pair<std::string, std::string>> problems{};
};

/// True if the options request anything other than the current files.
bool is_history(const TextSearchOptions& options) noexcept;

/// Resolves names in the repository around the working directory and lists the files below that
/// directory. Errors: those of search_text() for refs and differences; kInvalidArgument
/// "UNKNOWN_TYPE".
Result<HistoryTargets> history_targets(const TextSearchOptions& options);

}  // namespace codeweaver::engine
