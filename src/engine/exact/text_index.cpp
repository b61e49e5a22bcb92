// TextIndex: the state of each file in the last run, and the blocks of its text that may match.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/text_index.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "engine/state/file_reasons.hpp"
#include "engine/state/snapshot_facts.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/state/tree_state.hpp"
#include "store/database/tree_view.hpp"
#include "store/search/gram_search.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver::engine {

namespace {

Error no_text_index(const TextIndexPlace& place) {
  return {ErrorCategory::kNotFound,
          error_code::kIndexNotFound,
          "There is no index of " + place.root.string(),
          "searching exact text",
          "Index the folder",
          RemedyKind::kIndex};
}

/// True if the blocks of a file contain all of its text unchanged.
bool is_whole(store::FileOutcome outcome, std::string_view reason) {
  return outcome == store::FileOutcome::kIndexed && (reason.empty() || reason == with_bulk({}));
}

}  // namespace

Result<TextIndex> TextIndex::open(const TextIndexPlace& place) {
  const StatePaths paths{place.state_dir, place.tree};
  if (!paths.has_database()) return no_text_index(place);
  CODEWEAVER_ASSIGN(auto database, store::Database::open_read_only(paths.database()));
  CODEWEAVER_ASSIGN(const auto derived, derived_state(database, paths));
  TextIndex out;
  CODEWEAVER_ASSIGN(out.known_, known_tree(paths, database, derived));
  CODEWEAVER_TRY(out.open_parts(paths));
  return out;
}

Result<TextIndex> TextIndex::open_objects(const TextIndexPlace& place, const std::string& commit) {
  StatePaths paths{place.state_dir, place.tree};
  if (!paths.has_database()) return no_text_index(place);
  const StatePaths of_commit{place.state_dir, commit_tree(commit)};
  std::error_code ignored;
  if (std::filesystem::exists(of_commit.segments() / of_commit.manifest(), ignored))
    paths = of_commit;
  CODEWEAVER_ASSIGN(auto database, store::Database::open_read_only(paths.database()));
  CODEWEAVER_ASSIGN(const auto tree, database.tree(paths.tree));
  TextIndex out;
  CODEWEAVER_TRY(out.open_parts(paths));
  CODEWEAVER_TRY(tree.for_each_file([&](const store::FileRecord& file) {
    if (is_whole(file.outcome, file.reason) && !file.git_blob.empty())
      out.objects_.try_emplace(file.git_blob, KnownObject{file.path, file.content});
    return true;
  }));
  return out;
}

Result<TextIndex> TextIndex::open_items(const StatePaths& paths) {
  TextIndex out;
  CODEWEAVER_TRY(out.open_parts(paths));
  return out;
}

Result<void> TextIndex::open_parts(const StatePaths& paths) {
  CODEWEAVER_ASSIGN(auto manifest, store::read_manifest(paths.segments(), paths.manifest()));
  for (auto& entry : manifest.segments) {
    CODEWEAVER_ASSIGN(auto segment,
                      store::Segment::open(paths.segments() / entry.file, entry.verified));
    parts_.push_back({entry.file, std::move(segment), std::move(entry.deleted_files)});
  }
  return {};
}

namespace {

/// Index of the file `path` in a segment; searches from `at` on first.
std::optional<std::size_t> find_from(const store::Segment& segment, std::string_view path,
                                     std::size_t& at) {
  constexpr std::size_t kFewSteps = 8;
  for (std::size_t step = 0; step < kFewSteps && at < segment.file_count(); ++step, ++at) {
    const auto here = segment.file_path(at);
    if (here == path) return at;
    if (here > path) {
      if (at == 0 || segment.file_path(at - 1) < path) return std::nullopt;
      break;
    }
  }
  const auto found = find_file(segment, path);
  if (found) at = *found;
  return found;
}

}  // namespace

Result<std::vector<store::ChunkSet>> TextIndex::blocks_of(const text::GramQuery& query) const {
  std::vector<store::ChunkSet> out;
  for (const auto& part : parts_) {
    auto blocks = store::blocks_with_grams(*part.segment, query);
    if (!blocks)
      return part.segment->damage().value_or(
          Error{ErrorCategory::kCorruption, error_code::kSegmentCorrupt,
                "The segment " + part.name + " is damaged", "searching exact text",
                "Index the folder", RemedyKind::kIndex});
    out.push_back(std::move(*blocks));
  }
  return out;
}

std::optional<TextPlace> TextIndex::locate(std::string_view path, const os::FileStatus& status,
                                           Cursor& cursor) const {
  const std::size_t row = known_.find(path, cursor.row);
  if (row == known_.size()) return std::nullopt;
  cursor.row = row + 1;
  const auto known = known_[row];
  if (!is_whole(known.state, known.reason) || known.is_racy || known.ctime_ns == 0 ||
      known.ctime_ns != status.changed_ns || known.mtime_ns != status.modified_ns ||
      known.size_bytes != status.size_bytes)
    return std::nullopt;
  return locate_content(path, known.content, cursor);
}

std::optional<TextPlace> TextIndex::locate_object(const std::string& object) const {
  const auto known = objects_.find(object);
  if (known == objects_.end()) return std::nullopt;
  Cursor cursor;
  return locate_content(known->second.path, known->second.content, cursor);
}

std::optional<TextPlace> TextIndex::locate_content(std::string_view path,
                                                   const base::Hash128& content,
                                                   Cursor& cursor) const {
  cursor.files.resize(parts_.size(), 0);
  for (std::uint32_t i = 0; i < parts_.size(); ++i) {
    const auto& part = parts_[i];
    const auto file = find_from(*part.segment, path, cursor.files[i]);
    if (!file || part.segment->file_content(*file) != content ||
        std::ranges::binary_search(part.deleted_files, static_cast<std::uint32_t>(*file)))
      continue;
    const auto [first, last] = store::text_blocks_of(*part.segment, *file);
    if (first == last) return std::nullopt;
    return TextPlace{i, first, last};
  }
  return std::nullopt;
}

bool holds_any(const std::vector<store::ChunkSet>& blocks, const TextPlace& place) {
  for (auto block = place.first; block < place.last; ++block)
    if (blocks[place.part].test(block)) return true;
  return false;
}

}  // namespace codeweaver::engine
