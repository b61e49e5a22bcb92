// Record checks that all stores share.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "remote/record_checks.hpp"

#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "base/try.hpp"

namespace codeweaver::remote {

VectorStoreInfo service_info(std::string provider, std::string service, bool is_exact) {
  constexpr std::size_t kMostRecords = 256;
  return {std::move(provider), std::move(service), true, true, is_exact, kMostRecords};
}

Error wrong_dimension(std::size_t stored, std::size_t given) {
  return {ErrorCategory::kInvalidArgument, "DIMENSION_MISMATCH",
          "The store has vectors with " + std::to_string(stored) + " dimensions, not " +
              std::to_string(given),
          "using the store",
          "Use the embedder that filled the collection, or delete the collection."};
}

Result<std::size_t> common_dimension(std::size_t dimension, std::span<const VectorRecord> records) {
  for (const auto& record : records) {
    CODEWEAVER_TRY(record.validate());
    if (!record.chunk.dense) continue;
    const std::size_t given = record.chunk.dense->size();
    if (dimension == 0) dimension = given;
    if (given != dimension) return wrong_dimension(dimension, given);
  }
  return dimension;
}

std::vector<const VectorRecord*> last_of_each(std::span<const VectorRecord> records) {
  std::map<Uuid, const VectorRecord*> last;
  for (const auto& record : records) last.insert_or_assign(record.id, &record);
  std::vector<const VectorRecord*> out;
  out.reserve(last.size());
  for (const auto& [id, record] : last) out.push_back(record);
  return out;
}

bool comes_before(const RecordHit& a, const RecordHit& b) {
  if (a.score != b.score) return a.score > b.score;
  return std::tie(a.record->file_key, a.record->ordinal) <
         std::tie(b.record->file_key, b.record->ordinal);
}

Error other_schema(const char* where, std::string found, std::string expected) {
  return {ErrorCategory::kCorruption, "SCHEMA_MISMATCH",
          std::string(where) + " has schema version " + std::move(found) +
              "; this version expects " + std::move(expected),
          "opening the store", "Use the version of codeweaver that wrote it, or another store."};
}

}  // namespace codeweaver::remote
