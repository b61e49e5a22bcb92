// Loading, comparing and updating what is known of a tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/tree_state.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/clock.hpp"
#include "base/file.hpp"
#include "base/file_times.hpp"
#include "engine/file_processor.hpp"
#include "engine/model_identity.hpp"

namespace codeweaver::engine {
namespace {

store::FileState state_of(std::string_view outcome) {
  return outcome == "indexed"   ? store::FileState::kIndexed
         : outcome == "skipped" ? store::FileState::kSkipped
                                : store::FileState::kFailed;
}

store::FileState state_of(const corpus::SkippedFile& skip) {
  return skip.is_failure ? store::FileState::kFailed : store::FileState::kSkipped;
}

/// Whether a file may have been written again after the run that began at `indexed_at` read it.
bool is_as_young_as(const store::FileRecord& file) {
  const std::chrono::nanoseconds since_1970(file.mtime_ns + base::kClockSlackNs);
  const std::chrono::system_clock::time_point time(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(since_1970));
  return base::iso8601(time) >= file.indexed_at;
}

/// Reads every row: after a crash, or when the cache was lost.
Result<std::string> known_by_database(const store::Database& database,
                                      const DerivedState& derived) {
  store::StatCacheWriter writer;
  Result<void> languages;
  auto walked = database.for_each_file([&](const store::FileRecord& file) {
    store::FileStat stat;
    std::string language;
    if (file.content != base::Hash128{}) {
      auto found = database.content_language(file.content);
      if (!found) {
        languages = found.error();
        return false;
      }
      language = std::move(*found);
    }
    stat.path = file.path;
    stat.language = language;
    stat.reason = file.reason;
    stat.content = file.content;
    stat.mtime_ns = file.mtime_ns;
    stat.size_bytes = file.size_bytes;
    stat.chunks = static_cast<std::uint32_t>(file.chunk_ids.size());
    stat.state = state_of(file.outcome);
    stat.is_racy = file.mtime_ns != 0 && is_as_young_as(file);
    writer.add(stat);
    return true;
  });
  if (!walked) return walked.error();
  if (!languages) return languages.error();
  return writer.bytes(derived.text());
}

bool looks_same(const store::FileStat& known, const DiscoveredFile& file,
                const corpus::FileTimes& times) {
  return known.mtime_ns == times.modified_ns && known.size_bytes == file.size_bytes &&
         known.state != store::FileState::kFailed;
}

bool is_doubtful(const store::FileStat& known, const corpus::FileTimes& times) {
  return known.is_racy || (known.ctime_ns != 0 && known.ctime_ns != times.changed_ns);
}

}  // namespace

std::string DerivedState::text() const {
  return is_current() ? run + ' ' + std::to_string(generation) : std::string{};
}

std::string tree_key(std::string_view key, const StatePaths& paths) {
  return std::string(key).append("@").append(paths.tree);
}

Result<DerivedState> derived_state(const store::Database& database, const StatePaths& paths) {
  auto stored = database.meta(tree_key(kDerivedKey, paths));
  if (!stored) return stored.error();
  DerivedState state;
  if (!*stored) return state;
  const std::string& text = **stored;
  const auto space = text.find(' ');
  if (space == std::string::npos) return state;
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data() + space + 1, end, state.generation);
  if (error == std::errc{} && last == end) state.run = text.substr(0, space);
  return state;
}

Result<bool> has_other_settings(const store::Database& database, const StatePaths& paths,
                                std::string_view hash) {
  const auto stored = database.meta(tree_key(kSettingsKey, paths));
  if (!stored) return stored.error();
  return *stored && **stored != hash;
}

Result<store::StatCache> known_tree(const StatePaths& paths, const store::Database& database,
                                    const DerivedState& derived) {
  if (derived.is_current())
    if (auto cache = store::StatCache::open(paths.stat_cache(), derived.text())) return cache;
  auto bytes = known_by_database(database, derived);
  if (!bytes) return bytes.error();
  // Without the file the next look reads the database again, so a failure costs time alone.
  if (derived.is_current())
    (void)base::write_file_atomic(paths.stat_cache(), *bytes, base::Durability::kNone);
  return store::StatCache::parse(std::move(*bytes), derived.text());
}

Result<corpus::Discovery> discover_tree(const std::filesystem::path& root, const StatePaths& paths,
                                        const IndexOptions& options, const store::StatCache* known,
                                        std::stop_token stop) {
  auto request = corpus::discovery_options(options);
  if (known != nullptr)
    request.known_language = [known](const DiscoveredFile& file, const corpus::FileTimes& times) {
      const auto found = known->find(file.path);
      if (found == known->size()) return std::string_view{};
      const auto before = (*known)[found];
      return looks_same(before, file, times) && !is_doubtful(before, times) ? before.language
                                                                            : std::string_view{};
    };
  auto bytes = base::read_file(paths.folder_cache());
  const auto folders = bytes ? corpus::FolderCache(std::move(*bytes)) : corpus::FolderCache();
  request.known_folders = &folders;
  auto found = corpus::discover(root, request, std::move(stop));
  // Without the file the next look lists all folders, so a failure costs time alone.
  if (found && !found->folder_cache.empty())
    (void)base::write_file_atomic(paths.folder_cache(), found->folder_cache,
                                  base::Durability::kNone);
  return found;
}

TreeChanges compare_tree(const corpus::Discovery& discovery, const store::StatCache& known,
                         bool force) {
  TreeChanges changes;
  std::size_t next_known = 0;
  // Steps over what is known and gone; true with `before` when `path` is known.
  const auto advance = [&](std::string_view path, store::FileStat& before) {
    for (; next_known < known.size(); ++next_known) {
      before = known[next_known];
      if (before.path >= path) break;
      changes.removed.emplace_back(before.path);
    }
    if (next_known == known.size() || before.path != path) return false;
    ++next_known;
    return true;
  };
  const auto visit_file = [&](std::size_t i) {
    const auto& file = discovery.files[i];
    const auto& times = discovery.times[i];
    store::FileStat before;
    const bool is_known = advance(file.path, before);
    if (force || !is_known || !looks_same(before, file, times))
      changes.changed.push_back(i);
    else if (is_doubtful(before, times))
      changes.doubtful.push_back(i);
    else
      ++changes.unchanged;
  };
  const auto visit_skip = [&](std::size_t i) {
    const auto& skip = discovery.skipped[i];
    if (i > 0 && discovery.skipped[i - 1].path == skip.path) return;
    store::FileStat before;
    const bool is_known = advance(skip.path, before);
    if (!is_known || before.reason != skip.reason || before.state != state_of(skip))
      changes.skipped.push_back(i);
  };
  std::size_t file = 0, skip = 0;
  while (file < discovery.files.size() || skip < discovery.skipped.size()) {
    const bool is_file = skip == discovery.skipped.size() ||
                         (file < discovery.files.size() &&
                          discovery.files[file].path < discovery.skipped[skip].path);
    if (is_file)
      visit_file(file++);
    else
      visit_skip(skip++);
  }
  for (; next_known < known.size(); ++next_known)
    changes.removed.emplace_back(known[next_known].path);
  return changes;
}

TreeTotals totals_of(const store::StatCache& known) {
  TreeTotals totals;
  std::size_t* count = nullptr;
  std::string_view language;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const auto file = known[i];
    if (file.state != store::FileState::kIndexed) continue;
    ++totals.files;
    totals.chunks += file.chunks;
    if (file.chunks == 0 || file.language.empty()) continue;
    if (count == nullptr || language != file.language) {  // neighbours mostly share it
      language = file.language;
      count = &totals.languages[std::string(language)];
    }
    ++*count;
  }
  return totals;
}

Result<store::StatCache> update_known_tree(const StatePaths& paths, const store::StatCache& known,
                                           std::vector<KnownUpdate> updates,
                                           std::vector<std::string> removed,
                                           const DerivedState& derived) {
  std::stable_sort(updates.begin(), updates.end(),
                   [](const auto& a, const auto& b) { return a.path < b.path; });
  std::sort(removed.begin(), removed.end());
  store::StatCacheWriter writer;
  std::size_t next = 0;
  const auto add_updates_before = [&](const std::string_view* path) {
    for (; next < updates.size() && (path == nullptr || updates[next].path < *path); ++next) {
      if (next + 1 < updates.size() && updates[next + 1].path == updates[next].path) continue;
      auto stat = updates[next].stat;
      stat.path = updates[next].path;
      stat.language = updates[next].language;
      stat.reason = updates[next].reason;
      writer.add(stat);
    }
  };
  for (std::size_t i = 0; i < known.size(); ++i) {
    const auto file = known[i];
    add_updates_before(&file.path);
    const bool is_updated = next < updates.size() && updates[next].path == file.path;
    if (!is_updated && !std::binary_search(removed.begin(), removed.end(), file.path))
      writer.add(file);
  }
  add_updates_before(nullptr);
  auto bytes = writer.bytes(derived.text());
  // As above.
  (void)base::write_file_atomic(paths.stat_cache(), bytes, base::Durability::kNone);
  return store::StatCache::parse(std::move(bytes), derived.text());
}

}  // namespace codeweaver::engine
