// What answers name that is not there any more: files that were renamed or deleted a moment ago.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <vector>

#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver::service {

/// Asks, and asks again, for a second at most, while the answer names files of the working tree
/// that are gone: the index is taking the change in. Matches whose files are still gone then are
/// left out, with a warning. Cost: one look at each file that is named. Errors: those of `ask`.
Result<FindCodeResponseSummary> ask_for_what_is_there(
    const std::function<Result<FindCodeResponseSummary>()>& ask, const SearchOptions& options,
    const std::stop_token& stop);

/// Takes definitions out whose files are gone; paths are relative to `root`.
void leave_out_gone(std::vector<SymbolMatch>& symbols, const std::filesystem::path& root);

}  // namespace codeweaver::service
