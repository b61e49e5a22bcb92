// Settings as the options of library calls.
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

/// [indexing] and [chunking].
IndexOptions index_options(const Settings& settings);

/// Of [indexing], when changes are indexed.
WatchOptions watch_options(const Settings& settings);

/// Of [indexing], how long searches wait for a first index; nullopt: they make it themselves.
std::optional<std::chrono::milliseconds> first_index_wait(const Settings& settings);

/// [search] and the depth of [rerank]. A deadline of 0 becomes 3 s up to 10,000 files and 10 s
/// above.
SearchOptions search_options(const Settings& settings, std::size_t files_in_index);

/// [logging]; the tee is unset.
FileLogOptions log_options(const Settings& settings);

}  // namespace codeweaver::settings
