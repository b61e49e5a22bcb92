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
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {

/// Lends a connection to each caller, with a view of one tree, and takes it back. Opens a new
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
    const store::TreeView& operator*() const noexcept { return *tree_; }
    const store::TreeView* operator->() const noexcept { return &*tree_; }

   private:
    friend class DatabasePool;
    /// The tree's id is looked up again: the tree may have been made again since the last lease.
    Result<void> find_tree(const std::string& name) {
      CODEWEAVER_ASSIGN(tree_, database_->tree(name));
      return {};
    }

    DatabasePool* pool_;
    std::unique_ptr<store::Database> database_;
    std::uint64_t inode_;  // of the database file
    std::optional<store::Database::Reading> reading_;
    std::optional<store::TreeView> tree_;
  };

  /// Errors: as Database::open_read_only.
  Result<Lease> lease() {
    CODEWEAVER_ASSIGN(auto lease, connect());
    CODEWEAVER_TRY(lease.find_tree(tree_));
    return lease;
  }

 private:
  Result<Lease> connect() {
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
    return Lease(*this, std::make_unique<store::Database>(std::move(opened)),
                 identity ? identity->inode : 0);
  }
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
