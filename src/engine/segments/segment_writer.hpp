// Turns files of the database into new segments.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <stop_token>
#include <vector>

#include "codeweaver/result.hpp"
#include "engine/segments/derive.hpp"
#include "engine/state/state_paths.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver::engine {

/// Segments of files, and what they lack.
struct WrittenSegments {
  std::vector<store::Manifest::Entry> entries;
  Outage outage{};
};

/// Analyses and embeds the files (in path order), writes one segment, or several where the memory
/// budget asks for it, and returns their entries for a manifest. Vectors of remote embedders are
/// kept in the database by content, so that each content is embedded once, however often it moves
/// or its segment is made again. Errors: kIo, kCorruption, kCancelled; of the embedder those that
/// are no outage.
Result<WrittenSegments> write_segments(const StatePaths& paths,
                                       const std::vector<WantedFile>& files,
                                       const DeriveRequest& request, std::stop_token stop);

}  // namespace codeweaver::engine
