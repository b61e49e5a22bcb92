// Catalog: the ordered tools, resources, templates and prompts of a server; may change while read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

#include "mcp/prompt.hpp"
#include "mcp/resource.hpp"
#include "mcp/tool.hpp"

namespace codeweaver::mcp {

inline const std::string& key_of(const Tool& item) noexcept {
  return item.name;
}
inline const std::string& key_of(const Prompt& item) noexcept {
  return item.name;
}
inline const std::string& key_of(const Resource& item) noexcept {
  return item.uri;
}
inline const std::string& key_of(const ResourceTemplate& item) noexcept {
  return item.uri_template;
}

/// Part of a list. Each entry gets a number when it is added and keeps it. So paging by number
/// shows each entry that stays exactly once, even if others are added or removed meanwhile.
template <class T>
struct Page {
  std::vector<std::shared_ptr<const T>> items;
  std::optional<std::uint64_t> next;  ///< number of the last item, if there are more
};

/// Thread safety: all members may be called concurrently.
template <class T>
class Shelf {
 public:
  void put(T item) {
    auto shared = std::make_shared<const T>(std::move(item));
    std::unique_lock lock(mutex_);
    was_used_ = true;
    if (auto at = locate(key_of(*shared)); at != entries_.end())
      at->item = std::move(shared);
    else
      entries_.push_back({++last_number_, std::move(shared)});
  }

  bool remove(std::string_view key) {
    std::unique_lock lock(mutex_);
    const auto at = locate(key);
    if (at == entries_.end()) return false;
    entries_.erase(at);
    return true;
  }

  std::shared_ptr<const T> find(std::string_view key) const {
    std::shared_lock lock(mutex_);
    const auto at = locate(key);
    return at == entries_.end() ? nullptr : at->item;
  }

  Page<T> page(std::uint64_t after, std::size_t count) const {
    std::shared_lock lock(mutex_);
    auto at = std::upper_bound(
        entries_.begin(), entries_.end(), after,
        [](std::uint64_t number, const Entry& entry) { return number < entry.number; });
    Page<T> out;
    for (; at != entries_.end() && out.items.size() < count; ++at) out.items.push_back(at->item);
    if (at != entries_.end()) out.next = (at - 1)->number;
    return out;
  }

  std::vector<std::shared_ptr<const T>> all() const {
    std::shared_lock lock(mutex_);
    std::vector<std::shared_ptr<const T>> out;
    for (const auto& entry : entries_) out.push_back(entry.item);
    return out;
  }

  /// Whether it ever had an entry. Capabilities stay announced even if all entries are removed.
  bool was_used() const noexcept { return was_used_; }

 private:
  struct Entry {
    std::uint64_t number;
    std::shared_ptr<const T> item;
  };
  auto locate(std::string_view key) {
    return std::find_if(entries_.begin(), entries_.end(),
                        [&](const Entry& entry) { return key_of(*entry.item) == key; });
  }
  auto locate(std::string_view key) const {
    return std::find_if(entries_.begin(), entries_.end(),
                        [&](const Entry& entry) { return key_of(*entry.item) == key; });
  }

  mutable std::shared_mutex mutex_;
  std::vector<Entry> entries_;  // guarded by mutex_, ascending by number
  std::uint64_t last_number_ = 0;
  std::atomic<bool> was_used_ = false;
};

struct Catalog {
  Shelf<Tool> tools;
  Shelf<Resource> resources;
  Shelf<ResourceTemplate> templates;
  Shelf<Prompt> prompts;

  bool has_resources() const noexcept { return resources.was_used() || templates.was_used(); }
};

}  // namespace codeweaver::mcp
