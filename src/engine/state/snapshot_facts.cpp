// Facts about a snapshot: languages, where a path is.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/snapshot_facts.hpp"

namespace codeweaver::engine {

namespace {

/// Visits the first chunk of each file that has live ones.
template <class Visit>
void for_each_live_file(const store::Snapshot& snapshot, Visit visit) {
  for (const auto& part : snapshot.parts) {
    for (std::size_t file = 0; file < part.segment->file_count(); ++file) {
      const auto [first, last] = part.segment->file_chunks(file);
      if (first != last && part.live.test(first)) visit(*part.segment, first);
    }
  }
}

}  // namespace

std::map<std::string, std::size_t> language_counts(const store::Snapshot& snapshot) {
  std::map<std::string, std::size_t> counts;
  for_each_live_file(snapshot, [&](const store::Segment& segment, std::size_t first) {
    const auto language = segment.chunk(first).language;
    if (!language.empty()) ++counts[std::string(language)];
  });
  return counts;
}

std::size_t live_files(const store::Snapshot& snapshot) {
  std::size_t count = 0;
  for_each_live_file(snapshot, [&](const store::Segment&, std::size_t) { ++count; });
  return count;
}

std::optional<std::size_t> find_file(const store::Segment& segment, std::string_view path) {
  std::size_t low = 0, high = segment.file_count();
  while (low < high) {
    const auto middle = low + (high - low) / 2;
    if (segment.file_path(middle) < path)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < segment.file_count() && segment.file_path(low) == path) return low;
  return std::nullopt;
}

}  // namespace codeweaver::engine
