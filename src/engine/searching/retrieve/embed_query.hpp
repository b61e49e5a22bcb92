// Embeds a query and logs a warning if that was slow.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <span>
#include <string_view>

#include "codeweaver/call_context.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/logger.hpp"

namespace codeweaver::engine {

/// Embedding times above this are logged as slow.
inline constexpr std::chrono::milliseconds kSlowEmbedding{200};

/// Where slow embedding is logged.
struct EmbeddingLog {
  Logger* logger = nullptr;  ///< null: nowhere
  std::string_view project_id{};
};

/// Embeds a query into `out`. Logs a warning if that takes longer than kSlowEmbedding. Errors:
/// those of the embedder.
Result<void> embed_query(const Embedder& embedder, std::string_view query, std::span<float> out,
                         const CallContext& call, const EmbeddingLog& log);

}  // namespace codeweaver::engine
