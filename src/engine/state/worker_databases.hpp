// One read-only database connection for each worker thread.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "base/try.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Opens a connection on a worker's first call. Thread safety: get() may be called concurrently for
/// different workers.
class WorkerDatabases {
 public:
  explicit WorkerDatabases(std::filesystem::path file) : file_(std::move(file)) {}

  /// The result is valid for the lifetime of this object. Errors: those of
  /// Database::open_read_only.
  Result<const store::Database*> get(std::size_t worker) {
    std::lock_guard lock(mutex_);
    auto& slot = open_[worker];
    if (!slot) {
      CODEWEAVER_ASSIGN(auto database, store::Database::open_read_only(file_));
      slot = std::make_unique<store::Database>(std::move(database));
    }
    return static_cast<const store::Database*>(slot.get());
  }

 private:
  std::filesystem::path file_;
  std::mutex mutex_;
  std::map<std::size_t, std::unique_ptr<store::Database>> open_;  // guarded by mutex_
};

}  // namespace codeweaver::engine
