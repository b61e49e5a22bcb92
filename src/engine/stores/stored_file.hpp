// StoredFile: a file as the records of a store have it, ready for what searches read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "codeweaver/vector_store.hpp"
#include "engine/content/prepared_file.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// What an index would have of it, but for the texts between its chunks.
struct StoredFile {
  std::string revision;
  store::FileRecord file;
  store::ContentRecord content;
  std::optional<store::ItemRecord> item{};  ///< of what was pushed
  PreparedFile prepared;
  std::size_t bytes() const noexcept;  ///< of memory, nearly
};

/// The records of one file, in any order. nullopt: they are not all of one revision and one text,
/// as their writer is at it. `dimension`: of vectors; others are left out.
std::optional<StoredFile> stored_file(std::vector<VectorRecord> records, std::size_t dimension);

}  // namespace codeweaver::engine
