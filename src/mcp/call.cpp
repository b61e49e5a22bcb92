// Call: one request in progress.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/call.hpp"

#include "mcp/core.hpp"
#include "mcp/protocol.hpp"

namespace codeweaver::mcp {

Call::Call(std::shared_ptr<ConnectionState> owner, Request asked, Send stream)
    : request(std::move(asked)), connection(std::move(owner)), stream_(std::move(stream)) {}

void Call::finish(json::Value result) {
  if (request.is_modern) {
    if (result.find("resultType") == nullptr) result.set("resultType", "complete");
    const auto* given = result.find("_meta");
    json::Value meta = given != nullptr ? *given : json::Object{};
    meta.set(kServerInfoKey, json::Object{{"name", core().info.name},
                                          {"title", core().info.title},
                                          {"version", core().info.version}});
    result.set("_meta", std::move(meta));
  }
  answer(make_result(request.id, std::move(result)));
}

void Call::fail(const ProtocolError& error) {
  answer(make_error(request.id, error));
}

void Call::answer(const json::Value& reply) {
  const auto self = shared_from_this();  // forget() may drop the last other owner
  std::shared_ptr<void> held;            // destroyed without the lock, as it may call others
  std::lock_guard lock(mutex_);
  if (is_over_.exchange(true)) return;
  // Before sending: the client may reuse the id as soon as it gets the answer.
  connection->forget(request.id, this);
  connection->send(reply, stream_);
  stream_ = nullptr;
  held.swap(held_);
}

void Call::notify(std::string_view method, json::Value params) {
  std::lock_guard lock(mutex_);
  if (!is_over_) connection->send(make_notification(method, std::move(params)), stream_);
}

void Call::ask(std::string_view method, json::Value params, AnswerHandler then) {
  Send stream;
  {
    std::lock_guard lock(mutex_);
    if (is_over_) return;
    stream = stream_;
  }
  auto id = connection->ask(method, std::move(params), stream, std::move(then));
  {
    std::lock_guard lock(mutex_);
    if (!is_over_) return questions_.push_back(std::move(id));
  }
  connection->withdraw(id);
}

void Call::progress(double done, std::optional<double> total, std::string_view message) {
  const auto* token = request.progress_token();
  if (token == nullptr) return;
  json::Value params = json::Object{{"progressToken", *token}, {"progress", done}};
  if (total) params.set("total", *total);
  if (!message.empty()) params.set("message", message);
  std::lock_guard lock(mutex_);
  if (is_over_ || (last_progress_ && done <= *last_progress_)) return;
  last_progress_ = done;
  connection->send(make_notification("notifications/progress", std::move(params)), stream_);
}

void Call::log(std::string_view level, const json::Value& data) {
  const int wanted = request.is_modern ? request.log_level : connection->log_level.load();
  const int given = log_level_index(level);
  if (wanted < 0 || given < wanted) return;
  notify("notifications/message",
         json::Object{{"level", level}, {"logger", core().info.name}, {"data", data}});
}

void Call::cancel() {
  const auto self = shared_from_this();
  std::vector<std::string> questions;
  std::shared_ptr<void> held;  // destroyed without the lock, as it may call others
  {
    std::lock_guard lock(mutex_);
    if (is_over_.exchange(true)) return;
    stream_ = nullptr;
    held.swap(held_);
    questions.swap(questions_);
  }
  connection->forget(request.id, this);
  for (const auto& id : questions) connection->withdraw(id);
  stop_.request_stop();
}

void Call::hold(std::shared_ptr<void> held) {
  std::lock_guard lock(mutex_);
  if (!is_over_) held_.swap(held);  // the previous value is destroyed without the lock
}

}  // namespace codeweaver::mcp
