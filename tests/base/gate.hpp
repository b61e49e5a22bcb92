// Gate: a job that blocks its thread until the test releases it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <future>

namespace codeweaver::test {

/// A job that holds its thread until it is let go.
class Gate {
 public:
  std::function<void()> job() {
    return [this] {
      begun_.set_value();
      open_.get_future().wait();
    };
  }
  void wait_until_begun() { begun_.get_future().wait(); }
  void open() { open_.set_value(); }

 private:
  std::promise<void> begun_, open_;
};

}  // namespace codeweaver::test
