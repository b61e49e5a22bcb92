// Pooler pool: text poolers shared by calls, which keep their memory of earlier texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "model/static_model.hpp"

namespace codeweaver::model {

/// Thread-safe. The model must outlive it.
class PoolerPool {
 public:
  explicit PoolerPool(const StaticModel& model) : model_(model) {}

  /// A pooler that returns to the pool when the lease ends. The pool must outlive the lease.
  class Lease {
   public:
    Lease(const PoolerPool& pool, std::unique_ptr<TextPooler> pooler)
        : pool_(&pool), pooler_(std::move(pooler)) {}
    Lease(Lease&&) noexcept = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (pooler_) pool_->give_back(std::move(pooler_));
    }
    TextPooler& operator*() const noexcept { return *pooler_; }
    TextPooler* operator->() const noexcept { return pooler_.get(); }

   private:
    const PoolerPool* pool_;
    std::unique_ptr<TextPooler> pooler_;
  };

  /// A pooler that no other call uses; if possible, one with memory of earlier texts.
  Lease lease() const {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto pooler = std::move(idle_.back());
        idle_.pop_back();
        return {*this, std::move(pooler)};
      }
    }
    return {*this, std::make_unique<TextPooler>(model_)};
  }

 private:
  void give_back(std::unique_ptr<TextPooler> pooler) const {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(pooler));
  }

  const StaticModel& model_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<TextPooler>> idle_;  ///< at most one per concurrent call
};

}  // namespace codeweaver::model
