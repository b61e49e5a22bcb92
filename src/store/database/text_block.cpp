// Text blocks: cutting a content, and the bytes of a block.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/database/text_block.hpp"

#include <algorithm>
#include <unordered_map>

#include "store/layout/bytes.hpp"

namespace codeweaver::store {
namespace {

// Half the size saves 9 % of the time to read one chunk and costs 9 % more space; twice the size
// saves 7 % of the space and costs 40 % more time.
constexpr std::uint32_t kBlockBytes = 4096;
constexpr unsigned char kBlockVersion = 2;
// Version 1 had the bytes of all strings, and their numbers as they are.
constexpr unsigned char kOldBlockVersion = 1;

// Flags of a chunk.
constexpr unsigned char kIsPart = 1, kByWords = 2;

/// Differences that may be negative as numbers that are small when those are: 0, -1, 1, -2, ...
void put_difference(std::string& out, std::uint32_t value, std::uint32_t base) {
  const std::int64_t difference = std::int64_t{value} - std::int64_t{base};
  put_varint(out, (static_cast<std::uint64_t>(difference) << 1) ^
                      static_cast<std::uint64_t>(difference >> 63));
}

std::uint32_t read_difference(ByteReader& in, std::uint32_t base) {
  const std::uint64_t coded = in.varint();
  const auto difference =
      static_cast<std::int64_t>(coded >> 1) ^ -static_cast<std::int64_t>(coded & 1);
  const std::int64_t value = std::int64_t{base} + difference;
  if (difference < -std::int64_t{UINT32_MAX} || difference > std::int64_t{UINT32_MAX} ||
      value < 0 || value > std::int64_t{UINT32_MAX}) {
    in.fail();
    return 0;
  }
  return static_cast<std::uint32_t>(value);
}

/// Whether a string may stand in the text of its block as it is.
enum class Origin : std::uint8_t { kText, kElsewhere };

/// Each string of a block once, numbered in order of first use.
class StringTable {
 public:
  /// Appends what stands for the string: 0 where it is the next new one, else its number + 1.
  void put(std::string& out, std::string_view string, Origin origin) {
    const auto [at, is_new] =
        numbers_.try_emplace(string, static_cast<std::uint32_t>(strings_.size()));
    put_varint(out, is_new ? 0 : at->second + 1U);
    if (is_new) strings_.push_back({string, origin});
  }
  void put(std::string& out, const std::vector<std::string>& list) {
    put_varint(out, list.size());
    for (const std::string& string : list) put(out, string, Origin::kText);
  }
  /// What is in `text` is written as its place there: names come in about the order of the text,
  /// so that they are a byte or two. Sizes, places and bytes lie apart, which packs better.
  void write(std::string& out, std::string_view text) const {
    std::string places, bytes;
    std::size_t last = 0;  // end of the string found last
    put_varint(out, strings_.size());
    for (const auto& [string, origin] : strings_) {
      const std::size_t place = origin == Origin::kText ? find(text, string, last) : kNone;
      put_varint(out, string.size() << 1 | (place != kNone ? 1 : 0));
      if (place == kNone) {
        bytes += string;
        continue;
      }
      put_difference(places, static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(last));
      last = place + string.size();
    }
    out += places;
    out += bytes;
  }

 private:
  static constexpr std::size_t kNone = std::string_view::npos;

  struct Entry {
    std::string_view string;
    Origin origin;
  };

  /// Behind `from` if it is there. Short strings are as many bytes as their places.
  static std::size_t find(std::string_view text, std::string_view string, std::size_t from) {
    constexpr std::size_t kLeast = 3, kMost = 64;
    if (string.size() < kLeast || string.size() > kMost) return kNone;
    const std::size_t behind = text.find(string, from);
    return behind != kNone ? behind : text.substr(0, from).find(string);
  }

  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::vector<Entry> strings_;
};

/// What the next record is written relative to.
struct Before {
  std::uint32_t ordinal = 0, chunk = 0, line = 0, end = 0;
};

void put_symbol(std::string& out, StringTable& strings, const SymbolRecord& symbol,
                std::uint32_t ordinal, Before& before) {
  put_difference(out, ordinal, before.ordinal);
  const bool is_same = symbol.qualified_name == symbol.name;
  strings.put(out, symbol.qualified_name, is_same ? Origin::kText : Origin::kElsewhere);
  const bool is_suffix = symbol.qualified_name.ends_with(symbol.name);
  put_varint(out, is_suffix ? symbol.name.size() + 1 : 0);
  if (!is_suffix) strings.put(out, symbol.name, Origin::kText);
  strings.put(out, symbol.kind, Origin::kElsewhere);
  put_difference(out, symbol.lines.start_line, before.line);
  put_difference(out, symbol.lines.end_line, symbol.lines.start_line);
  put_difference(out, symbol.chunk, before.chunk);
  before = {ordinal + 1, symbol.chunk, symbol.lines.start_line, 0};
}

void put_chunk(std::string& out, StringTable& strings, const ChunkRecord& chunk, Before& before) {
  put_difference(out, chunk.begin, before.end);
  put_varint(out, chunk.end - chunk.begin);
  put_difference(out, chunk.lines.start_line, before.line);
  put_difference(out, chunk.lines.end_line, chunk.lines.start_line);
  out += static_cast<char>(chunk.source);
  out += static_cast<char>(chunk.semantic_class);
  out += static_cast<char>((chunk.is_part ? kIsPart : 0) | (chunk.by_words_alone ? kByWords : 0));
  put_varint(out, chunk.tokens);
  for (const std::string* string : {&chunk.symbol, &chunk.kind, &chunk.doc, &chunk.context})
    strings.put(out, *string, Origin::kElsewhere);
  strings.put(out, chunk.defines);
  strings.put(out, chunk.references);
  before = {0, 0, chunk.lines.end_line, chunk.end};
}

/// Reads records of a block in order.
class RecordReader {
 public:
  explicit RecordReader(const BlockView& block) : block_(&block), in_(block.records) {}

  PlacedSymbol symbol() {
    PlacedSymbol out;
    out.ordinal = read_difference(in_, before_.ordinal);
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
    out.symbol.chunk = read_difference(in_, before_.chunk);
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
  /// Between symbols and chunks.
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
    if (index < block_->strings.size()) return block_->strings[index];
    in_.fail();
    return {};
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
    out.start_line = read_difference(in_, before_.line);
    out.end_line = read_difference(in_, out.start_line);
    return out;
  }
  void place(ChunkRecord& out) {
    out.begin = read_difference(in_, before_.end);
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
  ByteReader in_;
  Before before_;
  std::uint64_t next_string_ = 0;
};

/// Reads the strings of a block; false: damaged.
bool read_strings(ByteReader& in, bool are_placed, BlockView& block) {
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
    const std::uint32_t place = read_difference(in, last);
    if (place > block.text.size() || sizes[i] > block.text.size() - place) return false;
    block.strings[i] = block.text.substr(place, static_cast<std::size_t>(sizes[i]));
    last = place + static_cast<std::uint32_t>(sizes[i]);
    sizes[i] = 0;
  }
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] != 0) block.strings[i] = in.take(sizes[i]);
  return true;
}

void share_out_symbols(const ContentRecord& content, std::vector<BlockCut>& cuts) {
  for (std::uint32_t ordinal = 0; ordinal < content.symbols.size(); ++ordinal) {
    const auto after = std::upper_bound(
        cuts.begin() + 1, cuts.end(), content.symbols[ordinal].chunk,
        [](std::uint32_t chunk, const auto& cut) { return chunk < cut.first_chunk; });
    (after - 1)->symbols.push_back(ordinal);
  }
}

std::string_view block_text(const ContentRecord& content, const BlockCut& cut) {
  return std::string_view(content.text).substr(cut.begin, cut.end - cut.begin);
}

/// Reads what follows the text; false: damaged.
bool read_rest(ByteReader& in, BlockView& block) {
  if (!read_strings(in, block.numbers_new_strings, block)) return false;
  block.symbol_count = in.varint32();
  block.chunk_count = in.varint32();
  block.records = in.take(in.remaining());
  // A record has several bytes, so that counts beyond this cannot be true.
  return in.ok() && block.symbol_count <= block.records.size() &&
         block.chunk_count <= block.records.size();
}

}  // namespace

std::vector<BlockCut> cut_blocks(const ContentRecord& content) {
  const auto size = static_cast<std::uint32_t>(content.text.size());
  const auto count = static_cast<std::uint32_t>(content.chunks.size());
  std::vector<BlockCut> cuts;
  std::uint32_t covered = 0;
  do {
    BlockCut cut;
    cut.first_chunk = cut.last_chunk = cuts.empty() ? 0 : cuts.back().last_chunk;
    cut.begin = cut.end = covered;
    // A small rest joins the block before it.
    while (cut.last_chunk < count &&
           (cut.end - cut.begin < kBlockBytes || size - cut.end < kBlockBytes / 4)) {
      const ChunkRecord& chunk = content.chunks[cut.last_chunk++];
      cut.begin = std::min(cut.begin, chunk.begin);
      cut.end = std::max(cut.end, std::min(chunk.end, size));
    }
    if (cut.last_chunk == count) cut.end = size;
    covered = cut.end;
    cuts.push_back(std::move(cut));
  } while (cuts.back().last_chunk < count);
  share_out_symbols(content, cuts);
  return cuts;
}

std::string pack_records(const ContentRecord& content, const BlockCut& cut) {
  StringTable strings;
  std::string records;
  Before before;
  for (const std::uint32_t ordinal : cut.symbols)
    put_symbol(records, strings, content.symbols[ordinal], ordinal, before);
  before = {0, 0, 0, cut.begin};
  for (std::uint32_t i = cut.first_chunk; i < cut.last_chunk; ++i)
    put_chunk(records, strings, content.chunks[i], before);

  std::string out;
  strings.write(out, block_text(content, cut));
  put_varint(out, cut.symbols.size());
  put_varint(out, cut.last_chunk - cut.first_chunk);
  return out += records;
}

std::string pack_block(const ContentRecord& content, const BlockCut& cut) {
  std::string out(1, static_cast<char>(kBlockVersion));
  put_varint(out, cut.begin);
  put_text(out, block_text(content, cut));
  return out += pack_records(content, cut);
}

std::optional<BlockView> open_records(std::string_view bytes, std::uint32_t begin,
                                      std::string_view text) {
  ByteReader in(bytes);
  BlockView block;
  block.begin = begin;
  block.text = text;
  if (!read_rest(in, block)) return std::nullopt;
  return block;
}

std::optional<BlockView> open_block(std::string_view bytes) {
  ByteReader in(bytes);
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
