// Workers: threads for what must not hold up the reader of a connection.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace codeweaver::mcp {

/// Runs work in the order it came, on at most `limit` threads, which start when they are needed
/// and sleep while there is nothing to do.
/// Thread safety: all members may be called concurrently, also by the work itself.
class Workers {
 public:
  explicit Workers(std::size_t limit);
  ~Workers();  ///< as close()
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// No effect after close().
  void run(std::function<void()> work);
  /// Drops what has not begun and waits for what has.
  void close();

 private:
  struct State;
  std::shared_ptr<State> state_;  // shared with the threads
};

}  // namespace codeweaver::mcp
