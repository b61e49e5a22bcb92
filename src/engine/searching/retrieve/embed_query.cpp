// Measures the time to embed a query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/retrieve/embed_query.hpp"

#include "engine/content/tolerant_embedder.hpp"

namespace codeweaver::engine {

Result<void> embed_query(const Embedder& embedder, std::string_view query, std::span<float> out,
                         Logger* logger, std::string_view project_id) {
  const auto start = std::chrono::steady_clock::now();
  auto done = without_exceptions(embedder.info(), [&] { return embedder.embed_query(query, out); });
  const auto taken = std::chrono::steady_clock::now() - start;
  if (logger == nullptr || taken <= kSlowEmbedding) return done;
  const auto& info = embedder.info();
  LogRecord record;
  record.level = LogLevel::kWarning;
  record.component = "embedder";
  record.operation = "embed_query";
  record.message = "Slow query embedding";
  record.duration_ms = std::chrono::duration<double, std::milli>(taken).count();
  record.project_id = project_id;
  record.status = done ? "success" : "failed";
  record.context = {{"provider", info.provider},
                    {"model", info.model},
                    {"slow_above_ms", kSlowEmbedding.count()}};
  logger->log(record);
  return done;
}

}  // namespace codeweaver::engine
