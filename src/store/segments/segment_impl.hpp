// An open segment: typed views of its mapped sections, checked once.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "base/file.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/layout/page_checks.hpp"
#include "store/layout/segment_format.hpp"
#include "store/postings/gram_dictionary.hpp"
#include "store/postings/posting_blocks.hpp"
#include "store/postings/term_dictionary.hpp"
#include "store/postings/text_blocks.hpp"
#include "store/segments/deleted_counts.hpp"
#include "store/segments/segment.hpp"
#include "store/vectors/vector_codes.hpp"

namespace codeweaver::store {

struct Segment::Impl {
  base::MappedFile map;
  std::string name;
  SegmentHeader header;
  std::span<const ChunkEntry> chunks;
  std::span<const FileEntry> files;
  std::span<const StringRef> languages;
  std::string_view strings;
  std::span<const std::array<std::uint16_t, kFieldCount>> lengths;
  TermDictionary dictionary;
  std::string_view postings;               ///< without the padding, which is readable after it
  std::span<const TextBlock> text_blocks;  ///< check the whole section before reading one
  GramDictionary grams;
  std::string_view gram_lists;
  VectorView vectors;
  std::string_view graph;  ///< empty: none
  ChunkSet with_vector;
  mutable SharedDeletedCounts deleted_counts;
  /// Check bytes with it before reading them, except for chunks, files, languages, mean and
  /// spreads, which are compared when the segment is opened.
  std::unique_ptr<const PageChecks> checks;

  std::string_view section(SectionId id) const noexcept {
    const Section& entry = header.sections[static_cast<std::size_t>(id)];
    return map.bytes().substr(static_cast<std::size_t>(entry.offset),
                              static_cast<std::size_t>(entry.size_bytes));
  }
  bool is_intact(SectionId id) const noexcept { return checks->is_intact(id, section(id)); }
  /// The sections that every lexical search reads at any place.
  bool are_tables_intact() const noexcept {
    return is_intact(SectionId::kLengths) && is_intact(SectionId::kTermBlocks);
  }
  /// The sections that every dense search reads for each row.
  bool are_row_scales_intact() const noexcept {
    return is_intact(SectionId::kVectorScales) && is_intact(SectionId::kVectorBiases);
  }
  /// The codes of `count` rows.
  bool are_rows_intact(std::size_t first, std::size_t count) const noexcept {
    return checks->are_intact(vectors.row(first), count * vectors.row_bytes);
  }
  bool are_nibbles_intact(std::size_t row) const noexcept {
    const std::size_t bytes = vectors.row_bytes / 2;
    return checks->are_intact(vectors.nibbles + row * bytes, bytes);
  }
  /// Empty if damaged.
  std::string_view string(StringRef ref) const noexcept {
    const auto text = strings.substr(ref.offset, ref.size_bytes);
    return checks->are_intact(text) ? text : std::string_view();
  }
  /// Adds the text blocks that contain a gram to a set of all text blocks; false: damaged.
  bool add_gram(text::Gram gram, ChunkSet& blocks) const;
  /// The text blocks [first, last) of a file.
  std::pair<std::uint32_t, std::uint32_t> file_blocks(std::size_t file) const noexcept {
    const std::size_t next = file + 1;
    return {files[file].first_block, next < files.size()
                                         ? files[next].first_block
                                         : static_cast<std::uint32_t>(text_blocks.size())};
  }
  /// Postings of a term; nullopt if they or the term's entry are damaged.
  std::optional<TermPostings> postings_of(const TermInfo& info) const noexcept;
};

}  // namespace codeweaver::store
