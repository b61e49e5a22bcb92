// IndexRows: the index data that queries read, from a database, an overlay or memory.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "engine/content/memory_rows.hpp"
#include "engine/overlay/overlay_layer.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {

/// The rows of an index: those of a database; for files that an overlay replaces, those of the
/// overlay; or only rows in memory. A view; the rows must outlive it. Members have the results,
/// cost and errors of those of store::TreeView and store::Database.
class IndexRows {
 public:
  /// Implicit, so that callers without an overlay can pass a tree.
  IndexRows(const store::TreeView& tree,  // NOLINT(google-explicit-constructor)
            const OverlayLayer* overlay = nullptr) noexcept
      : tree_(tree),
        database_(&tree.database()),
        overlay_(overlay),
        memory_(overlay == nullptr ? nullptr : &overlay->rows()) {}
  /// Only these rows exist.
  IndexRows(const MemoryRows& rows) noexcept
      : memory_(&rows) {}  // NOLINT(google-explicit-constructor)

  std::optional<Error> damage() const;
  /// For a file of the overlay: its row as if it were indexed, with the audit of the committed
  /// file.
  Result<std::optional<store::FileRecord>> file(std::string_view path) const;
  Result<std::optional<store::ItemRecord>> item(std::string_view node_id) const;
  Result<std::string> content_text(const base::Hash128& key) const;
  Result<std::string> content_facts(const base::Hash128& key) const;
  std::vector<Result<store::ChunkText>> chunk_texts(
      std::span<const store::ChunkPlace> places) const;
  Result<store::TextPart> text_around(const store::ChunkPlace& place, std::size_t lines) const;
  Result<std::vector<store::SymbolRecord>> definitions_in(const store::ChunkPlace& place) const;
  Result<std::vector<store::SymbolHit>> find_symbols(std::string_view name,
                                                     std::size_t limit) const;
  Result<std::vector<store::DefinitionPlace>> find_definitions(std::string_view name,
                                                               std::size_t limit) const;

 private:
  bool is_in_memory(const base::Hash128& content) const {
    return database_ == nullptr || (memory_ != nullptr && memory_->content(content) != nullptr);
  }
  std::optional<store::TreeView> tree_;        // none: everything is in memory
  const store::Database* database_ = nullptr;  // of tree_
  const OverlayLayer* overlay_ = nullptr;      // null: no overlay
  const MemoryRows* memory_;                   // null: nothing is in memory
};

}  // namespace codeweaver::engine
