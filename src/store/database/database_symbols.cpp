// Database: finds definitions by the hashes of their names.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "base/try.hpp"
#include "store/database/database_impl.hpp"

namespace codeweaver::store {
namespace {

// CROSS JOIN makes SQLite start with the names: the other order would read every symbol of the
// tree.
constexpr const char* kPlacesSql =
    "SELECT f.path, s.chunk, s.content FROM symbol_names s "
    "CROSS JOIN files f ON f.content = s.content WHERE s.hash = ? AND f.tree = ? "
    "ORDER BY f.path, s.chunk LIMIT ?";

/// Key in meta: id of the first content with names that are not in symbol_names yet.
constexpr std::string_view kNamesOwedKey = "symbol_names_owed_from";

}  // namespace

std::int64_t symbol_hash(std::string_view name) noexcept {
  constexpr unsigned kUnusedBits = 16;
  return static_cast<std::int64_t>(base::hash64(name)) >> kUnusedBits;
}

void Database::Impl::collect_symbol_names(std::int64_t content,
                                          std::span<const SymbolRecord> symbols) {
  for (const SymbolRecord& symbol : symbols) {
    pending_names.add({symbol_hash(symbol.name), content, symbol.chunk});
    if (symbol.qualified_name != symbol.name)
      pending_names.add({symbol_hash(symbol.qualified_name), content, symbol.chunk});
  }
}

Result<void> Database::Impl::settle_symbol_names(NamesFollow names) {
  owed_from_after_commit = owed_from;
  are_names_written = false;
  if (pending_names.is_empty() && !is_debt_lost) return {};
  if (names == NamesFollow::kNow || pending_names.is_due()) return write_pending_names();
  if (owed_from && *owed_from <= pending_names.first_content()) return {};
  owed_from_after_commit = pending_names.first_content();
  return connection.run("INSERT OR REPLACE INTO meta VALUES (?, ?)", kNamesOwedKey,
                        std::to_string(*owed_from_after_commit));
}

Result<void> Database::Impl::write_pending_names() {
  if (is_debt_lost)
    if (auto collected = collect_owed_names(); !collected) return collected;
  for (const auto& row : pending_names.sorted()) {
    auto written = connection.run("INSERT OR IGNORE INTO symbol_names VALUES (?, ?, ?)", row.hash,
                                  row.content, row.chunk);
    if (!written) return written;
  }
  are_names_written = true;
  owed_from_after_commit.reset();
  return owed_from ? connection.run("DELETE FROM meta WHERE key = ?", kNamesOwedKey)
                   : Result<void>();
}

Result<void> Database::Impl::collect_owed_names() {
  if (!owed_from) return {};
  Query contents = connection.query("SELECT id FROM contents WHERE id >= ?", *owed_from);
  for (;;) {
    CODEWEAVER_ASSIGN(auto row, contents.step());
    if (!row) return {};
    const auto content = contents.integer(0);
    std::vector<SymbolRecord> symbols;
    auto read = for_each_block(content, [&](const BlockView& block) -> Result<void> {
      auto placed = read_symbols(block);
      if (!placed) return damaged_row("a text block");
      for (auto& [ordinal, symbol] : *placed) symbols.push_back(std::move(symbol));
      return {};
    });
    // Skip a damaged content; reading it reports the damage.
    if (!read && read.error().category != ErrorCategory::kCorruption) return read;
    pending_names.remove(content);
    collect_symbol_names(content, symbols);
  }
}

void Database::Impl::note_names_committed() noexcept {
  owed_from = owed_from_after_commit;
  if (!are_names_written) return;
  are_names_written = false;
  is_debt_lost = false;
  pending_names.note_written();
}

void Database::Impl::note_names_rolled_back() {
  are_names_written = false;
  pending_names.clear();
  (void)find_debt();
}

Result<void> Database::Impl::find_debt() {
  owed_from.reset();
  Query query = connection.query("SELECT value FROM meta WHERE key = ?", kNamesOwedKey);
  CODEWEAVER_ASSIGN(auto row, query.step());
  if (row) owed_from = std::strtoll(query.text(0).c_str(), nullptr, 10);
  is_debt_lost = owed_from.has_value();
  return {};
}

Result<void> Database::Impl::remove_symbol_names(std::int64_t content) {
  pending_names.remove(content);
  std::vector<std::int64_t> hashes;
  auto read = for_each_block(content, [&](const BlockView& block) -> Result<void> {
    const auto symbols = read_symbols(block);
    if (!symbols) return damaged_row("a text block");
    for (const auto& [ordinal, symbol] : *symbols)
      for (const std::string* name : {&symbol.name, &symbol.qualified_name})
        hashes.push_back(symbol_hash(*name));
    return {};
  });
  // Unreadable names stay in the table; readers check the chunks that they lead to.
  if (!read && read.error().category != ErrorCategory::kCorruption) return read;
  for (const std::int64_t hash : hashes) {
    auto deleted =
        connection.run("DELETE FROM symbol_names WHERE hash = ? AND content = ?", hash, content);
    if (!deleted) return deleted;
  }
  return {};
}

Result<std::vector<PlacedSymbol>> Database::Impl::symbols_of(std::int64_t content,
                                                             std::uint32_t chunk) const {
  CODEWEAVER_ASSIGN(const auto block, block_of(content, chunk));
  auto symbols = read_symbols(block->view);
  if (!symbols) return damaged_row("a text block");
  std::erase_if(*symbols, [&](const PlacedSymbol& placed) { return placed.symbol.chunk != chunk; });
  return std::move(*symbols);
}

Result<std::vector<DefinitionPlace>> TreeView::find_definitions(std::string_view name,
                                                                std::size_t limit) const {
  Query query = impl().connection.query(kPlacesSql, symbol_hash(name), id(), limit);
  std::vector<DefinitionPlace> places;
  for (;;) {
    CODEWEAVER_ASSIGN(auto row, query.step());
    if (!row) return places;
    places.push_back({query.text(0), static_cast<std::uint32_t>(query.integer(1))});
  }
}

Result<std::vector<SymbolHit>> TreeView::find_symbols(std::string_view name,
                                                      std::size_t limit) const {
  constexpr std::int64_t kUnlimited = -1;  // some places may turn out to have another name
  Query query = impl().connection.query(kPlacesSql, symbol_hash(name), id(), kUnlimited);
  std::vector<SymbolHit> hits;
  while (hits.size() < limit) {
    CODEWEAVER_ASSIGN(auto row, query.step());
    if (!row) return hits;
    auto symbols =
        impl().symbols_of(query.integer(2), static_cast<std::uint32_t>(query.integer(1)));
    if (!symbols) return symbols.error();
    std::erase_if(*symbols, [&](const PlacedSymbol& placed) {
      return placed.symbol.name != name && placed.symbol.qualified_name != name;
    });
    std::sort(symbols->begin(), symbols->end(), [](const auto& a, const auto& b) {
      return std::pair(a.symbol.lines.start_line, a.ordinal) <
             std::pair(b.symbol.lines.start_line, b.ordinal);
    });
    for (auto& placed : *symbols)
      if (hits.size() < limit) hits.push_back({query.text(0), std::move(placed.symbol)});
  }
  return hits;
}

Result<std::vector<SymbolRecord>> Database::definitions_in(const ChunkPlace& place) const {
  const Reading reading(*this);
  CODEWEAVER_ASSIGN(const auto content, impl_->existing_content_id(place.content));
  CODEWEAVER_ASSIGN(auto symbols, impl_->symbols_of(content, place.ordinal));
  std::ranges::sort(symbols, {}, [](const PlacedSymbol& placed) {
    const auto& lines = placed.symbol.lines;
    return std::tuple(lines.start_line, ~lines.end_line, placed.ordinal);
  });
  std::vector<SymbolRecord> out;
  out.reserve(symbols.size());
  for (auto& placed : symbols) out.push_back(std::move(placed.symbol));
  return out;
}

}  // namespace codeweaver::store
