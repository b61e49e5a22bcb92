// Facts about a snapshot that need a walk over its files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "store/search/snapshot.hpp"
#include "store/segments/segment.hpp"

namespace codeweaver::engine {

/// Language id to the number of live files; files of unknown language are left out.
/// Cost: one step a file.
std::map<std::string, std::size_t> language_counts(const store::Snapshot& snapshot);

/// Files of which a chunk is live. Cost: one step a file.
std::size_t live_files(const store::Snapshot& snapshot);

/// Files [first, last) of a segment that people know as `path`: one of a folder, or the items of a
/// namespace that say something of it. Cost: two binary searches.
std::pair<std::size_t, std::size_t> files_shown_as(const store::Segment& segment,
                                                   std::string_view path);

/// Index of the file called `path` in a segment. Cost: a binary search.
std::optional<std::size_t> find_file(const store::Segment& segment, std::string_view path);

}  // namespace codeweaver::engine
