// RecordState: a few files of a store as an index in memory, which the stages of a query search.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "engine/content/sparse_terms.hpp"
#include "engine/stores/stored_file.hpp"
#include "store/database/database.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// What a collection says of all its records, of which a state has a few.
struct CollectionStatistics {
  std::uint64_t records = 0;
  std::map<std::string, std::uint64_t, std::less<>> frequencies{};  ///< of terms, by text
  LengthProfile lengths{};
};

/// A snapshot that has no more than these parts, and scores as the collection does. Errors: those
/// of store::make_snapshot().
Result<std::shared_ptr<const store::Snapshot>> snapshot_within(
    std::vector<store::Snapshot::Part> parts, const CollectionStatistics& statistics);

/// A database and a segment of some files, with the statistics of the whole collection: scores are
/// those that its own index would give. Thread safety: none.
struct RecordState {
  store::Database database;
  std::shared_ptr<const store::Snapshot> snapshot;

  /// `files` in order of their paths, each once. Cost: about a millisecond for ten files. Errors:
  /// kIo (no memory).
  static Result<RecordState> make(std::span<const std::shared_ptr<const StoredFile>> files,
                                  std::size_t dimension, const CollectionStatistics& statistics);
};

}  // namespace codeweaver::engine
