// RequestContext: the services that a running handler may use.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"

namespace codeweaver::mcp {

struct InputRequest;

/// The parts of a context. The library fills them; tests of handlers may fill their own.
struct CallScope {
  std::stop_token stop{};
  std::function<void(double done, std::optional<double> total, std::string_view message)>
      progress{};
  std::function<void(std::string_view level, const json::Value& data)> log{};
  std::string version{};  ///< protocol revision of the request
  json::Value client_capabilities = json::Object{};
  json::Value meta = json::Object{};    ///< _meta of the request
  json::Value inputs = json::Object{};  ///< answers of the client so far, by key
  std::string state{};                  ///< InputNeeded::state of the previous round
  std::vector<std::string> late{};      ///< keys of questions that were not answered in time
  bool is_task = false;
  std::string request_id{};  ///< see RequestContext::request_id()
};

/// For a running handler, and for a handler that answers after it returned. Cheap to copy.
/// Thread safety: all members may be called concurrently.
class RequestContext {
 public:
  RequestContext() = default;  ///< not connected to a client
  explicit RequestContext(CallScope scope)
      : scope_(std::make_shared<const CallScope>(std::move(scope))) {}

  /// Stop is requested when the client cancels or disconnects, or the server stops.
  std::stop_token stop() const;
  /// Reports progress to the client; no effect unless the client asked for it and `done` increased.
  void progress(double done, std::optional<double> total = std::nullopt,
                std::string_view message = {}) const;
  /// Sends a log message of one of kLogLevels; no effect unless the client wants that level.
  void log(std::string_view level, const json::Value& data) const;

  /// The id of the HTTP request, for logs and for requests that the handler sends. Empty: the
  /// transport has none.
  std::string_view request_id() const;
  /// The same context with this id.
  RequestContext with_request_id(std::string id) const;

  std::string_view version() const;
  const json::Value& meta() const;
  const json::Value& client_capabilities() const;
  /// Whether the client has a capability: "sampling", "elicitation", "elicitation.url", "roots".
  bool client_has(std::string_view capability) const;
  /// Whether the call runs as a task: nobody waits for it, and progress becomes the task's status
  /// message.
  bool is_task() const;

  /// The client's answer to an InputRequest. Null: not asked yet, not answered, or the answer does
  /// not fit the protocol or the form's schema. Ask (again) with InputNeeded then.
  const json::Value* elicited(const InputRequest& question) const;  ///< {action, content}
  const json::Value* sampled(std::string_view key) const;           ///< {role, content, model}
  const json::Value* roots(std::string_view key) const;             ///< {roots}
  /// Whether this call waited for the answer to that question until its patience ended.
  bool is_late(std::string_view key) const;
  /// InputNeeded::state of the previous round; empty in the first round.
  std::string_view state() const;

 private:
  const json::Value* answer(std::string_view key, std::string_view method) const;
  std::shared_ptr<const CallScope> scope_;
};

/// Whether the capability `path` ("elicitation.url") is declared. Plain "elicitation" means forms.
bool has_capability(const json::Value& capabilities, std::string_view path);

}  // namespace codeweaver::mcp
