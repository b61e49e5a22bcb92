// Verbatim lines: lines of code that contain a query word for word.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RANK_VERBATIM_LINE_HPP_
#define CODEWEAVER_RANK_VERBATIM_LINE_HPP_

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "codeweaver/detail/verbatim_text.hpp"

namespace codeweaver::inline v0_1::rank {

/// Finds lines that contain a query. Ignores quotation marks around the query, the case of ASCII
/// letters, and white space that a formatter may change. Thread safety: const members may be called
/// concurrently.
class VerbatimLine {
 public:
  /// A query with fewer bytes matches no line.
  static constexpr std::size_t kLeastBytes = 3;

  explicit VerbatimLine(std::string_view query)
      : bytes_(unquoted(query).size()), text_(lower(unquoted(query))) {}

  /// Returns true if the line contains the query, and the match does not begin or end inside a
  /// word.
  bool is_in(std::string_view line) const {
    return bytes_ >= kLeastBytes && text_.find(lower(line)) != std::string_view::npos;
  }

  /// Index of the first line that contains the query; lines.size() if there is none. Cost: one
  /// pass.
  std::size_t first_of(std::span<const std::string_view> lines) const {
    if (bytes_ < kLeastBytes) return lines.size();
    return static_cast<std::size_t>(
        std::ranges::find_if(lines, [this](std::string_view line) { return is_in(line); }) -
        lines.begin());
  }

 private:
  static std::string_view unquoted(std::string_view text) noexcept {
    while (!text.empty() && detail::is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && detail::is_blank(text.back())) text.remove_suffix(1);
    const bool is_quoted = text.size() > 2 && text.front() == text.back() &&
                           (text.front() == '"' || text.front() == '\'' || text.front() == '`');
    return is_quoted ? text.substr(1, text.size() - 2) : text;
  }
  static std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
  }

  std::size_t bytes_;
  VerbatimText text_;
};

}  // namespace codeweaver::inline v0_1::rank

#endif  // CODEWEAVER_RANK_VERBATIM_LINE_HPP_
