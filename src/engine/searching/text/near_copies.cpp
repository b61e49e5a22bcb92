// NearCopies: Jaccard similarity of lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/text/near_copies.hpp"

#include <algorithm>
#include <utility>

#include "base/hash.hpp"
#include "base/lines.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kFewestLines = 3;

std::string_view without_blanks(std::string_view line) noexcept {
  constexpr std::string_view kBlanks = " \t\r";
  const auto first = line.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(kBlanks) - first + 1);
}

std::size_t count_common(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::size_t common = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) ++common;
    const bool is_less = *i < *j, is_more = *j < *i;
    if (!is_more) ++i;
    if (!is_less) ++j;
  }
  return common;
}

/// Nine tenths of the union.
bool is_most(std::size_t common, std::size_t a, std::size_t b) noexcept {
  return 10 * common >= 9 * (a + b - common);
}

}  // namespace

NearCopies::Lines NearCopies::lines_of(std::string_view text) {
  Lines out;
  for (const auto line : base::split_lines(text))
    if (const auto words = without_blanks(line); !words.empty()) out.push_back(base::hash64(words));
  std::ranges::sort(out);
  const auto repeated = std::ranges::unique(out);
  out.erase(repeated.begin(), repeated.end());
  return out;
}

void NearCopies::add(std::string_view text) {
  texts_.push_back(lines_of(text));
}

std::optional<std::size_t> NearCopies::find_or_add(std::string_view text) {
  auto lines = lines_of(text);
  if (lines.size() >= kFewestLines)
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      const auto& known = texts_[i];
      const auto most = std::min(known.size(), lines.size());
      if (is_most(most, known.size(), lines.size()) &&
          is_most(count_common(known, lines), known.size(), lines.size()))
        return i;
    }
  texts_.push_back(std::move(lines));
  return std::nullopt;
}

}  // namespace codeweaver::engine
