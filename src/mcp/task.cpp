// Task: a call in the background that the client polls.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/task.hpp"

#include "mcp/call.hpp"
#include "mcp/connection_state.hpp"
#include "mcp/conversation.hpp"
#include "mcp/protocol.hpp"
#include "mcp/sealed_state.hpp"

namespace codeweaver::mcp {

bool is_visible(const TaskOrigin& origin, const Call& call) {
  if (origin.is_modern != call.request.is_modern) return false;
  return origin.is_modern ? origin.caller == call.connection->options.caller
                          : origin.owner.lock() == call.connection;
}

Task::Task(TaskOrigin from, std::shared_ptr<const Step> step, std::chrono::milliseconds ttl,
           std::chrono::milliseconds poll_interval, std::weak_ptr<base::Workers> workers,
           std::weak_ptr<Hub> hub)
    : origin(std::move(from)),
      id(random_id()),
      workers_(std::move(workers)),
      hub_(std::move(hub)),
      step_(std::move(step)),
      inputs_(origin.inputs) {
  view_.id = id;
  view_.message = "The call is running.";
  view_.created = view_.updated = std::chrono::system_clock::now();
  view_.ttl = ttl;
  view_.poll_interval = poll_interval;
  view_.revision = 1;
}

void Task::start() {
  if (const auto workers = workers_.lock())
    workers->run([self = shared_from_this()] { self->run_round(); });
}

void Task::run_round() {
  std::shared_ptr<const Step> step;
  {
    std::lock_guard lock(mutex_);
    if (view_.status != TaskStatus::kWorking) return;
    step = step_;
  }
  step->run(context(),
            [self = shared_from_this()](Outcome outcome) { self->settle(std::move(outcome)); });
}

RequestContext Task::context() {
  const std::weak_ptr<Task> weak = weak_from_this();
  std::lock_guard lock(mutex_);
  return RequestContext(
      {.stop = stop_.get_token(),
       .progress =
           [weak](double done, std::optional<double> total, std::string_view message) {
             if (const auto task = weak.lock()) task->progress(done, total, message);
           },
       .log =
           [weak](std::string_view level, const json::Value& data) {
             if (const auto task = weak.lock()) task->log(level, data);
           },
       .version = origin.version,
       .client_capabilities = origin.capabilities,
       .meta = origin.meta,
       .inputs = inputs_,
       .state = state_,
       .is_task = true});
}

void Task::settle(Outcome outcome) {
  if (auto* needed = std::get_if<InputNeeded>(&outcome)) return ask(std::move(*needed));
  if (auto* error = std::get_if<ProtocolError>(&outcome)) return fail(std::move(*error));
  if (auto* rest = std::get_if<ContinueAsTask>(&outcome)) {
    {
      std::lock_guard lock(mutex_);
      step_ = std::move(rest->rest);
    }
    return run_round();  // it is a task already
  }
  auto& complete = std::get<Complete>(outcome);
  change([&] {
    view_.status = TaskStatus::kCompleted;
    view_.message = complete.is_error ? "The call failed." : "The call is done.";
    view_.result = std::move(complete);
  });
}

void Task::ask(InputNeeded needed) {
  const auto missing = missing_for(needed, origin.capabilities);
  if (!missing.empty())
    return fail({kInvalidRequest, "The client does not support " + std::string(missing)});
  if (needed.requests.empty()) {  // no questions to wait for
    {
      std::lock_guard lock(mutex_);
      state_ = std::move(needed.state);
    }
    return start();
  }
  change([&] {
    state_ = std::move(needed.state);
    view_.status = TaskStatus::kInputRequired;
    view_.message = "The call is waiting for input.";
    for (auto& question : needed.requests) {
      auto key = question.key;
      for (int number = 2; !used_keys_.insert(key).second; ++number)
        key = question.key + '-' + std::to_string(number);
      keys_[key] = question.key;
      question.key = key;
      view_.questions.push_back(std::move(question));
    }
  });
}

void Task::answer(const json::Value& inputs) {
  bool is_complete = false;
  change([&] {
    for (const auto& input : *inputs.if_object()) {
      const auto found = keys_.find(input.key);
      if (found == keys_.end()) continue;
      inputs_.set(found->second, input.value);
      keys_.erase(found);
      std::erase_if(view_.questions,
                    [&](const InputRequest& question) { return question.key == input.key; });
    }
    if (view_.status != TaskStatus::kInputRequired || !keys_.empty()) return;
    view_.status = TaskStatus::kWorking;
    view_.message = "The call is running.";
    is_complete = true;
  });
  if (is_complete) start();
}

bool Task::cancel() {
  const bool was_running = change([&] {
    view_.status = TaskStatus::kCancelled;
    view_.message = "The call was cancelled.";
    view_.questions.clear();
    keys_.clear();
  });
  if (was_running) stop_.request_stop();
  return was_running;
}

void Task::fail(ProtocolError error) {
  change([&] {
    view_.status = TaskStatus::kFailed;
    view_.message = error.message;
    view_.questions.clear();
    view_.error = std::move(error);
  });
}

void Task::progress(double done, std::optional<double> total, std::string_view message) {
  if (origin.is_modern) {  // the extension has no progress notifications
    if (!message.empty()) change([&] { view_.message = message; });
    return;
  }
  const auto* token = origin.meta.find("progressToken");
  const auto owner = origin.owner.lock();
  {
    std::lock_guard lock(mutex_);
    if (view_.is_over()) return;
    if (!message.empty()) view_.message = message;
  }
  if (token == nullptr || !owner) return;
  json::Value params = json::Object{{"progressToken", *token}, {"progress", done}};
  if (total) params.set("total", *total);
  if (!message.empty()) params.set("message", message);
  params.set("_meta", related());
  owner->send(make_notification("notifications/progress", std::move(params)));
}

void Task::log(std::string_view level, const json::Value& data) const {
  const auto owner = origin.owner.lock();  // null in the stateless era, where tasks do not log
  if (!owner || log_level_index(level) < owner->log_level) return;
  owner->send(
      make_notification("notifications/message",
                        json::Object{{"level", level}, {"data", data}, {"_meta", related()}}));
}

json::Value Task::related() const {
  return json::Object{{std::string(kRelatedTaskKey), json::Object{{"taskId", id}}}};
}

TaskView Task::view() const {
  std::lock_guard lock(mutex_);
  return view_;
}

bool Task::is_expired() const {
  std::lock_guard lock(mutex_);
  return view_.status != TaskStatus::kWorking &&
         std::chrono::system_clock::now() > view_.created + view_.ttl;
}

void Task::when_changed(std::uint64_t revision, std::function<void()> then) {
  {
    std::lock_guard lock(mutex_);
    if (view_.revision == revision) return watchers_.push_back(std::move(then));
  }
  then();
}

void Task::wake_watchers() {
  std::vector<std::function<void()>> watchers;
  {
    std::lock_guard lock(mutex_);
    watchers.swap(watchers_);
  }
  for (const auto& watcher : watchers) watcher();
}

bool Task::claim_questions(std::uint64_t revision, std::weak_ptr<const Call> asker) {
  std::lock_guard lock(mutex_);
  const auto other = asker_.lock();
  const bool is_claimed = claimed_ == revision && other && !other->is_over();
  if (view_.revision != revision || is_claimed) return false;
  claimed_ = revision;
  asker_ = std::move(asker);
  return true;
}

bool Task::change(const std::function<void()>& apply) {
  std::vector<std::function<void()>> watchers;
  TaskView now;
  {
    std::lock_guard lock(mutex_);
    if (view_.is_over()) return false;
    apply();
    ++view_.revision;
    view_.updated = std::chrono::system_clock::now();
    watchers.swap(watchers_);
    now = view_;
  }
  tell(now);
  for (const auto& watcher : watchers) watcher();
  return true;
}

void Task::tell(const TaskView& view) {
  if (!origin.is_modern) {
    if (const auto owner = origin.owner.lock())
      owner->send(make_notification("notifications/tasks/status", legacy_json(view)));
  } else if (const auto hub = hub_.lock()) {
    hub->tell({Event::Kind::kTask, id, modern_json(view, true)});
  }
}

}  // namespace codeweaver::mcp
