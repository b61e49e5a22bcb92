// The files of a commit or a difference that an exact search is about.
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

/// Which files a search of history reads.
struct HistoryTargets {
  SearchTarget asked{};
  std::vector<TextTarget> files{};  ///< in order; their lines are those of `asked`
  std::string missing{};            ///< what a partial clone lacks, as a warning
  std::vector<std::pair<std::string, std::string>>
      problems{};  ///< a path that is not there, and so
};

/// Whether options ask for anything but the files as they are now.
bool is_history(const TextSearchOptions& options) noexcept;

/// Resolves names in the repository around the working directory, and lists what lies below that.
/// Errors: those of search_text() about refs and differences; kInvalidArgument "UNKNOWN_TYPE".
Result<HistoryTargets> history_targets(const TextSearchOptions& options);

}  // namespace codeweaver::engine
