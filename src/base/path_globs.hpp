// Path globs: which paths a list of patterns admits; braces in patterns.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::base {

/// Most alternatives that the braces of one pattern may give.
inline constexpr std::size_t kMostAlternatives = 1000;

/// "src/*.{cpp,hpp}" as "src/*.cpp", "src/*.hpp". Groups may be nested; braces without a comma or a
/// partner, and those after a '\', are themselves. What would give more than kMostAlternatives, or
/// a megabyte of them, comes back as it is.
std::vector<std::string> expand_braces(std::string_view pattern);

/// Patterns with the rules of gitignore(5) beside braces: without '/' one matches names at any
/// depth, with one it goes from the root; what matches a folder matches all below. '!' before a
/// pattern leaves out what it matches.
class PathGlobs {
 public:
  PathGlobs() = default;
  explicit PathGlobs(const std::vector<std::string>& patterns);
  /// Whether some pattern matches, or there are only such with '!', and none of those does.
  bool admits(std::string_view path) const;
  bool is_open() const noexcept { return wanted_.empty() && unwanted_.empty(); }

 private:
  std::vector<std::string> wanted_, unwanted_;
};

/// Whether a pattern without braces matches a path: one without '/' its name, one with '/' all of
/// it from the root. A folder that is named from the root, without wildcards, matches all below it.
bool matches_file_glob(std::string_view pattern, std::string_view path);

/// A path as a pattern that matches it alone, and what lies below.
std::string glob_of_path(std::string_view path);

}  // namespace codeweaver::base
