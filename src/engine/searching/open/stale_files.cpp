// Compares indexed files with the working tree, one by one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/stale_files.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/clock.hpp"
#include "base/file_times.hpp"
#include "base/os/file_status.hpp"
#include "base/try.hpp"
#include "engine/searching/open/time_limit.hpp"
#include "engine/state/snapshot_facts.hpp"

namespace codeweaver::engine {
namespace {

/// True if a file may have been written again after the start of the run that read it.
bool may_be_newer(const store::FileRecord& row, const os::FileStatus& status) {
  const auto changed = std::max(status.modified_ns, status.changed_ns);
  const std::chrono::nanoseconds since_1970(changed + base::clock_slack_ns(changed));
  const std::chrono::system_clock::time_point time(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(since_1970));
  return base::iso8601(time) >= row.indexed_at;
}

std::map<std::string_view, base::Hash128> contents_by_path(const store::Snapshot& snapshot) {
  std::map<std::string_view, base::Hash128> out;
  for (const auto& part : snapshot.parts)
    for (std::size_t file = 0; file < part.segment->file_count(); ++file) {
      const auto [first, last] = part.segment->file_chunks(file);
      if (first < last && part.live.test(first))
        out.emplace(part.segment->file_path(file), part.segment->file_content(file));
    }
  return out;
}

}  // namespace

bool StaleFiles::is_same_text(const store::FileRecord& row) const {
  if (std::chrono::steady_clock::now() >= end_) return false;
  DiscoveredFile file;
  file.path = row.path;
  file.absolute_path = (root_ / row.path).string();
  file.size_bytes = row.size_bytes;
  if (auto language = tree_.database().content_language(row.content))
    file.language = std::move(*language);
  const auto hash = processor_.raw_hash(file);
  return hash && *hash == row.raw_hash;
}

bool StaleFiles::is_in_tree(const store::FileRecord& row) const {
  os::FileStatus status;
  if (!os::status_of((root_ / row.path).c_str(), status) || status.size_bytes != row.size_bytes)
    return false;
  if (status.modified_ns == row.mtime_ns && !may_be_newer(row, status)) return true;
  return is_same_text(row);
}

Result<std::vector<std::string>> StaleFiles::find(const std::stop_token& stop) const {
  auto held = contents_by_path(snapshot_);
  std::vector<std::string> out;
  CODEWEAVER_TRY(tree_.for_each_file([&](const store::FileRecord& row) {
    if (row.outcome != store::FileOutcome::kIndexed) return !stop.stop_requested();
    const auto content = held.find(row.path);
    const bool differs = content != held.end() && content->second != row.content;
    if (differs || !is_in_tree(row)) out.push_back(row.path);
    if (content != held.end()) held.erase(content);
    return !stop.stop_requested();
  }));
  if (stop.stop_requested()) return search_stopped();
  for (const auto& [path, content] : held) out.emplace_back(path);
  std::ranges::sort(out);
  return out;
}

std::optional<base::Hash128> StaleFiles::held_content(std::string_view path) const {
  return live_content(snapshot_, path);
}

Result<std::vector<std::string>> StaleFiles::current_among(
    std::span<const std::string> paths) const {
  std::vector<std::string> out;
  for (const auto& path : paths) {
    CODEWEAVER_ASSIGN(const auto row, tree_.file(path));
    if (!row || row->outcome != store::FileOutcome::kIndexed) continue;
    const auto held = held_content(path);
    if ((!held || *held == row->content) && is_in_tree(*row)) out.push_back(path);
  }
  return out;
}

}  // namespace codeweaver::engine
