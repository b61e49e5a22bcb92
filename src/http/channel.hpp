// Channel: one client's socket, and where its coroutine waits. Internal: has Boost's headers.
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

/// No deadline that a process lives to see; not the largest value, which overflows when compared.
inline Deadline never() {
  return SteadyClock::now() + std::chrono::hours(24 * 365);
}

/// The thread of a server: its event loop, and a buffer that all its channels read through.
struct Loop {
  boost::asio::io_context io{1};
  std::array<char, std::size_t{64} << 10> scratch{};
};

/// Input, output, a handler's answer and a shutdown all end the same wait. So whoever waits looks
/// at the state first, waits, and looks again; no operation is ever cancelled.
/// Thread safety: all members but waker()'s result are for the loop's thread.
class Channel : public std::enable_shared_from_this<Channel> {
 public:
  Channel(std::shared_ptr<Loop> loop, boost::asio::ip::tcp::socket socket, std::size_t max_input);

  /// Ends the wait of the coroutine, now or when it next waits.
  void wake();
  /// wake() from any thread; may outlive the channel and the loop's run.
  std::function<void()> waker();
  /// Until wake(); false: the deadline came first.
  boost::asio::awaitable<bool> wait_until(Deadline deadline);

  /// Asks to be woken when there is more input, or the client is gone. No effect while more than
  /// max_input waits to be used.
  void want_input();
  std::string_view input() const { return std::string_view(input_).substr(used_); }
  bool is_input_full() const { return input().size() >= max_input_; }
  void use_input(std::size_t bytes);

  /// The client has closed its side, which most do by going away; it may still read.
  bool has_ended() const { return ended_ || broken_; }
  /// Nothing can be sent any more.
  bool is_broken() const { return broken_; }
  /// False: the client is gone, did not take everything by the deadline, or `is_futile` said so
  /// while it had to be waited for; then the channel is broken.
  boost::asio::awaitable<bool> send(std::string_view first, std::string_view second,
                                    Deadline deadline, std::function<bool()> is_futile = {});
  std::uint64_t bytes_sent() const { return bytes_sent_; }
  /// Sends what is on the way, says that nothing follows, and drops what comes until the client
  /// closes or the deadline passes: closing at once would take the answer from its hands.
  boost::asio::awaitable<void> linger(Deadline deadline);
  void close();

 private:
  void read_now();

  std::shared_ptr<Loop> loop_;
  boost::asio::ip::tcp::socket socket_;
  boost::asio::steady_timer timer_;
  const std::size_t max_input_;
  std::string input_;
  std::size_t used_ = 0;  ///< of input_
  std::uint64_t bytes_sent_ = 0;
  bool woken_ = false;
  bool is_waiting_ = false;
  bool awaits_input_ = false;
  bool awaits_output_ = false;
  bool ended_ = false;
  bool broken_ = false;
};

}  // namespace codeweaver::http
