// Record checks and hit order that all stores share.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codeweaver/vector_store.hpp"

namespace codeweaver::remote {

/// Info of a store in a service: shared, persistent, 256 records per write.
VectorStoreInfo service_info(std::string provider, std::string service, bool is_exact);

/// "DIMENSION_MISMATCH".
Error wrong_dimension(std::size_t stored, std::size_t given);

/// The common dimension of the stored vectors (0: none) and of `records`. Errors: as
/// VectorStore::upsert().
Result<std::size_t> common_dimension(std::size_t dimension, std::span<const VectorRecord> records);

/// The records sorted by id; of several with the same id, the last. Pointers into `records`.
std::vector<const VectorRecord*> last_of_each(std::span<const VectorRecord> records);

/// The order of hits: best first, ties by file_key, then ordinal.
bool comes_before(const RecordHit& a, const RecordHit& b);

/// "SCHEMA_MISMATCH": the store has records in a different format.
Error other_schema(const char* where, std::string found, std::string expected);

}  // namespace codeweaver::remote
