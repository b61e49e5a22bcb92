// Assembles files of a store from their records.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/stores/stored_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/hash.hpp"
#include "base/try.hpp"
#include "codeweaver/namespace_key.hpp"
#include "codeweaver/reconcile.hpp"
#include "engine/content/prepared_file.hpp"
#include "engine/state/item_path.hpp"
#include "json/value.hpp"
#include "json/writer.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/segments/segment_builder.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::engine {
namespace {

/// True if the records are 0, 1, 2, ... of one revision and one text.
bool are_whole(const std::vector<VectorRecord>& records) {
  for (std::size_t i = 0; i < records.size(); ++i)
    if (records[i].ordinal != i || records[i].revision != records.front().revision ||
        records[i].content_key != records.front().content_key)
      return false;
  return !records.empty();
}

store::ChunkRecord chunk_of(const VectorRecord& record) {
  store::ChunkRecord out;
  out.begin = record.begin;
  out.end = record.begin + static_cast<std::uint32_t>(record.chunk.content.size());
  out.lines = record.lines;
  out.source = record.chunk.source;
  out.semantic_class = record.chunk.semantic_class;
  out.is_part = record.is_part;
  out.tokens = record.tokens;
  out.symbol = record.symbol;
  out.kind = record.kind;
  out.doc = record.doc;
  out.context = record.context;
  out.defines = record.defines;
  out.references = record.references;
  return out;
}

/// Text between two chunks is not in any record; it is usually blank.
void add_text(const VectorRecord& record, std::string& text) {
  const auto& own = record.chunk.content;
  if (text.size() < record.begin) text.resize(record.begin, '\n');
  const auto known = text.size() - record.begin;
  if (known < own.size()) text.append(own, known);
}

/// The facts that its source gave for an item are in the metadata of its chunk, next to our keys.
store::ItemRecord item_of(const VectorRecord& record, std::string_view node_id) {
  constexpr std::array<std::string_view, 5> kOwn{"kind", "context", "is_part", "content_cut",
                                                 "orphan"};
  store::ItemRecord out;
  out.node_id = node_id;
  out.path = record.file_key;
  json::Object facts;
  for (const auto& [name, value] : record.chunk.metadata)
    if (std::ranges::find(kOwn, name) == kOwn.end()) facts.emplace_back(name, value);
  const auto kind = record.chunk.metadata.find("kind");
  if (kind != record.chunk.metadata.end()) out.node_type = kind->second;
  if (record.chunk.metadata.contains("orphan")) out.orphan_policy = to_string(OrphanPolicy::kMark);
  out.meta = json::dump(std::move(facts));
  return out;
}

store::FileRecord file_of(const std::vector<VectorRecord>& records, base::Hash128 content) {
  const auto& first = records.front();
  store::FileRecord out;
  out.path = first.file_key;
  out.content = content;
  out.raw_hash = base::Hash128::parse(first.file.content_hash).value_or(base::Hash128());
  out.size_bytes = first.file.size_bytes;
  out.mtime_ns = std::llround(first.file.last_modified * 1e9);
  out.extension = first.file.ext_kind.extension;
  out.ext_category = first.file.ext_kind.category;
  out.is_test = first.file.is_test;
  out.is_generated = first.file.is_generated;
  for (const auto& record : records) out.chunk_ids.push_back(record.chunk.chunk_id);
  if (const auto key = NamespaceKey::parse(first.audit.name_space))
    out.purpose = to_string(key->purpose);
  out.chunk_strategy = first.audit.chunk_strategy;
  out.source_system = first.audit.source_system;
  out.source_batch_id = first.audit.source_batch_id;
  out.git_commit = first.audit.git_commit;
  out.git_branch = first.audit.git_branch;
  out.git_dirty = first.audit.git_dirty.value_or(false);
  out.source_captured_at = first.audit.source_captured_at;
  out.indexed_at = first.audit.indexed_at;
  return out;
}

/// Its analyzed chunks with the vectors of the records.
PreparedFile prepared_of(const StoredFile& file, const std::vector<VectorRecord>& records,
                         std::size_t dimension) {
  PreparedFile out;
  out.language = file.content.language;
  out.vectors.resize(records.size() * dimension);
  for (std::size_t i = 0; i < records.size(); ++i) {
    out.chunks.push_back(prepare_chunk(file.file.path, file.content.chunks[i], file.content.text));
    const auto& own = records[i].chunk.dense;
    if (own && own->size() == dimension)
      std::ranges::copy(*own, out.vectors.begin() + static_cast<std::ptrdiff_t>(i * dimension));
  }
  return out;
}

Result<store::Snapshot::Part> part_of(const WantedFile& file, const PreparedFile& prepared,
                                      std::size_t dimension) {
  store::SegmentBuilder builder(dimension);
  for (const auto& input : segment_inputs(file, prepared, dimension)) builder.add(input);
  CODEWEAVER_ASSIGN(auto segment, std::move(builder).build());
  store::ChunkSet live(segment->size(), true);
  std::vector<store::Snapshot::Part> parts;
  parts.push_back({std::move(segment), std::move(live), nullptr});
  CODEWEAVER_ASSIGN(const auto made,
                    store::make_snapshot(0, std::move(parts), store::VectorIndexKind::kScan));
  return made->parts.front();
}

}  // namespace

std::size_t StoredFile::bytes() const noexcept {
  constexpr std::size_t kOfChunk = 512, kOfSymbol = 160, kOfSegment = 8192;
  return sizeof(*this) + 2 * content.text.size() + kOfChunk * content.chunks.size() +
         kOfSymbol * content.symbols.size() + kOfSegment + part.segment->size_bytes();
}

Result<std::optional<StoredFile>> stored_file(std::vector<VectorRecord> records,
                                              std::size_t dimension) {
  std::ranges::sort(records, {}, &VectorRecord::ordinal);
  if (!are_whole(records)) return std::optional<StoredFile>();
  const auto& first = records.front();
  const auto key = base::Hash128::parse(first.content_key);
  if (!key) return std::optional<StoredFile>();
  StoredFile out;
  out.revision = first.revision;
  out.file = file_of(records, *key);
  out.content.key = *key;
  out.content.language = first.file.language;
  for (const auto& record : records) {
    add_text(record, out.content.text);
    out.content.chunks.push_back(chunk_of(record));
    for (const auto& one : record.definitions)
      out.content.symbols.push_back(
          {one.name, one.qualified_name, one.kind, one.lines, record.ordinal});
  }
  const auto item = read_item_path(first.file_key);
  if (!item.node_id.empty()) out.item = item_of(first, item.node_id);
  CODEWEAVER_ASSIGN(
      out.part, part_of(wanted_file(out.file), prepared_of(out, records, dimension), dimension));
  return std::optional(std::move(out));
}

}  // namespace codeweaver::engine
