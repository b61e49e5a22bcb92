// Texts of queries, taken from what a definition has. Each is empty where nothing suits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace codeweaver::evaluate {

/// The name, where it is one plain word of at least 5 characters.
std::string plain_name(std::string_view name);

/// The words of a comment's first sentence, joined by blanks, where they are 5 to 25.
std::string first_sentence(std::string_view doc);

/// Three whole lines from the middle of a definition, of 60 to 400 characters.
std::string middle_lines(std::string_view code);

/// Steps of the golden ratio: visits a list evenly, wherever the visit ends.
class EvenVisit {
 public:
  /// The next place in a list of `size` > 0 items.
  std::size_t next(std::size_t size) noexcept;

 private:
  double place_ = 0;
};

}  // namespace codeweaver::evaluate
