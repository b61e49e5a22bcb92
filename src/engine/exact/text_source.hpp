// TextSource: the bytes of a file for an exact search.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/types.hpp"
#include "engine/exact/line_buffer.hpp"

namespace codeweaver::engine {

/// A text to search.
struct TextSource {
  ReadBytes read{};
  /// Zero bytes are handled as in a mapped file: see LineSearch.
  bool is_mapped = false;
  bool is_named = false;  ///< zero bytes end lines or have no effect; else they end the text
  const std::vector<Span>* lines = nullptr;  ///< only these lines can match, ascending; null: all
  /// All bytes including byte order marks, if they are known in advance; else its data is null.
  std::string_view whole{};

  ZeroRule zero_rule() const noexcept {
    if (is_mapped) return ZeroRule::kKept;
    return is_named ? ZeroRule::kEndsLine : ZeroRule::kEndsText;
  }
};

/// Opens a regular file for streaming. UTF-8 byte order marks are removed; UTF-16 with a mark is
/// decoded (completely in memory). Errors: kIo with the message of the system.
Result<TextSource> open_text(const std::string& path, bool is_named, bool is_mapped);

/// Opens files one after the other. Small files are read at once into memory that is reused. Not
/// safe for concurrent use.
class TextFileReader {
 public:
  /// Like open_text() for a file that is not mapped. The result is valid until the next call.
  Result<TextSource> open(const std::string& path, bool is_named);

 private:
  std::unique_ptr<char[]> bytes_;
};

/// Reads a text from another source, as an explicitly named file. Errors: as for open_text().
Result<TextSource> read_text(ReadBytes read);

/// A text in memory, decoded in the same way.
TextSource text_in_memory(std::string text, bool is_named = true, bool is_mapped = false);

}  // namespace codeweaver::engine
