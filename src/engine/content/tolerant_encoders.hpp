// TolerantEncoders: the models of an index, which may fail while a run goes on.
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

/// Calls a sparse encoder that others wrote: what it throws becomes an error, and after
/// TolerantEmbedder::kMostFailures in a row it is not asked any more.
/// Thread safety: as any encoder.
class TolerantSparseEncoder final : public SparseEncoder {
 public:
  /// `encoder` outlives this.
  explicit TolerantSparseEncoder(const SparseEncoder& encoder) : encoder_(encoder) {}

  const SparseEncoderInfo& info() const noexcept override { return encoder_.info(); }
  /// Errors: those of the encoder; kUnavailable "SPARSE_ENCODER_FAILED" (it threw).
  Result<void> encode_documents(std::span<const std::string_view> texts,
                                std::span<std::vector<WeightedTerm>> out) const override;
  Result<std::vector<WeightedTerm>> encode_query(std::string_view text) const override;
  /// Whether it encodes a short text now.
  bool works() const;

 private:
  const SparseEncoder& encoder_;
  mutable std::atomic<int> failures_ = 0;  // in a row
  mutable std::mutex mutex_;               // guards last_
  mutable std::optional<Error> last_;
};

/// Both, where there are any.
class TolerantEncoders {
 public:
  /// What `encoders` point at outlives this.
  explicit TolerantEncoders(const Encoders& encoders);

  /// Valid as long as this.
  Encoders view() const noexcept;
  /// Whether there is one, and all there are answer for a short text now.
  bool work() const;

 private:
  std::optional<TolerantEmbedder> embedder_;
  std::optional<TolerantSparseEncoder> sparse_;
};

}  // namespace codeweaver::engine
