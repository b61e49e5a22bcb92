// The selected paths are sorted, so the paths below a folder are a range.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/path_selection.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace codeweaver::corpus {
namespace {

std::string folder_prefix(std::string_view directory) {
  std::string out(directory);
  if (!out.empty()) out += '/';
  return out;
}

}  // namespace

PathSelection::PathSelection(std::vector<std::string> paths, MissingPaths missing)
    : paths_(std::move(paths)), missing_(missing) {
  std::ranges::sort(paths_);
  paths_.erase(std::ranges::unique(paths_).begin(), paths_.end());
}

bool PathSelection::holds(std::string_view path) const {
  while (!std::ranges::binary_search(paths_, path, std::less<>())) {
    if (path.empty()) return false;
    const auto slash = path.rfind('/');
    path = path.substr(0, slash == std::string_view::npos ? 0 : slash);
  }
  return true;
}

bool PathSelection::leads_to(std::string_view path) const {
  if (holds(path)) return true;
  const auto prefix = folder_prefix(path);
  const auto first = std::ranges::lower_bound(paths_, prefix);
  return first != paths_.end() && first->starts_with(prefix);
}

std::vector<std::string_view> PathSelection::names_in(std::string_view directory) const {
  const auto prefix = folder_prefix(directory);
  std::vector<std::string_view> out;
  for (auto at = std::ranges::lower_bound(paths_, prefix);
       at != paths_.end() && at->starts_with(prefix); ++at) {
    const auto rest = std::string_view(*at).substr(prefix.size());
    const auto name = rest.substr(0, rest.find('/'));
    if (!name.empty()) out.push_back(name);
  }
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

PathSelection PathSelection::below(std::string_view directory) const {
  if (holds(directory)) return PathSelection({""}, missing_);
  const auto prefix = folder_prefix(directory);
  std::vector<std::string> out;
  for (auto at = std::ranges::lower_bound(paths_, prefix);
       at != paths_.end() && at->starts_with(prefix); ++at)
    out.push_back(at->substr(prefix.size()));
  return PathSelection(std::move(out), missing_);
}

}  // namespace codeweaver::corpus
