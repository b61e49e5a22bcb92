// Embeds a query and logs a warning if that was slow.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <span>
#include <string_view>

#include "codeweaver/embedder.hpp"
#include "codeweaver/logger.hpp"

namespace codeweaver::engine {

/// Embedding times above this are logged as slow.
inline constexpr std::chrono::milliseconds kSlowEmbedding{200};

/// Embeds a query into `out`. Logs a warning if that takes longer than kSlowEmbedding. `logger` may
/// be null. Errors: those of the embedder.
Result<void> embed_query(const Embedder& embedder, std::string_view query, std::span<float> out,
                         Logger* logger, std::string_view project_id);

}  // namespace codeweaver::engine
