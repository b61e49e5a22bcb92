// NamePattern: compares names in code with a typed name, in any naming style.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_NAME_MATCH_HPP_
#define CODEWEAVER_TEXT_NAME_MATCH_HPP_

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/detail/stem.hpp"
#include "codeweaver/text/identifier.hpp"

namespace codeweaver::inline v0_1::text {

/// How a name matches, from weak to strong.
enum class NameMatch : unsigned char {
  kNone,
  kParts,   ///< has all parts of the typed name, in any order: getPreviousTag for previous_get_tag
  kNear,    ///< with a typing error: DocumentClasifier
  kHolds,   ///< contains the typed text: groupPrun in rowGroupPruning
  kBegins,  ///< begins with the typed text
  kStyle,   ///< same name in another style: documentclassifier, document_classifier
  kExact,   ///< identical
};

/// Whether two words differ by at most `limit` typing errors: a missing, additional or
/// wrong letter, or two adjacent letters swapped. Cost: proportional to the product of their sizes.
inline bool are_within_slips(std::string_view a, std::string_view b, std::size_t limit) {
  if (a.size() > b.size() + limit || b.size() > a.size() + limit) return false;
  std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    std::size_t least = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      next[j] =
          std::min({row[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U), row[j] + 1, next[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        next[j] = std::min(next[j], before[j - 2] + 1);
      least = std::min(least, next[j]);
    }
    if (least > limit) return false;
    before.swap(row);
    row.swap(next);
  }
  return row.back() <= limit;
}

/// Calls visit(const std::string&) for every word that is one typing error away from a folded word:
/// with one letter less or more, another letter, or two letters swapped. Some words are visited
/// twice. Letters are those of folded ASCII identifiers. Cost: about 75 words per letter.
template <class Visit>
void for_each_slip(std::string_view word, Visit&& visit) {
  static constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
  std::string slipped;
  for (std::size_t i = 0; i <= word.size(); ++i) {
    const auto before = word.substr(0, i), after = word.substr(i);
    const auto say = [&](std::string_view between, std::string_view rest) {
      slipped.assign(before).append(between).append(rest);
      visit(std::as_const(slipped));
    };
    for (std::size_t letter = 0; letter < kLetters.size(); ++letter) {
      say(kLetters.substr(letter, 1), after);
      if (!after.empty() && after[0] != kLetters[letter])
        say(kLetters.substr(letter, 1), after.substr(1));
    }
    if (after.size() > 1 || (i > 0 && !after.empty())) say({}, after.substr(1));
    if (after.size() > 1 && after[0] != after[1])
      say(std::string{after[1], after[0]}, after.substr(2));
  }
}

/// A name as the user typed it: "mergeConfig", "HybridSearcher::search", "merge config". Thread
/// safety: const members may be called concurrently.
class NamePattern {
 public:
  /// Minimum letters of a typed name: to match a part of a name; to match with one typing error; to
  /// match with two.
  static constexpr std::size_t kLeastPart = 4, kLeastWrong = 6, kTwoSlips = 12;
  /// Minimum letters of a typed name to match names with additional parts. The parts of a shorter
  /// one may only have another order.
  static constexpr std::size_t kLeastOfParts = 8;
  /// Maximum letters of a typed name for typing errors; the comparison has quadratic cost.
  static constexpr std::size_t kMostWrong = 100;

  /// Reads the words of a qualified name. With `is_spoken`, several words stand for one name in
  /// any naming style, so a match is never kExact.
  explicit NamePattern(std::string_view typed, bool is_spoken = false) {
    for_each_word(typed, [this](std::string_view word) { words_.emplace_back(word); });
    if (is_spoken && words_.size() > 1) {
      std::string whole;
      for (const auto& word : words_) whole += word;
      words_.assign(1, whole);
      is_spoken_ = true;
    }
    if (words_.empty()) return;
    last_ = std::move(words_.back());
    words_.pop_back();
    std::erase(words_, "prototype");  // in JavaScript, the prototype of a class holds its methods
    if (!words_.empty()) owner_ = words_.back();
    for (auto& word : words_) word = fold_identifier(word);
    folded_ = fold_identifier(last_);
    if (!is_spoken_) parts_ = stems_of_parts(last_);
    std::ranges::stable_sort(parts_, std::greater(), &std::string::size);
    for (const auto& part : parts_) least_of_parts_ += part.size();
  }

  /// The last part of the typed name: as typed, and in lower case without underscores. Empty: no
  /// name was typed.
  const std::string& last() const noexcept { return last_; }
  const std::string& folded() const noexcept { return folded_; }
  /// Whether the pattern is several words that may be one name.
  bool is_spoken() const noexcept { return is_spoken_; }
  bool is_qualified() const noexcept { return !words_.empty(); }
  /// The typed owner: Worker for "queue.Worker.prototype.pipe". Empty: none.
  const std::string& owner() const noexcept { return owner_; }

  /// Sets the minimum number of letters for typing errors; shorter names have too many similar
  /// ones.
  NamePattern& set_least_wrong(std::size_t letters) noexcept {
    least_wrong_ = letters;
    return *this;
  }
  bool may_be_wrong() const noexcept {
    return folded_.size() >= least_wrong_ && folded_.size() <= kMostWrong;
  }

  /// How `name`, the last part of a qualified name, matches the last part of the pattern.
  NameMatch match_last(std::string_view name) const {
    if (folded_.empty()) return NameMatch::kNone;
    if (name == last_ && !is_spoken_) return NameMatch::kExact;
    return match_folded(fold_identifier(name));
  }
  /// The same for a name in lower case without underscores; at most kStyle.
  NameMatch match_folded(std::string_view folded) const {
    if (folded == folded_) return NameMatch::kStyle;
    const bool is_part = folded_.size() >= kLeastPart && folded.size() > folded_.size();
    if (is_part && folded.starts_with(folded_)) return NameMatch::kBegins;
    if (is_part && folded.find(folded_) != std::string_view::npos) return NameMatch::kHolds;
    if (!may_be_wrong()) return NameMatch::kNone;
    if (are_within_slips(folded, folded_, folded_.size() < kTwoSlips ? 1 : 2))
      return NameMatch::kNear;
    return has_all_parts(folded) ? NameMatch::kParts : NameMatch::kNone;
  }
  /// Whether the words before the last one occur in this order in the path of the file, followed by
  /// `qualified_name` without its last word.
  bool is_qualified_by(std::string_view qualified_name, std::string_view path) const {
    if (words_.empty()) return true;
    std::vector<std::string> around;
    for (const auto text : {path, qualified_name})
      for_each_word(text, [&](std::string_view word) { around.push_back(fold_identifier(word)); });
    if (!around.empty()) around.pop_back();
    auto at = around.begin();
    for (const auto& word : words_) {
      at = std::find(at, around.end(), word);
      if (at == around.end()) return false;
      ++at;
    }
    return true;
  }

 private:
  /// The parts of a name. Long ones are stems, because users remember "rotation" for rotate.
  static std::vector<std::string> stems_of_parts(std::string_view name) {
    constexpr std::size_t kLeastStemmed = 6;
    auto out = split_identifier(name);
    for (auto& part : out)
      if (part.size() >= kLeastStemmed) part = text::stem(part);
    return out;
  }

  /// Whether the typed parts are separate pieces of a folded name that is at most twice as long.
  bool has_all_parts(std::string_view folded) const {
    const auto most = folded_.size() < kLeastOfParts ? folded_.size() : 2 * folded_.size();
    const bool is_short = folded_.size() < kLeastOfParts;
    const auto least = is_short ? folded_.size() : least_of_parts_;
    if (parts_.size() < 2 || folded.size() < least || folded.size() > most) return false;
    std::string rest(folded);
    return std::ranges::all_of(parts_, [&rest](const std::string& part) {
      const auto at = rest.find(part);
      if (at != std::string::npos) rest.replace(at, part.size(), 1, ' ');
      return at != std::string::npos;
    });
  }

  std::vector<std::string> words_;  // before the last one, folded
  std::string last_, folded_, owner_;
  std::vector<std::string> parts_;  // of last_, as stems, longest first; none if spoken
  std::size_t least_of_parts_ = 0;  // letters of parts_
  std::size_t least_wrong_ = kLeastWrong;
  bool is_spoken_ = false;
};

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_NAME_MATCH_HPP_
