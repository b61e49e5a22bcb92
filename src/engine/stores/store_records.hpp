// Records: what a vector store gets of the files of an index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/embedder.hpp"
#include "codeweaver/vector_store.hpp"
#include "engine/content/prepared_file.hpp"
#include "engine/content/sparse_terms.hpp"
#include "engine/state/index_identity.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// What records are made of; all outlives them.
struct RecordSources {
  const RecordCollection& collection;
  const store::Database& database;  ///< with the collection's tree selected
  const Encoders& encoders;         ///< without an embedder: no dense vectors
  const IndexIdentity& identity;
  const LengthProfile& lengths;
};

/// What a record has of its chunk. Changes with VectorRecord; a collection of the format before is
/// written anew.
inline constexpr std::string_view kRecordFormat = "2", kFormatBefore = "1";

/// The id of a place in a collection.
Uuid record_id(const RecordCollection& collection, std::string_view file_key,
               std::uint32_t ordinal);

/// What all records of a file say beside its text: changes with everything that they hold. `item`
/// is what its source said, null for files of the folder. Requires an indexed file.
std::string file_revision(const RecordSources& sources, const store::FileRecord& file,
                          const store::ItemRecord* item);

/// One record a chunk, in their order. Vectors are those of the embedder, not of the segments'
/// codes; those of remote ones are in the database. Without the words of a sparse encoder that
/// failed they have no revision, so that the next comparison writes them again. Errors: those of
/// both.
Result<std::vector<VectorRecord>> make_records(const RecordSources& sources,
                                               const store::FileRecord& file,
                                               std::string_view revision);

}  // namespace codeweaver::engine
