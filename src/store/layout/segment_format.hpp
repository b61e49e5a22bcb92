// Byte layout of a segment (docs/internals/index_format.md): header, sections, fixed records.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/hash.hpp"
#include "codeweaver/detail/bm25f.hpp"

namespace codeweaver::store {

inline constexpr std::array<char, 8> kSegmentMagic = {'C', 'W', 'S', 'E', 'G', 'M', 'N', 'T'};
inline constexpr std::uint32_t kSegmentVersion = 6;
/// Alignment of sections and vector rows: one cache line, one AVX-512 register.
inline constexpr std::size_t kSegmentAlignment = 64;

/// Number of each section in the header's table. Missing sections have size 0.
enum class SectionId : std::uint8_t {
  kChunks,         ///< ChunkEntry[chunks]
  kFiles,          ///< FileEntry[files]
  kStrings,        ///< paths, symbols, language ids
  kLanguages,      ///< StringRef[languages]
  kLengths,        ///< uint16[chunks][kFieldCount]: number of terms per field, at most 65535
  kTermBlocks,     ///< TermBlock, one per 16 terms
  kTermData,       ///< front-coded terms with their document frequency and postings size
  kPostings,       ///< see postings.hpp and posting_blocks.hpp
  kVectorMean,     ///< float[dimension]
  kVectorSpreads,  ///< float[dimension]
  kVectorScales,   ///< float[chunks]
  kVectorBiases,   ///< float[chunks]
  kVectorRows,     ///< uint8[chunks][row_bytes], 128 + code
  kVectorNibbles,  ///< uint8[chunks][row_bytes / 2], see vector_codes.hpp
  kGraph,          ///< HNSW links, see faiss_graph.cpp
  kBitCodes,       ///< float[n] factors, then uint32[n][words]; n: chunks, rounded up to blocks of
                   ///< 16
  kTextBlocks,     ///< TextBlock, in file order; see text_blocks.hpp
  kGramBlocks,     ///< GramBlock, one per 64 grams
  kGramData,       ///< grams with the size of their lists
  kGramLists,      ///< the text blocks that contain a gram, see gram_list.hpp
  kPageChecksums,  ///< uint64 per page of the file before this section; see page_checksum()
};
inline constexpr std::size_t kSectionCount = 21;

/// The unit of checksums, compared when a search first reads from it.
inline constexpr std::size_t kPageBytes = 4096;

/// Smaller segments have no bit codes, because scanning all rows at 8 bits is as fast.
inline constexpr std::size_t kBitCodesFrom = 20'000;

struct Section {
  std::uint64_t offset = 0;
  std::uint64_t size_bytes = 0;
  std::uint64_t checksum = 0;  ///< XXH3-64 of its bytes
};

struct SegmentHeader {
  std::array<char, 8> magic = kSegmentMagic;
  std::uint32_t version = kSegmentVersion;
  std::uint32_t header_bytes = sizeof(SegmentHeader);
  std::uint64_t file_bytes = 0;
  std::uint32_t chunks = 0;
  std::uint32_t files = 0;
  std::uint32_t terms = 0;
  std::uint32_t languages = 0;
  std::uint32_t dimension = 0;
  std::uint32_t row_bytes = 0;  ///< dimension rounded up to kSegmentAlignment
  std::array<std::uint64_t, rank::kFieldCount> field_lengths{};
  std::array<Section, kSectionCount> sections{};
  std::uint64_t checksum = 0;  ///< XXH3-64 of the header before this field
};
static_assert(sizeof(SegmentHeader) == 592 && offsetof(SegmentHeader, checksum) == 584);

struct StringRef {
  std::uint32_t offset = 0;
  std::uint32_t size_bytes = 0;
};

struct ChunkEntry {
  std::uint32_t file = 0;
  std::uint32_t ordinal = 0;
  std::uint32_t start_line = 0;
  std::uint32_t end_line = 0;
  std::uint32_t tokens = 0;
  StringRef symbol;
  std::uint16_t language = 0;
  std::uint8_t semantic_class = 0;
  std::uint8_t flags = 0;

  static constexpr std::uint8_t kIsTest = 1, kIsGenerated = 2, kHasVector = 4;
  static constexpr unsigned kSourceShift = 4;  ///< ChunkSource in bits 4 and 5
};
static_assert(sizeof(ChunkEntry) == 32);

struct FileEntry {
  std::uint64_t content_high = 0;
  std::uint64_t content_low = 0;
  StringRef path;
  std::uint32_t first_chunk = 0;  ///< its chunks end at the first chunk of the next file
  std::uint32_t first_block = 0;  ///< text blocks; they end at the first block of the next file
};
static_assert(sizeof(FileEntry) == 32);

inline constexpr std::size_t kTermsPerBlock = 16;
struct TermBlock {
  std::uint64_t postings_offset = 0;  ///< of its first term
  std::uint32_t data_offset = 0;
  std::uint32_t reserved = 0;
};
static_assert(sizeof(TermBlock) == 16);

inline constexpr std::size_t kGramsPerBlock = 64;
struct GramBlock {
  std::uint64_t lists_offset = 0;  ///< of its first gram
  std::uint32_t data_offset = 0;
  std::uint32_t first_gram = 0;
};
static_assert(sizeof(GramBlock) == 16);

constexpr std::uint64_t align_up(std::uint64_t value) noexcept {
  return (value + kSegmentAlignment - 1) / kSegmentAlignment * kSegmentAlignment;
}

/// XXH3-64 of page `index` of `bytes`, seeded with `number`, the page's number in the file. Page 0
/// is hashed without the header; the last page up to the end of `bytes`.
inline std::uint64_t page_checksum(std::string_view bytes, std::size_t index,
                                   std::uint64_t number) noexcept {
  const std::size_t first =
      index * kPageBytes + (number == 0 ? align_up(sizeof(SegmentHeader)) : 0);
  const std::size_t end = (index + 1) * kPageBytes;
  return first < bytes.size() ? base::hash64(bytes.substr(first, end - first), number) : 0;
}

}  // namespace codeweaver::store
