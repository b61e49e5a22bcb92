// IndexRows: what queries read of the database, under an overlay where there is one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "engine/overlay/overlay_layer.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// The rows of an index; of a file that an overlay stands before, those of the overlay. A view of
/// both, which outlive it. Members return, cost and fail as those of store::Database.
class IndexRows {
 public:
  /// A database alone is its rows: callers without an overlay pass it as it is.
  IndexRows(const store::Database& database,  // NOLINT(google-explicit-constructor)
            const OverlayLayer* overlay = nullptr) noexcept
      : database_(&database), overlay_(overlay) {}

  std::optional<Error> damage() const { return database_->damage(); }
  /// Of a file of the overlay: as it would be indexed, with the audit of the committed one.
  Result<std::optional<store::FileRecord>> file(std::string_view path) const;
  Result<std::optional<store::ItemRecord>> item(std::string_view node_id) const {
    return database_->item(node_id);
  }
  Result<std::string> content_text(const base::Hash128& key) const;
  std::vector<Result<store::ChunkText>> chunk_texts(
      std::span<const store::ChunkPlace> places) const;
  Result<store::TextPart> text_around(const store::ChunkPlace& place, std::size_t lines) const;
  Result<std::vector<store::SymbolRecord>> definitions_in(const store::ChunkPlace& place) const;
  Result<std::vector<store::Database::SymbolHit>> find_symbols(std::string_view name,
                                                               std::size_t limit) const;
  Result<std::vector<store::Database::DefinitionPlace>> find_definitions(std::string_view name,
                                                                         std::size_t limit) const;

 private:
  const store::ContentRecord* overlaid(const base::Hash128& content) const {
    return overlay_ == nullptr ? nullptr : overlay_->content(content);
  }
  const store::Database* database_;
  const OverlayLayer* overlay_;  // null: there is none
};

}  // namespace codeweaver::engine
