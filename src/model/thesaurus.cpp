// Reads the thesaurus, and finds its phrases in queries by the stems of their words.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/thesaurus.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>

#include "base/lines.hpp"
#include "codeweaver/detail/query_words.hpp"

extern "C" {
// Defined in the generated assembly (cmake/Weights.cmake).
extern const char codeweaver_thesaurus_begin[] __attribute__((visibility("hidden")));
extern const char codeweaver_thesaurus_end[] __attribute__((visibility("hidden")));
}

namespace codeweaver::model {
namespace {

std::vector<std::string> stems_of(std::string_view text) {
  std::vector<std::string> out;
  for (auto& word : text::query_words(text)) out.push_back(std::move(word.stem));
  return out;
}

/// Removes the first item of a text with separators, and returns it.
std::string_view next_item(std::string_view& rest, std::string_view separator) {
  const auto end = std::min(rest.find(separator), rest.size());
  const auto item = rest.substr(0, end);
  rest.remove_prefix(std::min(end + separator.size(), rest.size()));
  return item;
}

/// A phrase in a query: its first and last word.
struct Found {
  std::size_t first, last;
  bool is_one_word() const noexcept { return first == last; }
};

/// Finds the words after the first one.
std::optional<Found> find_phrase(std::span<const std::string> query, std::size_t first,
                                 std::string_view stems) {
  Found out{first, first};
  for (next_item(stems, " "); !stems.empty();) {
    const auto wanted = next_item(stems, " ");
    const auto begin = query.begin() + static_cast<std::ptrdiff_t>(out.last) + 1;
    const auto left = static_cast<std::size_t>(query.end() - begin);
    const auto end =
        begin + static_cast<std::ptrdiff_t>(std::min(left, Thesaurus::kMostBetween + 1));
    const auto at = std::find(begin, end, wanted);
    if (at == end) return std::nullopt;
    out.last = static_cast<std::size_t>(at - query.begin());
  }
  return out;
}

}  // namespace

const Thesaurus& Thesaurus::built_in() {
  static const Thesaurus table(
      {codeweaver_thesaurus_begin,
       static_cast<std::size_t>(codeweaver_thesaurus_end - codeweaver_thesaurus_begin)});
  return table;
}

Thesaurus::Thesaurus(std::string_view table) {
  for (const auto line : base::split_lines(table)) {
    const auto tab = line.find('\t');
    if (tab == std::string_view::npos || tab + 1 == line.size()) continue;
    std::string stems;
    for (const auto& stem : stems_of(line.substr(0, tab)))
      stems.append(stems.empty() ? "" : " ").append(stem);
    if (!stems.empty()) entries_.push_back({std::move(stems), line.substr(tab + 1)});
  }
  std::ranges::stable_sort(entries_, {}, &Entry::stems);
}

std::vector<std::string_view> Thesaurus::code_words(std::string_view query) const {
  const auto stems = stems_of(query);
  if (stems.size() > kMostQueryWords) return {};
  struct Meaning {
    Found place;
    std::string_view words;
  };
  std::vector<Meaning> meanings;
  for (std::size_t i = 0; i < stems.size(); ++i) {
    // Entries with this first word: the word itself, and the word with a blank after it.
    auto at = std::ranges::lower_bound(entries_, stems[i], {}, &Entry::stems);
    for (; at != entries_.end() && at->stems.starts_with(stems[i]); ++at) {
      if (at->stems.size() > stems[i].size() && at->stems[stems[i].size()] != ' ') continue;
      if (const auto found = find_phrase(stems, i, at->stems))
        meanings.push_back({*found, at->words});
    }
  }
  const auto is_inside = [&meanings](const Found& one) {
    return one.is_one_word() && std::ranges::any_of(meanings, [&one](const Meaning& other) {
             return !other.place.is_one_word() && other.place.first <= one.first &&
                    one.last <= other.place.last;
           });
  };
  std::vector<std::string_view> out;
  for (const auto& [place, words] : meanings) {
    if (is_inside(place)) continue;
    for (std::string_view rest = words; !rest.empty() && out.size() < kMostCodeWords;) {
      const auto word = next_item(rest, ", ");
      if (std::ranges::find(out, word) == out.end()) out.push_back(word);
    }
  }
  return out;
}

}  // namespace codeweaver::model
