// Path globs: expands braces once, then matches patterns against a path and its parent folders.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/path_globs.hpp"

#include <algorithm>
#include <optional>

#include "base/path_name.hpp"
#include "base/wildmatch.hpp"

namespace codeweaver::base {
namespace {

constexpr std::size_t kMostExpanded = 1U << 20;  // most bytes that one pattern can expand to

/// A group of braces at [begin, end), and its alternatives.
struct BraceGroup {
  std::size_t begin = 0, end = 0;  // while parsing, `end` is the position after the last comma
  std::vector<std::string_view> alternatives;
};

/// The first group of a pattern; nullopt: all its braces are literal. Cost: linear in the pattern.
std::optional<BraceGroup> first_group(std::string_view pattern) {
  std::optional<BraceGroup> first;
  std::vector<BraceGroup> open;  // innermost last
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (pattern[i] == '{') {
      open.push_back({i, i + 1, {}});
    } else if (!open.empty() && (pattern[i] == ',' || pattern[i] == '}')) {
      auto& group = open.back();
      group.alternatives.push_back(pattern.substr(group.end, i - group.end));
      group.end = i + 1;
      if (pattern[i] == ',') continue;
      const bool is_first = !first || group.begin < first->begin;
      if (group.alternatives.size() > 1 && is_first) first = std::move(group);
      open.pop_back();
      if (first && open.empty()) return first;
    }
  }
  return first;
}

/// Removes a leading "./" and trailing slashes.
std::string_view trimmed_pattern(std::string_view pattern) {
  if (pattern.starts_with("./")) pattern.remove_prefix(2);
  while (pattern.size() > 1 && pattern.ends_with('/')) pattern.remove_suffix(1);
  return pattern;
}

bool matches_path(std::string_view pattern, std::string_view path) {
  const bool is_rooted = pattern.find('/') != std::string_view::npos;
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  for (std::size_t begin = 0, end = 0; end < path.size(); begin = end + 1) {
    end = std::min(path.find('/', begin), path.size());
    if (wildmatch(pattern, is_rooted ? path.substr(0, end) : path.substr(begin, end - begin)))
      return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> expand_braces(std::string_view pattern) {
  std::vector<std::string> out{std::string(pattern)};
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < out.size();) {
    const auto group = first_group(out[i]);
    if (!group) {
      ++i;
      continue;
    }
    bytes += group->alternatives.size() * out[i].size();
    if (out.size() + group->alternatives.size() > kMostAlternatives || bytes > kMostExpanded)
      return {std::string(pattern)};
    std::vector<std::string> made;
    for (const auto alternative : group->alternatives)
      made.push_back(out[i].substr(0, group->begin) + std::string(alternative) +
                     out[i].substr(group->end));
    out.erase(out.begin() + static_cast<std::ptrdiff_t>(i));
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(i), made.begin(), made.end());
  }
  return out;
}

PathGlobs::PathGlobs(const std::vector<std::string>& patterns) {
  for (const auto& pattern : patterns) {
    const bool is_unwanted = pattern.starts_with('!');
    auto& list = is_unwanted ? unwanted_ : wanted_;
    for (const auto& one : expand_braces(std::string_view(pattern).substr(is_unwanted ? 1 : 0)))
      list.emplace_back(trimmed_pattern(one));
  }
}

bool PathGlobs::admits(std::string_view path) const {
  const auto is_match = [&](const std::string& pattern) { return matches_path(pattern, path); };
  return (wanted_.empty() || std::ranges::any_of(wanted_, is_match)) &&
         std::ranges::none_of(unwanted_, is_match);
}

bool matches_file_glob(std::string_view pattern, std::string_view path) {
  if (pattern.find('/') == std::string_view::npos) return wildmatch(pattern, file_name(path));
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  if (wildmatch(pattern, path)) return true;
  const bool is_plain = pattern.find_first_of("*?[\\") == std::string_view::npos;
  return is_plain && matches_path('/' + std::string(trimmed_pattern(pattern)), path);
}

std::string glob_of_path(std::string_view path) {
  std::string out = "/";
  for (const char c : path) {
    if (std::string_view("*?[]{}\\,!").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

}  // namespace codeweaver::base
