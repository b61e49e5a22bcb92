// Finds contents in a snapshot.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/snapshot/snapshot_reader.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/bytes.hpp"
#include "base/try.hpp"
#include "engine/snapshot/snapshot_head.hpp"
#include "store/database/record_codec.hpp"
#include "store/snapshot/content_pack.hpp"
#include "store/snapshot/packed_frame.hpp"

namespace codeweaver::engine {
namespace {

// Workers read in path order, a few files apart.
constexpr std::size_t kMostUnpackedParts = 4;
// Larger than the vectors of any model.
constexpr std::size_t kMostDimension = 1 << 16;

}  // namespace

std::string pack_entry(const store::ContentRecord& record, std::size_t dimension,
                       const std::vector<float>& vectors) {
  std::string out;
  base::put_text(out, store::pack_content(record));
  base::put_varint(out, dimension);
  if (dimension > 0)
    out.append(reinterpret_cast<const char*>(vectors.data()), vectors.size() * sizeof(float));
  return out;
}

Result<std::unique_ptr<const SnapshotReader>> SnapshotReader::open(SnapshotFile file) {
  std::unique_ptr<SnapshotReader> reader(new SnapshotReader(std::move(file)));
  CODEWEAVER_TRY(reader->read_directory());
  return std::unique_ptr<const SnapshotReader>(std::move(reader));
}

Result<void> SnapshotReader::read_directory() {
  const auto& head = file_.head();
  CODEWEAVER_ASSIGN(const auto bytes,
                    store::unpack_frame(file_.directory(), head.directory.unpacked));
  base::ByteReader in(bytes);
  for (std::uint32_t part = 0; part < head.parts.size(); ++part) {
    std::uint64_t offset = 0;
    for (std::size_t left = head.parts[part].contents; left > 0 && in.ok(); --left) {
      const auto key = store::parse_hash(in.take(16));
      const std::uint32_t size = in.varint32();
      if (!key || size > head.parts[part].unpacked - offset)
        return corrupt_snapshot("the list of its contents does not match its data");
      places_.push_back({*key, part, static_cast<std::uint32_t>(offset), size});
      offset += size;
    }
    if (offset != head.parts[part].unpacked || offset > store::kMostFrameBytes)
      return corrupt_snapshot("the list of its contents does not match its data");
  }
  if (!in.ok() || !in.at_end())
    return corrupt_snapshot("the list of its contents does not match its data");
  std::ranges::sort(places_, {}, &Place::key);
  return {};
}

const SnapshotReader::Place* SnapshotReader::find(const base::Hash128& key) const noexcept {
  const auto found = std::ranges::lower_bound(places_, key, {}, &Place::key);
  return found != places_.end() && found->key == key ? &*found : nullptr;
}

std::shared_ptr<const std::string> SnapshotReader::unpacked(std::uint32_t part) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(recent_, part, &Unpacked::part);
  if (found != recent_.end()) {
    std::rotate(found, found + 1, recent_.end());
    return recent_.back().bytes;
  }
  auto bytes = store::unpack_frame(file_.part(part), file_.head().parts[part].unpacked);
  if (!bytes) return nullptr;
  if (recent_.size() == kMostUnpackedParts) recent_.erase(recent_.begin());
  recent_.push_back({part, std::make_shared<const std::string>(std::move(*bytes))});
  return recent_.back().bytes;
}

std::optional<SnapshotContent> SnapshotReader::content(const base::Hash128& key,
                                                       const std::string& text) const {
  const Place* const place = find(key);
  if (place == nullptr) return std::nullopt;
  const auto part = unpacked(place->part);
  if (!part) return std::nullopt;
  base::ByteReader in(std::string_view(*part).substr(place->offset, place->size));
  const auto packed = in.text();
  const std::uint64_t dimension = in.varint();
  if (!in.ok() || dimension > kMostDimension) return std::nullopt;
  auto record = store::unpack_content(packed, key, text);
  if (!record) return std::nullopt;
  SnapshotContent out{std::move(*record), static_cast<std::size_t>(dimension), {}};
  const auto values = out.record.chunks.size() * out.dimension;
  // Checked before memory is allocated.
  if (in.remaining() != values * sizeof(float)) return std::nullopt;
  out.vectors.resize(values);
  const auto rows = in.take(in.remaining());
  if (!rows.empty()) std::memcpy(out.vectors.data(), rows.data(), rows.size());
  const auto is_finite = [](float value) { return std::isfinite(value); };
  if (!std::ranges::all_of(out.vectors, is_finite)) return std::nullopt;
  return out;
}

}  // namespace codeweaver::engine
