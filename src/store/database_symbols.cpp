// Database: definitions by name, found through hashes of the names.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>

#include "store/database_impl.hpp"

namespace codeweaver::store {
namespace {

// From the names to the files: the other way round would read every symbol of the tree.
constexpr const char* kPlacesSql =
    "SELECT f.path, s.chunk, s.content FROM symbol_names s "
    "CROSS JOIN files f ON f.content = s.content WHERE s.hash = ? AND f.tree = ? "
    "ORDER BY f.path, s.chunk LIMIT ?";

}  // namespace

std::int64_t symbol_hash(std::string_view name) noexcept {
  constexpr unsigned kUnusedBits = 16;
  return static_cast<std::int64_t>(base::hash64(name)) >> kUnusedBits;
}

Result<void> Database::Impl::write_symbol_names(std::int64_t content,
                                                std::span<const SymbolRecord> symbols) {
  const auto write = [&](std::string_view name, std::uint32_t chunk) {
    return connection.run("INSERT OR IGNORE INTO symbol_names VALUES (?, ?, ?)", symbol_hash(name),
                          content, chunk);
  };
  for (const SymbolRecord& symbol : symbols) {
    if (auto written = write(symbol.name, symbol.chunk); !written) return written;
    if (symbol.qualified_name == symbol.name) continue;
    if (auto written = write(symbol.qualified_name, symbol.chunk); !written) return written;
  }
  return {};
}

Result<void> Database::Impl::remove_symbol_names(std::int64_t content) {
  std::vector<std::int64_t> hashes;
  auto read = for_each_block(content, [&](const BlockView& block) -> Result<void> {
    const auto symbols = read_symbols(block);
    if (!symbols) return corrupt_row("a text block");
    for (const auto& [ordinal, symbol] : *symbols)
      for (const std::string* name : {&symbol.name, &symbol.qualified_name})
        hashes.push_back(symbol_hash(*name));
    return {};
  });
  // Names that cannot be read stay behind; what is read through them is checked.
  if (!read && read.error().category != ErrorCategory::kCorruption) return read;
  for (const std::int64_t hash : hashes) {
    auto deleted =
        connection.run("DELETE FROM symbol_names WHERE hash = ? AND content = ?", hash, content);
    if (!deleted) return deleted;
  }
  return {};
}

Result<std::vector<Database::DefinitionPlace>> Database::find_definitions(std::string_view name,
                                                                          std::size_t limit) const {
  Query query = impl_->connection.query(kPlacesSql, symbol_hash(name), impl_->tree, limit);
  std::vector<DefinitionPlace> places;
  for (;;) {
    auto row = query.step();
    if (!row) return row.error();
    if (!*row) return places;
    places.push_back({query.text(0), static_cast<std::uint32_t>(query.integer(1))});
  }
}

Result<std::vector<Database::SymbolHit>> Database::find_symbols(std::string_view name,
                                                                std::size_t limit) const {
  constexpr std::int64_t kUnlimited = -1;  // some places may turn out to hold another name
  Query query = impl_->connection.query(kPlacesSql, symbol_hash(name), impl_->tree, kUnlimited);
  std::vector<SymbolHit> hits;
  while (hits.size() < limit) {
    auto row = query.step();
    if (!row) return row.error();
    if (!*row) return hits;
    const auto chunk = static_cast<std::uint32_t>(query.integer(1));
    auto block = impl_->block_of(query.integer(2), chunk);
    if (!block) return block.error();
    auto symbols = read_symbols(block->view);
    if (!symbols) return corrupt_row("a text block");
    std::erase_if(*symbols, [&](const PlacedSymbol& placed) {
      const auto& symbol = placed.symbol;
      return symbol.chunk != chunk || (symbol.name != name && symbol.qualified_name != name);
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

}  // namespace codeweaver::store
