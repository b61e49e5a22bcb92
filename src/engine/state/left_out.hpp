// Text files that the index of a tree lacks, and the warning about them in answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/state/tree_state.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Whether a file skipped for this reason is a text that a search may miss.
bool is_left_out_text(std::string_view reason) noexcept;

/// Records how many text files the last run skipped.
Result<void> note_left_out(store::Database& database, const StatePaths& paths,
                           const TreeTotals& totals);

/// Warning for answers; nullopt: the index has at least nine tenths of the text files. Cost: reads
/// one row.
std::optional<std::string> left_out_warning(const store::Database& database,
                                            const StatePaths& paths);

}  // namespace codeweaver::engine
