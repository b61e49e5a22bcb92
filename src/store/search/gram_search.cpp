// Evaluates gram queries as set operations on text blocks, shortest lists first.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/search/gram_search.hpp"

#include <algorithm>
#include <vector>

#include "store/segments/segment_impl.hpp"

namespace codeweaver::store {
namespace {

using Kind = text::GramQuery::Kind;

/// Bytes of lists that take as long to read as one more file. Lists are read by size; when few
/// blocks are left, reading the files is faster than reading more lists.
constexpr std::uint64_t kBytesWorthAFile = 12'000;

class GramSearch {
 public:
  explicit GramSearch(const Segment::Impl& segment) : segment_(segment) {}

  std::optional<ChunkSet> blocks(const text::GramQuery& query) const {
    switch (query.kind) {
      case Kind::kAny:
        return ChunkSet(segment_.text_blocks.size(), true);
      case Kind::kGram: {
        ChunkSet set(segment_.text_blocks.size(), false);
        if (!segment_.add_gram(query.gram, set)) return std::nullopt;
        return set;
      }
      case Kind::kAll:
        return all(query);
      case Kind::kOneOf:
        return one_of(query);
    }
    return std::nullopt;
  }

 private:
  /// Bytes to read for a part of a query. Short lists belong to rare grams.
  std::uint64_t cost(const text::GramQuery& part) const {
    if (part.kind != Kind::kGram) return UINT64_MAX;
    GramInfo info;
    return segment_.grams.find(part.gram, info) == GramDictionary::Found::kThere ? info.size_bytes
                                                                                 : 0;
  }

  std::optional<ChunkSet> all(const text::GramQuery& query) const {
    std::vector<std::pair<std::uint64_t, const text::GramQuery*>> parts;
    for (const auto& part : query.parts) parts.emplace_back(cost(part), &part);
    std::ranges::stable_sort(parts, {}, [](const auto& part) { return part.first; });
    ChunkSet set(segment_.text_blocks.size(), true);
    for (const auto& [bytes, part] : parts) {
      if (part->kind == Kind::kGram && bytes > kBytesWorthAFile * set.count()) break;
      const auto found = blocks(*part);
      if (!found) return std::nullopt;
      set &= *found;
      if (set.count() == 0) break;
    }
    return set;
  }

  std::optional<ChunkSet> one_of(const text::GramQuery& query) const {
    ChunkSet set(segment_.text_blocks.size(), false);
    for (const auto& part : query.parts) {
      const auto found = blocks(part);
      if (!found) return std::nullopt;
      set |= *found;
    }
    return set;
  }

  const Segment::Impl& segment_;
};

}  // namespace

std::optional<ChunkSet> blocks_with_grams(const Segment& segment, const text::GramQuery& query) {
  auto blocks = GramSearch(segment.impl()).blocks(query);
  if (blocks && !segment.impl().add_gram(kEveryGram, *blocks)) return std::nullopt;
  return blocks;
}

std::optional<ChunkSet> chunks_with_grams(const Segment& segment, const text::GramQuery& query) {
  const auto blocks = blocks_with_grams(segment, query);
  if (!blocks) return std::nullopt;
  ChunkSet out(segment.size(), false);
  for (std::size_t file = 0; file < segment.file_count(); ++file) {
    const auto [first, last] = text_blocks_of(segment, file);
    bool is_admitted = first == last;
    for (auto block = first; block < last && !is_admitted; ++block)
      is_admitted = blocks->test(block);
    if (!is_admitted) continue;
    const auto [begin, end] = segment.file_chunks(file);
    out.set_range(begin, end, true);
  }
  return out;
}

std::pair<std::uint32_t, std::uint32_t> text_blocks_of(const Segment& segment, std::size_t file) {
  return segment.impl().file_blocks(file);
}

std::optional<TextBlock> text_block(const Segment& segment, std::uint32_t number) {
  const TextBlock& block = segment.impl().text_blocks[number];
  if (!segment.impl().checks->are_intact(&block, sizeof block)) return std::nullopt;
  return block;
}

}  // namespace codeweaver::store
