// Overlay: texts that replace files, such as unsaved texts of an editor.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_OVERLAY_HPP_
#define CODEWEAVER_OVERLAY_HPP_

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Texts that replace files on disk, or mark them as deleted. A searcher with an overlay
/// (HybridSearcher::with_overlay, CodeWeaver::with_overlay) answers as if these texts were saved
/// and indexed. Nothing is written.
/// Copies share the texts and cost a few bytes for each file. An editor can keep one overlay,
/// change it while the user types, and pass copies to running searches.
/// Thread safety: as a standard container.
class Overlay {
 public:
  /// Maximum size in bytes of one text, and of all texts.
  static constexpr std::size_t kMostTextBytes = 10U << 20, kMostBytes = 256U << 20;

  /// Uses `text` for the file at `path`, which need not exist. `path` is relative to the project,
  /// or absolute inside its folder; the separator is '/'. Cost: one pass over the text.
  /// Errors (the overlay does not change): kInvalidArgument "PATH_OUTSIDE_PROJECT" (also if
  /// `path` is not the path of a file), "NOT_UTF8", "FILE_TOO_LARGE".
  Result<void> put(std::string_view path, std::string text);
  /// Like put(), with a text that another overlay shares; null: the file counts as deleted. Errors:
  /// "PATH_OUTSIDE_PROJECT", "FILE_TOO_LARGE".
  Result<void> share(std::string_view path, std::shared_ptr<const std::string> text);
  /// Treats the file as deleted. For a moved file, also put() its new path. Errors:
  /// kInvalidArgument "PATH_OUTSIDE_PROJECT".
  Result<void> remove(std::string_view path);
  /// Uses the file on disk again, for example after it was saved or closed. Returns true if the
  /// overlay had an entry for it.
  bool forget(std::string_view path);

  bool is_empty() const noexcept { return files_.empty(); }
  std::size_t size() const noexcept { return files_.size(); }      ///< number of files
  std::size_t size_bytes() const noexcept { return size_bytes_; }  ///< size of all texts

  /// A shared text; null: the file counts as deleted.
  using Text = std::shared_ptr<const std::string>;
  /// Entries by normalised path: without "." and "..".
  const std::map<std::string, Text, std::less<>>& files() const noexcept { return files_; }

 private:
  std::map<std::string, Text, std::less<>> files_;
  std::size_t size_bytes_ = 0;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_OVERLAY_HPP_
