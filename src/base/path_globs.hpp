// Path globs: which paths a list of patterns admits, and braces in patterns.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::base {

/// Most alternatives that the braces of one pattern can expand to.
inline constexpr std::size_t kMostAlternatives = 1000;

/// Expands "src/*.{cpp,hpp}" to "src/*.cpp" and "src/*.hpp". Groups may be nested. Braces without a
/// comma or a partner, and braces after a '\', are literal. A pattern that would expand to more
/// than kMostAlternatives, or to more than a megabyte, is returned unchanged.
std::vector<std::string> expand_braces(std::string_view pattern);

/// Patterns with braces and the rules of gitignore(5). A pattern without '/' matches names at any
/// depth; one with '/' is relative to the root. A pattern that matches a folder matches all files
/// below it. A leading '!' excludes the matching paths.
class PathGlobs {
 public:
  PathGlobs() = default;
  explicit PathGlobs(const std::vector<std::string>& patterns);
  /// Whether the path matches no '!' pattern and, if there are patterns without '!', at least one
  /// of them.
  bool admits(std::string_view path) const;
  bool is_open() const noexcept { return wanted_.empty() && unwanted_.empty(); }

 private:
  std::vector<std::string> wanted_, unwanted_;
};

/// Whether a pattern without braces matches a file: without '/' it is compared with the name, with
/// '/' with the whole path. A pattern with '/' and without wildcards also matches all files below
/// that folder.
bool matches_file_glob(std::string_view pattern, std::string_view path);

/// A pattern that matches only this path and all files below it.
std::string glob_of_path(std::string_view path);

}  // namespace codeweaver::base
