// Snapshot: opens the segments of a generation and counts the live chunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/search/snapshot.hpp"

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/search/vector_index.hpp"
#include "store/segments/manifest.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/segment_impl.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::store {
namespace {

// How often to retry if a commit replaces the manifest while it is being opened.
constexpr int kAttempts = 5;

void add_lengths(const Snapshot::Part& part, std::array<std::uint64_t, kFieldCount>& total) {
  const Segment& segment = *part.segment;
  const auto all = segment.field_lengths();
  for (std::size_t f = 0; f < kFieldCount; ++f) total[f] += all[f];
  if (part.live.count() == segment.size()) return;
  for (std::size_t i = 0; i < segment.size(); ++i) {
    if (part.live.test(i)) continue;
    const auto lengths = segment.chunk_lengths(i);
    for (std::size_t f = 0; f < kFieldCount; ++f) total[f] -= lengths[f];
  }
}

const Snapshot::Part* find_part(const Snapshot* snapshot,
                                const std::shared_ptr<const Segment>& segment) noexcept {
  if (snapshot == nullptr) return nullptr;
  for (const Snapshot::Part& part : snapshot->parts)
    if (part.segment == segment) return &part;
  return nullptr;
}

std::shared_ptr<const Segment> find_segment(const Snapshot* snapshot,
                                            const std::string& name) noexcept {
  if (snapshot == nullptr) return nullptr;
  for (const Snapshot::Part& part : snapshot->parts)
    if (part.segment->name() == name) return part.segment;
  return nullptr;
}

Result<Snapshot::Part> open_part(const std::filesystem::path& folder, const Manifest& manifest,
                                 const Manifest::Entry& entry, const Snapshot* previous) {
  Snapshot::Part part;
  part.segment = find_segment(previous, entry.file);
  if (!part.segment) {
    CODEWEAVER_ASSIGN(auto segment, Segment::open(folder / entry.file, entry.verified));
    part.segment = std::move(segment);
  } else if (const Snapshot::Part* old = find_part(previous, part.segment);
             old->vectors && old->vectors->kind() == manifest.vector_index) {
    part.vectors = old->vectors;
  }
  const Segment& segment = *part.segment;
  const auto mismatch = [&](std::string cause) {
    return Error{ErrorCategory::kCorruption,
                 error_code::kManifestCorrupt,
                 std::move(cause),
                 "opening '" + folder.string() + "'",
                 "The next run rebuilds it from the database",
                 RemedyKind::kIndex};
  };
  if (segment.dimension() != 0 && segment.dimension() != manifest.dimension)
    return mismatch("The manifest says " + std::to_string(manifest.dimension) +
                    " dimensions, the segment " + entry.file + " has " +
                    std::to_string(segment.dimension()));
  part.live = ChunkSet(segment.size(), true);
  for (const std::uint32_t file : entry.deleted_files) {
    if (file >= segment.file_count())
      return mismatch("The manifest deletes file " + std::to_string(file) + " of the segment " +
                      entry.file + ", which has " + std::to_string(segment.file_count()));
    const auto [first, last] = segment.file_chunks(file);
    part.live.set_range(first, last, false);
  }
  return part;
}

}  // namespace

Result<std::shared_ptr<const Snapshot>> make_snapshot(std::uint64_t generation,
                                                      std::vector<Snapshot::Part> parts,
                                                      VectorIndexKind kind) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->generation = generation;
  snapshot->parts = std::move(parts);
  for (Snapshot::Part& part : snapshot->parts) {
    if (!part.vectors && part.segment->dimension() != 0) {
      CODEWEAVER_ASSIGN(auto index, make_vector_index(part.segment, kind));
      part.vectors = std::move(index);
    }
    snapshot->live_chunks += part.live.count();
    add_lengths(part, snapshot->field_lengths);
  }
  return std::shared_ptr<const Snapshot>(std::move(snapshot));
}

Result<std::shared_ptr<const Snapshot>> open_snapshot(const std::filesystem::path& folder,
                                                      const Manifest& manifest,
                                                      const Snapshot* previous) {
  std::vector<Snapshot::Part> parts;
  for (const Manifest::Entry& entry : manifest.segments) {
    CODEWEAVER_ASSIGN(auto part, open_part(folder, manifest, entry, previous));
    parts.push_back(std::move(part));
  }
  return make_snapshot(manifest.generation, std::move(parts), manifest.vector_index);
}

Result<std::shared_ptr<const Snapshot>> open_snapshot(const std::filesystem::path& folder,
                                                      const Snapshot* previous,
                                                      std::string_view name) {
  for (int attempt = 1;; ++attempt) {
    CODEWEAVER_ASSIGN(auto manifest, read_manifest(folder, name));
    auto snapshot = open_snapshot(folder, manifest, previous);
    if (snapshot || snapshot.error().category != ErrorCategory::kNotFound || attempt == kAttempts)
      return snapshot;
    // The segment was deleted. That is normal if a newer generation replaced it, else it is damage.
    auto now = read_manifest(folder, name);
    if (now && *now == manifest) return snapshot;
  }
}

}  // namespace codeweaver::store
