// CallContext: what a running handler may use.
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

/// The parts of a context, as the library fills them; tests of handlers may fill their own.
struct CallScope {
  std::stop_token stop{};
  std::function<void(double done, std::optional<double> total, std::string_view message)>
      progress{};
  std::function<void(std::string_view level, const json::Value& data)> log{};
  std::string version{};  ///< protocol revision of the request
  json::Value client_capabilities = json::Object{};
  json::Value meta = json::Object{};    ///< _meta of the request
  json::Value inputs = json::Object{};  ///< answers of the client so far, by key
  std::string state{};                  ///< what the handler said when it asked
  std::vector<std::string> late{};      ///< keys of questions that were not answered in time
  bool is_task = false;
};

/// What a handler may use while it runs, and after it returned if it answers later: a cheap copy.
/// Thread safety: all members may be called concurrently.
class CallContext {
 public:
  CallContext() = default;  ///< reaches nobody
  explicit CallContext(CallScope scope)
      : scope_(std::make_shared<const CallScope>(std::move(scope))) {}

  /// Requested when the client cancels or goes away, or the server ends.
  std::stop_token stop() const;
  /// Tells the client how far the call is; no effect unless it asked and `done` has risen.
  void progress(double done, std::optional<double> total = std::nullopt,
                std::string_view message = {}) const;
  /// Sends a log message of one of kLogLevels; no effect unless the client wants that level.
  void log(std::string_view level, const json::Value& data) const;

  std::string_view version() const;
  const json::Value& meta() const;
  const json::Value& client_capabilities() const;
  /// By path: "sampling", "elicitation", "elicitation.url", "roots".
  bool client_has(std::string_view capability) const;
  /// Runs as a task: nobody waits for it, progress becomes the task's status message.
  bool is_task() const;

  /// The client's answer to an InputRequest, or to the one of that key; null: not asked, not
  /// answered, or not answered in the form that the protocol and the form's schema demand. Ask
  /// (again) with InputNeeded then.
  const json::Value* elicited(const InputRequest& question) const;  ///< {action, content}
  const json::Value* sampled(std::string_view key) const;           ///< {role, content, model}
  const json::Value* roots(std::string_view key) const;             ///< {roots}
  /// Whether this call waited for the answer to the question of that key until its patience ended.
  bool is_late(std::string_view key) const;
  /// InputNeeded::state of the round before; empty in the first.
  std::string_view state() const;

 private:
  const json::Value* answer(std::string_view key, std::string_view method) const;
  std::shared_ptr<const CallScope> scope_;
};

/// Is `path` ("elicitation.url") declared? Plain "elicitation" includes forms.
bool has_capability(const json::Value& capabilities, std::string_view path);

}  // namespace codeweaver::mcp
