// RequestContext: the services that a running handler may use.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/request_context.hpp"

#include <algorithm>
#include <utility>

#include "mcp/input.hpp"

namespace codeweaver::mcp {
namespace {

const CallScope& nobody() {
  static const CallScope kNobody;
  return kNobody;
}

}  // namespace

bool has_capability(const json::Value& capabilities, std::string_view path) {
  const auto dot = path.find('.');
  const auto* found = capabilities.find(path.substr(0, dot));
  if (found == nullptr || !found->is_object()) return false;
  if (dot != std::string_view::npos) return found->find(path.substr(dot + 1)) != nullptr;
  // A client that lists modes of elicitation has only these; without a list it has forms.
  return path != "elicitation" || found->if_object()->empty() || found->find("form") != nullptr ||
         found->find("url") == nullptr;
}

std::stop_token RequestContext::stop() const {
  return scope_ ? scope_->stop : std::stop_token{};
}

void RequestContext::progress(double done, std::optional<double> total,
                              std::string_view message) const {
  if (scope_ && scope_->progress) scope_->progress(done, total, message);
}

void RequestContext::log(std::string_view level, const json::Value& data) const {
  if (scope_ && scope_->log) scope_->log(level, data);
}

std::string_view RequestContext::request_id() const {
  return scope_ ? std::string_view(scope_->request_id) : std::string_view{};
}

RequestContext RequestContext::with_request_id(std::string id) const {
  auto scope = scope_ ? *scope_ : nobody();
  scope.request_id = std::move(id);
  return RequestContext(std::move(scope));
}

std::string_view RequestContext::version() const {
  return scope_ ? std::string_view(scope_->version) : std::string_view{};
}

const json::Value& RequestContext::meta() const {
  return scope_ ? scope_->meta : nobody().meta;
}

const json::Value& RequestContext::client_capabilities() const {
  return scope_ ? scope_->client_capabilities : nobody().client_capabilities;
}

bool RequestContext::client_has(std::string_view capability) const {
  return has_capability(client_capabilities(), capability);
}

bool RequestContext::is_task() const {
  return scope_ && scope_->is_task;
}

const json::Value* RequestContext::elicited(const InputRequest& question) const {
  const auto* found = scope_ ? scope_->inputs.find(question.key) : nullptr;
  return found != nullptr && is_answer_to(question, *found) ? found : nullptr;
}

const json::Value* RequestContext::sampled(std::string_view key) const {
  return answer(key, "sampling/createMessage");
}

const json::Value* RequestContext::roots(std::string_view key) const {
  return answer(key, "roots/list");
}

const json::Value* RequestContext::answer(std::string_view key, std::string_view method) const {
  const auto* found = scope_ ? scope_->inputs.find(key) : nullptr;
  return found != nullptr && is_answer_to(method, *found) ? found : nullptr;
}

bool RequestContext::is_late(std::string_view key) const {
  return scope_ && std::ranges::find(scope_->late, key) != scope_->late.end();
}

std::string_view RequestContext::state() const {
  return scope_ ? std::string_view(scope_->state) : std::string_view{};
}

}  // namespace codeweaver::mcp
