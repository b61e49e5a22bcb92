// Records: the data of an index's files in a vector store.
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
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {

/// Inputs for records; all must outlive them.
struct RecordSources {
  const RecordCollection& collection;
  const store::TreeView& tree;  ///< of the collection
  const Encoders& encoders;     ///< without an embedder: no dense vectors
  const IndexIdentity& identity;
  const LengthProfile& lengths;
};

/// Format of a record's payload. Changes with VectorRecord; a collection in the previous format is
/// written again.
inline constexpr std::string_view kRecordFormat = "2", kFormatBefore = "1";

/// The id of a position in a collection.
Uuid record_id(const RecordCollection& collection, std::string_view file_key,
               std::uint32_t ordinal);

/// Hash of everything that the records of a file contain besides its text. `item` holds the facts
/// of its source; null for files of the folder. Requires an indexed file.
std::string file_revision(const RecordSources& sources, const store::FileRecord& file,
                          const store::ItemRecord* item);

/// One record for each chunk, in order. Vectors are those of the embedder, not the codes of the
/// segments; vectors of remote embedders are read from the database. If a sparse encoder failed,
/// the records have no revision, so that the next comparison writes them again. Errors: those of
/// the database and of the embedder.
Result<std::vector<VectorRecord>> make_records(const RecordSources& sources,
                                               const store::FileRecord& file,
                                               std::string_view revision);

}  // namespace codeweaver::engine
