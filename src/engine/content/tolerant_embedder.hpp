// TolerantEmbedder: a model that may fail during a run.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>

#include "codeweaver/embedder.hpp"

namespace codeweaver::engine {

/// Calls a custom embedder: exceptions become errors. After kMostFailures consecutive failures it
/// is not called again, because each call may take until a timeout. Thread safety: like any
/// embedder.
class TolerantEmbedder final : public Embedder {
 public:
  static constexpr int kMostFailures = 4;

  /// `embedder` must outlive this object.
  explicit TolerantEmbedder(const Embedder& embedder) : embedder_(embedder) {}

  const EmbedderInfo& info() const noexcept override { return embedder_.info(); }
  /// Errors: those of the embedder; kUnavailable "EMBEDDER_FAILED" (it threw).
  Result<void> embed_documents(std::span<const std::string_view> texts,
                               std::span<float> out) const override {
    return embed_documents(texts, out, {});
  }
  Result<void> embed_documents(std::span<const std::string_view> texts, std::span<float> out,
                               const CallContext& context) const override;
  /// True if the model can embed a short text now.
  bool works(const CallContext& context) const;

 private:
  const Embedder& embedder_;
  mutable std::atomic<int> failures_ = 0;  // consecutive
  mutable std::mutex mutex_;               // guards last_
  mutable std::optional<Error> last_;
};

/// True if indexing continues without the vectors that an embedder failed to compute. False if the
/// embedder broke its contract or was stopped.
bool is_outage(const Error& error) noexcept;

/// Runs `call` of an embedder. Errors: those of `call`; kUnavailable "EMBEDDER_FAILED" (it threw).
template <class Call>
Result<void> without_exceptions(const EmbedderInfo& info, Call call);

/// "EMBEDDER_FAILED" with the text of the exception.
Error embedder_failed(const EmbedderInfo& info, std::string_view what);

template <class Call>
Result<void> without_exceptions(const EmbedderInfo& info, Call call) {
  try {
    return call();
  } catch (const std::exception& thrown) {
    return embedder_failed(info, thrown.what());
  } catch (...) {
    return embedder_failed(info, "an exception that is not a std::exception");
  }
}

}  // namespace codeweaver::engine
