// OverlayFile: one text of an overlay, cut, analysed and embedded as a file of the index is.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"
#include "engine/content/file_processor.hpp"
#include "engine/content/prepared_file.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// A text of an overlay as the index would hold it.
struct OverlayFile {
  store::FileRecord file;  ///< also of one that is left out, with the reason
  store::ContentRecord content;
  PreparedFile prepared{};
  bool lacks_vectors = false;  ///< or words of the sparse encoder
  /// Whether searches find something of it.
  bool has_chunks() const noexcept { return !content.chunks.empty(); }
  std::size_t bytes() const noexcept;  ///< in memory, nearly
};

/// What texts become files by.
struct OverlayRules {
  const IndexOptions& options;
  const FileProcessor& processor;  ///< of these options
  /// Of the index. An embedder that is a service is not asked: nobody wants to pay for each key.
  Encoders encoders;
};

/// Null: a file of that name is not indexed. `path` is relative to the project; `database` is that
/// of the index. Errors: those of prepare_file().
Result<std::shared_ptr<const OverlayFile>> make_overlay_file(const OverlayRules& rules,
                                                             std::string_view path,
                                                             const std::string& text,
                                                             const store::Database& database);

/// The files of overlays that were searched lately, by path and text, so that a key that is typed
/// costs the one file. Thread safety: all members may be called concurrently.
class OverlayFiles {
 public:
  using Pointer = std::shared_ptr<const OverlayFile>;
  /// What names a text at a path under settings, which settings_hash() names.
  static base::Hash128 key_of(std::string_view path, std::string_view text,
                              std::string_view settings);
  /// Null: not there.
  Pointer find(const base::Hash128& key) const;
  /// Of what nobody searches, some 64 MiB are kept.
  void keep(const base::Hash128& key, Pointer file);

 private:
  mutable std::mutex mutex_;  // guards what follows
  std::map<base::Hash128, Pointer> files_;
  std::size_t bytes_ = 0;
};

}  // namespace codeweaver::engine
