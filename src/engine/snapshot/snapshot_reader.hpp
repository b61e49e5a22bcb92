// SnapshotReader: finds contents in a snapshot by their keys.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "codeweaver/result.hpp"
#include "engine/snapshot/snapshot_file.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// A content with the vectors of its chunks, if a service's model computed them.
struct SnapshotContent {
  store::ContentRecord record;
  std::size_t dimension = 0;     ///< 0: no vectors
  std::vector<float> vectors{};  ///< one row for each chunk
};

/// Encodes one content for a part; `dimension` 0: without vectors.
std::string pack_entry(const store::ContentRecord& record, std::size_t dimension,
                       const std::vector<float>& vectors);

/// Reads the contents of a verified file. Memory: the file, 32 bytes for each content, and a few
/// parts, which are unpacked on demand. Reading in path order unpacks each part once. Thread
/// safety: const members may be called concurrently.
class SnapshotReader {
 public:
  /// Errors: kCorruption "SNAPSHOT_CORRUPT".
  static Result<std::unique_ptr<const SnapshotReader>> open(SnapshotFile file);

  const SnapshotFile& file() const noexcept { return file_; }
  bool has(const base::Hash128& key) const noexcept { return find(key) != nullptr; }
  /// The content with that key and the text `text`. nullopt: not found, or damaged.
  std::optional<SnapshotContent> content(const base::Hash128& key, const std::string& text) const;

 private:
  struct Place {
    base::Hash128 key;
    std::uint32_t part = 0, offset = 0, size = 0;
  };
  explicit SnapshotReader(SnapshotFile file) : file_(std::move(file)) {}
  Result<void> read_directory();
  const Place* find(const base::Hash128& key) const noexcept;
  std::shared_ptr<const std::string> unpacked(std::uint32_t part) const;

  SnapshotFile file_;
  std::vector<Place> places_;  // by key
  struct Unpacked {
    std::uint32_t part = 0;
    std::shared_ptr<const std::string> bytes;
  };
  mutable std::mutex mutex_;                // guards recent_
  mutable std::vector<Unpacked> recent_{};  // most recently used last
};

}  // namespace codeweaver::engine
