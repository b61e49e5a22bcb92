// Text blocks: reads blocks, including damaged or hostile ones.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/bytes.hpp"
#include "store/database/text_block.hpp"
#include "store/database/text_block_format.hpp"

namespace codeweaver::store {
namespace {

// Limits the total size of the strings in all records, because one byte can refer to a string of
// any size. Valid blocks stay far below it.
constexpr std::uint64_t kMostStringBytes = std::uint64_t{1} << 26;
constexpr std::uint64_t kMostStringShare = 64;  // relative to the text

/// Reads the records of a block in order.
class RecordReader {
 public:
  explicit RecordReader(const BlockView& block)
      : block_(&block),
        in_(block.records),
        string_bytes_left_(kMostStringBytes + kMostStringShare * block.text.size()) {}

  PlacedSymbol symbol() {
    PlacedSymbol out;
    out.ordinal = in_.difference(before_.ordinal);
    out.symbol.qualified_name = string();
    const std::uint64_t name_size = in_.varint();
    const std::string_view qualified = out.symbol.qualified_name;
    if (name_size > qualified.size() + 1)
      in_.fail();
    else
      out.symbol.name =
          name_size == 0 ? string() : qualified.substr(qualified.size() + 1 - name_size);
    out.symbol.kind = string();
    out.symbol.lines = lines();
    out.symbol.chunk = in_.difference(before_.chunk);
    before_ = {out.ordinal + 1, out.symbol.chunk, out.symbol.lines.start_line, 0};
    return out;
  }

  ChunkRecord chunk() {
    ChunkRecord out;
    place(out);
    out.symbol = string();
    out.kind = string();
    out.doc = string();
    out.context = string();
    out.defines = list();
    out.references = list();
    return out;
  }
  void skip_chunk() {
    ChunkRecord ignored;
    place(ignored);
    for (int i = 0; i < 4; ++i) number();
    for (int i = 0; i < 2; ++i)
      for (std::uint64_t left = count(); left > 0 && in_.ok(); --left) number();
  }
  void skip_symbols() {
    for (std::uint32_t i = 0; i < block_->symbol_count && in_.ok(); ++i) {
      in_.varint();
      number();
      if (in_.varint() == 0) number();
      number();
      for (int left = 3; left > 0; --left) in_.varint();
    }
    start_chunks();
  }
  /// Call it between symbols and chunks.
  void start_chunks() { before_ = {0, 0, 0, block_->begin}; }

  bool ok() const noexcept { return in_.ok(); }
  bool is_done() const noexcept { return in_.ok() && in_.at_end(); }

 private:
  std::uint64_t number() {
    const std::uint64_t code = in_.varint();
    if (!block_->numbers_new_strings) return code;
    return code == 0 ? next_string_++ : code - 1;
  }
  std::string_view string() {
    const std::uint64_t index = number();
    if (index >= block_->strings.size() || block_->strings[index].size() > string_bytes_left_) {
      in_.fail();
      return {};
    }
    string_bytes_left_ -= block_->strings[index].size();
    return block_->strings[index];
  }
  std::uint64_t count() {
    const std::uint64_t count = in_.varint();
    if (count > in_.remaining()) in_.fail();
    return in_.ok() ? count : 0;
  }
  std::vector<std::string> list() {
    std::vector<std::string> out(static_cast<std::size_t>(count()));
    for (auto& one : out) one = string();
    return out;
  }
  Span lines() {
    Span out;
    out.start_line = in_.difference(before_.line);
    out.end_line = in_.difference(out.start_line);
    return out;
  }
  void place(ChunkRecord& out) {
    out.begin = in_.difference(before_.end);
    const std::uint64_t end = out.begin + std::uint64_t{in_.varint32()};
    out.end = static_cast<std::uint32_t>(end);
    out.lines = lines();
    const auto source = in_.raw<std::uint8_t>();
    const auto semantic_class = in_.raw<std::uint8_t>();
    if (source > static_cast<std::uint8_t>(ChunkSource::kAstNode) ||
        semantic_class >= kSemanticClassCount || end > UINT32_MAX)
      in_.fail();
    out.source = static_cast<ChunkSource>(source);
    out.semantic_class = static_cast<SemanticClass>(semantic_class);
    const auto flags = in_.raw<std::uint8_t>();
    out.is_part = (flags & kIsPart) != 0;
    out.by_words_alone = (flags & kByWords) != 0;
    out.tokens = in_.varint32();
    before_ = {0, 0, out.lines.end_line, out.end};
  }

  const BlockView* block_;
  base::ByteReader in_;
  std::uint64_t string_bytes_left_;
  BlockPosition before_;
  std::uint64_t next_string_ = 0;
};

/// Reads the strings of a block; false: damaged.
bool read_strings(base::ByteReader& in, bool are_placed, BlockView& block) {
  const std::uint64_t count = in.varint();
  if (count > in.remaining()) return false;
  std::vector<std::uint64_t> sizes(static_cast<std::size_t>(count));
  for (auto& size : sizes) size = in.varint();
  block.strings.resize(sizes.size());
  std::uint32_t last = 0;
  for (std::size_t i = 0; are_placed && i < sizes.size(); ++i) {
    const bool is_in_text = (sizes[i] & 1) != 0;
    sizes[i] >>= 1;
    if (!is_in_text) continue;
    const std::uint32_t place = in.difference(last);
    if (place > block.text.size() || sizes[i] > block.text.size() - place) return false;
    block.strings[i] = block.text.substr(place, static_cast<std::size_t>(sizes[i]));
    last = place + static_cast<std::uint32_t>(sizes[i]);
    sizes[i] = 0;
  }
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] != 0) block.strings[i] = in.take(sizes[i]);
  return true;
}

/// Reads the part after the text; false: damaged.
bool read_rest(base::ByteReader& in, BlockView& block) {
  if (!read_strings(in, block.numbers_new_strings, block)) return false;
  block.symbol_count = in.varint32();
  block.chunk_count = in.varint32();
  block.records = in.take(in.remaining());
  // A record has several bytes, so larger counts are invalid.
  return in.ok() && block.symbol_count <= block.records.size() &&
         block.chunk_count <= block.records.size();
}

}  // namespace

std::optional<BlockView> open_records(std::string_view bytes, std::uint32_t begin,
                                      std::string_view text) {
  base::ByteReader in(bytes);
  BlockView block;
  block.begin = begin;
  block.text = text;
  if (!read_rest(in, block)) return std::nullopt;
  return block;
}

std::optional<BlockView> open_block(std::string_view bytes) {
  base::ByteReader in(bytes);
  const auto version = in.raw<std::uint8_t>();
  if (version != kBlockVersion && version != kOldBlockVersion) return std::nullopt;
  BlockView block;
  block.numbers_new_strings = version == kBlockVersion;
  block.begin = in.varint32();
  block.text = in.text();
  if (!read_rest(in, block)) return std::nullopt;
  return block;
}

std::optional<std::vector<PlacedSymbol>> read_symbols(const BlockView& block) {
  RecordReader in(block);
  std::vector<PlacedSymbol> symbols;
  for (std::uint32_t i = 0; i < block.symbol_count && in.ok(); ++i) symbols.push_back(in.symbol());
  if (!in.ok()) return std::nullopt;
  return symbols;
}

std::optional<std::vector<ChunkRecord>> read_chunks(const BlockView& block) {
  RecordReader in(block);
  in.skip_symbols();
  std::vector<ChunkRecord> chunks;
  for (std::uint32_t i = 0; i < block.chunk_count && in.ok(); ++i) chunks.push_back(in.chunk());
  if (!in.is_done()) return std::nullopt;
  return chunks;
}

std::optional<ChunkRecord> read_chunk(const BlockView& block, std::uint32_t index) {
  if (index >= block.chunk_count) return std::nullopt;
  RecordReader in(block);
  in.skip_symbols();
  for (std::uint32_t i = 0; i < index && in.ok(); ++i) in.skip_chunk();
  ChunkRecord chunk = in.chunk();
  if (!in.ok()) return std::nullopt;
  return chunk;
}

}  // namespace codeweaver::store
