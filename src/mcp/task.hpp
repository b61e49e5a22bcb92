// Task: a call in the background that the client polls.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "base/workers.hpp"
#include "json/value.hpp"
#include "mcp/hub.hpp"
#include "mcp/outcome.hpp"

namespace codeweaver::mcp {

class Call;
class ConnectionState;

enum class TaskStatus : std::uint8_t { kWorking, kInputRequired, kCompleted, kFailed, kCancelled };

/// The origin of a task: data of its request that the handler needs later.
struct TaskOrigin {
  std::string version;
  bool is_modern = false;
  json::Value capabilities = json::Object{};
  json::Value meta = json::Object{};
  json::Value inputs = json::Object{};     ///< answers that the client gave before
  std::string caller{};                    ///< ConnectionOptions::caller
  std::weak_ptr<ConnectionState> owner{};  ///< legacy era: only this connection may see it
};

/// Whether the sender of `call` may see a task with that origin.
bool is_visible(const TaskOrigin& origin, const Call& call);

/// A snapshot of a task.
struct TaskView {
  std::string id;
  TaskStatus status = TaskStatus::kWorking;
  std::string message{};
  std::chrono::system_clock::time_point created{}, updated{};
  std::chrono::milliseconds ttl{}, poll_interval{};
  std::vector<InputRequest> questions{};  ///< open questions
  std::optional<Complete> result{};
  std::optional<ProtocolError> error{};
  std::uint64_t revision = 0;  ///< incremented by each change

  bool is_over() const noexcept {
    return status != TaskStatus::kWorking && status != TaskStatus::kInputRequired;
  }
};

/// The form of the tasks extension (stateless era). `is_detailed`: with questions and result.
json::Value modern_json(const TaskView& task, bool is_detailed);
/// The form of revision 2025-11-25.
json::Value legacy_json(const TaskView& task);

/// Thread safety: all members may be called concurrently.
class Task : public std::enable_shared_from_this<Task> {
 public:
  Task(TaskOrigin origin, std::shared_ptr<const Step> step, std::chrono::milliseconds ttl,
       std::chrono::milliseconds poll_interval, std::weak_ptr<base::Workers> workers,
       std::weak_ptr<Hub> hub);

  const TaskOrigin origin;
  const std::string id;

  void start();
  /// Takes answers by key and ignores answers to other questions. The task continues when all
  /// questions are answered.
  void answer(const json::Value& inputs);
  /// False if it was over.
  bool cancel();
  void fail(ProtocolError error);

  TaskView view() const;
  json::Value related() const;  ///< _meta of messages about it (legacy era)
  bool is_expired() const;
  /// Calls `then` once, at the first change after `revision`; immediately if it has already
  /// changed.
  void when_changed(std::uint64_t revision, std::function<void()> then);
  /// Calls all watchers without a change, because another condition of theirs has changed.
  void wake_watchers();
  /// Whether `asker` may send the questions of that revision to the client. Only one call may.
  bool claim_questions(std::uint64_t revision, std::weak_ptr<const Call> asker);

 private:
  void run_round();
  void settle(Outcome outcome);
  void ask(InputNeeded needed);
  void progress(double done, std::optional<double> total, std::string_view message);
  void log(std::string_view level, const json::Value& data) const;
  RequestContext context();
  /// Applies a change and notifies everyone, unless the task is over. False: it was over.
  bool change(const std::function<void()>& apply);
  void tell(const TaskView& view);

  const std::weak_ptr<base::Workers> workers_;
  const std::weak_ptr<Hub> hub_;
  std::stop_source stop_;

  mutable std::mutex mutex_;  // guards the members below
  std::shared_ptr<const Step> step_;
  TaskView view_;
  json::Value inputs_;
  std::string state_;
  std::map<std::string, std::string> keys_;  // open questions: key on the wire -> handler's key
  std::set<std::string> used_keys_;          // keys on the wire are never reused
  std::vector<std::function<void()>> watchers_;
  std::uint64_t claimed_ = 0;  // revision of the questions that asker_ sends
  std::weak_ptr<const Call> asker_;
};

}  // namespace codeweaver::mcp
