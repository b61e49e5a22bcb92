// An embedder that stops at one text until the test releases it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <span>
#include <string_view>

#include "codeweaver/embedder.hpp"
#include "engine/fixture.hpp"

namespace codeweaver::test {

/// The built-in model. It does not come past a text with "the_gate" before it is told to.
class GatedEmbedder : public Embedder {
 public:
  explicit GatedEmbedder(bool is_remote = false) : info_(test::embedder()->info()) {
    info_.is_remote = is_remote;
  }
  const EmbedderInfo& info() const noexcept override { return info_; }
  Result<void> embed_documents(std::span<const std::string_view> texts,
                               std::span<float> out) const override {
    const auto is_gate = [](std::string_view text) {
      return text.find("the_gate") != std::string_view::npos;
    };
    std::unique_lock lock(mutex_);
    if (std::ranges::any_of(texts, is_gate)) {
      is_reached_ = true;
      changed_.notify_all();
      changed_.wait(lock, [&] { return is_open_; });
    }
    lock.unlock();
    return test::embedder()->embed_documents(texts, out);
  }
  void wait_until_reached() const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_reached_; });
  }
  void open() const {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    changed_.notify_all();
  }

 private:
  EmbedderInfo info_;
  mutable std::mutex mutex_;  // guards what follows
  mutable std::condition_variable changed_;
  mutable bool is_reached_ = false, is_open_ = false;
};

/// Opens the gate where its scope ends, so that a test that fails does not wait for ever. Declared
/// after the thread that runs.
class OpensAtEnd {
 public:
  explicit OpensAtEnd(const GatedEmbedder& embedder) : embedder_(embedder) {}
  ~OpensAtEnd() { embedder_.open(); }
  OpensAtEnd(const OpensAtEnd&) = delete;
  OpensAtEnd& operator=(const OpensAtEnd&) = delete;

 private:
  const GatedEmbedder& embedder_;
};

}  // namespace codeweaver::test
