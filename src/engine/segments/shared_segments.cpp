// Shares and releases segments.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/segments/shared_segments.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/try.hpp"
#include "store/segments/segment.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMaxShared = 6;  // each segment costs every query a pass
constexpr std::size_t kCommitDigits = 40;

/// Names of the segments of all other manifests. Those of the indexed folder come first, because
/// they are the largest.
std::vector<std::string> known_segments(const StatePaths& paths, std::size_t dimension,
                                        store::VectorIndexKind kind) {
  std::vector<std::string> names;
  auto manifests = store::list_manifests(paths.segments());
  if (!manifests) return names;
  std::ranges::stable_sort(*manifests, std::greater<>(),
                           [](const std::string& name) { return name == store::kManifestName; });
  for (const auto& name : *manifests) {
    if (name == paths.manifest()) continue;
    const auto manifest = store::read_manifest(paths.segments(), name);
    if (!manifest || manifest->dimension != dimension || manifest->vector_index != kind) continue;
    for (const auto& entry : manifest->segments)
      if (std::ranges::find(names, entry.file) == names.end()) names.push_back(entry.file);
  }
  return names;
}

bool is_commit_manifest(const std::string& name) {
  return name.size() == kCommitDigits + store::kManifestEnding.size();
}

std::set<std::string> files_of(const store::Manifest& manifest) {
  std::set<std::string> names;
  for (const auto& entry : manifest.segments) names.insert(entry.file);
  return names;
}

Result<void> remove_file(const std::filesystem::path& file) {
  std::error_code error;
  std::filesystem::remove(file, error);
  if (!error) return {};
  return Error{ErrorCategory::kIo, "IO", "Cannot delete " + file.string() + ": " + error.message(),
               "removing the derived files of an old tree", "Check the folder's permissions."};
}

}  // namespace

store::Manifest share_segments(const StatePaths& paths, const WantedContents& wanted,
                               std::size_t dimension, store::VectorIndexKind kind) {
  store::Manifest out;
  out.dimension = dimension;
  out.vector_index = kind;
  std::set<std::string_view> taken;
  for (const auto& name : known_segments(paths, dimension, kind)) {
    if (out.segments.size() == kMaxShared) break;
    const auto segment = store::Segment::open(paths.segments() / name);
    if (!segment) continue;
    store::Manifest::Entry entry{name, {}};
    std::vector<std::string_view> matching;
    for (std::uint32_t file = 0; file < (*segment)->file_count(); ++file) {
      const auto at = wanted.find((*segment)->file_path(file));
      if (at != wanted.end() && at->second == (*segment)->file_content(file) &&
          !taken.contains(at->first))
        matching.push_back(at->first);
      else
        entry.deleted_files.push_back(file);
    }
    if (matching.size() < 2 * entry.deleted_files.size() || matching.empty()) continue;
    taken.insert(matching.begin(), matching.end());
    out.segments.push_back(std::move(entry));
  }
  return out;
}

Result<void> release_segments(const StatePaths& paths, const store::Manifest& before,
                              const store::Manifest& after) {
  std::set<std::string> unlisted = files_of(before);
  for (const auto& name : files_of(after)) unlisted.erase(name);
  CODEWEAVER_ASSIGN(const auto manifests, store::list_manifests(paths.segments()));
  for (const auto& name : manifests) {
    if (unlisted.empty() || !is_commit_manifest(name)) continue;
    const auto manifest = store::read_manifest(paths.segments(), name);
    if (!manifest) continue;
    const auto used = files_of(*manifest);
    if (std::ranges::none_of(unlisted, [&](const auto& file) { return used.contains(file); }))
      continue;
    if (auto removed = remove_file(paths.segments() / name); !removed) return removed;
  }
  const auto swept = store::remove_unlisted(paths.segments());
  return swept ? Result<void>() : Result<void>(swept.error());
}

Result<void> forget_other_trees(const StatePaths& paths) {
  const auto manifests = store::list_manifests(paths.segments());
  if (!manifests) return {};  // nothing was derived yet
  for (const auto& name : *manifests)
    if (name != paths.manifest())
      if (auto removed = remove_file(paths.segments() / name); !removed) return removed;
  return {};
}

}  // namespace codeweaver::engine
