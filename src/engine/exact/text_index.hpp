// TextIndex: which files the index spares an exact search.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/os/file_status.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/text/grams.hpp"
#include "codeweaver/text_search.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/segments/segment.hpp"
#include "store/stat_cache.hpp"

namespace codeweaver::engine {

/// One question to the index of a folder. Thread safety: const members may be called concurrently.
class TextIndex {
 public:
  /// Errors: kNotFound "INDEX_NOT_FOUND"; kCorruption; kIo.
  static Result<TextIndex> open(const TextIndexPlace& place, const text::GramQuery& query);

  /// Where the last file was found; asked in order of paths, the next one is near.
  struct Cursor {
    std::size_t row = 0;
    std::vector<std::size_t> files{};  ///< one a segment
  };

  /// Whether a file holds no line that matches: it is the one that was indexed, by its size and
  /// times, its text as a whole, and no block of it has the grams that a match needs.
  bool rules_out(std::string_view path, const os::FileStatus& status, Cursor& cursor) const;

 private:
  struct Part {
    std::shared_ptr<const store::Segment> segment;
    std::vector<std::uint32_t> deleted_files;
    store::ChunkSet blocks;  // that may match
  };
  store::StatCache known_;
  std::vector<Part> parts_;
};

}  // namespace codeweaver::engine
