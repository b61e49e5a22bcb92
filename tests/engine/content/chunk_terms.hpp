// A chunk, and what the fields of its terms hold, for tests of features.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <string_view>

#include "codeweaver/detail/bm25f.hpp"
#include "codeweaver/detail/term_list.hpp"
#include "engine/content/features.hpp"
#include "store/database/records.hpp"

namespace codeweaver::engine {

inline const text::TermList& field_of(const ChunkTerms& terms, rank::Field which) {
  return terms.fields[static_cast<std::size_t>(which)];
}

inline bool holds(const text::TermList& list, std::string_view term) {
  return std::ranges::any_of(std::views::iota(std::size_t{0}, list.size()),
                             [&](std::size_t i) { return list[i] == term; });
}

/// A function in the middle of a text.
inline store::ChunkRecord upload_chunk() {
  store::ChunkRecord chunk;
  chunk.begin = 3;
  chunk.end = 15;
  chunk.lines = {2, 3};
  chunk.symbol = "Archive.upload";
  chunk.doc = "Sends bytes";
  chunk.context = "class Archive";
  chunk.defines = {"Archive.upload", "Archive.retry"};
  chunk.tokens = 9;
  return chunk;
}

/// The text that it is in.
inline constexpr std::string_view kUploadText = "xx\nstore(blob)\nyy";

}  // namespace codeweaver::engine
