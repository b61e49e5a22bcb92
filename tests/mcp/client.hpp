// An MCP client for tests; records messages of the server, supports both eras.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <condition_variable>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/writer.hpp"
#include "mcp/protocol.hpp"
#include "mcp/server.hpp"

namespace codeweaver::mcp {

/// What a client says that takes tasks and can be asked.
inline constexpr auto kTasks =
    R"({"extensions":{"io.modelcontextprotocol/tasks":{}},"elicitation":{}})";

inline json::Value parsed(std::string_view text) {
  auto value = json::parse(text);
  REQUIRE_MESSAGE(value, text);
  return *value;
}

inline const json::Value& at(const json::Value& value,
                             std::initializer_list<std::string_view> path) {
  const auto* current = &value;
  for (const auto key : path) {
    current = current->find(key);
    REQUIRE_MESSAGE(current != nullptr, json::dump(value), " lacks ", std::string(key));
  }
  return *current;
}

inline const json::Value& item(const json::Value& list, std::size_t index) {
  REQUIRE(list.is_array());
  REQUIRE(index < list.if_array()->size());
  return (*list.if_array())[index];
}

/// Params of the stateless era; `capabilities` and `params` are JSON text, the latter without
/// braces.
inline json::Value modern_params(std::string_view params = "",
                                 std::string_view capabilities = "{}") {
  auto out = parsed("{" + std::string(params) + "}");
  json::Value meta = json::Object{};
  if (const auto* given = out.find("_meta"); given != nullptr) meta = *given;
  meta.set(kVersionKey, kModernVersion);
  meta.set(kClientCapabilitiesKey, parsed(capabilities));
  out.set("_meta", meta);
  return out;
}

/// What was sent, in order.
class Inbox {
 public:
  void take(const json::Value& message) {
    {
      std::lock_guard lock(mutex_);
      messages_.push_back(message);
    }
    came_.notify_all();
  }
  std::vector<json::Value> all() const {
    std::lock_guard lock(mutex_);
    return messages_;
  }
  /// The first message from `from` on for which `is_it` holds; waits for it.
  template <class Predicate>
  json::Value wait_for(Predicate is_it, std::size_t from = 0) const {
    std::unique_lock lock(mutex_);
    for (std::size_t next = from;; ++next) {
      came_.wait(lock, [&] { return messages_.size() > next; });
      if (is_it(messages_[next])) return messages_[next];
    }
  }
  json::Value response(const json::Value& id) const {
    return wait_for([&](const json::Value& message) {
      const auto* found = message.find("id");
      return is_response(message) && found != nullptr && *found == id;
    });
  }
  json::Value named(std::string_view method, std::size_t from = 0) const {
    return wait_for(
        [&](const json::Value& message) { return text_of(message.find("method")) == method; },
        from);
  }
  std::size_t count(std::string_view method) const {
    std::size_t out = 0;
    for (const auto& message : all()) out += text_of(message.find("method")) == method ? 1 : 0;
    return out;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable came_;
  std::vector<json::Value> messages_;
};

class Client {
 public:
  explicit Client(const Server& server, ConnectionOptions options = {}) {
    options.send = [inbox = inbox_](const json::Value& message) { inbox->take(message); };
    connection = server.connect(std::move(options));
  }
  ~Client() { connection->close(); }

  std::shared_ptr<Connection> connection;
  Inbox& inbox() { return *inbox_; }

  void send(std::string_view text) { connection->receive(parsed(text)); }
  /// Sends a request; returns its id.
  int begin(std::string_view method, json::Value params = json::Object{}) {
    connection->receive(make_request(++last_id_, method, std::move(params)));
    return last_id_;
  }
  json::Value ask(std::string_view method, json::Value params) {
    return inbox().response(begin(method, std::move(params)));
  }
  json::Value modern(std::string_view method, std::string_view params = "",
                     std::string_view capabilities = "{}") {
    return ask(method, modern_params(params, capabilities));
  }
  json::Value legacy(std::string_view method, std::string_view params = "") {
    return ask(method, parsed("{" + std::string(params) + "}"));
  }
  json::Value initialize(std::string_view version = "2025-11-25",
                         std::string_view capabilities = "{}") {
    auto reply = legacy("initialize", R"("protocolVersion":")" + std::string(version) +
                                          R"(","capabilities":)" + std::string(capabilities) +
                                          R"(,"clientInfo":{"name":"test","version":"1"})");
    send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    return reply;
  }

 private:
  std::shared_ptr<Inbox> inbox_ = std::make_shared<Inbox>();
  int last_id_ = 0;
};

inline int error_code(const json::Value& reply) {
  return static_cast<int>(*at(reply, {"error", "code"}).if_integer());
}

inline std::string first_text(const json::Value& reply) {
  return text_of(item(at(reply, {"result", "content"}), 0).find("text"));
}

}  // namespace codeweaver::mcp
