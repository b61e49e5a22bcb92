// PathTable: each path once.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/name_links.hpp"

namespace codeweaver::engine {

std::uint32_t PathTable::number(std::string_view path) {
  if (const auto at = numbers_.find(path); at != numbers_.end()) return at->second;
  const auto number = static_cast<std::uint32_t>(paths_.size());
  numbers_.emplace(paths_.emplace_back(path), number);
  return number;
}

}  // namespace codeweaver::engine
