// SharedCache: a bounded cache shared by concurrent searches.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace codeweaver::engine {

/// Keeps the most recently used values, up to a number of bytes. Values are immutable; a value
/// removed from the cache lives as long as a caller holds it. Keys are spread over shards with one
/// lock each, so that searches seldom wait for each other. Thread safety: all members may be called
/// concurrently.
/// With one shard, a value may take half of the bytes.
template <class Key, class Value, class Hash = std::hash<Key>, std::size_t kShards = 16>
class SharedCache {
 public:
  using Pointer = std::shared_ptr<const Value>;

  explicit SharedCache(std::size_t most_bytes) : half_shard_bytes_(most_bytes / kShards / 2) {}

  /// Null if the cache does not have the key.
  Pointer find(const Key& key) {
    const std::size_t hash = Hash{}(key);
    Shard& shard = shard_of(hash);
    std::lock_guard lock(shard.mutex);
    if (const auto at = shard.recent.find(key); at != shard.recent.end()) return at->second.value;
    const auto at = shard.older.find(key);
    if (at == shard.older.end()) return nullptr;
    const Entry entry = at->second;
    shard.older.erase(at);
    keep(shard, key, entry);
    return entry.value;
  }

  /// Adds a value of `bytes` bytes. Has no effect if the key exists or the value is too large.
  void put(const Key& key, Pointer value, std::size_t bytes) {
    const std::size_t hash = Hash{}(key);
    Shard& shard = shard_of(hash);
    std::lock_guard lock(shard.mutex);
    if (bytes > half_shard_bytes_ || shard.older.contains(key)) return;
    keep(shard, key, {std::move(value), bytes});
  }

 private:
  struct Entry {
    Pointer value;
    std::size_t bytes = 0;
  };
  using Entries = std::unordered_map<Key, Entry, Hash>;
  /// Recently used entries and older ones; the older half is dropped as a whole.
  struct Shard {
    std::mutex mutex;
    Entries recent, older;
    std::size_t recent_bytes = 0;
  };

  Shard& shard_of(std::size_t hash) noexcept {
    return shards_[(hash * 0x9E3779B97F4A7C15U >> 32U) % kShards];
  }
  void keep(Shard& shard, const Key& key, const Entry& entry) {
    if (!shard.recent.try_emplace(key, entry).second) return;
    shard.recent_bytes += entry.bytes;
    if (shard.recent_bytes <= half_shard_bytes_) return;
    shard.older = std::exchange(shard.recent, {});
    shard.recent_bytes = 0;
  }

  std::size_t half_shard_bytes_;
  std::array<Shard, kShards> shards_;
};

}  // namespace codeweaver::engine
