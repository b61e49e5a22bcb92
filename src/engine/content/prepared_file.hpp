// PreparedFile: the chunks of one file, analyzed and embedded, ready to be added to a segment.
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
#include "codeweaver/call_context.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/semantic.hpp"
#include "codeweaver/sparse_encoder.hpp"
#include "codeweaver/types.hpp"
#include "engine/content/features.hpp"
#include "store/database/database.hpp"
#include "store/segments/segment_input.hpp"

namespace codeweaver::engine {

/// Facts about a file for a segment.
struct WantedFile {
  std::string path;
  base::Hash128 content;
  bool is_test = false, is_generated = false;
  std::uint64_t size_bytes = 0;
};
WantedFile wanted_file(const store::FileRecord& file);

/// Data of a chunk for a segment, without its vector.
struct PreparedChunk {
  Span lines;
  SemanticClass semantic_class{};
  ChunkSource source{};
  std::uint32_t tokens = 0;
  std::string symbol;
  ChunkTerms terms;
};

/// Data of a file for a segment, without texts.
struct PreparedFile {
  std::string language;
  std::vector<PreparedChunk> chunks;
  store::TextBlocks text_blocks;  ///< of its whole text
  std::vector<float> vectors;     ///< chunks x dimension; empty without an embedder
  bool has_new_vectors = false;   ///< of a remote embedder, to be stored
  std::optional<Error> outage{};  ///< failure of the embedder: all vectors are zeros
  /// Failure of the sparse encoder: only the words of the text.
  std::optional<Error> sparse_outage{};
};

/// Analyzes `chunk` as part of the file `path`; `text` is the whole text of the content.
PreparedChunk prepare_chunk(std::string_view path, const store::ChunkRecord& chunk,
                            std::string_view text);

/// The models of an index, null: none; and the context of the calls to them.
struct Encoders {
  const Embedder* embedder = nullptr;
  const SparseEncoder* sparse = nullptr;
  CallContext context{};
};

/// Analyzes `content` as the content of `file` and embeds it with `encoders`. Vectors of remote
/// embedders are read from `database` if it has them. Errors: those of the database; those of the
/// embedder that are not outages; kCancelled.
Result<PreparedFile> prepare_file(const WantedFile& file, const store::ContentRecord& content,
                                  const Encoders& encoders, const store::Database& database);
/// The same for several files, in their order. Their texts are sent to a remote embedder together,
/// or one by one if that fails.
Result<std::vector<PreparedFile>> prepare_files(std::span<const WantedFile> files,
                                                std::span<const store::ContentRecord> contents,
                                                const Encoders& encoders,
                                                const store::Database& database);

/// The chunks of `file` for a segment with `dimension` dimensions; 0: without vectors. Views the
/// arguments.
std::vector<store::SegmentInput> segment_inputs(const WantedFile& file,
                                                const PreparedFile& prepared,
                                                std::size_t dimension);

}  // namespace codeweaver::engine
