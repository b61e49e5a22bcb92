// Exchange: one request being answered.
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

/// Given to a handler on a worker thread, where it may block. A handler that wants to answer later
/// keeps the pointer and returns: that holds no thread. One that is destroyed unanswered answers
/// with status 500. May outlive the server. Thread safety: all members may be called concurrently,
/// but read_body() by one thread at a time.
class Exchange {
 public:
  explicit Exchange(std::shared_ptr<Call> call) noexcept;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  ~Exchange();

  const Request& request() const noexcept;
  /// Stop is requested when the client closes its side of the connection or is gone, when the
  /// request takes longer than it may, and when the server shuts down (for event streams at once,
  /// for others at the end of the grace). Callbacks run on the server's thread: they must not
  /// block. A request whose client goes while all workers are busy never reaches its handler.
  std::stop_token stop() const noexcept;
  /// What {name} or {+name} of the route's pattern stands for; empty: there is no such name.
  std::string_view path_value(std::string_view name) const noexcept;
  /// The pattern of the route.
  std::string_view route() const noexcept;

  /// Sends the answer. Only the first of respond() and start_events() counts; what comes after the
  /// client went, or after the server answered a request that took too long, is dropped.
  void respond(Response response);
  /// Answers with an open stream of events: status 200, and headers against caching and buffering
  /// beside `extra`. Never null; closed already if it is too late.
  std::shared_ptr<EventStream> start_events(std::vector<Header> extra = {});

  /// For routes that read the body as a stream: waits for more of it and copies that to `into`
  /// (not empty). 0: that was all. While it is not called, the client is held back.
  /// Errors: kUnavailable CLIENT_GONE, kCancelled REQUEST_TIMEOUT or SHUTTING_DOWN,
  /// kInvalidArgument PAYLOAD_TOO_LARGE or BAD_REQUEST; each stays.
  Result<std::size_t> read_body(std::span<char> into);

 private:
  std::shared_ptr<Call> call_;
};

using Handler = std::function<void(std::shared_ptr<Exchange>)>;

}  // namespace codeweaver::http
