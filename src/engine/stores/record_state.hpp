// RecordState: some files of a store as an index in memory that the stages of a query search.
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

/// Statistics of a whole collection; a state holds a few of its records.
struct CollectionStatistics {
  std::uint64_t records = 0;
  /// Document frequencies of terms.
  std::map<std::string, std::uint64_t, std::less<>> frequencies{};
  LengthProfile lengths{};
};

/// A snapshot with only these parts that scores like the whole collection.
std::shared_ptr<const store::Snapshot> snapshot_within(std::vector<store::Snapshot::Part> parts,
                                                       const CollectionStatistics& statistics);

/// The rows and the segments of some files, with the statistics of the whole collection. Scores
/// equal those of a full index. Thread safety: immutable.
class RecordState {
 public:
  /// Sorted by path, without duplicates.
  using Files = std::vector<std::shared_ptr<const StoredFile>>;

  /// Cost: less than a microsecond for each file.
  RecordState(Files files, const CollectionStatistics& statistics);

  const MemoryRows& rows() const noexcept { return rows_; }
  const store::Snapshot& snapshot() const noexcept { return *snapshot_; }

 private:
  Files files_;
  MemoryRows rows_;
  std::shared_ptr<const store::Snapshot> snapshot_;
};

}  // namespace codeweaver::engine
