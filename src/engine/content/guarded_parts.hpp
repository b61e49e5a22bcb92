// Parts of a program's own behind a guard: what they throw is an error.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "codeweaver/logger.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/vector_store.hpp"

namespace codeweaver::engine {

// Each is the given part with every call guarded; null for null, and the same one if it is guarded
// already. Embedders, sparse encoders, chunkers and answer models are guarded where they are
// called.

/// Errors: kUnavailable "RERANKER_FAILED" (it threw, or gave other than one number a
/// candidate). What cannot return an error gives nothing instead; a pass throws PassFailed.
std::shared_ptr<const Reranker> guarded(std::shared_ptr<const Reranker> reranker);
/// Errors: kUnavailable "VECTOR_STORE_FAILED" (it threw).
std::shared_ptr<VectorStore> guarded(std::shared_ptr<VectorStore> store);
std::shared_ptr<const VectorStore> guarded(std::shared_ptr<const VectorStore> store);
/// A record that cannot be logged is dropped.
std::shared_ptr<Logger> guarded(std::shared_ptr<Logger> logger);

/// A pass of a reranker that threw, or gave other than one number a candidate.
class PassFailed final : public std::exception {
 public:
  explicit PassFailed(std::string what) : what_(std::move(what)) {}
  const char* what() const noexcept override { return what_.c_str(); }

 private:
  std::string what_;
};

}  // namespace codeweaver::engine
