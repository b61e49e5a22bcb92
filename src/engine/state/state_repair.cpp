// Repairs a state: replaces a damaged database and recovers items that exist nowhere else.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/state_repair.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "base/file.hpp"
#include "base/try.hpp"
#include "codeweaver/detail/timestamp.hpp"
#include "codeweaver/error_codes.hpp"
#include "engine/state/index_lock.hpp"
#include "engine/state/item_path.hpp"
#include "store/database/tree_view.hpp"
#include "store/segments/manifest.hpp"
#include "store/segments/segment.hpp"

namespace codeweaver::engine {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kNamed = 5;  // number of lost items listed in a note

fs::path beside(const fs::path& database, std::string_view ending) {
  return fs::path(database) += ending;
}

/// nullopt: the database is intact or missing.
Result<std::optional<Error>> find_damage(const StatePaths& paths, Replace what) {
  if (!paths.has_database()) return std::optional<Error>();
  const auto database = store::Database::open_read_only(paths.database());
  const auto whole = database ? database->check() : Result<void>(database.error());
  if (whole) return std::optional<Error>();
  const auto& error = whole.error();
  if (error.category == ErrorCategory::kNotFound) return std::optional<Error>();
  if (is_database_damage(error) ||
      (what == Replace::kUnreadable && error.category == ErrorCategory::kCorruption))
    return std::optional<Error>(error);
  return error;
}

/// The namespaces filled by other tools, as named by the database and the manifests.
std::set<std::string> pushed_trees(const StatePaths& paths, const store::Database* damaged) {
  std::set<std::string> trees;
  if (damaged != nullptr)
    for (auto& name : damaged->salvage_tree_names()) trees.insert(std::move(name));
  const auto manifests = store::list_manifests(paths.segments());
  for (const auto& name : manifests ? *manifests : std::vector<std::string>())
    if (auto manifest = store::read_manifest(paths.segments(), name))
      trees.insert(std::move(manifest->tree));
  std::erase_if(trees, [](const auto& name) { return !name.starts_with(kNamespacePrefix); });
  return trees;
}

/// Restores lost rows of items from the rows of their files.
Result<void> complete_items(store::WritableTree& tree) {
  std::vector<store::ItemRecord> missing;
  Result<void> done;
  auto walked = tree.for_each_file([&](const store::FileRecord& file) {
    const std::string node_id(read_item_path(file.path).node_id);
    const auto item = tree.item(node_id);
    if (!item) done = item.error();
    if (item && !*item)
      missing.push_back({node_id, file.path,
                         text::utc_timestamp(file.source_captured_at).value_or(""), "", "{}", ""});
    return item.has_value();
  });
  if (!walked) return walked;
  for (const auto& item : missing)
    if (done) done = tree.put_item(item);
  return done;
}

std::string note_of(const NamespaceKey& key, const store::Database::Salvage& salvage) {
  std::string note = "Namespace " + key.to_string() + ": " + std::to_string(salvage.files) +
                     (salvage.files == 1 ? " item was recovered" : " items were recovered");
  if (salvage.lost.empty() && salvage.is_complete) return note;
  if (salvage.lost.empty())
    return note + "; others may be lost with the damaged pages: push them again";
  note += ", " + std::to_string(salvage.lost.size()) +
          (salvage.lost.size() == 1 ? " was lost" : " were lost");
  for (std::size_t i = 0; i < std::min(kNamed, salvage.lost.size()); ++i) {
    const auto item = read_item_path(salvage.lost[i]);
    note += i == 0 ? ": " : ", ";
    note += item.node_id.empty() ? item.path : item.node_id;
  }
  if (salvage.lost.size() > kNamed) note += " and others";
  return note + ". Push them again";
}

/// Copies the readable items of one namespace and returns a note about them.
Result<std::string> take_over(const std::string& tree, const store::Database* damaged,
                              store::Database& fresh) {
  CODEWEAVER_ASSIGN(const auto key, NamespaceKey::parse(tree.substr(kNamespacePrefix.size())));
  store::Database::Salvage salvage;
  if (damaged != nullptr) {
    const store::NamespaceRecord of{std::string(to_string(key.purpose)), key.chunk_strategy, 0};
    auto done = fresh.transaction([&]() -> Result<void> {
      CODEWEAVER_ASSIGN(auto copied, damaged->salvage_tree(tree, of, fresh));
      salvage = std::move(copied);
      CODEWEAVER_ASSIGN(auto rows, fresh.make_tree(tree));
      return complete_items(rows);
    });
    if (!done) return done.error();
  }
  if (salvage.files > 0 || (damaged != nullptr && salvage.is_complete && salvage.lost.empty()))
    return note_of(key, salvage);
  return "Namespace " + key.to_string() + " was lost with the old database: push its items again";
}

Result<std::vector<std::string>> fill(const StatePaths& paths, const fs::path& file) {
  CODEWEAVER_ASSIGN(auto fresh, store::Database::open(file));
  const auto damaged = store::Database::open_read_only(paths.database());
  const auto* readable = damaged ? &*damaged : nullptr;
  std::vector<std::string> notes;
  for (const auto& tree : pushed_trees(paths, readable)) {
    CODEWEAVER_ASSIGN(auto note, take_over(tree, readable, fresh));
    notes.push_back(std::move(note));
  }
  CODEWEAVER_TRY(fresh.fold_log());
  return notes;
}

/// Replaces the old file by the new one, which must not be used with the old log.
std::error_code swap_in(const fs::path& database, const fs::path& fresh, const fs::path& old) {
  std::error_code error, ignored;
  for (const auto* ending : {"", "-wal", "-shm"}) fs::remove(beside(old, ending), ignored);
  for (const auto* ending : {"-wal", "-shm"}) fs::remove(beside(fresh, ending), ignored);
  fs::rename(beside(database, "-wal"), beside(old, "-wal"), ignored);
  fs::remove(beside(database, "-shm"), ignored);
  fs::create_hard_link(database, old, error);  // so that there is always a database
  if (error) fs::rename(database, old, error);
  if (!error) fs::rename(fresh, database, error);
  return error;
}

Result<std::vector<std::string>> replace_database(const StatePaths& paths, const Error& why) {
  const auto fresh = beside(paths.database(), ".new");
  const auto old = beside(paths.database(), ".old");
  std::error_code ignored;
  for (const auto* ending : {"", "-wal", "-shm"}) fs::remove(beside(fresh, ending), ignored);
  auto notes = fill(paths, fresh);
  if (!notes) return notes;
  if (const auto error = swap_in(paths.database(), fresh, old))
    return Error{ErrorCategory::kIo, "IO",
                 "Cannot rename the old index database: " + error.message(),
                 "repairing '" + paths.database().string() + "'",
                 "Check the permissions and the free space of that folder."};
  notes->insert(notes->begin(), why.cause + ". It was renamed to '" + old.string() +
                                    "' and the index is rebuilt from the folder");
  CODEWEAVER_ASSIGN(const auto manifests, store::list_manifests(paths.segments()));
  for (const auto& name : manifests) fs::remove(paths.segments() / name, ignored);
  CODEWEAVER_TRY(store::remove_unlisted(paths.segments()));
  return notes;
}

}  // namespace

bool is_database_damage(const Error& error) noexcept {
  return error.category == ErrorCategory::kCorruption && error.code == error_code::kStateCorrupt;
}

Result<std::vector<std::string>> repair_database(const StatePaths& paths, Replace what,
                                                 const std::stop_token& stop) {
  if (!paths.has_database()) return std::vector<std::string>();
  CODEWEAVER_ASSIGN(const auto lock, acquire_index_lock(paths, stop));
  CODEWEAVER_ASSIGN(const auto damage, find_damage(paths, what));
  if (!damage) return std::vector<std::string>();
  return replace_database(paths, *damage);
}

Result<std::vector<std::string>> find_all_damage(const StatePaths& paths) {
  std::vector<std::string> found;
  CODEWEAVER_ASSIGN(const auto damage, find_damage(paths, Replace::kUnreadable));
  if (damage) found.push_back(damage->cause + ". Rebuild the index");
  CODEWEAVER_ASSIGN(const auto manifests, store::list_manifests(paths.segments()));
  std::set<std::string> names;
  for (const auto& name : manifests) {
    const auto manifest = store::read_manifest(paths.segments(), name);
    if (!manifest) found.push_back(manifest.error().cause + " The next index run writes it again");
    if (manifest)
      for (const auto& entry : manifest->segments) names.insert(entry.file);
  }
  for (const auto& name : names)
    if (const auto segment = store::Segment::open(paths.segments() / name); !segment)
      found.push_back(segment.error().cause +
                      ". The next search that reads it rebuilds it from the database");
  return found;
}

Result<std::size_t> remove_damaged_segments(const StatePaths& paths, const std::stop_token& stop) {
  CODEWEAVER_ASSIGN(const auto lock, acquire_index_lock(paths, stop));
  CODEWEAVER_ASSIGN(const auto manifests, store::list_manifests(paths.segments()));
  std::set<std::string> names;
  for (const auto& name : manifests)
    if (const auto manifest = store::read_manifest(paths.segments(), name))
      for (const auto& entry : manifest->segments) names.insert(entry.file);
  std::size_t removed = 0;
  for (const auto& name : names) {
    const auto segment = store::Segment::open(paths.segments() / name);
    if (segment || segment.error().category != ErrorCategory::kCorruption) continue;
    std::error_code error;
    removed += fs::remove(paths.segments() / name, error) ? 1 : 0;
    if (error)
      return Error{ErrorCategory::kIo, "IO", "Cannot delete '" + name + "': " + error.message(),
                   "removing damaged segments", "Check the permissions of the index folder."};
  }
  return removed;
}

}  // namespace codeweaver::engine
