// Some files of a store as one index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/stores/record_state.hpp"

#include <cmath>
#include <utility>

namespace codeweaver::engine {

std::shared_ptr<const store::Snapshot> snapshot_within(std::vector<store::Snapshot::Part> parts,
                                                       const CollectionStatistics& statistics) {
  auto snapshot = std::make_shared<store::Snapshot>();
  snapshot->parts = std::move(parts);
  snapshot->live_chunks = static_cast<std::size_t>(statistics.records);
  for (std::size_t f = 0; f < rank::kFieldCount; ++f)
    snapshot->field_lengths[f] =
        static_cast<std::uint64_t>(std::llround(static_cast<double>(statistics.lengths.average[f]) *
                                                static_cast<double>(statistics.records)));
  snapshot->frequencies = std::make_shared<const std::map<std::string, std::uint64_t, std::less<>>>(
      statistics.frequencies);
  return snapshot;
}

RecordState::RecordState(Files files, const CollectionStatistics& statistics)
    : files_(std::move(files)) {
  std::vector<store::Snapshot::Part> parts;
  for (const auto& file : files_) {
    rows_.add(file->file, &file->content, file->item ? &*file->item : nullptr);
    parts.push_back(file->part);
  }
  snapshot_ = snapshot_within(std::move(parts), statistics);
}

}  // namespace codeweaver::engine
