// Channel: the socket of one client, and the waits of its coroutine. Internal: uses Boost.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace codeweaver::http {

using SteadyClock = std::chrono::steady_clock;
using Deadline = SteadyClock::time_point;

/// A deadline a year away. Not the largest value, which would overflow in comparisons.
inline Deadline never() {
  return SteadyClock::now() + std::chrono::hours(24 * 365);
}

/// The event loop of a server's thread, and the read buffer that all its channels share.
struct Loop {
  boost::asio::io_context io{1};
  std::array<char, std::size_t{64} << 10> scratch{};
};

/// Input, output, a handler's answer and a shutdown all end the same wait. A waiting coroutine
/// therefore checks the state, waits, and checks again. No operation is ever cancelled.
/// Thread safety: only the loop's thread may use the members; the result of waker() is thread-safe.
class Channel : public std::enable_shared_from_this<Channel> {
 public:
  Channel(std::shared_ptr<Loop> loop, boost::asio::ip::tcp::socket socket, std::size_t max_input);

  /// Ends the current wait of the coroutine, or its next one.
  void wake();
  /// Returns a function that calls wake() from any thread. It may outlive the channel and the loop.
  std::function<void()> waker();
  /// Waits for wake(). False: the deadline passed first.
  boost::asio::awaitable<bool> wait_until(Deadline deadline);

  /// Requests a wake-up when there is more input or the client disconnects. No effect while at
  /// least max_input bytes are unused.
  void want_input();
  std::string_view input() const { return std::string_view(input_).substr(used_); }
  bool is_input_full() const { return input().size() >= max_input_; }
  void use_input(std::size_t bytes);

  /// The client has closed its side. Most clients disconnect then, but some still read.
  bool has_ended() const { return ended_ || broken_; }
  /// Nothing more can be sent.
  bool is_broken() const { return broken_; }
  /// Sends both texts. False: the client disconnected, did not read everything before the deadline,
  /// or `is_futile` returned true while waiting. The channel is then broken.
  boost::asio::awaitable<bool> send(std::string_view first, std::string_view second,
                                    Deadline deadline, std::function<bool()> is_futile = {});
  std::uint64_t bytes_sent() const { return bytes_sent_; }
  /// Closes the sending side, then discards input until the client closes or the deadline passes.
  /// Closing at once could destroy the answer before the client has read it.
  boost::asio::awaitable<void> linger(Deadline deadline);
  void close();

 private:
  void read_now();

  std::shared_ptr<Loop> loop_;
  boost::asio::ip::tcp::socket socket_;
  boost::asio::steady_timer timer_;
  const std::size_t max_input_;
  std::string input_;
  std::size_t used_ = 0;  ///< bytes of input_ already used
  std::uint64_t bytes_sent_ = 0;
  bool woken_ = false;
  bool is_waiting_ = false;
  bool awaits_input_ = false;
  bool awaits_output_ = false;
  bool ended_ = false;
  bool broken_ = false;
};

}  // namespace codeweaver::http
