// Chunk cache: returns known chunks, reads the others and keeps them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/chunk_cache.hpp"

#include <string>
#include <utility>

namespace codeweaver::engine {
namespace {

/// Memory used by a chunk, including the heap memory of its members.
std::size_t size_of(const store::ChunkText& chunk) {
  const store::ChunkRecord& record = chunk.record;
  std::size_t bytes = sizeof chunk + chunk.text.capacity();
  for (const auto* text : {&record.symbol, &record.kind, &record.doc, &record.context})
    bytes += text->capacity();
  for (const auto* names : {&record.defines, &record.references})
    for (const std::string& name : *names) bytes += sizeof name + name.capacity();
  return bytes;
}

}  // namespace

std::vector<Result<ChunkCache::Pointer>> read_chunks(const IndexRows& database, ChunkCache& cache,
                                                     std::span<const store::ChunkPlace> places) {
  std::vector<Result<ChunkCache::Pointer>> chunks;
  chunks.reserve(places.size());
  std::vector<store::ChunkPlace> missing;
  std::vector<std::size_t> missing_at;
  for (const store::ChunkPlace& place : places) {
    chunks.emplace_back(cache.find(place));
    if (*chunks.back()) continue;
    missing.push_back(place);
    missing_at.push_back(chunks.size() - 1);
  }
  if (missing.empty()) return chunks;
  auto read = database.chunk_texts(missing);
  for (std::size_t i = 0; i < read.size(); ++i) {
    auto& out = chunks[missing_at[i]];
    if (!read[i]) {
      out = read[i].error();
      continue;
    }
    auto chunk = std::make_shared<const store::ChunkText>(std::move(*read[i]));
    cache.put(missing[i], chunk, size_of(*chunk));
    out = std::move(chunk);
  }
  return chunks;
}

}  // namespace codeweaver::engine
