// OverlayFile: one text of an overlay, chunked, analyzed and embedded like an indexed file.
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

/// The index data of an overlay's text.
struct OverlayFile {
  store::FileRecord file;  ///< also for a skipped file, with the reason
  store::ContentRecord content;
  PreparedFile prepared{};
  bool lacks_vectors = false;  ///< or words of the sparse encoder
  /// True if searches can find it.
  bool has_chunks() const noexcept { return !content.chunks.empty(); }
  std::size_t bytes() const noexcept;  ///< approximate memory use
};

/// Settings for processing the texts.
struct OverlayRules {
  const IndexOptions& options;
  const FileProcessor& processor;  ///< for these options
  /// The models of the index. Embedders that are services are not called, because each keystroke
  /// would cost money.
  Encoders encoders;
};

/// Null: files with that name are not indexed. `path` is relative to the project; `database` is
/// the database of the index. Errors: those of prepare_file().
Result<std::shared_ptr<const OverlayFile>> make_overlay_file(const OverlayRules& rules,
                                                             std::string_view path,
                                                             const std::string& text,
                                                             const store::Database& database);

/// Recently searched files of overlays, by path and text, so that a keystroke only processes the
/// changed file. Thread safety: all members may be called concurrently.
class OverlayFiles {
 public:
  using Pointer = std::shared_ptr<const OverlayFile>;
  /// Key of a text at a path; `settings` is the result of settings_hash().
  static base::Hash128 key_of(std::string_view path, std::string_view text,
                              std::string_view settings);
  /// Null: not found.
  Pointer find(const base::Hash128& key) const;
  /// Adds a file. Unused files are kept up to about 64 MiB.
  void keep(const base::Hash128& key, const Pointer& file);

 private:
  mutable std::mutex mutex_;  // guards the members below
  std::map<base::Hash128, Pointer> files_;
  std::size_t bytes_ = 0;
};

}  // namespace codeweaver::engine
