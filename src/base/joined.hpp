// joined: texts in one text, with a separator.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <ranges>
#include <string>
#include <string_view>

namespace codeweaver::base {

/// The texts of `items` with `separator` between them. `text_of` takes an item and returns its
/// text.
template <std::ranges::input_range Items, class TextOf = std::identity>
std::string joined(const Items& items, std::string_view separator, TextOf text_of = {}) {
  std::string out;
  bool is_first = true;
  for (const auto& item : items) {
    if (!is_first) out += separator;
    out += std::invoke(text_of, item);
    is_first = false;
  }
  return out;
}

}  // namespace codeweaver::base
