// Query texts from the parts of a definition. Each is empty if nothing suitable exists.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace codeweaver::evaluate {

/// The name, if it is one plain word of at least 5 characters.
std::string plain_name(std::string_view name);

/// The words of a comment's first sentence, joined by blanks, if they are 5 to 25 words.
std::string first_sentence(std::string_view doc);

/// Three whole lines from the middle of a definition, with 60 to 400 characters in total.
std::string middle_lines(std::string_view code);

/// Visits a list in steps of the golden ratio, so the visited items are spread evenly at any point.
class EvenVisit {
 public:
  /// The next index in a list of `size` > 0 items.
  std::size_t next(std::size_t size) noexcept;

 private:
  double place_ = 0;
};

}  // namespace codeweaver::evaluate
