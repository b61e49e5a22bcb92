// PreparedFile: the chunks of one file, analysed and embedded, ready to be added to a segment.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/semantic.hpp"
#include "codeweaver/sparse_encoder.hpp"
#include "codeweaver/types.hpp"
#include "engine/content/features.hpp"
#include "store/database/database.hpp"
#include "store/segments/segment_input.hpp"

namespace codeweaver::engine {

/// What a segment needs to know of a file.
struct WantedFile {
  std::string path;
  base::Hash128 content;
  bool is_test = false, is_generated = false;
  std::uint64_t size_bytes = 0;
};
WantedFile wanted_file(const store::FileRecord& file);

/// What a segment takes of a chunk beside its vector.
struct PreparedChunk {
  Span lines;
  SemanticClass semantic_class{};
  ChunkSource source{};
  std::uint32_t tokens = 0;
  std::string symbol;
  ChunkTerms terms;
};

/// What a segment takes of a file: no texts.
struct PreparedFile {
  std::string language;
  std::vector<PreparedChunk> chunks;
  store::TextBlocks text_blocks;         ///< of its whole text
  std::vector<float> vectors;            ///< chunks x dimension; empty without an embedder
  bool has_new_vectors = false;          ///< of a remote embedder, to be kept
  std::optional<Error> outage{};         ///< of the embedder: all vectors are zeros
  std::optional<Error> sparse_outage{};  ///< of the sparse encoder: the chunks' own words alone
};

/// Analyses `chunk` of a content with the whole text `text` as part of a file called `path`.
PreparedChunk prepare_chunk(std::string_view path, const store::ChunkRecord& chunk,
                            std::string_view text);

/// The models of an index; null: none.
struct Encoders {
  const Embedder* embedder = nullptr;
  const SparseEncoder* sparse = nullptr;
};

/// Analyses `content` and embeds it with `encoders` as that of `file`. Vectors of remote embedders
/// are taken from `database` where it has them. Errors: those of the database; of the embedder
/// those that are no outage; kCancelled.
Result<PreparedFile> prepare_file(const WantedFile& file, const store::ContentRecord& content,
                                  const Encoders& encoders, const store::Database& database);
/// The same of several files, in their order, whose texts are sent to a remote embedder together;
/// one by one where it fails at that.
Result<std::vector<PreparedFile>> prepare_files(std::span<const WantedFile> files,
                                                std::span<const store::ContentRecord> contents,
                                                const Encoders& encoders,
                                                const store::Database& database);

/// The chunks of `file` for a segment of so many dimensions; 0: without vectors. Views into the
/// arguments.
std::vector<store::SegmentInput> segment_inputs(const WantedFile& file,
                                                const PreparedFile& prepared,
                                                std::size_t dimension);

}  // namespace codeweaver::engine
