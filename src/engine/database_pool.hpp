// Read-only database connections shared by concurrent searches.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "store/database.hpp"

namespace codeweaver::engine {

/// Lends a connection with one tree selected to each caller and takes it back; opens a new one when
/// all are lent. Thread safety: all members may be called concurrently.
class DatabasePool {
 public:
  DatabasePool(std::filesystem::path file, std::string tree)
      : file_(std::move(file)), tree_(std::move(tree)) {}

  /// A connection that returns to the pool when it goes out of scope; must not outlive the pool.
  /// All it reads is one state.
  class Lease {
   public:
    Lease(DatabasePool& pool, std::unique_ptr<store::Database> database)
        : pool_(&pool), database_(std::move(database)), reading_(std::in_place, *database_) {}
    Lease(Lease&&) noexcept = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      reading_.reset();
      if (database_) pool_->give_back(std::move(database_));
    }
    const store::Database& operator*() const noexcept { return *database_; }
    const store::Database* operator->() const noexcept { return database_.get(); }

   private:
    DatabasePool* pool_;
    std::unique_ptr<store::Database> database_;
    std::optional<store::Database::Reading> reading_;
  };

  /// Errors: as Database::open_read_only.
  Result<Lease> lease() {
    {
      std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto database = std::move(idle_.back());
        idle_.pop_back();
        return Lease(*this, std::move(database));
      }
    }
    auto opened = store::Database::open_read_only(file_);
    if (!opened) return opened.error();
    if (auto chosen = opened->select_tree(tree_); !chosen) return chosen.error();
    return Lease(*this, std::make_unique<store::Database>(std::move(*opened)));
  }

 private:
  void give_back(std::unique_ptr<store::Database> database) {
    std::lock_guard lock(mutex_);
    idle_.push_back(std::move(database));
  }

  std::filesystem::path file_;
  std::string tree_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<store::Database>> idle_;  // guarded by mutex_
};

}  // namespace codeweaver::engine
