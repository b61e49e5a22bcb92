// Stale files: files whose text in the working tree differs from their indexed text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"
#include "engine/content/file_processor.hpp"
#include "store/database/tree_view.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// Compares an index with the files of a folder, without the index lock and during any index run.
/// Compares both the snapshot and the database, as either can be newer than the other. A file with
/// the size and times recorded by the index run counts as unchanged. Other files are read until
/// `end`; after that they count as stale. Views all its arguments. Not safe for concurrent use.
class StaleFiles {
 public:
  using Time = std::chrono::steady_clock::time_point;

  StaleFiles(const store::Snapshot& snapshot, const store::TreeView& tree,
             const std::filesystem::path& root, const IndexOptions& options, Time end)
      : snapshot_(snapshot), tree_(tree), root_(root), processor_(options), end_(end) {}

  /// Paths of indexed files that were deleted or changed, in ascending order. Cost: a row and a
  /// file status for each indexed file (about 5 microseconds). Errors: kIo, kCorruption,
  /// kCancelled.
  Result<std::vector<std::string>> find(const std::stop_token& stop) const;
  /// The paths of `paths`, in their order, that are indexed files and have not changed.
  Result<std::vector<std::string>> current_among(std::span<const std::string> paths) const;

 private:
  std::optional<base::Hash128> held_content(std::string_view path) const;
  bool is_in_tree(const store::FileRecord& row) const;
  bool is_same_text(const store::FileRecord& row) const;

  const store::Snapshot& snapshot_;
  const store::TreeView& tree_;
  const std::filesystem::path& root_;
  FileProcessor processor_;
  Time end_;
};

}  // namespace codeweaver::engine
