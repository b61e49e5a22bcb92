// RecordState: a few files of a store as an index in memory, which the stages of a query search.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/content/memory_rows.hpp"
#include "engine/content/sparse_terms.hpp"
#include "engine/stores/stored_file.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// What a collection says of all its records, of which a state has a few.
struct CollectionStatistics {
  std::uint64_t records = 0;
  std::map<std::string, std::uint64_t, std::less<>> frequencies{};  ///< of terms, by text
  LengthProfile lengths{};
};

/// A snapshot that has no more than these parts, and scores as the collection does.
std::shared_ptr<const store::Snapshot> snapshot_within(std::vector<store::Snapshot::Part> parts,
                                                       const CollectionStatistics& statistics);

/// The rows and the segments of some files, with the statistics of the whole collection: scores are
/// those that its own index would give. Thread safety: immutable.
class RecordState {
 public:
  /// In order of their paths, each once.
  using Files = std::vector<std::shared_ptr<const StoredFile>>;

  /// Cost: less than a microsecond a file.
  RecordState(Files files, const CollectionStatistics& statistics);

  const MemoryRows& rows() const noexcept { return rows_; }
  const store::Snapshot& snapshot() const noexcept { return *snapshot_; }

 private:
  Files files_;
  MemoryRows rows_;
  std::shared_ptr<const store::Snapshot> snapshot_;
};

}  // namespace codeweaver::engine
