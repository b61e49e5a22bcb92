// The byte layout of a static model file, shared by the loader and the trainer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace codeweaver::model {

static_assert(std::endian::native == std::endian::little, "model files are mapped as they are");

/// The first bytes of a model file. Sections follow in the order of the fields of
/// StaticModelLayout, each at a multiple of kSectionAlignment. All numbers are little-endian.
struct StaticModelHeader {
  char magic[8];             ///< kStaticModelMagic
  std::uint32_t version;     ///< kStaticModelVersion
  std::uint32_t dimension;   ///< multiple of 8
  std::uint32_t vocabulary;  ///< number of words; each has one vector
  std::uint32_t slots;       ///< power of two, more than `vocabulary`
  std::uint32_t pool_bytes;  ///< size of all words together
  std::uint32_t reserved;    ///< 0
  std::uint64_t checksum;    ///< hash64 of the rest, seeded with that of the header with checksum 0
  char name[24];             ///< model name, NUL-padded
};
static_assert(sizeof(StaticModelHeader) == 64);

inline constexpr std::string_view kStaticModelMagic = "CWSTATIC";
inline constexpr std::uint32_t kStaticModelVersion = 1;
inline constexpr std::uint32_t kMaxDimension = 1024;
inline constexpr std::uint32_t kMaxVocabulary = 1U << 22;
inline constexpr std::uint32_t kMaxPoolBytes = 1U << 28;
inline constexpr std::uint64_t kSectionAlignment = 64;

/// The start of each section, in bytes from the start of the file.
struct StaticModelLayout {
  std::uint64_t slots;    ///< u32 per slot: word number + 1, or 0; linear probing from word_hash
  std::uint64_t ends;     ///< u32 per word: its end in the pool
  std::uint64_t scales;   ///< f32 per word: factor of its vector
  std::uint64_t pool;     ///< the words
  std::uint64_t vectors;  ///< vocabulary x dimension, i8, row-major
  std::uint64_t size;     ///< of the whole file
};

/// Requires counts within the limits above, so nothing overflows.
constexpr StaticModelLayout layout_of(const StaticModelHeader& header) noexcept {
  const auto after = [](std::uint64_t begin, std::uint64_t bytes) {
    return (begin + bytes + kSectionAlignment - 1) / kSectionAlignment * kSectionAlignment;
  };
  const std::uint64_t words = header.vocabulary;
  StaticModelLayout layout{};
  layout.slots = sizeof(StaticModelHeader);
  layout.ends = after(layout.slots, std::uint64_t{4} * header.slots);
  layout.scales = after(layout.ends, 4 * words);
  layout.pool = after(layout.scales, 4 * words);
  layout.vectors = after(layout.pool, header.pool_bytes);
  layout.size = layout.vectors + words * header.dimension;
  return layout;
}

/// FNV-1a, folded. Selects the first slot of a word.
constexpr std::uint32_t word_hash(std::string_view word) noexcept {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : word) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001B3U;
  }
  return static_cast<std::uint32_t>(hash ^ (hash >> 32U));
}

}  // namespace codeweaver::model
