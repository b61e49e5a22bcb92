// RequiredText: a text that a line with a match must hold, looked for before anything else.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "pattern/syntax.hpp"

namespace codeweaver::pattern {

/// The longest text, byte for byte, that each match holds; empty: none is known.
std::string required_text(const Node& node);

/// Finds a text by the rarest of its bytes. Thread safety: immutable.
class TextFinder {
 public:
  /// Of an empty text it finds nothing.
  explicit TextFinder(std::string text = {});

  bool empty() const noexcept { return text_.empty(); }
  /// Where the text begins at or behind `from`; npos: nowhere.
  std::size_t find(std::string_view in, std::size_t from) const noexcept;

 private:
  std::string text_;
  std::size_t rare_ = 0;  // which byte
};

}  // namespace codeweaver::pattern
