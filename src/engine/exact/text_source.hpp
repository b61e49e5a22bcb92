// TextSource: the bytes of a file as an exact search reads them.
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
  /// Zero bytes are those of a mapped file: see LineSearch.
  bool is_mapped = false;
  bool is_named = false;  ///< zeros end lines, or nothing; else they end the text
  const std::vector<Span>* lines = nullptr;  ///< the only ones that match, ascending; null: all may
  /// All bytes that are read, marks too, where they are known before; its data is null: they are
  /// not.
  std::string_view whole{};

  ZeroRule zero_rule() const noexcept {
    if (is_mapped) return ZeroRule::kKept;
    return is_named ? ZeroRule::kEndsLine : ZeroRule::kEndsText;
  }
};

/// A regular file, read as it goes. Marks of UTF-8 are left out, UTF-16 is decoded by its mark
/// (then all of it is in memory). Errors: kIo with the message of the system.
Result<TextSource> open_text(const std::string& path, bool is_named, bool is_mapped);

/// Opens files one after the other; a small one is read at once, into memory that the next one
/// takes. Not for concurrent use.
class TextFileReader {
 public:
  /// As open_text() of a file that is not mapped; the text is used up before the next call.
  Result<TextSource> open(const std::string& path, bool is_named);

 private:
  std::unique_ptr<char[]> bytes_;
};

/// What is read from somewhere else, as a file that is named. Errors: as open_text().
Result<TextSource> read_text(ReadBytes read);

/// A text in memory, decoded in the same way.
TextSource text_in_memory(std::string text, bool is_named = true, bool is_mapped = false);

}  // namespace codeweaver::engine
