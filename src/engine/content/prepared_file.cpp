// Analysing and embedding the chunks of a file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/prepared_file.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "base/try.hpp"
#include "engine/content/sparse_expansion.hpp"
#include "engine/content/tolerant_embedder.hpp"
#include "engine/state/model_identity.hpp"

namespace codeweaver::engine {
namespace {

/// Vectors of a content as kept for this embedder; empty: none that fit.
Result<std::vector<float>> kept_vectors(const store::Database& database,
                                        const store::ContentRecord& content,
                                        const Embedder& embedder) {
  CODEWEAVER_ASSIGN(auto kept, database.vectors(content.key, model_identity(&embedder)));
  const bool fits = kept && kept->size() == content.chunks.size() * embedder.info().dimension;
  return fits ? std::move(*kept) : std::vector<float>{};
}

Result<void> embed(const WantedFile& file, const store::ContentRecord& content,
                   const Embedder& embedder, const store::Database& database, PreparedFile& out) {
  const bool is_remote = embedder.info().is_remote;
  if (is_remote) {
    CODEWEAVER_ASSIGN(auto kept, kept_vectors(database, content, embedder));
    out.vectors = std::move(kept);
    if (!out.vectors.empty()) return {};
  }
  // What is found by words alone lies behind the rest, and keeps rows of zeros.
  std::vector<std::string> texts;
  texts.reserve(content.chunks.size());
  for (const auto& chunk : content.chunks)
    if (!chunk.by_words_alone)
      texts.push_back(embedding_text(file.path, chunk, content.text, !is_remote));
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  out.vectors.resize(content.chunks.size() * embedder.info().dimension);
  const auto rows = std::span(out.vectors).first(views.size() * embedder.info().dimension);
  const auto done =
      without_exceptions(embedder.info(), [&] { return embedder.embed_documents(views, rows); });
  out.has_new_vectors = is_remote && done;
  if (done) return {};
  if (!is_outage(done.error())) return done;
  out.outage = done.error();
  std::ranges::fill(out.vectors, 0.0F);
  return {};
}

/// Adds the words of the encoder to the chunks, or notes that it failed. Errors: kCancelled.
Result<void> expand(const WantedFile& file, const store::ContentRecord& content,
                    const SparseEncoder& encoder, PreparedFile& out) {
  std::vector<std::string> texts;
  std::vector<ChunkTerms*> terms;
  for (std::size_t i = 0; i < content.chunks.size(); ++i) {
    texts.push_back(embedding_text(file.path, content.chunks[i], content.text, false));
    terms.push_back(&out.chunks[i].terms);
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const auto done = expand_chunks(encoder, views, terms);
  if (!done && done.error().category == ErrorCategory::kCancelled) return done;
  if (!done) out.sparse_outage = done.error();
  return {};
}

}  // namespace

WantedFile wanted_file(const store::FileRecord& file) {
  return {file.path, file.content, file.is_test, file.is_generated, file.size_bytes};
}

PreparedChunk prepare_chunk(std::string_view path, const store::ChunkRecord& chunk,
                            std::string_view text) {
  PreparedChunk out{chunk.lines,  chunk.semantic_class, chunk.source,
                    chunk.tokens, chunk.symbol,         {}};
  analyze_chunk(path, chunk, text, out.terms);
  return out;
}

Result<PreparedFile> prepare_file(const WantedFile& file, const store::ContentRecord& content,
                                  const Encoders& encoders, const store::Database& database) {
  PreparedFile out;
  out.language = content.language;
  out.chunks.reserve(content.chunks.size());
  for (const auto& chunk : content.chunks)
    out.chunks.push_back(prepare_chunk(file.path, chunk, content.text));
  if (out.chunks.empty()) return out;
  if (encoders.sparse != nullptr) CODEWEAVER_TRY(expand(file, content, *encoders.sparse, out));
  if (encoders.embedder != nullptr)
    CODEWEAVER_TRY(embed(file, content, *encoders.embedder, database, out));
  return out;
}

store::SegmentInput segment_input(const WantedFile& file, std::string_view language,
                                  const PreparedChunk& chunk, std::size_t ordinal) {
  store::SegmentInput input;
  input.path = file.path;
  input.content = file.content;
  input.ordinal = static_cast<std::uint32_t>(ordinal);
  input.lines = chunk.lines;
  input.semantic_class = chunk.semantic_class;
  input.source = chunk.source;
  input.language = language;
  input.is_test = file.is_test;
  input.is_generated = file.is_generated;
  input.tokens = chunk.tokens;
  input.symbol = chunk.symbol;
  for (std::size_t f = 0; f < rank::kFieldCount; ++f) input.terms[f] = &chunk.terms.fields[f];
  return input;
}

}  // namespace codeweaver::engine
