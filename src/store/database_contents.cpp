// Database: contents with their chunks, symbols and vectors, addressed by what was read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <cstring>

#include "store/database_impl.hpp"

namespace codeweaver::store {
namespace {

std::string_view view(const std::array<char, 16>& bytes) noexcept {
  return {bytes.data(), bytes.size()};
}

Result<std::vector<ChunkRecord>> decode_chunks(const Compressor& compressor,
                                               std::string_view frame) {
  auto bytes = compressor.decompress(frame);
  if (!bytes) return bytes.error();
  auto chunks = unpack_chunks(*bytes);
  if (!chunks) return corrupt_row("a chunk list");
  return std::move(*chunks);
}

Result<std::vector<SymbolRecord>> read_symbols(const Connection& connection, std::int64_t content) {
  Query query = connection.query(
      "SELECT name, coalesce(qualified_name, name), kind, start_line, end_line, chunk "
      "FROM symbols WHERE content = ? ORDER BY ordinal",
      content);
  std::vector<SymbolRecord> symbols;
  for (;;) {
    auto row = query.step();
    if (!row) return row.error();
    if (!*row) return symbols;
    symbols.push_back({query.text(0), query.text(1), query.text(2),
                       Span{static_cast<std::uint32_t>(query.integer(3)),
                            static_cast<std::uint32_t>(query.integer(4))},
                       static_cast<std::uint32_t>(query.integer(5))});
  }
}

}  // namespace

Result<std::optional<std::int64_t>> Database::Impl::content_id(const base::Hash128& key) const {
  const auto bytes = hash_bytes(key);
  Query query = connection.query("SELECT id FROM contents WHERE key = ?", Blob{view(bytes)});
  auto row = query.step();
  if (!row) return row.error();
  if (!*row) return std::optional<std::int64_t>{};
  return std::optional<std::int64_t>(query.integer(0));
}

Result<bool> Database::has_content(const base::Hash128& key) const {
  auto id = impl_->content_id(key);
  if (!id) return id.error();
  return id->has_value();
}

Result<void> Database::Impl::write_symbols(std::int64_t content,
                                           const std::vector<SymbolRecord>& symbols) {
  std::size_t ordinal = 0;
  for (const SymbolRecord& symbol : symbols) {
    std::optional<std::string_view> qualified_name;
    if (symbol.qualified_name != symbol.name) qualified_name = symbol.qualified_name;
    auto written = connection.run("INSERT INTO symbols VALUES (?, ?, ?, ?, ?, ?, ?, ?)", content,
                                  ordinal++, symbol.name, qualified_name, symbol.kind,
                                  symbol.lines.start_line, symbol.lines.end_line, symbol.chunk);
    if (!written) return written;
  }
  return {};
}

Result<void> Database::put_content(const ContentRecord& content) {
  return impl_->atomically([&]() -> Result<void> {
    Connection& connection = impl_->connection;
    const auto key = hash_bytes(content.key);
    auto old = impl_->content_id(content.key);
    if (!old) return old.error();
    auto text = impl_->compressor.compress(content.text);
    if (!text) return text.error();

    std::int64_t id = 0;
    if (*old) {
      id = **old;
      auto updated = connection.run(
          "UPDATE contents SET language = ?, error_ratio = ?, text_bytes = ?, text = ? "
          "WHERE id = ?",
          content.language, content.error_ratio, content.text.size(), Blob{*text}, id);
      if (!updated) return updated;
      // Vectors belong to the chunks that go, so they go too.
      for (const char* sql :
           {"DELETE FROM symbols WHERE content = ?", "DELETE FROM vectors WHERE content = ?"})
        if (auto deleted = connection.run(sql, id); !deleted) return deleted;
    } else {
      auto inserted = connection.run(
          "INSERT INTO contents (key, language, error_ratio, text_bytes, text) "
          "VALUES (?, ?, ?, ?, ?)",
          Blob{view(key)}, content.language, content.error_ratio, content.text.size(), Blob{*text});
      if (!inserted) return inserted;
      id = connection.last_id();
    }
    auto packed = impl_->compressor.compress(pack_chunks(content.chunks));
    if (!packed) return packed.error();
    auto chunks = connection.run("INSERT OR REPLACE INTO chunks VALUES (?, ?, ?)", id,
                                 content.chunks.size(), Blob{*packed});
    if (!chunks) return chunks;
    return impl_->write_symbols(id, content.symbols);
  });
}

Result<ContentRecord> Database::content(const base::Hash128& key) const {
  const auto bytes = hash_bytes(key);
  Query query = impl_->connection.query(
      "SELECT c.id, c.language, c.error_ratio, c.text, k.data FROM contents c "
      "JOIN chunks k ON k.content = c.id WHERE c.key = ?",
      Blob{view(bytes)});
  auto row = query.step();
  if (!row) return row.error();
  if (!*row) return missing_content(key);
  ContentRecord content;
  content.key = key;
  content.language = query.text(1);
  content.error_ratio = query.real(2);
  auto text = impl_->compressor.decompress(query.bytes(3));
  if (!text) return text.error();
  content.text = std::move(*text);
  auto chunks = decode_chunks(impl_->compressor, query.bytes(4));
  if (!chunks) return chunks.error();
  content.chunks = std::move(*chunks);
  auto symbols = read_symbols(impl_->connection, query.integer(0));
  if (!symbols) return symbols.error();
  content.symbols = std::move(*symbols);
  return content;
}

Result<std::string> Database::content_text(const base::Hash128& key) const {
  const auto bytes = hash_bytes(key);
  Query query =
      impl_->connection.query("SELECT text FROM contents WHERE key = ?", Blob{view(bytes)});
  auto row = query.step();
  if (!row) return row.error();
  if (!*row) return missing_content(key);
  return impl_->compressor.decompress(query.bytes(0));
}

Result<std::vector<ChunkRecord>> Database::content_chunks(const base::Hash128& key) const {
  const auto bytes = hash_bytes(key);
  Query query = impl_->connection.query(
      "SELECT k.data FROM contents c JOIN chunks k ON k.content = c.id WHERE c.key = ?",
      Blob{view(bytes)});
  auto row = query.step();
  if (!row) return row.error();
  if (!*row) return missing_content(key);
  return decode_chunks(impl_->compressor, query.bytes(0));
}

Result<ContentText> Database::content_text_with(const base::Hash128& key,
                                                std::span<const std::uint32_t> ordinals) const {
  const auto bytes = hash_bytes(key);
  Query query = impl_->connection.query(
      "SELECT c.text, k.data FROM contents c JOIN chunks k ON k.content = c.id WHERE c.key = ?",
      Blob{view(bytes)});
  auto row = query.step();
  if (!row) return row.error();
  if (!*row) return missing_content(key);
  auto text = impl_->compressor.decompress(query.bytes(0));
  if (!text) return text.error();
  auto packed = impl_->compressor.decompress(query.bytes(1));
  if (!packed) return packed.error();
  auto chunks = unpack_chunks(*packed, ordinals);
  if (!chunks) return corrupt_row("a chunk list");
  return ContentText{std::move(*text), std::move(*chunks)};
}

Result<void> Database::put_vectors(const base::Hash128& key, std::string_view embedder,
                                   std::size_t dimension, std::span<const float> rows) {
  if (dimension == 0 || rows.size() % dimension != 0)
    return Error{ErrorCategory::kInvalidArgument, "INVALID_DIMENSION",
                 std::to_string(rows.size()) + " numbers are no whole number of rows of " +
                     std::to_string(dimension),
                 "storing vectors of '" + std::string(embedder) + "'",
                 "Pass one row of the embedder's dimension for each chunk."};
  return impl_->atomically([&]() -> Result<void> {
    auto id = impl_->content_id(key);
    if (!id) return id.error();
    if (!*id) return missing_content(key);
    const std::string_view bytes{reinterpret_cast<const char*>(rows.data()), rows.size_bytes()};
    return impl_->connection.run("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)", **id,
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
  auto row = query.step();
  if (!row) return row.error();
  if (!*row) return std::optional<std::vector<float>>{};
  const std::string_view data = query.bytes(1);
  const std::int64_t dimension = query.integer(0);
  if (dimension <= 0 || data.size() % (static_cast<std::size_t>(dimension) * sizeof(float)) != 0)
    return corrupt_row("vectors");
  std::vector<float> rows(data.size() / sizeof(float));
  if (!rows.empty()) std::memcpy(rows.data(), data.data(), data.size());
  return std::optional<std::vector<float>>(std::move(rows));
}

}  // namespace codeweaver::store
