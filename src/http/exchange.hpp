// Exchange: one request and its answer, for a handler.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "http/event_stream.hpp"
#include "http/http_message.hpp"

namespace codeweaver::http {

struct Call;

/// A handler gets it on a worker thread, where it may block. To answer later, the handler keeps the
/// pointer and returns; that needs no thread. An exchange that is destroyed without an answer sends
/// status 500. It may outlive the server. Thread safety: all members may be called concurrently,
/// except read_body(), which only one thread may call at a time.
class Exchange {
 public:
  explicit Exchange(std::shared_ptr<Call> call) noexcept;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  ~Exchange();

  const Request& request() const noexcept;
  /// Stop is requested when the client closes its side of the connection or disconnects, when the
  /// request exceeds its time limit, and when the server shuts down (event streams: at once;
  /// others: after the grace period). Callbacks run on the server's thread and must not block. If
  /// the client leaves while the request waits for a worker, the handler is never called.
  std::stop_token stop() const noexcept;
  /// The value of {name} or {+name} in the route's pattern; empty if there is no such name.
  std::string_view path_value(std::string_view name) const noexcept;
  /// The pattern of the route.
  std::string_view route() const noexcept;

  /// Sends the answer. Only the first call of respond() or start_events() counts. Answers are
  /// dropped if the client has disconnected or the server has already answered after a timeout.
  void respond(Response response);
  /// Answers with an open event stream: status 200, `extra`, and headers against caching and
  /// buffering. Never null; already closed if it is too late.
  std::shared_ptr<EventStream> start_events(std::vector<Header> extra = {});

  /// For routes that read the body as a stream: waits for more bytes and copies them to `into`,
  /// which must not be empty. Returns the number of bytes; 0: end of the body. While it is
  /// not called, the client cannot send more.
  /// Errors: kUnavailable CLIENT_GONE, kCancelled REQUEST_TIMEOUT or SHUTTING_DOWN,
  /// kInvalidArgument PAYLOAD_TOO_LARGE or BAD_REQUEST. Later calls return the same error.
  Result<std::size_t> read_body(std::span<char> into);

 private:
  std::shared_ptr<Call> call_;
};

using Handler = std::function<void(std::shared_ptr<Exchange>)>;

}  // namespace codeweaver::http
