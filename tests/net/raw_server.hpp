// A server that sends the bytes a test gives, even if they are not HTTP.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <future>
#include <string>
#include <thread>

namespace codeweaver::test {

/// Takes one connection, reads the head of a request, sends `answer` and closes, or waits for the
/// client to close.
class RawServer {
 public:
  explicit RawServer(std::string answer, bool closes = true) {
    listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    REQUIRE(::listen(listener_, 4) == 0);
    socklen_t size = sizeof address;
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::jthread([this, answer = std::move(answer), closes] { serve(answer, closes); });
  }
  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;
  ~RawServer() {
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  /// Returns when the head of a request was read. Call it once.
  void await_request() { asked_.get_future().wait(); }

 private:
  void serve(const std::string& answer, bool closes) {
    const int client = ::accept(listener_, nullptr, nullptr);
    if (client < 0) return;
    std::string head;
    char bytes[4096];
    while (head.find("\r\n\r\n") == std::string::npos) {
      const auto size = ::recv(client, bytes, sizeof bytes, 0);
      if (size <= 0) break;
      head.append(bytes, static_cast<std::size_t>(size));
    }
    asked_.set_value();
    ::send(client, answer.data(), answer.size(), MSG_NOSIGNAL);
    if (!closes) {
      while (::recv(client, bytes, sizeof bytes, 0) > 0) {
      }
    }
    ::close(client);
  }

  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::promise<void> asked_;
  std::jthread thread_;
};

/// An address on loopback where nobody listens.
inline std::string dead_url() {
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  REQUIRE(::bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  socklen_t size = sizeof address;
  ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(listener);
  return "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
}

}  // namespace codeweaver::test
