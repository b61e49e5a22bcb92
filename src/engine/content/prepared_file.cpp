// Analyzes and embeds the chunks of a file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/prepared_file.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "base/try.hpp"
#include "engine/content/sparse_expansion.hpp"
#include "engine/content/tolerant_embedder.hpp"
#include "engine/state/model_identity.hpp"

namespace codeweaver::engine {
namespace {

/// The stored vectors of a content for this embedder; empty: none match.
Result<std::vector<float>> kept_vectors(const store::Database& database,
                                        const store::ContentRecord& content,
                                        const Embedder& embedder) {
  CODEWEAVER_ASSIGN(auto kept, database.vectors(content.key, model_identity(&embedder)));
  const bool fits = kept && kept->size() == content.chunks.size() * embedder.info().dimension;
  return fits ? std::move(*kept) : std::vector<float>{};
}

/// The texts of the chunks that get vectors. Chunks after them are found only by words; their rows
/// are zeros.
std::vector<std::string> texts_to_embed(const WantedFile& file, const store::ContentRecord& content,
                                        const Embedder& embedder) {
  std::vector<std::string> texts;
  texts.reserve(content.chunks.size());
  for (const auto& chunk : content.chunks)
    if (!chunk.by_words_alone)
      texts.push_back(embedding_text(file.path, chunk, content.text, !keeps_vectors(&embedder)));
  return texts;
}

Result<void> embed_all(const Encoders& encoders, const std::vector<std::string>& texts,
                       std::span<float> rows) {
  const auto& embedder = *encoders.embedder;
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  return without_exceptions(
      embedder.info(), [&] { return embedder.embed_documents(views, rows, encoders.context); });
}

/// Vectors by content, for contents that have none yet.
using NewVectors = std::map<base::Hash128, std::vector<float>>;

/// Sends the texts of several files together. Empty if only one lacks vectors or if the embedder
/// failed: then each is sent separately. Errors: those of the database; those of the embedder that
/// are not outages.
Result<NewVectors> embed_together(std::span<const WantedFile> files,
                                  std::span<const store::ContentRecord> contents,
                                  const Encoders& encoders, const store::Database& database) {
  const auto& embedder = *encoders.embedder;
  const auto dimension = embedder.info().dimension;
  NewVectors out;
  bool has_repeats = false;
  std::vector<std::string> texts;
  std::vector<std::pair<std::vector<float>*, std::size_t>> rows_of;  // and the number of sent rows
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (contents[i].chunks.empty()) continue;
    if (out.contains(contents[i].key)) {
      has_repeats = true;
      continue;
    }
    CODEWEAVER_ASSIGN(const auto kept, kept_vectors(database, contents[i], embedder));
    if (!kept.empty()) continue;
    auto own = texts_to_embed(files[i], contents[i], embedder);
    auto& rows = out[contents[i].key];
    rows.resize(contents[i].chunks.size() * dimension);
    rows_of.emplace_back(&rows, own.size());
    std::move(own.begin(), own.end(), std::back_inserter(texts));
  }
  if (rows_of.empty() || (rows_of.size() == 1 && !has_repeats)) return NewVectors();
  std::vector<float> all(texts.size() * dimension);
  if (const auto done = embed_all(encoders, texts, all); !done)
    return is_outage(done.error()) ? Result(NewVectors()) : done.error();
  auto from = all.begin();
  for (const auto& [rows, count] : rows_of) {
    const auto end = from + static_cast<std::ptrdiff_t>(count * dimension);
    std::copy(from, end, rows->begin());
    from = end;
  }
  return out;
}

Result<void> embed(const WantedFile& file, const store::ContentRecord& content,
                   const Encoders& encoders, const store::Database& database,
                   const NewVectors& made, PreparedFile& out) {
  const auto& embedder = *encoders.embedder;
  const bool is_kept = keeps_vectors(&embedder);
  if (const auto found = made.find(content.key); found != made.end()) {
    out.vectors = found->second;
    out.has_new_vectors = is_kept;
    return {};
  }
  if (is_kept) {
    CODEWEAVER_ASSIGN(auto kept, kept_vectors(database, content, embedder));
    out.vectors = std::move(kept);
    if (!out.vectors.empty()) return {};
  }
  const auto texts = texts_to_embed(file, content, embedder);
  out.vectors.resize(content.chunks.size() * embedder.info().dimension);
  const auto rows = std::span(out.vectors).first(texts.size() * embedder.info().dimension);
  auto done = embed_all(encoders, texts, rows);
  out.has_new_vectors = is_kept && done;
  if (done) return {};
  if (!is_outage(done.error())) return done;
  out.outage = done.error();
  std::ranges::fill(out.vectors, 0.0F);
  return {};
}

/// Adds the words of the encoder to the chunks, or records that it failed. Errors: kCancelled.
Result<void> expand(const WantedFile& file, const store::ContentRecord& content,
                    const Encoders& encoders, PreparedFile& out) {
  std::vector<std::string> texts;
  std::vector<ChunkTerms*> terms;
  for (std::size_t i = 0; i < content.chunks.size(); ++i) {
    texts.push_back(embedding_text(file.path, content.chunks[i], content.text, false));
    terms.push_back(&out.chunks[i].terms);
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  auto done = expand_chunks(*encoders.sparse, views, terms, encoders.context);
  if (!done && done.error().category == ErrorCategory::kCancelled) return done;
  if (!done) out.sparse_outage = done.error();
  return {};
}

Result<PreparedFile> prepare_with(const WantedFile& file, const store::ContentRecord& content,
                                  const Encoders& encoders, const store::Database& database,
                                  const NewVectors& made) {
  PreparedFile out;
  out.language = content.language;
  out.chunks.reserve(content.chunks.size());
  for (const auto& chunk : content.chunks)
    out.chunks.push_back(prepare_chunk(file.path, chunk, content.text));
  if (out.chunks.empty()) return out;
  out.text_blocks = store::cut_text_blocks(content.text);
  if (encoders.sparse != nullptr) CODEWEAVER_TRY(expand(file, content, encoders, out));
  if (encoders.embedder != nullptr)
    CODEWEAVER_TRY(embed(file, content, encoders, database, made, out));
  return out;
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
  return prepare_with(file, content, encoders, database, {});
}

Result<std::vector<PreparedFile>> prepare_files(std::span<const WantedFile> files,
                                                std::span<const store::ContentRecord> contents,
                                                const Encoders& encoders,
                                                const store::Database& database) {
  NewVectors made;
  if (keeps_vectors(encoders.embedder)) {
    CODEWEAVER_ASSIGN(made, embed_together(files, contents, encoders, database));
  }
  std::vector<PreparedFile> out;
  for (std::size_t i = 0; i < files.size(); ++i) {
    CODEWEAVER_ASSIGN(auto one, prepare_with(files[i], contents[i], encoders, database, made));
    out.push_back(std::move(one));
  }
  return out;
}

std::vector<store::SegmentInput> segment_inputs(const WantedFile& file,
                                                const PreparedFile& prepared,
                                                std::size_t dimension) {
  std::vector<store::SegmentInput> out(prepared.chunks.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto& chunk = prepared.chunks[i];
    auto& input = out[i];
    input.path = file.path;
    input.content = file.content;
    input.ordinal = static_cast<std::uint32_t>(i);
    input.lines = chunk.lines;
    input.semantic_class = chunk.semantic_class;
    input.source = chunk.source;
    input.language = prepared.language;
    input.is_test = file.is_test;
    input.is_generated = file.is_generated;
    input.tokens = chunk.tokens;
    input.symbol = chunk.symbol;
    for (std::size_t f = 0; f < rank::kFieldCount; ++f) input.terms[f] = &chunk.terms.fields[f];
    input.text_blocks = &prepared.text_blocks;
    if (dimension != 0)
      input.vector = std::span(prepared.vectors).subspan(i * dimension, dimension);
  }
  return out;
}

}  // namespace codeweaver::engine
