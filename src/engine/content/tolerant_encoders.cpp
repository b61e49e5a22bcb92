// Counts failures of a sparse encoder; handles both models together.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/tolerant_encoders.hpp"

#include "engine/content/sparse_expansion.hpp"

namespace codeweaver::engine {

Result<void> TolerantSparseEncoder::encode_documents(std::span<const std::string_view> texts,
                                                     std::span<std::vector<WeightedTerm>> out,
                                                     const CallContext& context) const {
  if (failures_ >= TolerantEmbedder::kMostFailures) {
    const std::lock_guard lock(mutex_);
    return *last_;
  }
  auto done =
      call_encoder(encoder_, [&] { return encoder_.encode_documents(texts, out, context); });
  if (done) {
    failures_ = 0;
  } else if (done.error().category != ErrorCategory::kCancelled) {
    const std::lock_guard lock(mutex_);
    last_ = done.error();
    ++failures_;
  }
  return done;
}

Result<std::vector<WeightedTerm>> TolerantSparseEncoder::encode_query(
    std::string_view text, const CallContext& context) const {
  return call_encoder(encoder_, [&] { return encoder_.encode_query(text, context); });
}

bool TolerantSparseEncoder::works(const CallContext& context) const {
  constexpr std::string_view kText = "text";
  std::vector<WeightedTerm> terms;
  return encode_documents(std::span(&kText, 1), std::span(&terms, 1), context).has_value();
}

TolerantEncoders::TolerantEncoders(const Encoders& encoders) : context_(encoders.context) {
  if (encoders.embedder != nullptr) embedder_.emplace(*encoders.embedder);
  if (encoders.sparse != nullptr) sparse_.emplace(*encoders.sparse);
}

Encoders TolerantEncoders::view() const noexcept {
  return {embedder_ ? &*embedder_ : nullptr, sparse_ ? &*sparse_ : nullptr, context_};
}

bool TolerantEncoders::work() const {
  return (embedder_ || sparse_) && (!embedder_ || embedder_->works(context_)) &&
         (!sparse_ || sparse_->works(context_));
}

}  // namespace codeweaver::engine
