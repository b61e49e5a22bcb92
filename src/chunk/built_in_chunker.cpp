// The built-in chunkers behind the public interface.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "chunk/chunk.hpp"
#include "chunk/version.hpp"
#include "codeweaver/chunker.hpp"
#include "syntax/language.hpp"

namespace codeweaver::inline v0_1 {
namespace {

chunk::ChunkOptions options_of(const ChunkSizes& sizes, bool use_syntax) {
  chunk::ChunkOptions options;
  options.use_syntax = use_syntax;
  options.target_tokens = sizes.target;
  options.min_tokens = sizes.min;
  options.max_tokens = sizes.max;
  options.hard_limit = sizes.hard_limit;
  options.text_overlap = sizes.text_overlap;
  return options;
}

std::string version_of(const chunk::ChunkOptions& options) {
  std::string out(chunk::kChunkerVersion);
  out += options.use_syntax ? "-syntax" : "-lines";
  for (const std::uint32_t tokens :
       {options.target_tokens, options.min_tokens, options.max_tokens, options.hard_limit})
    out += '-' + std::to_string(tokens);
  return out + '-' + std::to_string(static_cast<int>(options.text_overlap * 1000));
}

FilePiece to_piece(chunk::Piece&& piece) {
  FilePiece out;
  out.begin = piece.range.begin;
  out.end = piece.range.end;
  out.semantic_class = piece.semantic_class;
  out.source = piece.source;
  out.is_part = piece.is_part;
  out.symbol = std::move(piece.symbol);
  out.kind = std::move(piece.kind);
  out.doc = std::move(piece.doc);
  out.context = std::move(piece.context);
  out.defines = std::move(piece.defines);
  out.references = std::move(piece.references);
  return out;
}

class BuiltInChunker final : public Chunker {
 public:
  BuiltInChunker(std::string name, const chunk::ChunkOptions& options)
      : options_(options), info_{std::move(name), version_of(options)} {}

  const ChunkerInfo& info() const noexcept override { return info_; }

  Result<CutFile> cut(const FileText& file) const override {
    auto chunked = chunk::chunk_text(file.text, syntax::find_language(file.language), options_);
    CutFile out;
    out.pieces.reserve(chunked.pieces.size());
    for (auto& piece : chunked.pieces) out.pieces.push_back(to_piece(std::move(piece)));
    for (auto& symbol : chunked.symbols)
      out.symbols.push_back({std::move(symbol.name), std::move(symbol.qualified_name),
                             std::move(symbol.kind), symbol.lines});
    out.warnings = std::move(chunked.warnings);
    return out;
  }

 private:
  chunk::ChunkOptions options_;
  ChunkerInfo info_;
};

}  // namespace

std::shared_ptr<const Chunker> make_syntax_chunker(std::string name, const ChunkSizes& sizes) {
  return std::make_shared<const BuiltInChunker>(std::move(name), options_of(sizes, true));
}

std::shared_ptr<const Chunker> make_line_chunker(std::string name, const ChunkSizes& sizes) {
  return std::make_shared<const BuiltInChunker>(std::move(name), options_of(sizes, false));
}

}  // namespace codeweaver::inline v0_1
