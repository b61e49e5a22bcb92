// Requests for derivation, from options and the state of a tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/segments/derive_request.hpp"

#include <utility>

#include "base/try.hpp"
#include "engine/content/tolerant_encoders.hpp"

namespace codeweaver::engine {

store::VectorIndexKind stored_kind(VectorIndexKind kind) {
  switch (kind) {
    case VectorIndexKind::kFaissFlat:
      return store::VectorIndexKind::kFaissFlat;
    case VectorIndexKind::kFaissHnsw:
      return store::VectorIndexKind::kFaissHnsw;
    case VectorIndexKind::kAuto:
    case VectorIndexKind::kScan:
      break;
  }
  return store::VectorIndexKind::kScan;
}

bool TreeSegments::are_lacking() const {
  return derived.is_current() ? !missing.at(derived.generation).empty() : !missing.is_empty();
}

Result<TreeSegments> tree_segments(const store::Database& database, const StatePaths& paths) {
  CODEWEAVER_ASSIGN(auto derived, derived_state(database, paths));
  CODEWEAVER_ASSIGN(auto missing, MissingVectors::read(database, paths));
  return TreeSegments{std::move(derived), std::move(missing)};
}

DeriveRequest::DeriveRequest(const IndexOptions& options, const Embedder* model,
                             const TreeSegments& before, const TreeEdit* changes)
    : embedder(model),
      sparse_encoder(options.sparse_encoder.get()),
      workers(options.workers),
      vector_index(stored_kind(options.vector_index)),
      memory_budget(options.memory_budget),
      edit(before.derived.is_current() ? changes : nullptr),
      edit_base(before.derived.generation),
      missing(before.missing) {}

bool can_fill_in(const TreeSegments& before, const DeriveRequest& request) {
  return before.are_lacking() &&
         TolerantEncoders({request.embedder, request.sparse_encoder, request.call}).work();
}

}  // namespace codeweaver::engine
