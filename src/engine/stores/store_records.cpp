// Records: the data of an index's files in a vector store.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/stores/store_records.hpp"

#include <memory>
#include <span>
#include <utility>

#include "base/hash.hpp"
#include "base/try.hpp"
#include "codeweaver/version.hpp"
#include "engine/content/prepared_file.hpp"
#include "engine/searching/answer/assemble.hpp"
#include "engine/searching/fuse/candidate.hpp"
#include "engine/state/model_identity.hpp"
#include "store/vectors/vector_codes.hpp"

namespace codeweaver::engine {
namespace {

constexpr char kSeparator = '\0';

/// A hash of a sequence of texts with separators.
class TextHash {
 public:
  TextHash& operator<<(std::string_view text) {
    hasher_.add(text);
    hasher_.add({&kSeparator, 1});
    return *this;
  }
  base::Hash128 value() const noexcept { return hasher_.value(); }

 private:
  base::Hasher128 hasher_;
};

/// A candidate with only the facts about the chunk, for make_match().
Candidate candidate_of(const store::FileRecord& file, const store::ContentRecord& content,
                       std::uint32_t ordinal) {
  const auto& chunk = content.chunks[ordinal];
  Candidate out;
  out.chunk = ordinal;
  out.info.path = file.path;
  out.info.language = content.language;
  out.info.symbol = chunk.symbol;
  out.info.content = file.content;
  out.info.ordinal = ordinal;
  out.info.lines = chunk.lines;
  out.info.semantic_class = chunk.semantic_class;
  out.info.source = chunk.source;
  out.info.is_test = file.is_test;
  out.info.is_generated = file.is_generated;
  out.info.tokens = chunk.tokens;
  out.content = std::make_shared<const store::ChunkText>(
      store::ChunkText{chunk, content.text.substr(chunk.begin, chunk.end - chunk.begin)});
  return out;
}

VectorRecord record_of(const RecordSources& sources, const Candidate& candidate,
                       std::string_view revision) {
  auto match = make_match(candidate, whole(*candidate.content), sources.tree, sources.identity,
                          {.query_terms = {}});
  const auto& chunk = candidate.record();
  VectorRecord out;
  out.file_key = candidate.info.path;
  out.ordinal = candidate.info.ordinal;
  out.id = record_id(sources.collection, out.file_key, out.ordinal);
  out.content_key = candidate.info.content.hex();
  out.revision = revision;
  out.chunk = std::move(match.content);
  out.file = std::move(match.file);
  out.audit = std::move(match.audit);
  out.doc = chunk.doc;
  out.defines = chunk.defines;
  out.references = chunk.references;
  out.tokens = chunk.tokens;
  out.is_part = chunk.is_part;
  out.begin = chunk.begin;
  out.lines = chunk.lines;
  out.symbol = chunk.symbol;
  out.kind = chunk.kind;
  out.context = chunk.context;
  return out;
}

}  // namespace

/// UUID version 8: a custom layout (RFC 9562).
Uuid record_id(const RecordCollection& collection, std::string_view file_key,
               std::uint32_t ordinal) {
  const auto hash = (TextHash() << collection.project_id << collection.tree << file_key
                                << std::to_string(ordinal))
                        .value();
  Uuid id;
  for (std::size_t i = 0; i < 8; ++i) {
    id.bytes[i] = static_cast<std::uint8_t>(hash.high >> (56 - 8 * i));
    id.bytes[i + 8] = static_cast<std::uint8_t>(hash.low >> (56 - 8 * i));
  }
  id.bytes[6] = static_cast<std::uint8_t>((id.bytes[6] & 0x0FU) | 0x80U);
  id.bytes[8] = static_cast<std::uint8_t>((id.bytes[8] & 0x3FU) | 0x80U);
  return id;
}

std::string file_revision(const RecordSources& sources, const store::FileRecord& file,
                          const store::ItemRecord* item) {
  TextHash hash;
  const auto& identity = sources.identity;
  hash << kVersion << kRecordFormat
       << model_identity(sources.encoders.embedder, sources.encoders.sparse)
       << sources.lengths.text() << identity.project.root << identity.vector_backend
       << file.content.hex() << file.raw_hash.hex() << std::to_string(file.size_bytes)
       << std::to_string(file.mtime_ns) << file.extension << file.ext_category
       << (file.is_test ? "test" : "") << (file.is_generated ? "generated" : "") << file.purpose
       << file.chunk_strategy << file.source_system << file.source_batch_id << file.git_commit
       << file.git_branch << (file.git_dirty ? "dirty" : "") << file.source_captured_at
       << file.indexed_at;
  for (const auto& id : file.chunk_ids) hash << id.to_string();
  if (item != nullptr) hash << item->node_type << item->meta << item->orphan_policy;
  return hash.value().hex();
}

Result<std::vector<VectorRecord>> make_records(const RecordSources& sources,
                                               const store::FileRecord& file,
                                               std::string_view revision) {
  CODEWEAVER_ASSIGN(const auto content, sources.tree.database().content(file.content));
  const auto prepared =
      prepare_file(wanted_file(file), content, sources.encoders, sources.tree.database());
  if (!prepared) return prepared.error();
  if (prepared->outage) return *prepared->outage;
  if (prepared->sparse_outage) revision = {};  // written again with the next changes
  const std::size_t dimension =
      prepared->vectors.empty() ? 0 : prepared->vectors.size() / prepared->chunks.size();
  std::vector<VectorRecord> out;
  for (std::uint32_t i = 0; i < content.chunks.size(); ++i) {
    auto record = record_of(sources, candidate_of(file, content, i), revision);
    for (const auto& symbol : content.symbols)
      if (symbol.chunk == i)
        record.definitions.push_back(
            {symbol.name, symbol.qualified_name, symbol.kind, symbol.lines});
    record.chunk.sparse = document_weights(prepared->chunks[i].terms, sources.lengths);
    const auto row = std::span(prepared->vectors).subspan(i * dimension, dimension);
    if (store::is_usable(row)) record.chunk.dense.emplace(row.begin(), row.end());
    out.push_back(std::move(record));
  }
  return out;
}

}  // namespace codeweaver::engine
