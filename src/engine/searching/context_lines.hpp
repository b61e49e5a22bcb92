// Context: the lines around a chunk, bounded in bytes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Of a context line; longer ones end in "...", or begin with it where their start is far away.
inline constexpr std::size_t kContextLineBytes = 500;

/// What is around a chunk.
struct Context {
  std::vector<std::string> before, after;  ///< lines without terminators, valid UTF-8
  /// Some line is cut, or is missing because it lies behind more than was read.
  bool is_cut = false;
  /// The chunk begins, ends inside a line: there is more than white space on its line beside it.
  bool begins_inside_line = false, ends_inside_line = false;
};

/// The last `count` lines that end before byte `begin` of a content, and the first that start at or
/// after its byte `end`. `part` is what Database::text_around() gives for so many lines; its text
/// is valid UTF-8 but for characters that its ends cut. Cost: linear in `part`.
Context read_context(const store::TextPart& part, std::uint32_t begin, std::uint32_t end,
                     std::size_t count);

}  // namespace codeweaver::engine
