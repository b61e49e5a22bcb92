// SegmentInput: one chunk on its way into a segment.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/hash.hpp"
#include "codeweaver/rank/bm25f.hpp"
#include "codeweaver/semantic.hpp"
#include "codeweaver/text/term_list.hpp"
#include "codeweaver/types.hpp"
#include "store/postings/text_blocks.hpp"

namespace codeweaver::store {

using rank::kFieldCount;

/// One chunk on its way into a segment. Views live until SegmentBuilder::add returns.
struct SegmentInput {
  std::string_view path;  ///< chunks of one file come one after another, files in path order
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
  /// Of the file's whole text, read with its first chunk; null: nothing of it is found exactly.
  const TextBlocks* text_blocks = nullptr;
  std::span<const float> vector;  ///< unit length; empty, zero or not finite: no dense side
};

}  // namespace codeweaver::store
