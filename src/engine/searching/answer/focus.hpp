// Focus: the definition or the lines of a chunk that match the query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/types.hpp"
#include "engine/searching/question/question.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// The shown part of a chunk: all of it, or one of the parts that it was merged from.
struct Focus {
  std::string_view text;         ///< whole lines of the chunk's text
  std::uint32_t begin = 0;       ///< offset of `text` in the content
  Span lines{};                  ///< line numbers in the content
  std::string symbol{}, kind{};  ///< the definition in `text`; empty: none
  /// The line of `text` (from 0) where `symbol` is defined; nullopt: it is outside.
  std::optional<std::size_t> named_line{};
  std::optional<std::size_t> asked_line{};  ///< the line of `text` (from 0) that the query gives
  std::vector<std::string> context{};  ///< first lines of the definitions around it in the chunk
  double evidence = 1;  ///< its matching evidence, relative to the best part of the chunk
};

/// The whole chunk, named after its main definition.
inline Focus whole(const store::ChunkText& chunk) {
  const auto& record = chunk.record;
  return {chunk.text, record.begin, record.lines, record.symbol, record.kind};
}

/// Chunks are merged from small neighbours and can hold whole classes, but a reader wants the
/// matching definition. Returns the smallest part that holds the query's evidence in the chunk:
/// - a definition that the query names; else the definition whose lines (with its comment and name)
///   contain the most query words, where words that are rare in the chunk count more;
/// - the whole chunk if no part stands out. It is then named after the part with clearly more query
///   words than its main definition. It has no name if the best line is outside of that part.
/// - two parts, the better one first, if two neighbours both match: both are named, or both have so
///   many query words that either would be shown alone, and more than any third part.
/// \param definitions Definitions that begin in the chunk, sorted by first line.
/// \param line The requested line of the content; the innermost definition around it is returned.
///   0: none.
/// Views the chunk. Cost: one pass over the chunk's text.
std::vector<Focus> focus_on(const Question& question, const store::ChunkText& chunk,
                            std::span<const store::SymbolRecord> definitions,
                            std::uint32_t line = 0);

}  // namespace codeweaver::engine
