// LiveSearch: search as you type, over unsaved buffers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <codeweaver/overlay.hpp>
#include <codeweaver/workspace.hpp>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

/// Answers only the newest question, on its own thread: a new question stops the running search.
/// Thread safety: all members may be called concurrently. The project must outlive this object.
class LiveSearch {
 public:
  /// Called on the thread of the search, but not for a question that a newer one replaced. It must
  /// not call this object.
  using Show = std::function<void(const std::string& query,
                                  const codeweaver::Result<codeweaver::FindCodeResponseSummary>&)>;

  LiveSearch(const codeweaver::CodeWeaver& project, Show show)
      : project_(project),
        show_(std::move(show)),
        thread_([this](std::stop_token stop) { run(std::move(stop)); }) {}
  ~LiveSearch() {
    const std::lock_guard lock(mutex_);
    current_.request_stop();
  }

  /// Returns immediately; an editor calls it for each key.
  void ask(std::string query, codeweaver::Overlay buffers) {
    const std::lock_guard lock(mutex_);
    next_.emplace(std::move(query), std::move(buffers));
    current_.request_stop();
    changed_.notify_all();
  }

  /// Waits until the last question is answered.
  void finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !next_ && !is_busy_; });
  }

 private:
  using Question = std::pair<std::string, codeweaver::Overlay>;

  void run(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    const auto is_asked = [this] { return next_.has_value(); };
    while (changed_.wait(lock, stop, is_asked) && !stop.stop_requested()) {
      const Question question = *std::exchange(next_, std::nullopt);
      current_ = std::stop_source();
      is_busy_ = true;
      lock.unlock();
      auto answer = search(question, current_.get_token());
      lock.lock();
      // Skip the answer if a newer question is waiting.
      if (!next_ && !current_.stop_requested()) show_(question.first, answer);
      is_busy_ = false;
      changed_.notify_all();
    }
  }

  codeweaver::Result<codeweaver::FindCodeResponseSummary> search(const Question& question,
                                                                 std::stop_token stop) const {
    // Only the buffer that changed since the last call costs time.
    auto unsaved = project_.with_overlay(question.second);
    if (!unsaved) return unsaved.error();
    return unsaved->search(question.first, {.top_k = 5, .context_lines = 0}, std::move(stop));
  }

  const codeweaver::CodeWeaver& project_;
  Show show_;
  std::mutex mutex_;  // guards the members below
  std::condition_variable_any changed_;
  std::optional<Question> next_;
  std::stop_source current_;
  bool is_busy_ = false;
  std::jthread thread_;  // last, because it uses the other members
};
