// Stale files: those whose indexed text is not the text in the working tree.
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
#include "store/database/database.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// Compares an index with the files below a folder, without the index lock and whatever run goes
/// on: both the snapshot and the database are compared, as either may be ahead of the other. A
/// file whose size and times are those of the run that read it is believed; others are read until
/// `end`, and count as stale after it. Views all that it is given. Not for concurrent use.
class StaleFiles {
 public:
  using Time = std::chrono::steady_clock::time_point;

  StaleFiles(const store::Snapshot& snapshot, const store::Database& database,
             const std::filesystem::path& root, const IndexOptions& options, Time end)
      : snapshot_(snapshot), database_(database), root_(root), processor_(options), end_(end) {}

  /// Paths in ascending order of the indexed files that are gone or differ. Cost: a row and a file
  /// status for each indexed file (about 5 microseconds). Errors: kIo, kCorruption, kCancelled.
  Result<std::vector<std::string>> find(const std::stop_token& stop) const;
  /// Of some paths, in their order: the indexed files that are as they were indexed.
  Result<std::vector<std::string>> current_among(std::span<const std::string> paths) const;

 private:
  std::optional<base::Hash128> held_content(std::string_view path) const;
  bool is_in_tree(const store::FileRecord& row) const;
  bool is_same_text(const store::FileRecord& row) const;

  const store::Snapshot& snapshot_;
  const store::Database& database_;
  const std::filesystem::path& root_;
  FileProcessor processor_;
  Time end_;
};

}  // namespace codeweaver::engine
