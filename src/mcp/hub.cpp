// Hub: notifies listeners of changes in a server.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/hub.hpp"

namespace codeweaver::mcp {

std::string_view Event::method() const noexcept {
  switch (kind) {
    case Kind::kTools:
      return "notifications/tools/list_changed";
    case Kind::kPrompts:
      return "notifications/prompts/list_changed";
    case Kind::kResources:
      return "notifications/resources/list_changed";
    case Kind::kResourceUpdated:
      return "notifications/resources/updated";
    case Kind::kTask:
      return "notifications/tasks";
  }
  return {};
}

void Hub::add(std::weak_ptr<Listener> listener) {
  std::lock_guard lock(mutex_);
  std::erase_if(listeners_, [](const auto& known) { return known.expired(); });
  listeners_.push_back(std::move(listener));
}

std::vector<std::shared_ptr<Listener>> Hub::living() {
  std::vector<std::shared_ptr<Listener>> out;
  std::lock_guard lock(mutex_);
  for (const auto& listener : listeners_)
    if (auto held = listener.lock()) out.push_back(std::move(held));
  return out;
}

// Calls listeners without the lock, because they may send.
void Hub::tell(const Event& event) {
  for (const auto& listener : living()) listener->hear(event);
}

void Hub::end() {
  for (const auto& listener : living()) listener->end();
}

}  // namespace codeweaver::mcp
