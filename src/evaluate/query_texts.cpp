// Extracts queries from names, comments and code.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/query_texts.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace codeweaver::evaluate {
namespace {

constexpr std::size_t kLeastName = 5;
constexpr std::size_t kFewestWords = 5, kMostWords = 25;
constexpr std::size_t kSnippetLines = 3, kLeastSnippet = 60, kLargestSnippet = 400;

}  // namespace

std::string plain_name(std::string_view name) {
  const bool is_word = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return c == '_' || (c < 0x80 && std::isalnum(c) != 0);
  });
  return is_word && name.size() >= kLeastName ? std::string(name) : std::string{};
}

std::string first_sentence(std::string_view doc) {
  const auto end = std::min(doc.find(". "), doc.find("\n\n"));
  std::string out;
  std::size_t words = 0;
  for (const char c : doc.substr(0, end)) {
    const bool is_text = static_cast<unsigned char>(c) > ' ' && c != '*' && c != '/' && c != '#';
    if (is_text && (out.empty() || out.back() == ' ')) ++words;
    if (is_text)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  return words < kFewestWords || words > kMostWords ? std::string{} : out;
}

std::string middle_lines(std::string_view code) {
  auto from = code.find('\n', code.size() / 2);
  if (from == std::string_view::npos) return {};
  auto to = ++from;
  for (std::size_t i = 0; i < kSnippetLines && to != std::string_view::npos; ++i)
    to = code.find('\n', to + 1);
  if (to == std::string_view::npos) return {};
  const auto out = code.substr(from, to - from);
  const auto blanks = static_cast<std::size_t>(std::count(out.begin(), out.end(), ' '));
  return out.size() - blanks < kLeastSnippet || out.size() > kLargestSnippet ? std::string{}
                                                                             : std::string(out);
}

std::size_t EvenVisit::next(std::size_t size) noexcept {
  place_ += 0.6180339887498949;
  place_ -= std::floor(place_);
  return static_cast<std::size_t>(place_ * static_cast<double>(size));
}

}  // namespace codeweaver::evaluate
