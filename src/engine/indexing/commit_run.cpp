// Indexes one commit.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/commit_run.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/clock.hpp"
#include "base/file.hpp"
#include "base/ids.hpp"
#include "base/thread_pool.hpp"
#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/error_codes.hpp"
#include "corpus/discovery.hpp"
#include "corpus/lfs_pointer.hpp"
#include "engine/content/memory_shares.hpp"
#include "engine/content/settings_hash.hpp"
#include "engine/segments/derive.hpp"
#include "engine/state/database_keys.hpp"
#include "engine/state/file_reasons.hpp"
#include "engine/state/model_identity.hpp"
#include "engine/state/worker_databases.hpp"
#include "engine/writing/removed_trees.hpp"
#include "store/database/tree_view.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kCommitBatchFiles = 1000;
constexpr auto kMaxIdle = std::chrono::hours(24 * 30);  // commits unused for this long are removed

std::string mark_key(const std::string& commit) {
  return "indexed@" + commit_tree(commit);
}

/// The record of an indexed commit: the hash of the settings, and for a partial clone the number of
/// missing files and the time of the packs: "HASH 12 1700000000000000000".
struct CommitMark {
  std::string settings;
  std::size_t missing = 0;
  std::int64_t packs_time = 0;

  std::string text() const {
    return missing == 0
               ? settings
               : settings + ' ' + std::to_string(missing) + ' ' + std::to_string(packs_time);
  }
  static CommitMark parse(const std::string& text) {
    CommitMark out;
    std::istringstream(text) >> out.settings >> out.missing >> out.packs_time;
    return out;
  }
};

std::optional<CommitMark> read_mark(const Indexer::Config& config, const std::string& commit) {
  const StatePaths paths{config.state_dir, commit_tree(commit)};
  const auto database = store::Database::open_read_only(paths.database());
  if (!database) return std::nullopt;
  const auto mark = database->meta(mark_key(commit));
  return mark && *mark ? std::optional(CommitMark::parse(**mark)) : std::nullopt;
}

Error commit_stopped() {
  return {ErrorCategory::kCancelled, error_code::kCancelled, "Indexing was stopped",
          "indexing a commit", "Index again; finished work is kept."};
}

/// One reader of the commit for each worker thread.
class WorkerTrees {
 public:
  WorkerTrees(const std::filesystem::path& root, const std::string& commit)
      : root_(root), commit_(commit) {}
  Result<const corpus::CommitTree*> get(std::size_t worker) {
    std::lock_guard lock(mutex_);
    auto at = open_.find(worker);
    if (at == open_.end()) {
      CODEWEAVER_ASSIGN(auto tree, corpus::CommitTree::open(root_, commit_));
      at = open_.emplace(worker, std::move(tree)).first;
    }
    return static_cast<const corpus::CommitTree*>(&at->second);
  }

 private:
  const std::filesystem::path& root_;
  const std::string& commit_;
  std::mutex mutex_;
  std::map<std::size_t, corpus::CommitTree> open_;  // guarded by mutex_
};

}  // namespace

bool is_commit_indexed(const Indexer::Config& config, const Embedder* embedder,
                       const std::string& commit) {
  const StatePaths paths{config.state_dir, commit_tree(commit)};
  const auto manifest = store::read_manifest(paths.segments(), paths.manifest());
  if (!manifest || manifest->vector_index != stored_kind(config.options.vector_index) ||
      manifest->dimension != (embedder != nullptr ? embedder->info().dimension : 0))
    return false;
  const auto mark = read_mark(config, commit);
  if (!mark || mark->settings != settings_hash(config.options, embedder)) return false;
  if (mark->missing == 0) return true;
  const auto tree = corpus::CommitTree::open(config.root, commit);
  return !tree || tree->packs_time() == mark->packs_time;
}

std::size_t missing_files(const Indexer::Config& config, const std::string& commit) {
  const auto mark = read_mark(config, commit);
  return mark ? mark->missing : 0;
}

CommitRun::CommitRun(const Indexer::Config& config, const Indexer::Parts& parts,
                     const std::string& commit, CallContext call)
    : config_(config),
      parts_(parts),
      commit_(commit),
      call_(std::move(call)),
      paths_{config.state_dir, commit_tree(commit)},
      processor_(config.options, call_.stop),
      batch_(kCommitBatchFiles, config.options.memory_budget) {}

Result<void> CommitRun::execute() {
  const auto lock = base::FileLock::acquire_within(paths_.lock(), kUpdatePatience, call_.stop);
  if (!lock) return call_.stop.stop_requested() ? commit_stopped() : lock.error();
  // Indexed by the previous lock holder.
  if (is_commit_indexed(config_, parts_.embedder.get(), commit_)) return {};
  audit_.batch_id = base::UuidGenerator().next().to_string();
  audit_.git_commit = commit_;
  audit_.captured_at = audit_.indexed_at = base::iso8601(base::system_clock().now());
  using Stage = Result<void> (CommitRun::*)();
  for (Stage stage :
       {&CommitRun::open_database, &CommitRun::list_files, &CommitRun::remove_unlisted,
        &CommitRun::process_files, &CommitRun::derive, &CommitRun::forget_old_commits})
    if (auto done = (this->*stage)(); !done) return done;
  return {};
}

Result<void> CommitRun::open_database() {
  CODEWEAVER_ASSIGN(auto database, store::Database::open(paths_.database()));
  database_.emplace(std::move(database));
  const auto identity = model_identity(parts_.embedder.get(), config_.options.sparse_encoder.get());
  CODEWEAVER_ASSIGN(auto stored, database_->meta(kModelKey));
  if (stored && *stored != identity) return model_mismatch(*stored, identity);
  CODEWEAVER_ASSIGN(const auto project_tree, database_->tree(config_.tree));
  auto walked = project_tree.for_each_file([&](const store::FileRecord& file) {
    if (file.outcome == store::FileOutcome::kIndexed && !file.git_blob.empty())
      known_.emplace(file.path, file);
    return true;
  });
  if (!walked) return walked;
  CODEWEAVER_ASSIGN(const auto tree, database_->make_tree(paths_.tree));
  writer_.emplace(*database_, tree, paths_);
  return {};
}

Result<void> CommitRun::list_files() {
  CODEWEAVER_ASSIGN(const auto tree, corpus::CommitTree::open(config_.root, commit_));
  packs_time_ = tree.packs_time();
  auto files = tree.files(corpus::discovery_options(config_.options),
                          [&](const std::string& path, const std::string& object) {
                            const auto at = known_.find(path);
                            return at != known_.end() && at->second.git_blob == object;
                          });
  if (!files) return files.error();
  files_ = std::move(*files);
  commit_time_ = tree.time();
  return {};
}

/// Removes files that were selected by other settings.
Result<void> CommitRun::remove_unlisted() {
  std::vector<std::string> unlisted;
  CODEWEAVER_ASSIGN(const auto tree, database_->tree(paths_.tree));
  auto walked = tree.for_each_file([&](const store::FileRecord& file) {
    unlisted.push_back(file.path);
    return true;
  });
  if (!walked || unlisted.empty()) return walked;
  std::set<std::string_view> listed;
  for (const auto& file : files_.discovery.files) listed.insert(file.path);
  std::erase_if(unlisted, [&](const std::string& path) { return listed.contains(path); });
  return database_->transaction([&]() -> Result<void> {
    for (const auto& path : unlisted)
      if (auto removed = writer_->remove(path); !removed) return removed;
    return {};
  });
}

Result<void> CommitRun::process_files() {
  const auto& files = files_.discovery.files;
  WorkerDatabases databases(paths_.database());
  WorkerTrees trees(config_.root, commit_);
  std::vector<ProcessedFile> processed(files.size());
  std::vector<std::optional<Error>> failures(files.size());
  std::optional<Error> failure;
  const auto window = in_flight_window(config_.options.memory_budget, [&](std::size_t i) {
    return files[i].language.empty() ? 0 : in_flight_bytes(files[i].size_bytes);
  });
  const auto done = base::ordered_parallel(
      files.size(), config_.options.workers, window,
      [&](std::size_t i, std::size_t worker) {
        if (files[i].language.empty()) {  // known by path and object
          processed[i].file = known_.at(files[i].path);
          processed[i].chunk_count = processed[i].file.chunk_ids.size();
          return;
        }
        const auto database = databases.get(worker);
        const auto tree = trees.get(worker);
        if (!database || !tree)
          failures[i] = database ? tree.error() : database.error();
        else
          processed[i] = process(i, **database, **tree);
      },
      [&](std::size_t i) {
        if (failures[i] && !failure) failure = failures[i];
        if (failure) return;
        auto added = add(std::move(processed[i]), files_.objects[i]);
        if (!added) failure = added.error();
      },
      call_.stop);
  if (failure) return *failure;
  if (auto written = write_batch(); !written) return written;
  return done < files.size() ? Result<void>(commit_stopped()) : Result<void>();
}

/// Reuses data for an object that the state has under another path or from another commit.
std::optional<ProcessedFile> CommitRun::take_over(const DiscoveredFile& file,
                                                  const std::string& object,
                                                  const store::Database& database) const {
  const auto raw = database.raw_hash_of(object);
  if (!raw || !*raw) return std::nullopt;
  const auto key = processor_.content_key(**raw, file.language);
  const auto chunks = database.chunk_count(key);
  if (!chunks || !*chunks) return std::nullopt;
  const auto text = database.content_text(key);
  if (!text) return std::nullopt;
  ProcessedFile out = processor_.describe(file);
  out.file.raw_hash = **raw;
  out.file.content = key;
  out.file.is_generated = file.is_generated || corpus::looks_generated(file.path, *text);
  out.chunk_count = **chunks;
  processor_.note_bulk(*text, out);
  return out;
}

ProcessedFile CommitRun::process(std::size_t i, const store::Database& database,
                                 const corpus::CommitTree& tree) const {
  const auto& file = files_.discovery.files[i];
  const auto& object = files_.objects[i];
  if (processor_.is_secret(file)) return processor_.left_out(file, kSecretFile);
  if (auto known = take_over(file, object, database)) return std::move(*known);
  auto bytes = tree.read(object);
  if (bytes && corpus::is_lfs_pointer(*bytes)) {
    ProcessedFile out = processor_.describe(file);
    out.file.outcome = store::FileOutcome::kSkipped;
    out.file.reason = "lfs_pointer";
    return out;
  }
  return processor_.process_text(
      file, bytes ? processor_.text_of(file, std::move(*bytes)) : std::move(bytes), &database);
}

Result<void> CommitRun::write_batch() {
  auto written = database_->transaction(
      [&]() -> Result<void> {
        for (auto& processed : batch_.files())
          if (auto put = writer_->put(processed, audit_); !put) return put.error();
        return {};
      },
      store::Database::NamesFollow::kLater);
  batch_.clear();
  return written;
}

/// An unreadable object would make answers incomplete.
Result<void> CommitRun::add(ProcessedFile processed, const std::string& object) {
  auto& file = processed.file;
  if (processed.is_failure && file.reason != kChunkerFailed)
    return Error{ErrorCategory::kIo, "OBJECT_UNREADABLE", processed.detail,
                 "indexing commit " + commit_.substr(0, 12),
                 "Check the repository for damage; in a partial clone, fetch the missing objects."};
  file.mtime_ns = commit_time_ * 1'000'000'000;
  file.git_blob = file.outcome == store::FileOutcome::kIndexed ? object : "";
  batch_.add(std::move(processed));
  return batch_.is_full() ? write_batch() : Result<void>();
}

Result<void> CommitRun::derive() {
  CODEWEAVER_ASSIGN(const auto before, tree_segments(*database_, paths_));
  DeriveRequest request(config_.options, parts_.embedder.get(), before);
  request.call = call_;
  CODEWEAVER_TRY(derive_segments(paths_, request));
  const CommitMark mark{settings_hash(config_.options, parts_.embedder.get()), files_.missing,
                        packs_time_};
  return database_->transaction([&]() -> Result<void> {
    if (auto swept = writer_->sweep(); !swept) return swept;
    return database_->set_meta(mark_key(commit_), mark.text());
  });
}

/// The modification time of its manifest is the last use of a commit.
Result<void> CommitRun::forget_old_commits() {
  CODEWEAVER_ASSIGN(auto trees, database_->trees());
  using Time = std::filesystem::file_time_type;
  std::vector<std::pair<Time, std::string>> others;
  for (const auto& name : trees) {
    if (!name.starts_with(kCommitPrefix) || name == paths_.tree) continue;
    const StatePaths tree{paths_.folder, name};
    std::error_code error;
    const auto used = std::filesystem::last_write_time(tree.segments() / tree.manifest(), error);
    others.emplace_back(error ? Time::min() : used, name);
  }
  std::ranges::sort(others, std::greater<>());
  const auto oldest = Time::clock::now() - kMaxIdle;
  std::vector<std::string> old;
  std::size_t kept = 0;
  for (const auto& [used, name] : others)
    if (++kept >= kKeptCommits || used <= oldest) old.push_back(name);
  return old.empty() ? Result<void>() : remove_trees(*database_, paths_, old);
}

}  // namespace codeweaver::engine
