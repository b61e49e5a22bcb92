// IgnoreList and IgnoreStack: gitignore(5) as git itself implements it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/ignore.hpp"

#include <algorithm>

#include "base/wildmatch.hpp"
#include "codeweaver/text/identifier.hpp"
#include "corpus/path_below.hpp"

namespace codeweaver::corpus {
namespace {

constexpr std::string_view kSpecial = "*?[\\";

/// Removes trailing spaces that are not quoted; keeps tabs, like git.
std::string_view without_trailing_spaces(std::string_view line) noexcept {
  std::size_t end = line.size();
  bool in_spaces = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == ' ') {
      if (!in_spaces) end = i;
      in_spaces = true;
      continue;
    }
    in_spaces = false;
    if (line[i] == '\\' && ++i >= line.size()) return line;
  }
  return in_spaces ? line.substr(0, end) : line;
}

Verdict verdict_of(const std::vector<IgnoreList>& lists, std::string_view path,
                   bool is_directory) noexcept {
  for (auto list = lists.rbegin(); list != lists.rend(); ++list)
    if (const auto verdict = list->verdict(path, is_directory); verdict != Verdict::kUndecided)
      return verdict;
  return Verdict::kUndecided;
}

}  // namespace

IgnoreList::IgnoreList(std::string_view text, std::string base, bool fold_case)
    : base_(std::move(base)), fold_case_(fold_case) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty() || line.front() == '#') continue;
    if (line.back() == '\r') line.remove_suffix(1);
    add_line(without_trailing_spaces(line.substr(0, line.find('\0'))));
  }
}

void IgnoreList::add_line(std::string_view line) {
  Pattern pattern;
  if (line.starts_with('!')) {
    pattern.is_negative = true;
    line.remove_prefix(1);
  }
  // Git finds special characters before it removes the trailing slash; the literal part never
  // contains that slash.
  const std::size_t special = line.find_first_of(kSpecial);
  pattern.is_suffix =
      line.starts_with('*') && line.find_first_of(kSpecial, 1) == std::string_view::npos;
  if (line.ends_with('/')) {
    pattern.directories_only = true;
    line.remove_suffix(1);
  }
  if (line.empty()) return;  // matches nothing
  pattern.matches_name = line.find('/') == std::string_view::npos;
  pattern.literal_bytes = std::min(special, line.size());
  if (!pattern.matches_name && line.front() == '/') {  // anchors the pattern, and is not part of
                                                       // the match
    line.remove_prefix(1);
    --pattern.literal_bytes;
    if (line.empty()) return;
  }
  pattern.glob = line;
  patterns_.push_back(std::move(pattern));
}

Verdict IgnoreList::verdict(std::string_view path, bool is_directory) const noexcept {
  if (patterns_.empty()) return Verdict::kUndecided;
  const std::size_t slash = path.rfind('/');
  const auto name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  for (auto pattern = patterns_.rbegin(); pattern != patterns_.rend(); ++pattern) {
    if (pattern->directories_only && !is_directory) continue;
    if (matches(*pattern, path, name))
      return pattern->is_negative ? Verdict::kIncluded : Verdict::kExcluded;
  }
  return Verdict::kUndecided;
}

bool IgnoreList::matches(const Pattern& pattern, std::string_view path,
                         std::string_view name) const noexcept {
  return pattern.matches_name ? matches_name(pattern, name) : matches_path(pattern, path);
}

bool IgnoreList::matches_name(const Pattern& pattern, std::string_view name) const noexcept {
  const std::string_view glob = pattern.glob;
  if (pattern.literal_bytes == glob.size()) return equal(glob, name);
  if (pattern.is_suffix) {
    const auto suffix = glob.substr(1);
    return suffix.size() <= name.size() && equal(suffix, name.substr(name.size() - suffix.size()));
  }
  return base::wildmatch(glob, name, fold_case_);
}

bool IgnoreList::matches_path(const Pattern& pattern, std::string_view path) const noexcept {
  if (!base_.empty()) {
    if (path.size() <= base_.size() || path[base_.size()] != '/' ||
        !equal(path.substr(0, base_.size()), base_))
      return false;
    path.remove_prefix(base_.size() + 1);
  }
  // Like git, match the glob after the literal part only: "a**/b" becomes "a" and "**/b".
  std::string_view glob = pattern.glob;
  const std::size_t literal = pattern.literal_bytes;
  if (literal > path.size() || !equal(glob.substr(0, literal), path.substr(0, literal)))
    return false;
  glob.remove_prefix(literal);
  path.remove_prefix(literal);
  return glob.empty() ? path.empty() : base::wildmatch(glob, path, fold_case_);
}

bool IgnoreList::equal(std::string_view a, std::string_view b) const noexcept {
  if (!fold_case_) return a == b;
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return text::to_lower(x) == text::to_lower(y); });
}

bool IgnoreStack::enter(std::string_view directory) {
  if (!levels_.empty() && directory == current_ && levels_.back().path_bytes == directory.size())
    return !levels_.back().is_excluded;
  const auto path_of = [this](const Level& level) {
    return std::string_view(current_).substr(0, level.path_bytes);
  };
  while (!levels_.empty() && !is_at_or_below(directory, path_of(levels_.back())))
    levels_.pop_back();
  current_ = directory;
  if (levels_.empty()) push("", false);
  while (levels_.back().path_bytes < directory.size()) {
    const std::size_t begin = levels_.back().path_bytes + (levels_.back().path_bytes > 0 ? 1 : 0);
    const auto next = directory.substr(0, directory.find('/', begin));
    push(next, levels_.back().is_excluded || excludes(next, true));
  }
  return !levels_.back().is_excluded;
}

void IgnoreStack::push(std::string_view directory, bool is_excluded) {
  levels_.push_back({directory.size(), is_excluded, is_excluded || !sources_.read, {}});
}

void IgnoreStack::note_no_file() noexcept {
  if (!levels_.empty()) levels_.back().is_read = true;
}

void IgnoreStack::read_files() {
  for (auto level = levels_.rbegin(); level != levels_.rend() && !level->is_read; ++level) {
    level->is_read = true;
    const auto directory = std::string_view(current_).substr(0, level->path_bytes);
    if (const auto text = sources_.read(directory))
      level->list = IgnoreList(*text, std::string(directory), sources_.fold_case);
  }
}

bool IgnoreStack::excludes(std::string_view path, bool is_directory) {
  read_files();
  auto verdict = verdict_of(sources_.strongest, path, is_directory);
  for (auto level = levels_.rbegin(); verdict == Verdict::kUndecided && level != levels_.rend();
       ++level)
    verdict = level->list.verdict(path, is_directory);
  if (verdict == Verdict::kUndecided) verdict = verdict_of(sources_.weakest, path, is_directory);
  return verdict == Verdict::kExcluded;
}

}  // namespace codeweaver::corpus
