// SegmentInput: one chunk to be added to a segment.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/hash.hpp"
#include "codeweaver/detail/bm25f.hpp"
#include "codeweaver/detail/term_list.hpp"
#include "codeweaver/semantic.hpp"
#include "codeweaver/types.hpp"
#include "store/postings/text_blocks.hpp"

namespace codeweaver::store {

using rank::kFieldCount;

/// One chunk to be added to a segment. Views must live until SegmentBuilder::add() returns.
struct SegmentInput {
  std::string_view path;  ///< chunks of one file are consecutive, files are in path order
  base::Hash128 content;
  std::uint32_t ordinal = 0;  ///< of the chunk in its content
  Span lines;
  SemanticClass semantic_class{};
  ChunkSource source{};
  std::string_view language;
  bool is_test = false, is_generated = false;
  std::uint32_t tokens = 0;
  std::string_view symbol;  ///< qualified name; stored for ranking without the database
  std::array<const text::TermList*, kFieldCount>
      terms{};  ///< analysed terms with repetitions; null: none
  /// The blocks of the file's whole text, read with its first chunk; null: the file is not in the
  /// exact text index.
  const TextBlocks* text_blocks = nullptr;
  std::span<const float> vector;  ///< unit length; empty, zero or not finite: no vector
};

}  // namespace codeweaver::store
