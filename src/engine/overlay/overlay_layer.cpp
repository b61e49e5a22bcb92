// Puts an overlay on top of a snapshot.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/overlay/overlay_layer.hpp"

#include <span>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "engine/state/snapshot_facts.hpp"
#include "store/segments/segment_builder.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::engine {

void OverlayCounts::add_to(IndexStatistics& statistics) const {
  statistics.files += static_cast<std::size_t>(files);
  for (const auto& [language, change] : languages) {
    auto& files_of = statistics.languages[language];
    files_of += static_cast<std::size_t>(change);
    if (files_of == 0) statistics.languages.erase(language);
  }
}

/// Deletes the chunks of the committed file.
void OverlayLayer::hide(std::string_view path, store::Snapshot& snapshot) {
  for (auto& part : snapshot.parts) {
    const auto file = find_file(*part.segment, path);
    if (!file) continue;
    const auto [first, last] = part.segment->file_chunks(*file);
    if (first == last || !part.live.test(first)) continue;
    for (auto chunk = first; chunk < last; ++chunk) {
      const auto lengths = part.segment->chunk_lengths(chunk);
      for (std::size_t f = 0; f < rank::kFieldCount; ++f) snapshot.field_lengths[f] -= lengths[f];
    }
    part.live.set_range(first, last, false);
    snapshot.live_chunks -= last - first;
    --counts_.files;
    if (const auto language = part.segment->chunk(first).language; !language.empty())
      --counts_.languages[std::string(language)];
  }
}

Result<void> OverlayLayer::add_segment(std::size_t dimension, store::Snapshot& snapshot) {
  store::SegmentBuilder builder(dimension);
  for (const auto& [path, file] : files_) {
    if (!file) continue;
    rows_.add(file->file, file->has_chunks() ? &file->content : nullptr);
    if (!file->has_chunks()) continue;
    const auto wanted = wanted_file(file->file);
    const auto& prepared = file->prepared;
    for (const auto& input : segment_inputs(wanted, prepared, dimension)) builder.add(input);
    ++counts_.files;
    if (!prepared.language.empty()) ++counts_.languages[prepared.language];
    if (file->lacks_vectors) lacking_.insert(file->content.key);
  }
  if (builder.size() == 0) return {};
  CODEWEAVER_ASSIGN(auto segment, std::move(builder).build());
  store::ChunkSet live(segment->size(), true);
  std::vector<store::Snapshot::Part> parts;
  parts.push_back({std::move(segment), std::move(live), nullptr});
  CODEWEAVER_ASSIGN(const auto own, store::make_snapshot(snapshot.generation, std::move(parts),
                                                         store::VectorIndexKind::kScan));
  snapshot.parts.push_back(own->parts.front());
  snapshot.live_chunks += own->live_chunks;
  for (std::size_t f = 0; f < rank::kFieldCount; ++f)
    snapshot.field_lengths[f] += own->field_lengths[f];
  return {};
}

Result<std::shared_ptr<const OverlayLayer>> OverlayLayer::make(const store::Snapshot& base,
                                                               OverlaidFiles files,
                                                               std::size_t dimension) {
  auto out = std::make_shared<OverlayLayer>();
  out->files_ = std::move(files);
  auto snapshot = std::make_shared<store::Snapshot>(base);
  for (const auto& [path, file] : out->files_) out->hide(path, *snapshot);
  CODEWEAVER_TRY(out->add_segment(dimension, *snapshot));
  out->snapshot_ = std::move(snapshot);
  return std::shared_ptr<const OverlayLayer>(std::move(out));
}

}  // namespace codeweaver::engine
