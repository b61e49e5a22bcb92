// Facts about a snapshot that require a pass over its files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/layout/chunk_set.hpp"
#include "store/search/snapshot.hpp"
#include "store/segments/segment.hpp"

namespace codeweaver::engine {

/// Maps language ids to numbers of live files, without files of unknown language. Cost: one step
/// for each file.
std::map<std::string, std::size_t> language_counts(const store::Snapshot& snapshot);

/// The chunks that are not deleted, one set for each part.
std::vector<store::ChunkSet> live_chunks(const store::Snapshot& snapshot);

/// Number of files with a live chunk. Cost: one step for each file.
std::size_t live_files(const store::Snapshot& snapshot);

/// Files [first, last) of a segment that are shown as `path`: one file of a folder, or all items of
/// a namespace for that path. Cost: two binary searches.
std::pair<std::size_t, std::size_t> files_shown_as(const store::Segment& segment,
                                                   std::string_view path);

/// True if the file has live chunks.
bool is_live_file(const store::Snapshot::Part& part, std::size_t file) noexcept;

/// The content of the live file `path`; nullopt: there is none. Cost: a binary search for each
/// part.
std::optional<base::Hash128> live_content(const store::Snapshot& snapshot, std::string_view path);

/// Index of the first file of a segment whose path is not before `path`. Cost: a binary search.
std::size_t first_file_from(const store::Segment& segment, std::string_view path);

/// Index of the file `path` in a segment. Cost: a binary search.
std::optional<std::size_t> find_file(const store::Segment& segment, std::string_view path);

}  // namespace codeweaver::engine
