// HttpReply: the answer to one POST of a request, as one JSON object or as a stream of events.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "http/exchange.hpp"
#include "json/value.hpp"

namespace codeweaver::mcp {

/// What a client takes, by its Accept header; a missing header takes everything.
struct Accepted {
  bool json = true;
  bool events = true;
};
Accepted accepted_by(const http::Request& request);

/// An answer whose body is one message.
http::Response json_response(int status, const json::Value& message);

/// A request that ends without response, as cancelled ones do, closes its stream.
/// Thread safety: all members may be called concurrently.
class HttpReply {
 public:
  struct Options {
    Accepted accepted{};
    bool is_modern = false;      ///< errors have the HTTP status that the stateless era demands
    bool has_valid_meta = true;  ///< false: invalid parameters mean an invalid request
    std::vector<http::Header> headers{};
  };
  HttpReply(std::shared_ptr<http::Exchange> exchange, Options options);
  ~HttpReply();
  HttpReply(const HttpReply&) = delete;
  HttpReply& operator=(const HttpReply&) = delete;

  /// Takes what belongs to the request, its response last. Only if something comes before the
  /// response, it becomes a stream; a client that takes no streams gets the response alone.
  void send(const json::Value& message);
  /// It has had its response.
  bool is_done() const;

 private:
  int status_of(const json::Value& response) const;

  const std::shared_ptr<http::Exchange> exchange_;
  const Options options_;
  mutable std::mutex mutex_;
  std::shared_ptr<http::EventStream> events_;  // guarded by mutex_, as is is_done_
  bool is_done_ = false;
};

}  // namespace codeweaver::mcp
