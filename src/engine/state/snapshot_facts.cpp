// Facts about a snapshot: languages, and positions of paths.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/snapshot_facts.hpp"

#include "engine/state/item_path.hpp"

namespace codeweaver::engine {

namespace {

/// Visits the first chunk of each file with live chunks.
template <class Visit>
void for_each_live_file(const store::Snapshot& snapshot, Visit visit) {
  for (const auto& part : snapshot.parts) {
    for (std::size_t file = 0; file < part.segment->file_count(); ++file)
      if (is_live_file(part, file)) visit(*part.segment, part.segment->file_chunks(file).first);
  }
}

/// The first file for which `is_before` is false; paths are sorted.
template <class IsBefore>
std::size_t first_file(const store::Segment& segment, IsBefore is_before) {
  std::size_t low = 0, high = segment.file_count();
  while (low < high) {
    const auto middle = low + (high - low) / 2;
    if (is_before(segment.file_path(middle)))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
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

std::vector<store::ChunkSet> live_chunks(const store::Snapshot& snapshot) {
  std::vector<store::ChunkSet> out;
  for (const auto& part : snapshot.parts) out.push_back(part.live);
  return out;
}

std::size_t live_files(const store::Snapshot& snapshot) {
  std::size_t count = 0;
  for_each_live_file(snapshot, [&](const store::Segment&, std::size_t) { ++count; });
  return count;
}

bool is_live_file(const store::Snapshot::Part& part, std::size_t file) noexcept {
  const auto [first, last] = part.segment->file_chunks(file);
  return first != last && part.live.test(first);
}

std::optional<base::Hash128> live_content(const store::Snapshot& snapshot, std::string_view path) {
  for (const auto& part : snapshot.parts) {
    const auto file = find_file(*part.segment, path);
    if (file && is_live_file(part, *file)) return part.segment->file_content(*file);
  }
  return std::nullopt;
}

std::size_t first_file_from(const store::Segment& segment, std::string_view path) {
  return first_file(segment, [&](std::string_view one) { return one < path; });
}

std::optional<std::size_t> find_file(const store::Segment& segment, std::string_view path) {
  const auto low = first_file_from(segment, path);
  if (low < segment.file_count() && segment.file_path(low) == path) return low;
  return std::nullopt;
}

std::pair<std::size_t, std::size_t> files_shown_as(const store::Segment& segment,
                                                   std::string_view path) {
  return {
      first_file(segment, [&](std::string_view one) { return shown_path(one) < path; }),
      first_file(segment, [&](std::string_view one) { return shown_path(one) <= path; }),
  };
}

}  // namespace codeweaver::engine
