// Converts settings to the options of library calls.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <optional>

#include "codeweaver/index_types.hpp"
#include "codeweaver/logger.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/settings.hpp"
#include "codeweaver/watch_types.hpp"

namespace codeweaver::settings {

/// Uses [indexing], [chunking] and store.vector_index.
IndexOptions index_options(const Settings& settings);

/// Uses indexing.watch_debounce_ms and indexing.watch_check_seconds.
WatchOptions watch_options(const Settings& settings);

/// Returns how long a search waits for a first index; nullopt: the search makes it itself.
std::optional<std::chrono::milliseconds> first_index_wait(const Settings& settings);

/// Uses [search] and rerank.depth. A deadline of 0 becomes 3 s for up to 10,000 files and 10 s for
/// more.
SearchOptions search_options(const Settings& settings, std::size_t files_in_index);

/// Returns when the calls to services of a look-up that starts now must end. Uses
/// search.deadline_ms like search_options().
std::chrono::steady_clock::time_point end_of_lookup(const Settings& settings,
                                                    std::size_t files_in_index);

/// Uses [logging]; leaves the tee unset.
FileLogOptions log_options(const Settings& settings);

}  // namespace codeweaver::settings
