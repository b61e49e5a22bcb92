// Overlay: texts that stand before those of the files, such as what an editor has not saved.
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

/// Files as somebody edits them: of each the text that counts instead of the one on disk, or that
/// it is gone. A searcher over it (HybridSearcher::with_overlay, CodeWeaver::with_overlay) answers
/// as if those texts had been saved and indexed; nothing is written anywhere.
/// A value: a copy shares the texts and costs a few bytes a file, so that an editor keeps one,
/// changes it as the user types, and hands copies to searches that go on meanwhile.
/// Thread safety: as a standard container's.
class Overlay {
 public:
  /// Bytes of one text, and of all of them.
  static constexpr std::size_t kMostTextBytes = 10U << 20, kMostBytes = 256U << 20;

  /// Puts `text` in place of what the file at `path` holds, which need not exist. `path` is
  /// relative to the project or absolute below its folder; '/' separates. Cost: one pass over the
  /// text. Errors, with which nothing changes: kInvalidArgument "PATH_OUTSIDE_PROJECT" (also: it
  /// names no file), "NOT_UTF8", "FILE_TOO_LARGE".
  Result<void> put(std::string_view path, std::string text);
  /// The same for a text of another overlay; null: the file is gone. Errors:
  /// "PATH_OUTSIDE_PROJECT", "FILE_TOO_LARGE".
  Result<void> share(std::string_view path, std::shared_ptr<const std::string> text);
  /// As if the file was deleted; of a file that moved, beside put() of its new path. Errors:
  /// kInvalidArgument "PATH_OUTSIDE_PROJECT".
  Result<void> remove(std::string_view path);
  /// The file counts as it is on disk again: it was saved, or closed without. Returns whether the
  /// overlay said something of it.
  bool forget(std::string_view path);

  bool is_empty() const noexcept { return files_.empty(); }
  std::size_t size() const noexcept { return files_.size(); }      ///< files
  std::size_t size_bytes() const noexcept { return size_bytes_; }  ///< of all texts

  /// A text that copies share; null: the file is gone.
  using Text = std::shared_ptr<const std::string>;
  /// By path, as put() and remove() understood it: without "." and "..".
  const std::map<std::string, Text, std::less<>>& files() const noexcept { return files_; }

 private:
  std::map<std::string, Text, std::less<>> files_;
  std::size_t size_bytes_ = 0;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_OVERLAY_HPP_
