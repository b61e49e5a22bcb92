// Channel: waits, reads and writes without blocking the loop.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/channel.hpp"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

namespace codeweaver::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

bool would_block(const error_code& error) {
  return error == asio::error::would_block || error == asio::error::try_again ||
         error == asio::error::interrupted;
}

}  // namespace

Channel::Channel(std::shared_ptr<Loop> loop, tcp::socket socket, std::size_t max_input)
    : loop_(std::move(loop)), socket_(std::move(socket)), timer_(loop_->io), max_input_(max_input) {
  error_code ignored;
  socket_.non_blocking(true, ignored);
  socket_.set_option(tcp::no_delay(true), ignored);
  socket_.set_option(asio::socket_base::keep_alive(true), ignored);
}

void Channel::wake() {
  woken_ = true;
  if (is_waiting_) timer_.cancel();
}

std::function<void()> Channel::waker() {
  return [loop = loop_, weak = weak_from_this()] {
    asio::post(loop->io, [weak] {
      if (const auto channel = weak.lock()) channel->wake();
    });
  };
}

asio::awaitable<bool> Channel::wait_until(Deadline deadline) {
  if (!woken_) {
    timer_.expires_at(deadline);
    is_waiting_ = true;
    co_await timer_.async_wait(asio::as_tuple(asio::use_awaitable));
    is_waiting_ = false;
  }
  co_return std::exchange(woken_, false);
}

void Channel::want_input() {
  if (awaits_input_ || has_ended() || is_input_full()) return;
  awaits_input_ = true;
  socket_.async_wait(tcp::socket::wait_read, [self = shared_from_this()](const error_code& error) {
    self->awaits_input_ = false;
    if (error) {
      self->broken_ = true;
    } else if (!self->broken_) {
      self->read_now();
    }
    self->wake();
  });
}

void Channel::read_now() {
  error_code error;
  const std::size_t size = socket_.read_some(asio::buffer(loop_->scratch), error);
  if (size > 0) {
    input_.erase(0, std::exchange(used_, 0));
    input_.append(loop_->scratch.data(), size);
  } else if (error == asio::error::eof) {
    ended_ = true;
  } else if (error && !would_block(error)) {
    broken_ = true;
  }
}

void Channel::use_input(std::size_t bytes) {
  used_ += bytes;
  if (used_ < input_.size()) return;
  constexpr std::size_t kKept = std::size_t{16} << 10;  // limits the memory of an idle connection
  if (input_.capacity() > kKept) {
    input_ = {};
  } else {
    input_.clear();
  }
  used_ = 0;
}

asio::awaitable<bool> Channel::send(std::string_view first, std::string_view second,
                                    Deadline deadline, std::function<bool()> is_futile) {
  while (!broken_ && !(first.empty() && second.empty())) {
    const std::array<asio::const_buffer, 2> buffers = {asio::buffer(first.data(), first.size()),
                                                       asio::buffer(second.data(), second.size())};
    error_code error;
    const std::size_t size = socket_.write_some(buffers, error);
    if (!error) {
      bytes_sent_ += size;
      const std::size_t of_first = std::min(size, first.size());
      first.remove_prefix(of_first);
      second.remove_prefix(size - of_first);
      continue;
    }
    if (!would_block(error)) {
      broken_ = true;
      break;
    }
    if (!awaits_output_) {
      awaits_output_ = true;
      socket_.async_wait(tcp::socket::wait_write,
                         [self = shared_from_this()](const error_code& failed) {
                           self->awaits_output_ = false;
                           if (failed) self->broken_ = true;
                           self->wake();
                         });
    }
    const bool in_time = co_await wait_until(deadline);
    if (!in_time || (is_futile && is_futile())) broken_ = true;
  }
  co_return !broken_;
}

asio::awaitable<void> Channel::linger(Deadline deadline) {
  error_code error;
  socket_.shutdown(tcp::socket::shutdown_send, error);
  constexpr std::size_t kMostDropped = std::size_t{4} << 20;
  std::size_t dropped = 0;
  while (!error && !has_ended() && dropped < kMostDropped) {
    dropped += input().size();
    use_input(input().size());
    want_input();
    const bool in_time = co_await wait_until(deadline);
    if (!in_time) break;
  }
}

void Channel::close() {
  broken_ = true;
  error_code ignored;
  socket_.close(ignored);
}

}  // namespace codeweaver::http
