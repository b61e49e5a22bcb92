// MemoryRows: files in memory, read like the rows of a database.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "codeweaver/result.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {

/// The rows of some files. Members with the name of a member of store::Database return what a
/// database with only these files would return. Thread safety: const members may be called
/// concurrently.
class MemoryRows {
 public:
  /// Views the arguments, which must outlive this; each path only once. Null: no content, or not an
  /// item.
  void add(const store::FileRecord& file, const store::ContentRecord* content,
           const store::ItemRecord* item = nullptr);

  const store::FileRecord* file(std::string_view path) const;       ///< null: not found
  const store::ItemRecord* item(std::string_view node_id) const;    ///< the same
  const store::ContentRecord* content(const base::Hash128&) const;  ///< the same

  Result<std::string> content_text(const base::Hash128& key) const;
  std::string content_facts(const base::Hash128& key) const;  ///< empty: not known
  Result<store::ChunkText> chunk_text(const store::ChunkPlace& place) const;
  Result<store::TextPart> text_around(const store::ChunkPlace& place, std::size_t lines) const;
  Result<std::vector<store::SymbolRecord>> definitions_in(const store::ChunkPlace& place) const;
  std::vector<store::SymbolHit> find_symbols(std::string_view name) const;
  std::vector<store::DefinitionPlace> find_definitions(std::string_view name) const;

 private:
  struct Held {
    const store::FileRecord* file = nullptr;
    const store::ContentRecord* content = nullptr;
  };
  Result<const store::ContentRecord*> content_of(const store::ChunkPlace& place) const;

  std::map<std::string_view, Held, std::less<>> files_;  // by path
  std::map<base::Hash128, const store::ContentRecord*> contents_;
  std::map<std::string_view, const store::ItemRecord*, std::less<>> items_;  // by node
};

}  // namespace codeweaver::engine
