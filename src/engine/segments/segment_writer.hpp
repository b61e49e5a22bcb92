// Writes new segments for files of the database.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <vector>

#include "codeweaver/result.hpp"
#include "engine/segments/derive.hpp"
#include "engine/state/state_paths.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver::engine {

/// Written segments and the failures of the models.
struct WrittenSegments {
  std::vector<store::Manifest::Entry> entries;
  Outage outage{};
};

/// Analyzes and embeds the files (in path order), writes one segment, or several if the memory
/// budget requires it, and returns their entries for a manifest. Vectors of remote embedders are
/// stored in the database by content. So each content is embedded once, even if it moves or its
/// segment is rebuilt. Errors: kIo, kCorruption, kCancelled; those of the embedder that are not
/// outages.
Result<WrittenSegments> write_segments(const StatePaths& paths,
                                       const std::vector<WantedFile>& files,
                                       const DeriveRequest& request);

}  // namespace codeweaver::engine
