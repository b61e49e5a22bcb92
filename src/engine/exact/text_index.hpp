// TextIndex: the blocks of text that an exact search has to read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/os/file_status.hpp"
#include "codeweaver/detail/grams.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/text_search.hpp"
#include "engine/state/state_paths.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/segments/segment.hpp"
#include "store/stat_cache.hpp"

namespace codeweaver::engine {

/// The text blocks of one file in one segment: [first, last).
struct TextPlace {
  std::uint32_t part = 0, first = 0, last = 0;
};

/// The indexed texts of a folder. Thread safety: const members may be called concurrently.
class TextIndex {
 public:
  /// Errors: kNotFound "INDEX_NOT_FOUND"; kCorruption; kIo.
  static Result<TextIndex> open(const TextIndexPlace& place);

  /// The same for git objects, by object id: of an indexed commit, else of the folder.
  static Result<TextIndex> open_objects(const TextIndexPlace& place, const std::string& commit);

  /// The same for items pushed into a namespace, by path and content.
  static Result<TextIndex> open_items(const StatePaths& paths);

  std::size_t part_count() const noexcept { return parts_.size(); }
  /// For each part, the blocks whose grams satisfy `query`. Errors: kCorruption.
  Result<std::vector<store::ChunkSet>> blocks_of(const text::GramQuery& query) const;

  /// Position of the last found file; for files in path order the next one is near.
  struct Cursor {
    std::size_t row = 0;
    std::vector<std::size_t> files{};  ///< one for each part
  };
  /// The blocks of a file if it is unchanged since indexing (by size and times) and indexed as a
  /// whole. nullopt: the file must be read.
  std::optional<TextPlace> locate(std::string_view path, const os::FileStatus& status,
                                  Cursor& cursor) const;
  /// The same for a file with a given content, whatever its times; for open_items().
  std::optional<TextPlace> locate_content(std::string_view path, const base::Hash128& content,
                                          Cursor& cursor) const;
  /// The same for a content of open_objects().
  std::optional<TextPlace> locate_object(const std::string& object) const;

 private:
  struct Part {
    std::string name;
    std::shared_ptr<const store::Segment> segment;
    std::vector<std::uint32_t> deleted_files;
  };
  /// Facts about a git object.
  struct KnownObject {
    std::string path;  ///< path of one of its files
    base::Hash128 content;
  };
  Result<void> open_parts(const StatePaths& paths);

  store::StatCache known_;
  std::unordered_map<std::string, KnownObject> objects_;
  std::vector<Part> parts_;
};

/// True if the sets of blocks_of() contain a block of the file.
bool holds_any(const std::vector<store::ChunkSet>& blocks, const TextPlace& place);

}  // namespace codeweaver::engine
