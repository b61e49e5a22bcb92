// One merge: choose, copy without a lock, commit under it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/segments/segment_merge.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "engine/segments/merge_policy.hpp"
#include "engine/segments/shared_segments.hpp"
#include "store/merging/segment_merger.hpp"
#include "store/segments/manifest.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::engine {
namespace {

constexpr auto kLockPatience = std::chrono::seconds(10);  // after that the next merge does it
constexpr auto kLockPause = std::chrono::milliseconds(20);
constexpr int kAttempts = 3;  // when inputs change again and again

/// The segments to merge, as listed in the manifest.
struct Job {
  std::size_t dimension = 0;
  store::VectorIndexKind kind = store::VectorIndexKind::kScan;
  std::vector<store::Manifest::Entry> entries;
  std::vector<store::MergeInput> inputs;
};

std::vector<SegmentLoad> loads_of(
    const store::Manifest& manifest,
    const std::vector<std::shared_ptr<const store::Segment>>& segments) {
  std::vector<SegmentLoad> loads;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const std::size_t dead = manifest.segments[i].deleted_files.size();
    loads.push_back({segments[i]->file_count() - std::min(dead, segments[i]->file_count()), dead});
  }
  return loads;
}

/// True if, judging only by the manifest, there may be something to merge.
bool may_have_work(const StatePaths& paths) {
  const auto manifest = store::read_manifest(paths.segments(), paths.manifest());
  return manifest && (manifest->segments.size() > kMaxSegments ||
                      std::ranges::any_of(manifest->segments, [](const auto& entry) {
                        return !entry.deleted_files.empty();
                      }));
}

/// nullopt: nothing to do.
Result<std::optional<Job>> find_job(const StatePaths& paths) {
  CODEWEAVER_ASSIGN(const auto manifest, store::read_manifest(paths.segments(), paths.manifest()));
  std::vector<std::shared_ptr<const store::Segment>> segments;
  for (const auto& entry : manifest.segments) {
    CODEWEAVER_ASSIGN(auto segment,
                      store::Segment::open(paths.segments() / entry.file, entry.verified));
    segments.push_back(std::move(segment));
  }
  const auto chosen = segments_to_merge(loads_of(manifest, segments));
  if (chosen.empty()) return std::optional<Job>();
  Job job{manifest.dimension, manifest.vector_index, {}, {}};
  for (const std::size_t i : chosen) {
    const auto& entry = manifest.segments[i];
    // Compares all checksums: damaged data must not get new ones.
    CODEWEAVER_ASSIGN(auto segment, store::Segment::open(paths.segments() / entry.file));
    job.entries.push_back(entry);
    job.inputs.push_back({std::move(segment), entry.deleted_files});
  }
  return std::optional<Job>(std::move(job));
}

/// Removes the inputs from the manifest and applies their new deletions to the merged files.
/// nullopt: the manifest does not have these inputs any more.
std::optional<std::vector<std::uint32_t>> take_inputs_out(store::Manifest& manifest, const Job& job,
                                                          const store::MergedSegment& merged) {
  if (manifest.dimension != job.dimension || manifest.vector_index != job.kind) return std::nullopt;
  std::vector<std::uint32_t> deleted;
  for (std::size_t i = 0; i < job.entries.size(); ++i) {
    const auto& before = job.entries[i];
    const auto now =
        std::ranges::find(manifest.segments, before.file, &store::Manifest::Entry::file);
    if (now == manifest.segments.end() ||
        !std::ranges::includes(now->deleted_files, before.deleted_files))
      return std::nullopt;
    for (const std::uint32_t file : now->deleted_files)
      if (merged.files[i][file] != store::MergedSegment::kDropped)
        deleted.push_back(merged.files[i][file]);
    manifest.segments.erase(now);
  }
  std::ranges::sort(deleted);
  return deleted;
}

enum class Step : std::uint8_t { kNothingToDo, kInVain, kMerged };

/// Both locks of a commit. While waiting for one, the other is not held, so that a run of this
/// process learns immediately that another process is indexing.
struct CommitLocks {
  std::unique_lock<std::timed_mutex> turn;
  base::FileLock file;
};

Result<CommitLocks> lock_for_commit(const StatePaths& paths, std::timed_mutex* turn,
                                    const std::stop_token& stop) {
  const auto end = std::chrono::steady_clock::now() + kLockPatience;
  for (;;) {
    std::unique_lock<std::timed_mutex> held;
    if (turn != nullptr) held = std::unique_lock(*turn);
    auto lock = base::FileLock::acquire(paths.lock());
    if (lock) return CommitLocks{std::move(held), std::move(*lock)};
    if (lock.error().code != error_code::kIndexLocked || stop.stop_requested() ||
        std::chrono::steady_clock::now() >= end)
      return lock.error();
    if (turn != nullptr) held.unlock();
    std::this_thread::sleep_for(kLockPause);
  }
}

Result<Step> commit(const StatePaths& paths, const Job& job, store::MergedSegment merged,
                    std::timed_mutex* turn, const std::stop_token& stop) {
  CODEWEAVER_ASSIGN(const auto locks, lock_for_commit(paths, turn, stop));
  CODEWEAVER_ASSIGN(const auto before, store::read_manifest(paths.segments(), paths.manifest()));
  store::Manifest after = before;
  auto deleted = take_inputs_out(after, job, merged);
  if (!deleted) return Step::kInVain;
  const auto place = paths.segments() / merged.name;
  if (merged.chunks > 0) {
    CODEWEAVER_TRY(merged.file.move_to(place));
    CODEWEAVER_ASSIGN(auto identity, base::identity_of(place));
    after.segments.push_back({merged.name, std::move(*deleted), identity});
  }
  CODEWEAVER_TRY(store::write_manifest(paths.segments(), after, paths.manifest()));
  CODEWEAVER_TRY(release_segments(paths, before, after));
  return Step::kMerged;
}

Result<Step> merge_once(const StatePaths& paths, std::timed_mutex* turn,
                        const std::stop_token& stop) {
  auto job = find_job(paths);
  // A commit may delete a segment after the manifest was read.
  if (!job && job.error().category == ErrorCategory::kNotFound) return Step::kInVain;
  if (!job) return job.error();
  if (!*job) return Step::kNothingToDo;
  CODEWEAVER_ASSIGN(auto merged, store::merge_segments((*job)->inputs, (*job)->dimension,
                                                       (*job)->kind, paths.segments(), stop));
  return commit(paths, **job, std::move(merged), turn, stop);
}

}  // namespace

std::size_t segment_count(const StatePaths& paths) {
  const auto manifest = store::read_manifest(paths.segments(), paths.manifest());
  return manifest ? manifest->segments.size() : 0;
}

Result<std::size_t> merge_segments(const StatePaths& paths, std::timed_mutex* turn,
                                   std::stop_token stop) {
  if (!may_have_work(paths)) return std::size_t{0};
  const auto merging = base::FileLock::acquire(paths.segments() / store::kMergeLock);
  if (!merging && merging.error().code == error_code::kIndexLocked) return std::size_t{0};
  if (!merging) return merging.error();
  std::size_t merges = 0;
  for (int attempt = 0; attempt < kAttempts;) {
    CODEWEAVER_ASSIGN(auto step, merge_once(paths, turn, stop));
    if (step == Step::kNothingToDo) break;
    merges += step == Step::kMerged ? 1 : 0;
    attempt = step == Step::kMerged ? 0 : attempt + 1;
  }
  return merges;
}

}  // namespace codeweaver::engine
