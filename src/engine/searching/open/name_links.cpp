// TextTable: each text once.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/name_links.hpp"

namespace codeweaver::engine {

std::uint32_t TextTable::number(std::string_view text) {
  if (const auto at = numbers_.find(text); at != numbers_.end()) return at->second;
  const auto number = static_cast<std::uint32_t>(texts_.size());
  numbers_.emplace(texts_.emplace_back(text), number);
  return number;
}

}  // namespace codeweaver::engine
