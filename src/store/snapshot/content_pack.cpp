// Packs and unpacks contents without their texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/snapshot/content_pack.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/utf8.hpp"
#include "store/database/text_block.hpp"

namespace codeweaver::store {
namespace {

/// Whether a position in a text is at a character boundary.
bool is_at_character(std::string_view text, std::uint32_t place) {
  return place == text.size() || (static_cast<unsigned char>(text[place]) & 0xC0) != 0x80;
}

bool fits(const ChunkRecord& chunk, std::string_view text, std::uint32_t lines) {
  return chunk.begin <= chunk.end && chunk.end <= text.size() &&
         is_at_character(text, chunk.begin) && is_at_character(text, chunk.end) &&
         chunk.lines.start_line >= 1 && chunk.lines.start_line <= chunk.lines.end_line &&
         chunk.lines.end_line <= lines;
}

// The packed data is smaller than the text, except for the smallest texts. These limits reject
// larger data.
constexpr std::size_t kLeastPackedLimit = std::size_t{1} << 16;
constexpr std::size_t kMostPackedShare = 4;
constexpr std::size_t kLeastUnpackedStrings = std::size_t{1} << 20;
constexpr std::size_t kUnpackedStringShare = 64;

bool are_utf8(const ChunkRecord& chunk) {
  const auto is_utf8 = [](const std::string& text) { return base::is_utf8(text); };
  return is_utf8(chunk.symbol) && is_utf8(chunk.kind) && is_utf8(chunk.doc) &&
         is_utf8(chunk.context) && std::ranges::all_of(chunk.defines, is_utf8) &&
         std::ranges::all_of(chunk.references, is_utf8);
}

std::size_t string_bytes(const ChunkRecord& chunk) {
  std::size_t sum =
      chunk.symbol.size() + chunk.kind.size() + chunk.doc.size() + chunk.context.size();
  for (const auto* list : {&chunk.defines, &chunk.references})
    for (const auto& one : *list) sum += one.size() + sizeof(one);
  return sum;
}

/// Validates data from others, because readers of the database trust it.
bool is_sound(const ContentRecord& content) {
  if (!(content.error_ratio >= 0 && content.error_ratio <= 1) || !base::is_utf8(content.language))
    return false;
  const auto ends = std::count(content.text.begin(), content.text.end(), '\n');
  const auto lines = static_cast<std::uint32_t>(ends + 1);
  std::uint32_t begin = 0;
  for (const auto& chunk : content.chunks) {
    if (!fits(chunk, content.text, lines) || chunk.begin < begin || !are_utf8(chunk)) return false;
    begin = chunk.begin;
  }
  return std::ranges::all_of(content.symbols, [&](const SymbolRecord& symbol) {
    return symbol.chunk < content.chunks.size() && symbol.lines.start_line >= 1 &&
           symbol.lines.start_line <= symbol.lines.end_line && symbol.lines.end_line <= lines &&
           base::is_utf8(symbol.name) && base::is_utf8(symbol.qualified_name) &&
           base::is_utf8(symbol.kind);
  });
}

}  // namespace

std::string pack_content(const ContentRecord& content) {
  std::string out;
  base::put_text(out, content.language);
  base::put_raw(out, content.error_ratio);
  const auto cuts = cut_blocks(content);
  base::put_varint(out, cuts.size());
  for (const BlockCut& cut : cuts) {
    base::put_varint(out, cut.begin);
    base::put_varint(out, cut.end - cut.begin);
    base::put_text(out, pack_records(content, cut));
  }
  base::put_text(out, content.facts);
  return out;
}

std::optional<ContentRecord> unpack_content(std::string_view bytes, const base::Hash128& key,
                                            std::string text) {
  if (bytes.size() > kLeastPackedLimit + kMostPackedShare * text.size()) return std::nullopt;
  std::size_t strings_left = kLeastUnpackedStrings + kUnpackedStringShare * text.size();
  base::ByteReader in(bytes);
  ContentRecord content;
  content.key = key;
  content.language = in.text();
  content.error_ratio = in.raw<double>();
  content.text = std::move(text);
  std::vector<PlacedSymbol> symbols;
  for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
    const std::uint32_t begin = in.varint32();
    const std::uint32_t size = in.varint32();
    const auto records = in.text();
    if (!in.ok() || begin > content.text.size() || size > content.text.size() - begin)
      return std::nullopt;
    const auto block =
        open_records(records, begin, std::string_view(content.text).substr(begin, size));
    if (!block) return std::nullopt;
    auto chunks = read_chunks(*block);
    auto placed = read_symbols(*block);
    if (!chunks || !placed) return std::nullopt;
    for (const ChunkRecord& chunk : *chunks) {
      const auto bytes_of_strings = string_bytes(chunk);
      if (bytes_of_strings > strings_left) return std::nullopt;
      strings_left -= bytes_of_strings;
    }
    std::move(chunks->begin(), chunks->end(), std::back_inserter(content.chunks));
    std::move(placed->begin(), placed->end(), std::back_inserter(symbols));
  }
  content.facts = in.text();
  if (!in.ok() || !in.at_end()) return std::nullopt;
  std::ranges::sort(symbols, {}, &PlacedSymbol::ordinal);
  for (auto& placed : symbols) content.symbols.push_back(std::move(placed.symbol));
  if (!is_sound(content)) return std::nullopt;
  return content;
}

}  // namespace codeweaver::store
