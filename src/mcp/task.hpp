// Task: a call that runs on its own, polled by the client.
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

/// Where a task comes from: what its handler may know after the request is answered.
struct TaskOrigin {
  std::string version;
  bool is_modern = false;
  json::Value capabilities = json::Object{};
  json::Value meta = json::Object{};
  json::Value inputs = json::Object{};     ///< answers that the client gave before
  std::string caller{};                    ///< ConnectionOptions::caller
  std::weak_ptr<ConnectionState> owner{};  ///< legacy era: who alone may see it
};

/// May the sender of `call` know of a task from there?
bool is_visible(const TaskOrigin& origin, const Call& call);

/// A task at one moment.
struct TaskView {
  std::string id;
  TaskStatus status = TaskStatus::kWorking;
  std::string message{};
  std::chrono::system_clock::time_point created{}, updated{};
  std::chrono::milliseconds ttl{}, poll_interval{};
  std::vector<InputRequest> questions{};  ///< not answered yet
  std::optional<Complete> result{};
  std::optional<ProtocolError> error{};
  std::uint64_t revision = 0;  ///< rises with each change

  bool is_over() const noexcept {
    return status != TaskStatus::kWorking && status != TaskStatus::kInputRequired;
  }
};

/// As the tasks extension of the stateless era has it; `is_detailed`: with questions and result.
json::Value modern_json(const TaskView& task, bool is_detailed);
/// As revision 2025-11-25 has it.
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
  /// Answers by key; those to no open question are ignored. Goes on once all are there.
  void answer(const json::Value& inputs);
  /// False: it was over.
  bool cancel();
  void fail(ProtocolError error);

  TaskView view() const;
  json::Value related() const;  ///< _meta of messages about it, legacy era
  bool is_expired() const;
  /// Calls `then` once, at the first change after `revision`; at once if that has been.
  void when_changed(std::uint64_t revision, std::function<void()> then);
  /// Calls all who wait for a change, though there is none: something else they wait for is new.
  void wake_watchers();
  /// May `asker` put the questions of that revision to the client? Not while another waits who may.
  bool claim_questions(std::uint64_t revision, std::weak_ptr<const Call> asker);

 private:
  void run_round();
  void settle(Outcome outcome);
  void ask(InputNeeded needed);
  void progress(double done, std::optional<double> total, std::string_view message);
  void log(std::string_view level, const json::Value& data) const;
  CallContext context();
  /// Applies a change unless the task is over; tells everybody then. False: it was over.
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
  std::map<std::string, std::string> keys_;  // of open questions: on the wire -> the handler's
  std::set<std::string> used_keys_;          // a key never means two questions
  std::vector<std::function<void()>> watchers_;
  std::uint64_t claimed_ = 0;  // revision of the questions that asker_ puts
  std::weak_ptr<const Call> asker_;
};

}  // namespace codeweaver::mcp
