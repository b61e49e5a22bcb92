// A database and a segment in memory, of some files of a store.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/stores/record_state.hpp"

#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "engine/content/prepared_file.hpp"
#include "store/segments/segment_builder.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::engine {
namespace {

using Files = std::span<const std::shared_ptr<const StoredFile>>;

Result<void> put_files(Files files, store::Database& database) {
  return database.transaction([&]() -> Result<void> {
    std::set<base::Hash128> contents;
    for (const auto& file : files) {
      if (contents.insert(file->content.key).second)
        CODEWEAVER_TRY(database.put_content(file->content));
      CODEWEAVER_TRY(database.put_file(file->file));
      if (file->item) CODEWEAVER_TRY(database.put_item(*file->item));
    }
    return {};
  });
}

Result<std::shared_ptr<const store::Segment>> build_segment(Files files, std::size_t dimension) {
  store::SegmentBuilder builder(dimension);
  for (const auto& file : files) {
    const auto wanted = wanted_file(file->file);
    const auto& prepared = file->prepared;
    for (std::size_t i = 0; i < prepared.chunks.size(); ++i) {
      auto input = segment_input(wanted, prepared.language, prepared.chunks[i], i);
      if (dimension != 0)
        input.vector = std::span(prepared.vectors).subspan(i * dimension, dimension);
      builder.add(input);
    }
  }
  return std::move(builder).build();
}

}  // namespace

Result<std::shared_ptr<const store::Snapshot>> snapshot_within(
    std::vector<store::Snapshot::Part> parts, const CollectionStatistics& statistics) {
  CODEWEAVER_ASSIGN(const auto made,
                    store::make_snapshot(0, std::move(parts), store::VectorIndexKind::kScan));
  auto snapshot = std::make_shared<store::Snapshot>(*made);
  snapshot->live_chunks = static_cast<std::size_t>(statistics.records);
  for (std::size_t f = 0; f < rank::kFieldCount; ++f)
    snapshot->field_lengths[f] =
        static_cast<std::uint64_t>(std::llround(static_cast<double>(statistics.lengths.average[f]) *
                                                static_cast<double>(statistics.records)));
  snapshot->frequencies = std::make_shared<const std::map<std::string, std::uint64_t, std::less<>>>(
      statistics.frequencies);
  return std::shared_ptr<const store::Snapshot>(std::move(snapshot));
}

Result<RecordState> RecordState::make(Files files, std::size_t dimension,
                                      const CollectionStatistics& statistics) {
  CODEWEAVER_ASSIGN(auto database, store::Database::open_in_memory());
  CODEWEAVER_TRY(put_files(files, database));
  std::vector<store::Snapshot::Part> parts;
  if (!files.empty()) {
    CODEWEAVER_ASSIGN(auto segment, build_segment(files, dimension));
    store::ChunkSet live(segment->size(), true);
    parts.push_back({std::move(segment), std::move(live), nullptr});
  }
  CODEWEAVER_ASSIGN(auto snapshot, snapshot_within(std::move(parts), statistics));
  return RecordState{std::move(database), std::move(snapshot)};
}

}  // namespace codeweaver::engine
