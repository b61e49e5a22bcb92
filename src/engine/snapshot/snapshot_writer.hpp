// Writes a snapshot of the contents that a database has for a tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <stop_token>
#include <string>

#include "codeweaver/result.hpp"
#include "codeweaver/snapshot.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {

/// Inputs for a snapshot besides its request.
struct SnapshotSource {
  const StatePaths& paths;
  const store::TreeView& tree;  ///< of `paths`
  std::string settings{};       ///< settings for chunking
  std::string model{};          ///< the model with costly vectors; empty: none
};

/// Writes the contents of the tree's files, without those of files with secrets and those that the
/// base contains. The bytes depend only on the files, the settings and the versions of this library
/// and of zstd, not on earlier index runs. The file is written completely or not changed. Errors:
/// those of the database, of signing and of writing; kCancelled.
Result<SnapshotFacts> write_snapshot(const SnapshotSource& source, const SnapshotRequest& request,
                                     std::stop_token stop);

}  // namespace codeweaver::engine
