// HttpTransport: determines the era, session and handler of requests.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/http_transport.hpp"

#include <algorithm>
#include <functional>
#include <list>
#include <optional>
#include <stop_token>
#include <utility>

#include "base/utf8.hpp"
#include "json/body.hpp"
#include "mcp/http_headers.hpp"
#include "mcp/http_reply.hpp"
#include "mcp/http_sessions.hpp"
#include "mcp/message.hpp"
#include "mcp/protocol.hpp"

namespace codeweaver::mcp {
namespace {

constexpr std::string_view kSessionHeader = "Mcp-Session-Id";

/// One parsed POST request.
struct Post {
  std::shared_ptr<http::Exchange> exchange;
  json::Value message;

  const std::string* header(std::string_view name) const {
    return exchange->request().header(name);
  }
  void refuse(int status, int code, std::string why) const {
    const auto* id = message.find("id");
    exchange->respond(json_response(
        status, make_error(id != nullptr ? *id : json::Value{}, {code, std::move(why)})));
  }
  void accept() const {
    http::Response response;
    response.status = 202;
    exchange->respond(std::move(response));
  }
};

bool is_message(const json::Value& value) {
  return value.is_array() || is_request(value) || is_notification(value) || is_response(value);
}

/// The HTTP server checks the credentials; here they only distinguish callers.
std::string caller_of(const http::Request& request) {
  const auto* credentials = request.header("Authorization");
  return credentials != nullptr ? *credentials : std::string();
}

/// Whether the message, or one of a batch, needs an answer.
bool has_request(const json::Value& message) {
  const auto* batch = message.if_array();
  return batch != nullptr ? std::any_of(batch->begin(), batch->end(), is_request)
                          : is_request(message);
}

bool is_of_stateless_era(const Post& post) {
  if (post.message.is_array()) return false;  // only one legacy revision has batches
  if (!modern_version(post.message).empty()) return true;
  // Some clients initialize a legacy session after they discover a modern server.
  if (text_of(post.message.find("method")) == "initialize") return false;
  const auto* version = post.header("MCP-Protocol-Version");
  return version != nullptr && !is_legacy_version(*version);
}

/// Whether the request has the _meta that the stateless era requires.
bool has_valid_meta(const json::Value& message) {
  const auto* params = message.find("params");
  const auto* meta = params != nullptr ? params->find("_meta") : nullptr;
  const auto* capabilities = meta != nullptr ? meta->find(kClientCapabilitiesKey) : nullptr;
  return capabilities != nullptr && capabilities->is_object() && !modern_version(message).empty();
}

}  // namespace

struct HttpTransport::Impl : std::enable_shared_from_this<Impl> {
  Impl(Server offered, HttpOptions given)
      : server(std::move(offered)),
        options(std::move(given)),
        sessions(options.max_sessions, options.session_idle) {}
  ~Impl() { close(); }

  void post(std::shared_ptr<http::Exchange> exchange);
  void get(std::shared_ptr<http::Exchange> exchange);
  void remove(std::shared_ptr<http::Exchange> exchange);
  void close();

  const Server server;
  const HttpOptions options;
  HttpSessions sessions;

 private:
  /// A request of the stateless era in progress.
  struct Running {
    Running(std::shared_ptr<Connection> given, std::weak_ptr<HttpReply> answer,
            std::stop_token stop)
        : connection(std::move(given)),
          reply(std::move(answer)),
          when_client_goes(std::move(stop), [this] { connection->close(); }) {}
    std::shared_ptr<Connection> connection;
    std::weak_ptr<HttpReply> reply;
    std::stop_callback<std::function<void()>> when_client_goes;

    bool has_ended() const {
      const auto answer = reply.lock();
      return answer == nullptr || answer->is_done();
    }
  };

  void answer_stateless(const Post& post);
  void answer_legacy(const Post& post);
  void initialize(const Post& post);
  std::shared_ptr<HttpSession> session_of(const Post& post);
  std::optional<std::string> mismatch(const Post& post) const;
  void keep(std::unique_ptr<Running> request);

  std::mutex mutex_;
  std::list<std::unique_ptr<Running>> running_;  // guarded by mutex_
  bool is_closed_ = false;                       // guarded by mutex_
};

void HttpTransport::Impl::post(std::shared_ptr<http::Exchange> exchange) {
  Post post{std::move(exchange), {}};
  const auto* type = post.header("Content-Type");
  if (type == nullptr || !type->starts_with("application/json"))
    return post.refuse(415, kInvalidRequest,
                       "Invalid Request: the Content-Type must be application/json");
  const auto accepted = accepted_by(post.exchange->request());
  if (!accepted.json && !accepted.events)
    return post.refuse(406, kInvalidRequest,
                       "Invalid Request: Accept must have application/json and text/event-stream");
  const auto body = base::without_byte_order_mark(post.exchange->request().body);
  auto message = json::parse_body(body);
  if (!message)
    return post.exchange->respond(
        json_response(400, make_parse_error(body, message.error().cause)));
  post.message = *std::move(message);
  if (!is_message(post.message))
    return post.refuse(400, kInvalidRequest, "Invalid Request: the body is not a JSON-RPC message");
  return is_of_stateless_era(post) ? answer_stateless(post) : answer_legacy(post);
}

std::optional<std::string> HttpTransport::Impl::mismatch(const Post& post) const {
  const HeaderLookup find = [&](std::string_view name) { return post.header(name); };
  if (auto wrong = header_mismatch(post.message, find)) return wrong;
  const auto* params = post.message.find("params");
  if (text_of(post.message.find("method")) != "tools/call" || params == nullptr)
    return std::nullopt;
  const auto tool = server.find_tool(text_of(params->find("name")));
  const auto* arguments = params->find("arguments");
  static const json::Value kNone = json::Object{};
  if (tool == nullptr) return std::nullopt;
  return parameter_mismatch(arguments != nullptr ? *arguments : kNone, tool->input_schema, find);
}

void HttpTransport::Impl::answer_stateless(const Post& post) {
  if (is_notification(post.message)) return post.accept();
  if (is_response(post.message))
    return post.refuse(400, kInvalidRequest,
                       "Invalid Request: this revision has no responses from clients");
  if (const auto wrong = mismatch(post)) return post.refuse(400, kHeaderMismatch, *wrong);
  const auto reply = std::make_shared<HttpReply>(
      post.exchange, HttpReply::Options{.accepted = accepted_by(post.exchange->request()),
                                        .is_modern = true,
                                        .has_valid_meta = has_valid_meta(post.message)});
  const Send send = [reply](const json::Value& message) { reply->send(message); };
  const auto connection = server.connect(
      {.send = send, .is_modern_only = true, .caller = caller_of(post.exchange->request())});
  keep(std::make_unique<Running>(connection, reply, post.exchange->stop()));
  connection->receive(post.message, send, post.exchange->request().id);
}

/// Keeps a connection until its request has ended, and releases ended ones.
void HttpTransport::Impl::keep(std::unique_ptr<Running> request) {
  std::list<std::unique_ptr<Running>> added, ended;
  added.push_back(std::move(request));
  {
    const std::lock_guard lock(mutex_);
    for (auto one = running_.begin(); one != running_.end();) {
      const auto next = std::next(one);
      if ((*one)->has_ended()) ended.splice(ended.end(), running_, one);
      one = next;
    }
    if (!is_closed_) running_.splice(running_.end(), added);
  }
  for (const auto& refused : added) refused->connection->close();
}

void HttpTransport::Impl::answer_legacy(const Post& post) {
  const bool initializes = text_of(post.message.find("method")) == "initialize";
  if (initializes && post.header(kSessionHeader) == nullptr) return initialize(post);
  const auto session = session_of(post);
  if (session == nullptr) return;
  const auto* version = post.header("MCP-Protocol-Version");
  if (version != nullptr && !is_legacy_version(*version))
    return post.refuse(400, kInvalidRequest,
                       "Invalid Request: MCP-Protocol-Version " + *version + " is unknown");
  if (post.message.is_array() && session->connection()->version() != kBatchVersion)
    return post.refuse(400, kInvalidRequest, "Invalid Request: this revision has no batches");
  if (!has_request(post.message)) {
    post.accept();
    return session->connection()->receive(post.message);
  }
  const auto reply = std::make_shared<HttpReply>(
      post.exchange, HttpReply::Options{.accepted = accepted_by(post.exchange->request())});
  session->connection()->receive(
      post.message, [reply](const json::Value& message) { reply->send(message); },
      post.exchange->request().id);
}

void HttpTransport::Impl::initialize(const Post& post) {
  const auto caller = caller_of(post.exchange->request());
  const auto session = sessions.create(caller);
  if (session == nullptr) return post.refuse(503, kInternalError, "All sessions are in use");
  const std::weak_ptr<HttpSession> weak = session;
  const Send send = [weak](const json::Value& message) {
    if (const auto alive = weak.lock()) alive->send(message);
  };
  session->set_connection(server.connect({.send = send, .caller = caller}));
  const auto reply = std::make_shared<HttpReply>(
      post.exchange, HttpReply::Options{.accepted = accepted_by(post.exchange->request()),
                                        .headers = {{std::string(kSessionHeader), session->id()}}});
  session->connection()->receive(
      post.message, [reply](const json::Value& message) { reply->send(message); },
      post.exchange->request().id);
  if (session->connection()->version().empty()) sessions.remove(session->id());
}

std::shared_ptr<HttpSession> HttpTransport::Impl::session_of(const Post& post) {
  const auto* id = post.header(kSessionHeader);
  if (id == nullptr) {
    post.refuse(400, kInvalidRequest,
                "Invalid Request: Mcp-Session-Id is missing; initialize first, or use revision " +
                    std::string(kModernVersion));
    return nullptr;
  }
  auto session = sessions.find(*id, caller_of(post.exchange->request()));
  if (session == nullptr)
    post.refuse(404, kInvalidRequest, "The session has ended; initialize again");
  return session;
}

void HttpTransport::Impl::get(std::shared_ptr<http::Exchange> exchange) {
  const Post request{exchange, {}};
  const auto* version = request.header("MCP-Protocol-Version");
  if (version != nullptr && !is_legacy_version(*version)) {
    http::Response response;
    response.status = 405;
    response.headers = {{"Allow", "POST"}};
    return exchange->respond(std::move(response));
  }
  const auto session = session_of(request);
  if (session == nullptr) return;
  if (!accepted_by(exchange->request()).events)
    return request.refuse(406, kInvalidRequest,
                          "Invalid Request: Accept must have text/event-stream");
  session->listen(exchange->start_events());
}

void HttpTransport::Impl::remove(std::shared_ptr<http::Exchange> exchange) {
  const Post request{exchange, {}};
  const auto session = session_of(request);
  if (session == nullptr) return;
  sessions.remove(session->id());
  http::Response response;
  response.status = 204;
  exchange->respond(std::move(response));
}

void HttpTransport::Impl::close() {
  std::list<std::unique_ptr<Running>> running;
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    running.swap(running_);
  }
  for (const auto& one : running) one->connection->close();
  sessions.close();
}

HttpTransport::HttpTransport(Server server, HttpOptions options)
    : impl_(std::make_shared<Impl>(std::move(server), std::move(options))) {}

std::vector<http::Route> HttpTransport::routes() const {
  const auto route = [this](const char* method,
                            void (Impl::*answer)(std::shared_ptr<http::Exchange>)) {
    http::Route out;
    out.method = method;
    out.pattern = impl_->options.path;
    out.handler = [impl = impl_, answer](std::shared_ptr<http::Exchange> exchange) {
      (impl.get()->*answer)(std::move(exchange));
    };
    out.max_body_bytes = impl_->options.max_message_bytes;
    out.timeout = std::chrono::milliseconds(0);  // calls and streams have no time limit
    return out;
  };
  return {route("POST", &Impl::post), route("GET", &Impl::get), route("DELETE", &Impl::remove)};
}

void HttpTransport::close() {
  impl_->close();
}

}  // namespace codeweaver::mcp
