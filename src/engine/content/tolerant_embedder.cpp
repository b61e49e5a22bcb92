// Counts failures of a model.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/tolerant_embedder.hpp"

#include <string>
#include <vector>

namespace codeweaver::engine {

Result<void> TolerantEmbedder::embed_documents(std::span<const std::string_view> texts,
                                               std::span<float> out,
                                               const CallContext& context) const {
  if (failures_ >= kMostFailures) {
    const std::lock_guard lock(mutex_);
    return *last_;
  }
  auto done =
      without_exceptions(info(), [&] { return embedder_.embed_documents(texts, out, context); });
  if (done) {
    failures_ = 0;
  } else if (is_outage(done.error())) {
    const std::lock_guard lock(mutex_);
    last_ = done.error();
    ++failures_;
  }
  return done;
}

bool TolerantEmbedder::works(const CallContext& context) const {
  constexpr std::string_view kText = "text";
  std::vector<float> row(info().dimension);
  return embed_documents(std::span(&kText, 1), row, context).has_value();
}

bool is_outage(const Error& error) noexcept {
  return error.category != ErrorCategory::kInvalidArgument &&
         error.category != ErrorCategory::kCancelled;
}

Error embedder_failed(const EmbedderInfo& info, std::string_view what) {
  return {ErrorCategory::kUnavailable, "EMBEDDER_FAILED",
          "The embedder threw: " + std::string(what),
          "calling embedder '" + info.provider + '/' + info.model + '\'',
          "Fix the embedder, or use the built-in one."};
}

}  // namespace codeweaver::engine
