// BodyPipe: passes a request body from the connection to a handler that reads it as a stream.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::http {

/// Thread safety: one reader and the connection may use it concurrently.
class BodyPipe {
 public:
  /// Calls `wake`, on the reader's thread, when a full pipe has space again.
  explicit BodyPipe(std::function<void()> wake) : wake_(std::move(wake)) {}

  /// See Exchange::read_body().
  Result<std::size_t> read(std::span<char> into);

  // For the connection.
  bool has_room() const;
  void write(std::string_view bytes);
  void end();
  /// Ends the body with an error, unless it has ended.
  void fail(Error error);

 private:
  static constexpr std::size_t kCapacity = std::size_t{256} << 10;

  const std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_:
  std::string bytes_;
  std::size_t taken_ = 0;  ///< bytes already read from bytes_
  bool ended_ = false;
  std::optional<Error> error_;
};

}  // namespace codeweaver::http
