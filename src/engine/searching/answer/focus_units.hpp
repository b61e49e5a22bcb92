// The parts of a chunk between which its focus chooses.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "store/database/records.hpp"

namespace codeweaver::engine {

/// Kinds that are single lines of a larger thing: they name a match, but are not shown alone.
inline bool is_data(std::string_view kind) noexcept {
  constexpr std::array<std::string_view, 11> kData = {
      "field",     "enumerator", "variant", "property", "constant", "variable",
      "attribute", "key",        "binding", "event",    "index"};
  return std::ranges::find(kData, kind) != kData.end();
}

/// Lines by their index in the chunk's text.
struct LineRange {
  std::size_t first = 0, end = 0;
  std::size_t size() const noexcept { return end - first; }
};

/// A definition, or the chunk itself.
struct Unit {
  LineRange lines;  ///< including the comment before it
  const store::SymbolRecord* symbol = nullptr;
  std::size_t parent = 0;
  std::vector<std::size_t> parts{};
};

/// A shown part and its evidence relative to the best part.
struct Answering {
  std::size_t part = 0;
  double evidence = 1;
};

inline bool is_named(const store::SymbolRecord& symbol, std::string_view asked) {
  if (symbol.name == asked || symbol.qualified_name == asked) return true;
  const std::string_view whole = symbol.qualified_name;
  if (!whole.ends_with(asked) || whole.size() == asked.size()) return false;
  const char before = whole[whole.size() - asked.size() - 1];
  return before == '.' || before == ':' || before == '/' || before == '#';
}

}  // namespace codeweaver::engine
