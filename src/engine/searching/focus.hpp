// Focus: the definition of a chunk that answers, or the run of its lines.
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
#include "engine/searching/question.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// What is shown of a chunk: all of it, or one of the parts that it was merged from.
struct Focus {
  std::string_view text;         ///< of the chunk's, whole lines
  std::uint32_t begin = 0;       ///< of `text` in the content's
  Span lines{};                  ///< of the content
  std::string symbol{}, kind{};  ///< what `text` defines; empty: nothing
  /// The line of `text`, from 0, where `symbol` is defined; nullopt: that is outside.
  std::optional<std::size_t> named_line{};
  std::optional<std::size_t> asked_line{};  ///< of `text`, from 0, that the query gives
  std::vector<std::string> context{};  ///< first lines of the definitions around it in the chunk
  double evidence = 1;                 ///< what it has of the query, beside the chunk's best part
};

/// All of a chunk, named after its main definition.
inline Focus whole(const store::ChunkText& chunk) {
  const auto& record = chunk.record;
  return {chunk.text, record.begin, record.lines, record.symbol, record.kind};
}

/// Chunks are merged from small neighbours and hold whole classes; a reader wants the definition
/// that matched. Its lines are those of the part, down from the whole chunk, that holds what the
/// chunk has of the query: a definition which the query names, else the one whose lines (its
/// comment's and its name's, too) hold most of the query's words, each the rarer in the chunk the
/// more. All of the chunk where no part stands out: then nothing of the answer is left out, and it
/// is called after the part that has clearly more of the query than the one it is named after.
/// `definitions`: those that begin in the chunk, by first line. `line`: of the content, that is
/// asked for, and with it the innermost definition around it; 0: none.
/// Two where two neighbours both answer, the better one first: both are named, or both have so much
/// of the query that either would be shown without the other, and more than any third. Views the
/// chunk. Cost: one reading of the chunk's text.
std::vector<Focus> focus_on(const Question& question, const store::ChunkText& chunk,
                            std::span<const store::SymbolRecord> definitions,
                            std::uint32_t line = 0);

}  // namespace codeweaver::engine
