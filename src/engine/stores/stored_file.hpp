// StoredFile: a file as the records of a store have it, ready for what searches read.
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

/// What an index would have of it, but for the texts between its chunks.
struct StoredFile {
  std::string revision;
  store::FileRecord file;
  store::ContentRecord content;
  std::optional<store::ItemRecord> item{};  ///< of what was pushed
  store::Snapshot::Part part;               ///< a segment of its chunks alone, all of them live
  std::size_t bytes() const noexcept;       ///< of memory, nearly
};

/// The records of one file, in any order. nullopt: they are not all of one revision and one text,
/// as their writer is at it. `dimension`: of vectors; others are left out. Cost: some 20 us, and 30
/// a chunk. Errors: kIo (no memory).
Result<std::optional<StoredFile>> stored_file(std::vector<VectorRecord> records,
                                              std::size_t dimension);

}  // namespace codeweaver::engine
