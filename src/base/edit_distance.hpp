// Edit distance, for "Did you mean" suggestions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace codeweaver::base {

/// Returns the number of insertions, deletions and replacements that turn `a` into `b`, or most + 1
/// if it exceeds `most`. Cost: the product of the sizes; constant if the sizes differ by more than
/// `most`.
inline std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most) {
  if (a.size() > b.size() + most || b.size() > a.size() + most) return most + 1;
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
    if (*std::ranges::min_element(row) > most) return most + 1;
  }
  return std::min(row.back(), most + 1);
}

/// Returns the name that is most similar to the misspelled `wrong`; the first one on a tie. Ignores
/// case, '_' and '-'. Empty: no name is close enough.
inline std::string_view nearest_name(std::string_view wrong,
                                     std::span<const std::string_view> names) {
  const auto squeezed = [](std::string_view name) {
    std::string out;
    for (const char c : name)
      if (c != '_' && c != '-') out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return out;
  };
  std::string_view nearest;
  std::size_t smallest = std::max<std::size_t>(2, wrong.size() / 3) + 1;
  const std::string plain = squeezed(wrong);
  for (const std::string_view name : names) {
    const std::size_t limit = std::min(smallest, std::max<std::size_t>(name.size(), 2));
    if (limit == 0) break;
    const std::size_t distance = edit_distance(plain, squeezed(name), limit - 1);
    if (distance >= limit) continue;
    smallest = distance;
    nearest = name;
  }
  return nearest;
}

}  // namespace codeweaver::base
