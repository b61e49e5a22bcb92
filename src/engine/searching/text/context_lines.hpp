// Context: the lines around a chunk, bounded in bytes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Maximum size of a context line. Longer lines end in "...", or start with it if their beginning
/// is too far away.
inline constexpr std::size_t kContextLineBytes = 500;

/// Lines around a chunk.
struct Context {
  std::vector<std::string> before, after;  ///< lines without terminators, valid UTF-8
  /// True if a line is cut, or missing because it is outside the read text.
  bool is_cut = false;
  /// True if the chunk begins or ends inside a line: its line has other text than white space
  /// outside the chunk.
  bool begins_inside_line = false, ends_inside_line = false;
};

/// Returns the last `count` lines before byte `begin` of a content and the first `count` lines from
/// byte `end`. `part` is the result of Database::text_around() for `count` lines; its text is valid
/// UTF-8 except for characters cut at its ends. Cost: linear in `part`.
Context read_context(const store::TextPart& part, std::uint32_t begin, std::uint32_t end,
                     std::size_t count);

}  // namespace codeweaver::engine
