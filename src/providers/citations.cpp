// Finds references to passages in a text, and ignores similar text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "providers/citations.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

namespace codeweaver::providers {
namespace {

/// The numbers of "[1]" or "[1, 2]" at the start of `text`, and its length. Length 0: not a
/// reference.
struct Reference {
  std::vector<std::size_t> numbers;
  std::size_t length = 0;
};

Reference reference_at(std::string_view text) {
  Reference out;
  std::size_t at = 1;
  while (at < text.size()) {
    while (at < text.size() && text[at] == ' ') ++at;
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
    if (error != std::errc{} || number == 0) return {};
    out.numbers.push_back(number);
    at = static_cast<std::size_t>(end - text.data());
    if (at < text.size() && text[at] == ']') {
      out.length = at + 1;
      return out;
    }
    if (at == text.size() || text[at] != ',') return {};
    ++at;
  }
  return {};
}

/// Whether `text`, which begins with a bracket, may still become a reference.
bool may_become_reference(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  return text.size() < kLongest && text.find_first_not_of("0123456789, ", 1) == text.npos;
}

}  // namespace

bool CitingText::add(std::string_view piece) {
  pending_ += piece;
  return read(false);
}

bool CitingText::finish() {
  return read(true);
}

bool CitingText::read(bool is_end) {
  std::string told;
  std::string_view rest = pending_;
  while (!rest.empty()) {
    const auto decided =
        code_marks_ > 0 ? read_code(rest, is_end, told) : read_prose(rest, is_end, told);
    if (decided == 0) break;
    rest.remove_prefix(decided);
  }
  pending_.erase(0, pending_.size() - rest.size());
  answer_.text += told;
  return told.empty() || take_(told);
}

std::size_t CitingText::read_code(std::string_view rest, bool is_end, std::string& told) {
  const auto close = rest.find(std::string(code_marks_, '`'));
  auto decided = rest.size();
  if (close != rest.npos)
    decided = close + std::exchange(code_marks_, 0);
  else if (!is_end)
    decided = rest.find_last_not_of('`') + 1;  // 0 if there are only backticks
  told += rest.substr(0, decided);
  return decided;
}

std::size_t CitingText::read_prose(std::string_view rest, bool is_end, std::string& told) {
  auto decided = std::min(rest.find_first_of("`["), rest.size());
  if (decided == 0 && rest.front() == '`') {
    decided = std::min(rest.find_first_not_of('`'), rest.size());
    if (decided == rest.size() && !is_end) return 0;
    code_marks_ = decided;
  } else if (decided == 0) {
    if (!is_end && may_become_reference(rest)) return 0;
    const auto reference = reference_at(rest);
    if (reference.length > 0) {
      told += renumbered(reference.numbers);
      return reference.length;
    }
    decided = 1;
  }
  told += rest.substr(0, decided);
  return decided;
}

std::string CitingText::renumbered(std::span<const std::size_t> numbers) {
  std::string out;
  for (const auto number : numbers) {
    auto place = std::ranges::find(cited_, number);
    if (place == cited_.end()) {
      const auto lines = number <= passages_.size() ? passages_[number - 1].lines : Span{1, 1};
      answer_.citations.push_back({number - 1, lines});
      place = cited_.insert(place, number);
    }
    out += '[' + std::to_string(place - cited_.begin() + 1) + ']';
  }
  return out;
}

}  // namespace codeweaver::providers
