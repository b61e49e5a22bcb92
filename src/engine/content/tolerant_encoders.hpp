// TolerantEncoders: the models of an index, which may fail during a run.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/sparse_encoder.hpp"
#include "engine/content/prepared_file.hpp"
#include "engine/content/tolerant_embedder.hpp"

namespace codeweaver::engine {

/// Calls a custom sparse encoder: exceptions become errors. After TolerantEmbedder::kMostFailures
/// consecutive failures it is not called again. Thread safety: like any encoder.
class TolerantSparseEncoder final : public SparseEncoder {
 public:
  /// `encoder` must outlive this object.
  explicit TolerantSparseEncoder(const SparseEncoder& encoder) : encoder_(encoder) {}

  const SparseEncoderInfo& info() const noexcept override { return encoder_.info(); }
  /// Errors: those of the encoder; kUnavailable "SPARSE_ENCODER_FAILED" (it threw).
  Result<void> encode_documents(std::span<const std::string_view> texts,
                                std::span<std::vector<WeightedTerm>> out) const override {
    return encode_documents(texts, out, {});
  }
  Result<std::vector<WeightedTerm>> encode_query(std::string_view text) const override {
    return encode_query(text, {});
  }
  Result<void> encode_documents(std::span<const std::string_view> texts,
                                std::span<std::vector<WeightedTerm>> out,
                                const CallContext& context) const override;
  Result<std::vector<WeightedTerm>> encode_query(std::string_view text,
                                                 const CallContext& context) const override;
  /// True if it can encode a short text now.
  bool works(const CallContext& context) const;

 private:
  const SparseEncoder& encoder_;
  mutable std::atomic<int> failures_ = 0;  // consecutive
  mutable std::mutex mutex_;               // guards last_
  mutable std::optional<Error> last_;
};

/// Both models, if they exist.
class TolerantEncoders {
 public:
  /// Everything that `encoders` points to must outlive this object.
  explicit TolerantEncoders(const Encoders& encoders);

  /// Valid for the lifetime of this object.
  Encoders view() const noexcept;
  /// True if there is a model, and each model can process a short text now.
  bool work() const;

 private:
  std::optional<TolerantEmbedder> embedder_;
  std::optional<TolerantSparseEncoder> sparse_;
  CallContext context_;
};

}  // namespace codeweaver::engine
