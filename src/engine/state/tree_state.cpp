// Loads, compares and updates the record of a tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/tree_state.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/clock.hpp"
#include "base/file.hpp"
#include "base/file_times.hpp"
#include "base/try.hpp"
#include "engine/state/database_keys.hpp"
#include "engine/state/file_reasons.hpp"
#include "engine/state/left_out.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {
namespace {

store::FileOutcome state_of(const corpus::SkippedFile& skip) {
  return skip.is_failure ? store::FileOutcome::kFailed : store::FileOutcome::kSkipped;
}

/// True if a file may have been written again after the run that started at `indexed_at` read it.
bool is_as_young_as(const store::FileRecord& file) {
  const std::chrono::nanoseconds since_1970(file.mtime_ns + base::kClockSlackNs);
  const std::chrono::system_clock::time_point time(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(since_1970));
  return base::iso8601(time) >= file.indexed_at;
}

/// Reads every row: after a crash, or if the cache was lost.
Result<std::string> known_by_database(const store::Database& database, const StatePaths& paths,
                                      const DerivedState& derived) {
  CODEWEAVER_ASSIGN(const auto tree, database.tree(paths.tree));
  store::StatCacheWriter writer;
  Result<void> languages;
  auto walked = tree.for_each_file([&](const store::FileRecord& file) {
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
    stat.state = file.outcome;
    stat.is_racy = file.mtime_ns != 0 && is_as_young_as(file);
    writer.add(stat);
    return true;
  });
  if (!walked) return walked.error();
  if (!languages) return languages.error();
  return writer.bytes(derived.text());
}

bool looks_same(const store::FileStat& known, std::uint64_t size_bytes,
                const corpus::FileTimes& times, const RetriedFiles& retried) {
  if (known.reason == kNoPdfReaderReason && retried.pdfs) return false;
  return known.mtime_ns == times.modified_ns && known.size_bytes == size_bytes &&
         (known.state != store::FileOutcome::kFailed ||
          (known.reason == kChunkerFailed && !retried.chunker_failures));
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
  CODEWEAVER_ASSIGN(auto stored, database.meta(tree_key(kDerivedKey, paths)));
  DerivedState state;
  if (!stored) return state;
  const std::string& text = *stored;
  const auto space = text.find(' ');
  if (space == std::string::npos) return state;
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data() + space + 1, end, state.generation);
  if (error == std::errc{} && last == end) state.run = text.substr(0, space);
  return state;
}

Result<bool> has_other_settings(const store::Database& database, const StatePaths& paths,
                                std::string_view hash) {
  CODEWEAVER_ASSIGN(const auto stored, database.meta(tree_key(kSettingsKey, paths)));
  return stored && *stored != hash;
}

Result<store::StatCache> known_tree(const StatePaths& paths, const store::Database& database,
                                    const DerivedState& derived) {
  if (derived.is_current())
    if (auto cache = store::StatCache::open(paths.stat_cache(), derived.text())) return cache;
  CODEWEAVER_ASSIGN(auto bytes, known_by_database(database, paths, derived));
  // A failure only costs time: without the file the next scan reads the database again.
  if (derived.is_current())
    (void)base::write_file_atomic(paths.stat_cache(), bytes, base::Durability::kNone);
  return store::StatCache::parse(std::move(bytes), derived.text());
}

namespace {

/// Marks the known files that still exist, and predicts the position of the next one.
class MetFiles {
 public:
  MetFiles(const store::StatCache& known, RetriedFiles retried)
      : known_(known), is_met_(known.size()), retried_(retried) {}

  /// Marks an unchanged file; false if it changed or is unknown.
  bool meet_unchanged(std::string_view path, std::uint64_t size_bytes,
                      const corpus::FileTimes& times) {
    const std::size_t found = find(path);
    if (found == known_.size()) return false;
    const auto before = known_[found];
    if (!looks_same(before, size_bytes, times, retried_) || is_doubtful(before, times))
      return false;
    is_met_[found] = true;
    return true;
  }
  /// nullopt: unknown.
  std::optional<store::FileStat> meet(std::string_view path) {
    const std::size_t found = find(path);
    if (found == known_.size()) return std::nullopt;
    is_met_[found] = true;
    return known_[found];
  }
  /// The files that were not marked, among those that `only` selects; null: all.
  std::vector<std::string> others(const corpus::PathSelection* only) const {
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < is_met_.size(); ++i) {
      if (is_met_[i] || known_.is_deleted(i)) continue;
      if (const auto path = known_[i].path; only == nullptr || only->holds(path))
        paths.emplace_back(path);
    }
    return paths;
  }

 private:
  std::size_t find(std::string_view path) {
    const std::size_t found = known_.find(path, next_);
    if (found < known_.size()) next_ = found + 1;
    return found;
  }

  const store::StatCache& known_;
  std::vector<bool> is_met_;
  RetriedFiles retried_;
  std::size_t next_ = 0;
};

Result<corpus::Discovery> discover_tree(const ScanRequest& request, const StatePaths& paths,
                                        MetFiles* met, std::stop_token stop) {
  auto options = corpus::discovery_options(request.options);
  if (met != nullptr)
    options.is_known = [met](std::string_view path, std::uint64_t size_bytes,
                             const corpus::FileTimes& times) {
      return met->meet_unchanged(path, size_bytes, times);
    };
  auto bytes = base::read_file(paths.folder_cache());
  const auto folders = bytes ? corpus::FolderCache(std::move(*bytes)) : corpus::FolderCache();
  options.known_folders = &folders;
  auto found = corpus::discover(request.root, options, std::move(stop));
  // A failure only costs time: without the file the next scan lists all folders.
  if (found && !found->folder_cache.empty())
    (void)base::write_file_atomic(paths.folder_cache(), found->folder_cache,
                                  base::Durability::kNone);
  return found;
}

/// True if a fault made a path or its folder unreadable.
bool is_hidden(const corpus::Discovery& found, const std::string& path) {
  return std::ranges::any_of(found.unseen, [&](const std::string& hidden) {
    return hidden.empty() || path == hidden ||
           (path.starts_with(hidden) && path[hidden.size()] == '/');
  });
}

/// Files hidden by a fault count as unchanged.
TreeChanges compare(const corpus::Discovery& found, bool wants_all, const RetriedFiles& retried,
                    MetFiles& met, const corpus::PathSelection* only = nullptr) {
  TreeChanges changes;
  changes.unchanged = found.known_files;
  for (std::size_t i = 0; i < found.files.size(); ++i) {
    const auto before = met.meet(found.files[i].path);
    const bool is_same = !wants_all && before &&
                         looks_same(*before, found.files[i].size_bytes, found.times[i], retried);
    (is_same ? changes.doubtful : changes.changed).push_back(i);
  }
  for (std::size_t i = 0; i < found.skipped.size(); ++i) {
    const auto& skip = found.skipped[i];
    if (i > 0 && found.skipped[i - 1].path == skip.path) continue;
    const auto before = met.meet(skip.path);
    if (before && before->state == store::FileOutcome::kIndexed && is_hidden(found, skip.path))
      continue;
    if (!before || before->reason != skip.reason || before->state != state_of(skip))
      changes.skipped.push_back(i);
  }
  changes.removed = met.others(only);
  if (!found.unseen.empty())
    std::erase_if(changes.removed, [&](const std::string& path) { return is_hidden(found, path); });
  return changes;
}

}  // namespace

Result<TreeScan> scan_tree(const ScanRequest& request, const StatePaths& paths,
                           const store::Database& database, std::stop_token stop) {
  TreeScan scan;
  CODEWEAVER_ASSIGN(auto derived, derived_state(database, paths));
  scan.derived = std::move(derived);
  CODEWEAVER_ASSIGN(auto known, known_tree(paths, database, scan.derived));
  scan.known = std::move(known);
  CODEWEAVER_ASSIGN(const auto is_other,
                    has_other_settings(database, paths, request.settings_hash));
  scan.wants_all = request.force || is_other;
  const RetriedFiles retried{request.tries_chunker, !request.options.pdf_reader.empty()};
  MetFiles met(scan.known, retried);
  CODEWEAVER_ASSIGN(
      auto found, discover_tree(request, paths, scan.wants_all ? nullptr : &met, std::move(stop)));
  scan.found = std::move(found);
  scan.changes = compare(scan.found, scan.wants_all, retried, met);
  return scan;
}

Result<TreeScan> scan_paths(const ScanRequest& request, const StatePaths& paths,
                            const store::Database& database, const corpus::PathSelection& only,
                            std::stop_token stop) {
  TreeScan scan;
  CODEWEAVER_ASSIGN(scan.derived, derived_state(database, paths));
  CODEWEAVER_ASSIGN(scan.known, known_tree(paths, database, scan.derived));
  CODEWEAVER_ASSIGN(scan.wants_all, has_other_settings(database, paths, request.settings_hash));
  const RetriedFiles retried{request.tries_chunker, !request.options.pdf_reader.empty()};
  MetFiles met(scan.known, retried);
  auto options = corpus::discovery_options(request.options);
  options.only = &only;
  CODEWEAVER_ASSIGN(scan.found, corpus::discover(request.root, options, std::move(stop)));
  scan.changes = compare(scan.found, scan.wants_all, retried, met, &only);
  const auto seen = scan.found.files.size() + scan.changes.removed.size();
  scan.changes.unchanged = scan.known.file_count() - std::min(scan.known.file_count(), seen);
  return scan;
}

Result<bool> is_current(const TreeScan& scan, const store::Database& database,
                        const StatePaths& paths, std::string_view settings_hash) {
  CODEWEAVER_ASSIGN(const auto derived, derived_state(database, paths));
  if (!derived.is_current() || derived != scan.derived) return false;
  CODEWEAVER_ASSIGN(const auto is_other, has_other_settings(database, paths, settings_hash));
  return is_other == scan.wants_all;
}

TreeTotals totals_of(const store::StatCache& known) {
  TreeTotals totals;
  std::size_t* count = nullptr;
  std::string_view language;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const auto file = known[i];
    if (known.is_deleted(i)) continue;
    if (!file.reason.empty()) count_reason(totals.secrets, file.reason);
    if (says_bulk(file.reason)) ++totals.bulk_files;
    if (file.state != store::FileOutcome::kIndexed) {
      if (is_left_out_text(file.reason)) ++totals.left_out;
      continue;
    }
    ++totals.files;
    totals.chunks += file.chunks;
    if (file.chunks == 0 || file.language.empty()) continue;
    // Neighbours mostly have the same language.
    if (count == nullptr || language != file.language) {
      language = file.language;
      count = &totals.languages[std::string(language)];
    }
    ++*count;
  }
  return totals;
}

Result<store::StatCache> update_known_tree(const StatePaths& paths, const store::StatCache& known,
                                           const std::vector<KnownUpdate>& updates,
                                           const std::vector<std::string>& removed,
                                           const DerivedState& derived) {
  store::StatCacheEditor editor(known);
  for (const auto& path : removed) editor.remove(path);
  for (const auto& update : updates) {
    auto stat = update.stat;
    stat.path = update.path;
    stat.language = update.language;
    stat.reason = update.reason;
    editor.put(stat);
  }
  return editor.write(paths.stat_cache(), derived.text());
}

}  // namespace codeweaver::engine
