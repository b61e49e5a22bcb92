// PathRules: caches the result of the last folder, because paths come folder by folder.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/path_rules.hpp"

#include <algorithm>
#include <utility>

namespace codeweaver::corpus {
namespace {

IgnoreStack::Sources sources(const DiscoveryOptions& options, IgnoreStack::Reader read,
                             std::string_view usual) {
  IgnoreStack::Sources out;
  out.read = std::move(read);
  std::string patterns;
  for (const auto& pattern : options.exclude) patterns += pattern + "\n";
  if (!patterns.empty()) out.strongest.emplace_back(patterns, "", false);
  if (!usual.empty()) out.weakest.emplace_back(std::string(usual), "", false);
  return out;
}

}  // namespace

PathRules::PathRules(const DiscoveryOptions& options, IgnoreStack::Reader read,
                     std::string_view usual)
    : options_(options), ignores_(sources(options, std::move(read), usual)) {}

bool PathRules::is_hidden(std::string_view directory) const {
  while (!directory.empty()) {
    const auto name = directory.substr(0, directory.find('/'));
    const auto& known = options_.tooling_directories;
    if (name.starts_with('.') && std::find(known.begin(), known.end(), name) == known.end())
      return true;
    directory.remove_prefix(std::min(name.size() + 1, directory.size()));
  }
  return false;
}

bool PathRules::accepts_folder(std::string_view directory) {
  if (directory != checked_folder_) {
    checked_folder_ = directory;
    accepts_checked_ = !is_hidden(directory) && ignores_.enter(directory);
  }
  return accepts_checked_;
}

void PathRules::note_no_file(std::string_view directory) {
  if (accepts_folder(directory) && ignores_.enter(directory)) ignores_.note_no_file();
}

bool PathRules::accepts_file(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const auto folder = slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
  return accepts_folder(folder) && ignores_.enter(folder) && !ignores_.excludes(path, false);
}

}  // namespace codeweaver::corpus
