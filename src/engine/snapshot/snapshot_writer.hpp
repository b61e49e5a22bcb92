// Writing a snapshot of what a database holds of a tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <stop_token>
#include <string>

#include "codeweaver/result.hpp"
#include "codeweaver/snapshot.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// What a snapshot is made of, beside the database.
struct SnapshotSource {
  const StatePaths& paths;
  const store::Database& database;  ///< with the tree of `paths` selected
  std::string settings{};           ///< what contents are cut by
  std::string model{};              ///< whose vectors cost something; empty: none does
};

/// Writes the contents of the tree's files, but those of files with secrets and what the base
/// holds. The bytes follow from the files, the settings and the versions of this library and of
/// zstd alone, whatever runs led to the index. The file is there whole, or as it was. Errors:
/// those of the database, of signing and of writing; kCancelled.
Result<SnapshotFacts> write_snapshot(const SnapshotSource& source, const SnapshotRequest& request,
                                     std::stop_token stop);

}  // namespace codeweaver::engine
