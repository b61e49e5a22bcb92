// TolerantEmbedder: a model that may fail while a run goes on.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>

#include "codeweaver/embedder.hpp"

namespace codeweaver::engine {

/// Calls an embedder that others wrote: what it throws becomes an error, and after kMostFailures in
/// a row it is not asked any more, as each call may take until some timeout.
/// Thread safety: as any embedder.
class TolerantEmbedder final : public Embedder {
 public:
  static constexpr int kMostFailures = 4;

  /// `embedder` outlives this.
  explicit TolerantEmbedder(const Embedder& embedder) : embedder_(embedder) {}

  const EmbedderInfo& info() const noexcept override { return embedder_.info(); }
  /// Errors: those of the embedder; kUnavailable "EMBEDDER_FAILED" (it threw).
  Result<void> embed_documents(std::span<const std::string_view> texts,
                               std::span<float> out) const override;
  /// Whether the model embeds a short text now.
  bool works() const;

 private:
  const Embedder& embedder_;
  mutable std::atomic<int> failures_ = 0;  // in a row
  mutable std::mutex mutex_;               // guards last_
  mutable std::optional<Error> last_;
};

/// Whether indexing goes on without the vectors that an embedder failed to make: not when it breaks
/// its contract, nor when it was stopped.
bool is_outage(const Error& error) noexcept;

/// Runs `call` of an embedder. Errors: its own; kUnavailable "EMBEDDER_FAILED" (it threw).
template <class Call>
Result<void> without_exceptions(const EmbedderInfo& info, Call call);

/// "EMBEDDER_FAILED" with what was thrown.
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
