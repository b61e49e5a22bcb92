// Read-only database connections shared by concurrent searches.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/try.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Lends a connection with one selected tree to each caller and takes it back. Opens a new
/// connection if all are in use. Connections to a replaced file, and connections that met damage,
/// are not lent again. Thread safety: all members may be called concurrently.
class DatabasePool {
 public:
  DatabasePool(std::filesystem::path file, std::string tree)
      : file_(std::move(file)), tree_(std::move(tree)) {}

  /// A connection that returns to the pool at the end of its scope. Must not outlive the pool. All
  /// its reads see one state.
  class Lease {
   public:
    Lease(DatabasePool& pool, std::unique_ptr<store::Database> database, std::uint64_t inode)
        : pool_(&pool),
          database_(std::move(database)),
          inode_(inode),
          reading_(std::in_place, *database_) {}
    Lease(Lease&&) noexcept = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      reading_.reset();
      if (database_ && !database_->damage()) pool_->give_back(std::move(database_), inode_);
    }
    const store::Database& operator*() const noexcept { return *database_; }
    const store::Database* operator->() const noexcept { return database_.get(); }

   private:
    DatabasePool* pool_;
    std::unique_ptr<store::Database> database_;
    std::uint64_t inode_;  // of the database file
    std::optional<store::Database::Reading> reading_;
  };

  /// Errors: as Database::open_read_only.
  Result<Lease> lease() {
    const auto identity = base::identity_of(file_);
    {
      std::lock_guard lock(mutex_);
      if (const auto inode = identity ? identity->inode : 0; inode != inode_) {
        idle_.clear();
        inode_ = inode;
      }
      if (!idle_.empty()) {
        auto database = std::move(idle_.back());
        idle_.pop_back();
        return Lease(*this, std::move(database), inode_);
      }
    }
    CODEWEAVER_ASSIGN(auto opened, store::Database::open_read_only(file_));
    CODEWEAVER_TRY(opened.select_tree(tree_));
    return Lease(*this, std::make_unique<store::Database>(std::move(opened)),
                 identity ? identity->inode : 0);
  }

 private:
  void give_back(std::unique_ptr<store::Database> database, std::uint64_t inode) {
    std::lock_guard lock(mutex_);
    if (inode == inode_) idle_.push_back(std::move(database));
  }

  std::filesystem::path file_;
  std::string tree_;
  std::mutex mutex_;         // guards the members below
  std::uint64_t inode_ = 0;  // of the open file of idle connections; 0: none
  std::vector<std::unique_ptr<store::Database>> idle_;
};

}  // namespace codeweaver::engine
