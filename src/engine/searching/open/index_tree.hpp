// IndexTree: the files of a snapshot, for linking.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.hpp"
#include "engine/overlay/index_rows.hpp"
#include "engine/searching/open/shared_cache.hpp"
#include "facts/facts.hpp"
#include "graph/source_tree.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// The content is already a hash.
struct ContentHash {
  std::size_t operator()(const base::Hash128& content) const noexcept {
    return static_cast<std::size_t>(content.low);
  }
};
/// Facts by content, so that they survive edits of other files. Contents without facts have null.
using FactsCache = SharedCache<base::Hash128, std::optional<facts::Facts>, ContentHash>;

/// Hashes of the names in the facts of a content, sorted. Names take much less memory than facts,
/// so those of all files fit.
using NameCache = SharedCache<base::Hash128, std::vector<std::uint32_t>, ContentHash>;

/// What is kept of contents for all snapshots of a tree. What no longer fits is read again from the
/// index.
struct GraphCaches {
  FactsCache facts{64U << 20};
  NameCache names{64U << 20};
};

/// Reads facts from the rows of the index, and keeps them. Not thread-safe.
class IndexTree final : public graph::SourceTree {
 public:
  IndexTree(std::shared_ptr<const store::Snapshot> snapshot, std::shared_ptr<GraphCaches> caches);
  /// `rows` must live until the next call. Null: read nothing.
  void read_from(const IndexRows* rows) noexcept { rows_ = rows; }

  std::shared_ptr<const facts::Facts> facts(std::string_view path) override;
  /// True if the file has facts without this name. False also if only facts() can tell. Reads the
  /// stored facts of a content once.
  bool lacks_name(std::string_view path, std::string_view name);
  std::vector<std::string> files_in(std::string_view folder) override;
  std::vector<std::string> files_named(std::string_view name) override;
  std::vector<std::string> folders_with(std::string_view ending) override;
  std::string text(std::string_view path) override;
  /// Paths of the files that may have facts, sorted.
  std::vector<std::string> linked_files();
  /// Bytes of all facts that facts() has returned.
  std::size_t bytes_read() const noexcept { return bytes_read_; }

 private:
  /// Null: the content cannot be read.
  FactsCache::Pointer read(std::string_view path, const base::Hash128& content);
  /// The facts as stored; empty: they are not.
  std::string_view stored(const base::Hash128& content);

  std::shared_ptr<const store::Snapshot> snapshot_;
  std::shared_ptr<GraphCaches> caches_;
  const IndexRows* rows_ = nullptr;
  base::Hash128 last_content_;  // of last_stored_
  std::string last_stored_;
  std::size_t bytes_read_ = 0;
  /// Paths by the name of the file; nullopt: not asked for yet.
  std::optional<std::unordered_map<std::string_view, std::vector<std::string_view>>> named_;
};

}  // namespace codeweaver::engine
