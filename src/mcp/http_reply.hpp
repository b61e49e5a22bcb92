// HttpReply: the answer to one POST request, as a JSON object or as an event stream.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "http/exchange.hpp"
#include "json/value.hpp"

namespace codeweaver::mcp {

/// The media types that a client accepts. Without an Accept header it accepts both.
struct Accepted {
  bool json = true;
  bool events = true;
};
Accepted accepted_by(const http::Request& request);

/// An answer with one message as its body.
http::Response json_response(int status, const json::Value& message);

/// If a request ends without a response (cancelled), its stream is closed.
/// Thread safety: all members may be called concurrently.
class HttpReply {
 public:
  struct Options {
    Accepted accepted{};
    bool is_modern = false;      ///< errors have the HTTP status of the stateless era
    bool has_valid_meta = true;  ///< false: "invalid parameters" counts as an invalid request
    std::vector<http::Header> headers{};
  };
  HttpReply(std::shared_ptr<http::Exchange> exchange, Options options);
  ~HttpReply();
  HttpReply(const HttpReply&) = delete;
  HttpReply& operator=(const HttpReply&) = delete;

  /// Sends a message of the request; the response comes last. The answer becomes a stream only if
  /// another message comes before the response. A client that does not accept streams gets only the
  /// response.
  void send(const json::Value& message);
  /// Whether the response was sent.
  bool is_done() const;

 private:
  int status_of(const json::Value& response) const;

  const std::shared_ptr<http::Exchange> exchange_;
  const Options options_;
  mutable std::mutex mutex_;
  std::shared_ptr<http::EventStream> events_;  // guarded by mutex_, like is_done_
  bool is_done_ = false;
};

}  // namespace codeweaver::mcp
