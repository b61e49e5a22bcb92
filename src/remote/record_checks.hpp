// What every store checks of the records it is given, and how it orders those it finds.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codeweaver/vector_store.hpp"

namespace codeweaver::remote {

/// Of a store that a service keeps: shared, persistent, 256 records a write.
VectorStoreInfo service_info(std::string provider, std::string service, bool is_exact);

/// "DIMENSION_MISMATCH".
Error wrong_dimension(std::size_t stored, std::size_t given);

/// The dimension of what is there (0: nothing is) and of `records`. Errors: as
/// VectorStore::upsert().
Result<std::size_t> common_dimension(std::size_t dimension, std::span<const VectorRecord> records);

/// The records, by id, of two with one id the last; they point into `records`.
std::vector<const VectorRecord*> last_of_each(std::span<const VectorRecord> records);

/// The order of hits: best first, ties by file_key, then ordinal.
bool comes_before(const RecordHit& a, const RecordHit& b);

/// "SCHEMA_MISMATCH": the store keeps records in another way than this version does.
Error other_schema(const char* where, std::string found, std::string expected);

}  // namespace codeweaver::remote
