// Connection: reads messages and starts their methods.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/connection.hpp"

#include "json/integer.hpp"
#include "mcp/call.hpp"
#include "mcp/connection_state.hpp"
#include "mcp/core.hpp"
#include "mcp/methods.hpp"
#include "mcp/protocol.hpp"

namespace codeweaver::mcp {
namespace {

/// Collects the responses to a batch and sends them as one message when the last call is done.
class Batch {
 public:
  Batch(std::shared_ptr<ConnectionState> connection, Send stream)
      : connection_(std::move(connection)), stream_(std::move(stream)) {}
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  ~Batch() {
    if (!replies_.if_array()->empty()) connection_->send(replies_, stream_);
  }

  void take(const json::Value& message) {
    if (message.find("method") != nullptr) return connection_->send(message, stream_);
    std::lock_guard lock(mutex_);
    replies_.push_back(message);
  }

 private:
  const std::shared_ptr<ConnectionState> connection_;
  const Send stream_;
  std::mutex mutex_;
  json::Value replies_ = json::Array{};  // guarded by mutex_
};

ProtocolError invalid_request(std::string why) {
  return {kInvalidRequest, "Invalid Request: " + std::move(why)};
}

void hear_notification(ConnectionState& connection, const json::Value& message) {
  const auto method = text_of(message.find("method"));
  if (method == "notifications/initialized") return connection.start_listening();
  if (method == "notifications/roots/list_changed") return connection.roots.forget();
  if (method != "notifications/cancelled") return;
  const auto* params = message.find("params");
  const auto* id = params != nullptr ? params->find("requestId") : nullptr;
  if (id != nullptr) connection.cancel(*id);
}

void answer_request(const std::shared_ptr<ConnectionState>& connection, json::Value message,
                    const Send& stream, const std::string& request_id) {
  const auto id = *message.find("id");
  auto read = read_request(std::move(message), connection->options.is_modern_only);
  if (const auto* error = std::get_if<ProtocolError>(&read))
    return connection->send(make_error(id, *error), stream);
  auto& request = std::get<Request>(read);
  request.request_id = request_id;
  if (!request.is_modern) {
    request.version = connection->version();
    if (request.version.empty()) request.version = kLegacyVersions.front();
    request.capabilities = connection->capabilities();
  }
  if (connection->running() >= connection->options.max_running)
    return connection->send(make_error(id, {kInternalError, "Too many requests at once"}), stream);
  auto call = std::make_shared<Call>(connection, std::move(request), stream);
  if (!connection->begin(call))
    return connection->send(
        make_error(id, invalid_request("a request with this id is in progress")), stream);
  start_method(call);
}

void receive_one(const std::shared_ptr<ConnectionState>& connection, json::Value message,
                 const Send& stream, const std::string& request_id) {
  const auto refuse = [&](const json::Value& id, std::string why) {
    connection->send(make_error(id, invalid_request(std::move(why))), stream);
  };
  const auto* id = message.find("id");
  const bool has_id = id != nullptr && (id->is_string() || json::as_integer(*id).has_value());
  if (!message.is_object() || text_of(message.find("jsonrpc")) != "2.0")
    return refuse(has_id ? *id : json::Value{}, "not a JSON-RPC 2.0 object");
  if (is_response(message)) return connection->answered(message);
  const auto* method = message.find("method");
  if (method == nullptr || !method->is_string())
    return refuse(has_id ? *id : json::Value{}, "the method is missing");
  if (id == nullptr) return hear_notification(*connection, message);
  if (!has_id) return refuse({}, "the id is not a string or integer");
  answer_request(connection, std::move(message), stream, request_id);
}

}  // namespace

Connection::Connection(std::shared_ptr<ServerCore> core, ConnectionOptions options)
    : state_(std::make_shared<ConnectionState>(std::move(core), std::move(options))) {}

Connection::~Connection() {
  close();
}

void Connection::receive(json::Value message, Send stream, const std::string& request_id) {
  if (!message.is_array() || state_->version() != kBatchVersion)
    return receive_one(state_, std::move(message), stream, request_id);
  if (message.if_array()->empty())
    return state_->send(make_error({}, invalid_request("the batch is empty")), stream);
  const auto batch = std::make_shared<Batch>(state_, std::move(stream));
  for (auto& part : *message.if_array())
    receive_one(
        state_, std::move(part), [batch](const json::Value& reply) { batch->take(reply); },
        request_id);
}

void Connection::cancel(const json::Value& request_id) {
  state_->cancel(request_id);
}

void Connection::close() {
  state_->close();
}

bool Connection::is_initialized() const {
  return !version().empty();
}

std::string Connection::version() const {
  return state_->version();
}

std::size_t Connection::running() const {
  return state_->running();
}

}  // namespace codeweaver::mcp
