// Database: whole contents and their vectors, by content key.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cstring>
#include <iterator>

#include "base/try.hpp"
#include "store/database/database_impl.hpp"

namespace codeweaver::store {
namespace {

std::string_view view(const std::array<char, 16>& bytes) noexcept {
  return {bytes.data(), bytes.size()};
}

}  // namespace

Result<std::optional<std::int64_t>> Database::Impl::content_id(const base::Hash128& key) const {
  const auto bytes = hash_bytes(key);
  Query query = connection.query("SELECT id FROM contents WHERE key = ?", Blob{view(bytes)});
  CODEWEAVER_ASSIGN(auto row, query.step());
  if (!row) return std::optional<std::int64_t>{};
  return std::optional<std::int64_t>(query.integer(0));
}

Result<std::int64_t> Database::Impl::existing_content_id(const base::Hash128& key) const {
  CODEWEAVER_ASSIGN(auto id, content_id(key));
  if (!id) return missing_content(key);
  return *id;
}

Result<bool> Database::has_content(const base::Hash128& key) const {
  CODEWEAVER_ASSIGN(auto id, impl_->content_id(key));
  return id.has_value();
}

Result<std::optional<std::size_t>> Database::chunk_count(const base::Hash128& key) const {
  const auto bytes = hash_bytes(key);
  Query query =
      impl_->connection.query("SELECT chunks FROM contents WHERE key = ?", Blob{view(bytes)});
  CODEWEAVER_ASSIGN(auto row, query.step());
  if (!row) return std::optional<std::size_t>{};
  return std::optional(static_cast<std::size_t>(query.integer(0)));
}

Result<std::string> Database::content_language(const base::Hash128& key) const {
  const auto bytes = hash_bytes(key);
  Query query =
      impl_->connection.query("SELECT language FROM contents WHERE key = ?", Blob{view(bytes)});
  CODEWEAVER_ASSIGN(auto row, query.step());
  if (!row) return missing_content(key);
  return query.text(0);
}

Result<std::map<std::string, std::size_t>> TreeView::language_counts() const {
  Query query = impl().connection.query(
      "SELECT c.language, count(*) FROM files f JOIN contents c ON c.id = f.content WHERE f.tree = "
      "? AND f.outcome = 'indexed' AND c.chunks > 0 GROUP BY c.language",
      id());
  std::map<std::string, std::size_t> out;
  for (;;) {
    CODEWEAVER_ASSIGN(const auto row, query.step());
    if (!row) return out;
    out[query.text(0)] = static_cast<std::size_t>(query.integer(1));
  }
}

Result<void> Database::put_content(const ContentRecord& content) {
  if (std::ssize(content.chunks) > kMaxChunks)
    return Error{ErrorCategory::kInvalidArgument, "TOO_MANY_CHUNKS",
                 "A content has " + std::to_string(content.chunks.size()) +
                     " chunks; the limit is " + std::to_string(kMaxChunks),
                 "writing the index database", "Exclude the file, or allow larger chunks."};
  return impl_->atomically([&]() -> Result<void> {
    Connection& connection = impl_->connection;
    const auto key = hash_bytes(content.key);
    CODEWEAVER_ASSIGN(auto old, impl_->content_id(content.key));
    std::int64_t id = 0;
    if (old) {
      id = *old;
      if (auto removed = impl_->remove_symbol_names(id); !removed) return removed;
      auto updated = connection.run(
          "UPDATE contents SET language = ?, error_ratio = ?, text_bytes = ?, chunks = ? "
          "WHERE id = ?",
          content.language, content.error_ratio, content.text.size(), content.chunks.size(), id);
      if (!updated) return updated;
      auto blocks = connection.run("DELETE FROM blocks WHERE id BETWEEN ? AND ?", id << kChunkBits,
                                   (id << kChunkBits) + kMaxChunks - 1);
      if (!blocks) return blocks;
      // Vectors belong to the deleted chunks, so delete them too.
      auto vectors = connection.run("DELETE FROM vectors WHERE content = ?", id);
      if (!vectors) return vectors;
      auto facts = connection.run("DELETE FROM facts WHERE content = ?", id);
      if (!facts) return facts;
    } else {
      auto inserted = connection.run(
          "INSERT INTO contents (key, language, error_ratio, text_bytes, chunks) "
          "VALUES (?, ?, ?, ?, ?)",
          Blob{view(key)}, content.language, content.error_ratio, content.text.size(),
          content.chunks.size());
      if (!inserted) return inserted;
      id = connection.last_id();
    }
    if (auto written = impl_->write_blocks(id, content); !written) return written;
    if (auto written = impl_->write_facts(id, content.facts); !written) return written;
    impl_->collect_symbol_names(id, content.symbols);
    return {};
  });
}

Result<ContentRecord> Database::content(const base::Hash128& key) const {
  const auto bytes = hash_bytes(key);
  Query query = impl_->connection.query(
      "SELECT id, language, error_ratio, text_bytes, chunks FROM contents WHERE key = ?",
      Blob{view(bytes)});
  CODEWEAVER_ASSIGN(auto row, query.step());
  if (!row) return missing_content(key);
  ContentRecord content;
  content.key = key;
  content.language = query.text(1);
  content.error_ratio = query.real(2);
  CODEWEAVER_TRY(impl_->read_blocks(query.integer(0), content));
  if (std::ssize(content.text) != query.integer(3) ||
      std::ssize(content.chunks) != query.integer(4))
    return impl_->damaged_row("an incomplete content");
  CODEWEAVER_ASSIGN(content.facts, impl_->read_facts(query.integer(0)));
  return content;
}

Result<void> Database::Impl::read_blocks(std::int64_t id, ContentRecord& content) const {
  std::vector<PlacedSymbol> symbols;
  auto walked = for_each_block(id, [&](const BlockView& block) -> Result<void> {
    auto chunks = read_chunks(block);
    auto placed = read_symbols(block);
    if (!chunks || !placed) return damaged_row("a text block");
    std::move(chunks->begin(), chunks->end(), std::back_inserter(content.chunks));
    std::move(placed->begin(), placed->end(), std::back_inserter(symbols));
    return append_text(content.text, 0, block);
  });
  if (!walked) return walked;
  std::sort(symbols.begin(), symbols.end(),
            [](const auto& a, const auto& b) { return a.ordinal < b.ordinal; });
  for (auto& placed : symbols) content.symbols.push_back(std::move(placed.symbol));
  return {};
}

Result<std::string> Database::content_text(const base::Hash128& key) const {
  const auto bytes = hash_bytes(key);
  Query query = impl_->connection.query("SELECT id, text_bytes FROM contents WHERE key = ?",
                                        Blob{view(bytes)});
  CODEWEAVER_ASSIGN(auto row, query.step());
  if (!row) return missing_content(key);
  std::string text;
  auto walked = impl_->for_each_block(
      query.integer(0), [&](const BlockView& block) { return append_text(text, 0, block); });
  if (!walked) return walked.error();
  if (std::ssize(text) != query.integer(1)) return impl_->damaged_row("an incomplete content");
  return text;
}

Result<void> Database::Impl::write_facts(std::int64_t content, std::string_view facts) {
  if (facts.empty()) return {};
  CODEWEAVER_ASSIGN(const auto frame, compressor.compress(facts));
  return connection.run("INSERT INTO facts VALUES (?, ?)", content, Blob{frame});
}

Result<std::string> Database::Impl::unpacked_facts(Query query) const {
  CODEWEAVER_ASSIGN(const auto row, query.step());
  if (!row) return std::string();
  const auto facts = compressor.decompress(query.bytes(0));
  if (!facts) return noted(facts.error());
  return std::string(*facts);
}

Result<std::string> Database::Impl::read_facts(std::int64_t content) const {
  if (!has_facts) return std::string();
  return unpacked_facts(connection.query("SELECT data FROM facts WHERE content = ?", content));
}

Result<std::string> Database::content_facts(const base::Hash128& key) const {
  if (!impl_->has_facts) return std::string();
  const auto bytes = hash_bytes(key);
  return impl_->unpacked_facts(impl_->connection.query(
      "SELECT f.data FROM contents c JOIN facts f ON f.content = c.id WHERE c.key = ?",
      Blob{view(bytes)}));
}

Result<void> Database::put_vectors(const base::Hash128& key, std::string_view embedder,
                                   std::size_t dimension, std::span<const float> rows) {
  if (dimension == 0 || rows.size() % dimension != 0)
    return Error{ErrorCategory::kInvalidArgument, "INVALID_DIMENSION",
                 std::to_string(rows.size()) + " values are not a whole number of rows of " +
                     std::to_string(dimension),
                 "storing vectors of '" + std::string(embedder) + "'",
                 "Pass one row of the embedder's dimension for each chunk."};
  return impl_->atomically([&]() -> Result<void> {
    CODEWEAVER_ASSIGN(auto id, impl_->content_id(key));
    if (!id) return missing_content(key);
    const std::string_view bytes{reinterpret_cast<const char*>(rows.data()), rows.size_bytes()};
    return impl_->connection.run("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)", *id,
                                 embedder, dimension, Blob{bytes});
  });
}

Result<std::optional<std::vector<float>>> Database::vectors(const base::Hash128& key,
                                                            std::string_view embedder) const {
  const auto bytes = hash_bytes(key);
  Query query = impl_->connection.query(
      "SELECT v.dimension, v.data FROM contents c JOIN vectors v ON v.content = c.id "
      "WHERE c.key = ? AND v.embedder = ?",
      Blob{view(bytes)}, embedder);
  CODEWEAVER_ASSIGN(auto row, query.step());
  if (!row) return std::optional<std::vector<float>>{};
  const std::string_view data = query.bytes(1);
  const std::int64_t dimension = query.integer(0);
  if (dimension <= 0 || data.size() % (static_cast<std::size_t>(dimension) * sizeof(float)) != 0)
    return impl_->damaged_row("vectors");
  std::vector<float> rows(data.size() / sizeof(float));
  if (!rows.empty()) std::memcpy(rows.data(), data.data(), data.size());
  return std::optional<std::vector<float>>(std::move(rows));
}

}  // namespace codeweaver::store
