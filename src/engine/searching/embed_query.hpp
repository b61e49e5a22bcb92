// The vector of a query, with a word in the log where it took long.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <span>
#include <string_view>

#include "codeweaver/embedder.hpp"
#include "codeweaver/logger.hpp"

namespace codeweaver::engine {

/// From here on a search is slow because of its embedding.
inline constexpr std::chrono::milliseconds kSlowEmbedding{200};

/// Embeds a query; above kSlowEmbedding a warning is logged. `logger` may be null. Errors: those
/// of the embedder.
Result<void> embed_query(const Embedder& embedder, std::string_view query, std::span<float> out,
                         Logger* logger, std::string_view project_id);

}  // namespace codeweaver::engine
