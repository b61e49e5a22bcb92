// A server on a free loopback port, and a client that writes and reads bytes, for tests.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "http/http_server.hpp"

namespace codeweaver::http {

/// Long enough that only a hang reaches it.
inline constexpr std::chrono::seconds kPatience{120};

/// A flag that threads wait for.
class Signal {
 public:
  void set() {
    const std::lock_guard lock(mutex_);
    is_set_ = true;
    changed_.notify_all();
  }
  bool wait() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kPatience, [&] { return is_set_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_set_ = false;
};

inline Route route(std::string method, std::string pattern, Handler handler) {
  Route made;
  made.method = std::move(method);
  made.pattern = std::move(pattern);
  made.handler = std::move(handler);
  return made;
}

inline Response text_response(int status, std::string body) {
  Response response;
  response.status = status;
  response.content_type = "text/plain";
  response.body = std::move(body);
  return response;
}

/// "GET /hello" answers "hello", "POST /echo" the body that it gets.
inline std::vector<Route> plain_routes() {
  std::vector<Route> routes;
  routes.push_back(route("GET", "/hello", [](const std::shared_ptr<Exchange>& exchange) {
    exchange->respond(text_response(200, "hello"));
  }));
  routes.push_back(route("POST", "/echo", [](const std::shared_ptr<Exchange>& exchange) {
    exchange->respond(text_response(200, exchange->request().body));
  }));
  return routes;
}

/// Runs until it is destroyed or told to stop. Keeps the access records.
class LiveServer {
 public:
  explicit LiveServer(std::vector<Route> routes = plain_routes(), ServerOptions options = {}) {
    options.on_request = [this](const AccessRecord& record) {
      const std::lock_guard lock(mutex_);
      records_.push_back(record);
      changed_.notify_all();
    };
    auto server = Server::listen(std::move(options), std::move(routes));
    REQUIRE_MESSAGE(server.has_value(), (server ? "" : server.error().message()));
    server_.emplace(*std::move(server));
    thread_ = std::jthread([this](const std::stop_token& stop) {
      static_cast<void>(server_->run(stop));
      ended_.set();
    });
  }
  std::uint16_t port() const { return server_->port(); }
  const std::string& url() const { return server_->url(); }
  void request_stop() { thread_.request_stop(); }
  bool wait_for_end() { return ended_.wait(); }

  /// The records, once there are `count`.
  std::vector<AccessRecord> records(std::size_t count) {
    std::unique_lock lock(mutex_);
    REQUIRE(changed_.wait_for(lock, kPatience, [&] { return records_.size() >= count; }));
    return records_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<AccessRecord> records_;
  std::optional<Server> server_;
  Signal ended_;
  std::jthread thread_;
};

struct Reply {
  int status = 0;
  std::vector<Header> headers;
  std::string body;

  std::string header(std::string_view name) const {
    const std::string* value = find_header(headers, name);
    return value == nullptr ? std::string() : *value;
  }
};

/// A socket with a buffer.
class Client {
 public:
  explicit Client(const LiveServer& server) : Client(server.port()) {}
  explicit Client(std::uint16_t port, int receive_buffer = 0) {
    socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
    REQUIRE(socket_ >= 0);
    if (receive_buffer > 0) {
      ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    }
    const timeval patience{kPatience.count(), 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  }
  Client(Client&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), buffer_(std::move(other.buffer_)) {}
  Client& operator=(Client&&) = delete;
  ~Client() { close(); }

  /// False: the server has closed the connection.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t size = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (size <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(size));
    }
    return true;
  }
  /// A request with a Host header.
  bool request(std::string_view method, std::string_view target, std::string_view headers = {},
               std::string_view body = {}) {
    std::string text;
    text.append(method).append(" ").append(target).append(" HTTP/1.1\r\nHost: localhost\r\n");
    if (!body.empty()) text.append("Content-Length: " + std::to_string(body.size()) + "\r\n");
    text.append(headers).append("\r\n").append(body);
    return send(text);
  }
  void end_sending() { ::shutdown(socket_, SHUT_WR); }
  /// Goes away with a reset, as a killed process on a broken line does.
  void reset() {
    const linger at_once{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close();
  }
  void close() {
    if (socket_ >= 0) ::close(std::exchange(socket_, -1));
  }

  /// Everything up to and with `end`; shorter if the server closes first.
  std::string read_until(std::string_view end) {
    std::size_t found = buffer_.find(end);
    while (found == std::string::npos && receive()) found = buffer_.find(end);
    return take(found == std::string::npos ? buffer_.size() : found + end.size());
  }
  std::string read_bytes(std::size_t size) {
    while (buffer_.size() < size && receive()) {
    }
    return take(std::min(size, buffer_.size()));
  }
  /// True if nothing but the end of the connection comes.
  bool is_closed() { return buffer_.empty() && !receive(); }

  /// Status 0 if the server closed without an answer.
  Reply read_reply(bool has_body = true) {
    Reply reply;
    const std::string head = read_until("\r\n\r\n");
    if (head.size() < 12) return reply;
    reply.status = std::stoi(head.substr(9, 3));
    for (std::size_t at = head.find("\r\n") + 2; at + 2 < head.size();) {
      const std::size_t end = head.find("\r\n", at);
      const std::size_t colon = head.find(": ", at);
      reply.headers.push_back(
          {head.substr(at, colon - at), head.substr(colon + 2, end - colon - 2)});
      at = end + 2;
    }
    if (!has_body) return reply;
    if (reply.header("Transfer-Encoding") == "chunked") {
      for (std::string piece = read_chunk(); !piece.empty(); piece = read_chunk()) {
        reply.body += piece;
      }
    } else if (const std::string length = reply.header("Content-Length"); !length.empty()) {
      reply.body = read_bytes(std::stoul(length));
    }
    return reply;
  }
  /// The next chunk of a chunked body; empty: that was the last, or the server closed.
  std::string read_chunk() {
    const std::string line = read_until("\r\n");
    if (line.size() < 3) return {};
    const std::size_t size = std::stoul(line, nullptr, 16);
    const std::string chunk = read_bytes(size);
    read_until("\r\n");
    return chunk;
  }

 private:
  bool receive() {
    char bytes[16384];
    const ssize_t size = ::recv(socket_, bytes, sizeof bytes, 0);
    if (size <= 0) return false;
    buffer_.append(bytes, static_cast<std::size_t>(size));
    return true;
  }
  std::string take(std::size_t size) {
    std::string taken = buffer_.substr(0, size);
    buffer_.erase(0, size);
    return taken;
  }

  int socket_ = -1;
  std::string buffer_;
};

}  // namespace codeweaver::http
