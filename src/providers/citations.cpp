// References of a text to passages, told from what merely looks like them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "providers/answer_shapes.hpp"

namespace codeweaver::providers {
namespace {

/// The numbers of "[1]" or "[1, 2]" at the start of `text`, and how long that is; length 0: it is
/// something else.
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

/// The length of code in backticks at the start of `text`, its marks included; 0: there is none.
std::size_t code_length(std::string_view text) {
  const auto marks = std::min(text.find_first_not_of('`'), text.size());
  if (marks == 0) return 0;
  const auto end = text.find(text.substr(0, marks), marks);
  return end == std::string_view::npos ? text.size() : end + marks;
}

}  // namespace

ModelAnswer cited(std::string_view text, std::span<const Passage> passages) {
  ModelAnswer out;
  std::vector<std::size_t> cited_numbers;  // in the order of their first reference
  while (!text.empty()) {
    if (const auto code = code_length(text); code > 0) {
      out.text += text.substr(0, code);
      text.remove_prefix(code);
      continue;
    }
    const auto reference = text.front() == '[' ? reference_at(text) : Reference{};
    if (reference.length == 0) {
      out.text += text.front();
      text.remove_prefix(1);
      continue;
    }
    for (const auto number : reference.numbers) {
      auto place = std::ranges::find(cited_numbers, number);
      if (place == cited_numbers.end()) {
        const bool is_passage = number <= passages.size();
        out.citations.push_back({number - 1, is_passage ? passages[number - 1].lines : Span{1, 1}});
        place = cited_numbers.insert(place, number);
      }
      out.text += '[' + std::to_string(place - cited_numbers.begin() + 1) + ']';
    }
    text.remove_prefix(reference.length);
  }
  return out;
}

}  // namespace codeweaver::providers
