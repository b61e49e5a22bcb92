// An open segment: typed views of its mapped sections, checked once.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/file.hpp"
#include "store/deleted_counts.hpp"
#include "store/posting_blocks.hpp"
#include "store/segment.hpp"
#include "store/segment_format.hpp"
#include "store/term_dictionary.hpp"
#include "store/vector_codes.hpp"

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
  std::string_view postings;  ///< without the padding, which is readable behind it
  VectorView vectors;
  std::string_view graph;  ///< empty: none
  ChunkSet with_vector;
  mutable SharedDeletedCounts deleted_counts;

  std::string_view string(StringRef ref) const noexcept {
    return strings.substr(ref.offset, ref.size_bytes);
  }
  /// Postings of a term; nullopt where its entry is damaged.
  std::optional<TermPostings> postings_of(const TermInfo& info) const noexcept;
};

}  // namespace codeweaver::store
