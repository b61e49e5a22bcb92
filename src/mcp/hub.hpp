// Hub: notifies listeners of changes in a server.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"

namespace codeweaver::mcp {

struct Event {
  enum class Kind : std::uint8_t { kTools, kPrompts, kResources, kResourceUpdated, kTask };
  Kind kind;
  std::string subject{};                ///< the URI or the id of the task
  json::Value params = json::Object{};  ///< of the notification

  std::string_view method() const noexcept;  ///< of the notification
};

class Listener {
 public:
  virtual ~Listener() = default;
  virtual void hear(const Event& event) = 0;
  /// No more events follow.
  virtual void end() {}
};

/// Thread safety: all members may be called concurrently.
class Hub {
 public:
  void add(std::weak_ptr<Listener> listener);
  void tell(const Event& event);
  void end();

 private:
  std::vector<std::shared_ptr<Listener>> living();

  std::mutex mutex_;
  std::vector<std::weak_ptr<Listener>> listeners_;  // guarded by mutex_
};

}  // namespace codeweaver::mcp
