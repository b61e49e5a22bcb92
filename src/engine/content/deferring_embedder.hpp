// DeferringEmbedder: stands for a model that computes its vectors later.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "codeweaver/embedder.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::engine {

/// Has the name and the dimension of another model, so that vectors stored for that model are used,
/// but computes none. Thread safety: immutable.
class DeferringEmbedder final : public Embedder {
 public:
  explicit DeferringEmbedder(EmbedderInfo info) : info_(std::move(info)) {
    info_.is_remote = info_.is_costly = false;  // nobody waits for this object
  }
  const EmbedderInfo& info() const noexcept override { return info_; }
  /// Errors: always kUnavailable.
  Result<void> embed_documents(std::span<const std::string_view>, std::span<float>) const override {
    return Error{ErrorCategory::kUnavailable, "VECTORS_DEFERRED",
                 "The vectors are computed after the files are read", "indexing",
                 "Wait for the end of the run"};
  }

 private:
  EmbedderInfo info_;
};

}  // namespace codeweaver::engine
