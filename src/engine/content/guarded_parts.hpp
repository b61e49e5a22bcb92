// Guards for custom parts: exceptions become errors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "codeweaver/logger.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/vector_store.hpp"

namespace codeweaver::engine {

// Each function returns the given part with guarded calls; null for null, and the same part if it
// is guarded already. Embedders, sparse encoders, chunkers and answer models are guarded by their
// callers.

/// Errors: kUnavailable "RERANKER_FAILED" (it threw, or did not return one number for each
/// candidate). Functions that cannot return an error return nothing.
std::shared_ptr<const Reranker> guarded(std::shared_ptr<const Reranker> reranker);
/// Errors: kUnavailable "VECTOR_STORE_FAILED" (it threw).
std::shared_ptr<VectorStore> guarded(std::shared_ptr<VectorStore> store);
std::shared_ptr<const VectorStore> guarded(std::shared_ptr<const VectorStore> store);
/// A record that cannot be logged is dropped.
std::shared_ptr<Logger> guarded(std::shared_ptr<Logger> logger);

}  // namespace codeweaver::engine
