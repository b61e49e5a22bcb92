// RequiredText: a text that each matching line has, searched before anything else.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pattern/syntax.hpp"

namespace codeweaver::pattern {

/// The longest text, byte for byte, that each match has. Empty: none known.
std::string required_text(const Node& node);

/// Finds a text by its rarest byte. Time: linear in the searched bytes, for every text. Thread
/// safety: immutable.
class TextFinder {
 public:
  /// An empty text is never found.
  explicit TextFinder(std::string text = {});

  bool empty() const noexcept { return text_.empty(); }
  std::size_t size() const noexcept { return text_.size(); }
  /// The start of the text at or after `from`; npos: not found.
  std::size_t find(std::string_view in, std::size_t from) const noexcept;

 private:
  std::size_t find_linear(std::string_view in, std::size_t from) const noexcept;

  std::string text_;
  std::size_t rare_ = 0;  // index of the rarest byte
  // Of each prefix of a long text: the length of its longest end that the text begins with.
  std::vector<std::uint32_t> borders_;
};

}  // namespace codeweaver::pattern
