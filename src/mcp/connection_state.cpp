// ConnectionState: the negotiated state of one client, and its requests in progress.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/connection_state.hpp"

#include <utility>

#include "json/writer.hpp"
#include "mcp/call.hpp"
#include "mcp/core.hpp"

namespace codeweaver::mcp {

void ConnectionState::send(const json::Value& message, const Send& stream) {
  std::shared_lock lock(sending_);
  if (is_closed_) return;
  if (stream)
    stream(message);
  else if (options.send)
    options.send(message);
}

void ConnectionState::run(std::function<void()> work) const {
  if (!options.run) return work();
  const std::shared_lock lock(sending_);  // after close() the transport may no longer exist
  if (!is_closed_) options.run(std::move(work));
}

void ConnectionState::close() {
  {
    std::unique_lock lock(sending_);
    is_closed_ = true;
  }
  std::map<std::string, std::shared_ptr<Call>> calls;
  std::map<std::string, AnswerHandler> questions;
  {
    std::lock_guard lock(mutex_);
    has_ended_ = true;
    calls.swap(calls_);
    questions.swap(questions_);
  }
  for (const auto& [id, call] : calls) call->cancel();
}

void ConnectionState::agree(std::string version, json::Value capabilities) {
  std::lock_guard lock(mutex_);
  version_ = std::move(version);
  capabilities_ = std::move(capabilities);
}

std::string ConnectionState::version() const {
  std::lock_guard lock(mutex_);
  return version_;
}

json::Value ConnectionState::capabilities() const {
  std::lock_guard lock(mutex_);
  return capabilities_;
}

bool ConnectionState::begin(const std::shared_ptr<Call>& call) {
  {
    std::lock_guard lock(mutex_);
    if (!has_ended_) return calls_.emplace(json::dump(call->request.id), call).second;
  }
  call->cancel();  // the connection was closed while the request arrived
  return true;
}

void ConnectionState::forget(const json::Value& id, const Call* call) {
  std::shared_ptr<Call> dropped;  // declared first, so it is destroyed after the lock
  std::lock_guard lock(mutex_);
  const auto found = calls_.find(json::dump(id));
  if (found == calls_.end() || found->second.get() != call) return;
  dropped = std::move(found->second);
  calls_.erase(found);
}

void ConnectionState::cancel(const json::Value& id) {
  std::shared_ptr<Call> call;
  {
    std::lock_guard lock(mutex_);
    const auto found = calls_.find(json::dump(id));
    if (found == calls_.end()) return;
    call = found->second;
  }
  call->cancel();
}

std::size_t ConnectionState::running() const {
  std::lock_guard lock(mutex_);
  return calls_.size();
}

std::string ConnectionState::ask(std::string_view method, json::Value params, const Send& stream,
                                 AnswerHandler then) {
  std::string id;
  {
    std::lock_guard lock(mutex_);
    id = "server-" + std::to_string(++last_question_);
    questions_.emplace(id, std::move(then));
  }
  send(make_request(id, method, std::move(params)), stream);
  return id;
}

void ConnectionState::answered(const json::Value& response) {
  AnswerHandler then;
  {
    std::lock_guard lock(mutex_);
    const auto found = questions_.find(text_of(response.find("id")));
    if (found == questions_.end()) return;
    then = std::move(found->second);
    questions_.erase(found);
  }
  const auto* result = response.find("result");
  if (result != nullptr && result->is_object()) return then(result, {});
  const auto* error = response.find("error");
  const auto why = error != nullptr ? text_of(error->find("message")) : std::string{};
  then(nullptr, why.empty() ? "no result" : why);
}

void ConnectionState::withdraw(const std::string& id) {
  AnswerHandler dropped;
  {
    std::lock_guard lock(mutex_);
    const auto found = questions_.find(id);
    if (found == questions_.end()) return;
    dropped = std::move(found->second);
    questions_.erase(found);
  }
  send(make_notification("notifications/cancelled", json::Object{{"requestId", id}}));
}

void ConnectionState::subscribe(std::string uri) {
  std::lock_guard lock(mutex_);
  subscribed_.insert(std::move(uri));
}

void ConnectionState::unsubscribe(const std::string& uri) {
  std::lock_guard lock(mutex_);
  subscribed_.erase(uri);
}

void ConnectionState::start_listening() {
  {
    std::lock_guard lock(mutex_);
    if (version_.empty() || std::exchange(is_listening_, true)) return;
  }
  core->hub->add(weak_from_this());
}

void ConnectionState::hear(const Event& event) {
  if (event.kind == Event::Kind::kTask) return;  // the legacy era has another notification for it
  {
    std::lock_guard lock(mutex_);
    if (event.kind == Event::Kind::kResourceUpdated && !subscribed_.contains(event.subject)) return;
  }
  send(make_notification(event.method(), event.params));
}

}  // namespace codeweaver::mcp
