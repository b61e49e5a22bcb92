// Prepares files on all cores, adds them in order, stores costly vectors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/segments/segment_writer.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/thread_pool.hpp"
#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/error_codes.hpp"
#include "engine/content/memory_shares.hpp"
#include "engine/content/prepared_file.hpp"
#include "engine/content/tolerant_encoders.hpp"
#include "engine/segments/file_groups.hpp"
#include "engine/segments/segment_assembly.hpp"
#include "engine/state/model_identity.hpp"
#include "engine/state/worker_databases.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kVectorBatch = 64;  // contents in one transaction for vectors

/// Number of threads that wait for a service: its limit of concurrent requests.
constexpr std::size_t kWaitingWorkers = 10;

bool waits_for_service(const DeriveRequest& request) {
  return request.embedder != nullptr && request.embedder->info().is_remote;
}

std::size_t workers_of(const DeriveRequest& request) {
  return waits_for_service(request) ? std::max(request.workers, kWaitingWorkers) : request.workers;
}

/// The files of a group, in order; repeats have no vectors.
Result<std::vector<PreparedFile>> prepare(const store::Database& database, const FileGroups& groups,
                                          std::size_t group, const Encoders& encoders) {
  std::vector<WantedFile> own, repeats;
  std::vector<store::ContentRecord> contents, repeated;
  const auto files = groups.files(group);
  for (std::size_t i = 0; i < files.size(); ++i) {
    CODEWEAVER_ASSIGN(auto content, database.content(files[i].content));
    const bool is_repeat = groups.is_repeat(groups.begin(group) + i);
    (is_repeat ? repeats : own).push_back(files[i]);
    (is_repeat ? repeated : contents).push_back(std::move(content));
  }
  CODEWEAVER_ASSIGN(auto made, prepare_files(own, contents, encoders, database));
  CODEWEAVER_ASSIGN(
      auto rest,
      prepare_files(repeats, repeated, {nullptr, encoders.sparse, encoders.context}, database));
  std::vector<PreparedFile> out;
  for (std::size_t i = 0, of_own = 0; i < files.size(); ++i)
    out.push_back(
        std::move(groups.is_repeat(groups.begin(group) + i) ? rest[i - of_own] : made[of_own++]));
  return out;
}

/// Stores new vectors in batches, one transaction each.
class VectorKeeper {
 public:
  VectorKeeper(const StatePaths& paths, const DeriveRequest& request)
      : paths_(paths), embedder_(request.embedder), budget_(request.memory_budget) {}

  Result<void> add(const base::Hash128& key, std::vector<float> rows) {
    pending_bytes_ += rows.size() * sizeof(float);
    pending_.emplace_back(key, std::move(rows));
    const bool is_full = pending_.size() >= kVectorBatch || pending_bytes_ >= batch_share(budget_);
    return is_full ? flush() : Result<void>();
  }
  Result<void> flush() {
    if (pending_.empty()) return {};
    if (!database_) {
      CODEWEAVER_ASSIGN(auto opened, store::Database::open(paths_.database()));
      database_.emplace(std::move(opened));
    }
    auto kept = database_->transaction([&]() -> Result<void> {
      for (const auto& [key, rows] : pending_)
        if (auto put = database_->put_vectors(key, model_identity(embedder_),
                                              embedder_->info().dimension, rows);
            !put)
          return put;
      return {};
    });
    pending_.clear();
    pending_bytes_ = 0;
    return kept;
  }

 private:
  const StatePaths& paths_;
  const Embedder* embedder_;
  std::uint64_t budget_, pending_bytes_ = 0;
  std::optional<store::Database> database_;
  std::vector<std::pair<base::Hash128, std::vector<float>>> pending_;
};

}  // namespace

Result<WrittenSegments> write_segments(const StatePaths& paths,
                                       const std::vector<WantedFile>& files,
                                       const DeriveRequest& request) {
  const TolerantEncoders tolerant({request.embedder, request.sparse_encoder, request.call});
  const Encoders encoders = tolerant.view();
  SegmentAssembly segments(paths, request);
  WorkerDatabases databases(paths.database());
  VectorKeeper keeper(paths, request);
  FileGroups groups(files, keeps_vectors(request.embedder));
  std::vector<std::optional<Result<std::vector<PreparedFile>>>> prepared(groups.count());
  std::optional<Error> failure;
  const auto add = [&](const WantedFile& wanted, PreparedFile& file) {
    if (failure) return;
    if (auto added = segments.add(wanted, file); !added) failure = added.error();
    if (!file.has_new_vectors) return;
    if (auto kept = keeper.add(wanted.content, std::move(file.vectors)); !kept)
      failure = kept.error();
  };
  const auto window = in_flight_window(request.memory_budget, [&](std::size_t group) {
    std::uint64_t bytes = 0;
    for (const auto& file : groups.files(group)) bytes += prepared_bytes(file.size_bytes);
    return bytes;
  });
  const auto done = base::ordered_parallel(
      groups.count(), workers_of(request), window,
      [&](std::size_t group, std::size_t worker) {
        auto database = databases.get(worker);
        if (database)
          prepared[group].emplace(prepare(**database, groups, group, encoders));
        else
          prepared[group].emplace(database.error());
      },
      [&](std::size_t group) {
        auto& made = *prepared[group];
        const auto of_group = groups.files(group);
        if (!made && !failure) failure = made.error();
        for (std::size_t i = 0; made && i < of_group.size(); ++i) {
          groups.share(groups.begin(group) + i, (*made)[i]);
          add(of_group[i], (*made)[i]);
        }
        prepared[group].reset();
        if (request.on_progress)
          request.on_progress(groups.begin(group) + of_group.size(), files.size());
      },
      request.call.stop);
  // Paid vectors are stored even if the run fails or is stopped.
  const auto kept = keeper.flush();
  if (failure) return *failure;
  if (!kept) return kept.error();
  if (done < groups.count())
    return Error{ErrorCategory::kCancelled, error_code::kCancelled, "Indexing was stopped",
                 "deriving the search structures", "Index again; finished work is kept."};
  WrittenSegments out{{}, segments.outage()};
  CODEWEAVER_ASSIGN(auto entries, std::move(segments).finish());
  out.entries = std::move(entries);
  return out;
}

}  // namespace codeweaver::engine
