// StoredFile: a file built from the records of a store, ready for searches.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/vector_store.hpp"
#include "store/database/database.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// The index data of a file, without the texts between its chunks.
struct StoredFile {
  std::string revision;
  store::FileRecord file;
  store::ContentRecord content;
  std::optional<store::ItemRecord> item{};  ///< of a pushed item
  store::Snapshot::Part part;               ///< a segment of only its chunks, all live
  std::size_t bytes() const noexcept;       ///< approximate memory use
};

/// Builds a file from its records, given in any order. nullopt: they have different revisions or
/// texts, because a writer is updating them. `dimension`: of vectors; others are ignored. Cost:
/// about 20 us, plus 30 us for each chunk. Errors: kIo (out of memory).
Result<std::optional<StoredFile>> stored_file(std::vector<VectorRecord> records,
                                              std::size_t dimension);

}  // namespace codeweaver::engine
