// PageChecks: remembers which pages of a mapped segment were compared with their checksums.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/hash.hpp"
#include "store/layout/segment_format.hpp"

namespace codeweaver::store {

/// Compares each page of a file with its checksum on first use, and remembers the result. A page
/// costs a quarter of a microsecond once, later only a bit test. This detects changes on the disk
/// or in the page cache that leave the file's times unchanged. Thread safety: all members may be
/// called concurrently.
class PageChecks {
 public:
  /// `file`: from its first byte to the end of the last page that has a checksum.
  PageChecks(std::string_view file, std::span<const std::uint64_t> checksums)
      : file_(file),
        checksums_(checksums),
        known_(std::make_unique<std::atomic<std::uint64_t>[]>(checksums.size() / 64 + 1)) {}

  /// Whether the `size` bytes at `begin` (inside the file) match their checksums.
  bool are_intact(const void* begin, std::size_t size) const noexcept {
    if (size == 0 || are_all_known_.load(std::memory_order_relaxed)) return true;
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(begin) - file_.data());
    const std::size_t last = (offset + size - 1) / kPageBytes;
    if (last >= checksums_.size()) {
      has_damage_.store(true, std::memory_order_relaxed);
      return false;
    }
    bool are_good = true;
    for (std::size_t page = offset / kPageBytes; page <= last; ++page) {
      const std::uint64_t bit = std::uint64_t{1} << page % 64;
      if ((known_[page / 64].load(std::memory_order_relaxed) & bit) == 0)
        are_good = compare(page) && are_good;
    }
    return are_good;
  }
  bool are_intact(std::string_view bytes) const noexcept {
    return are_intact(bytes.data(), bytes.size());
  }
  template <class T>
  bool are_intact(std::span<const T> values) const noexcept {
    return are_intact(values.data(), values.size_bytes());
  }
  /// Whether a whole section matches; the result is remembered.
  bool is_intact(SectionId id, std::string_view bytes) const noexcept {
    auto& known = sections_[static_cast<std::size_t>(id)];
    if (known.load(std::memory_order_relaxed)) return true;
    const bool is_good = are_intact(bytes);
    if (is_good) known.store(true, std::memory_order_relaxed);
    return is_good;
  }
  /// Whether any page differed.
  bool has_damage() const noexcept { return has_damage_.load(std::memory_order_relaxed); }
  /// Skips all further checks, because the file was verified in another way.
  void trust_all() const noexcept { are_all_known_.store(true, std::memory_order_relaxed); }

 private:
  bool compare(std::size_t page) const noexcept {
    if (checksums_[page] == page_checksum(file_, page, page)) {
      known_[page / 64].fetch_or(std::uint64_t{1} << page % 64, std::memory_order_relaxed);
      return true;
    }
    has_damage_.store(true, std::memory_order_relaxed);
    return false;
  }

  std::string_view file_;
  std::span<const std::uint64_t> checksums_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> known_;
  mutable std::array<std::atomic<bool>, kSectionCount> sections_{};
  mutable std::atomic<bool> are_all_known_{false};
  mutable std::atomic<bool> has_damage_{false};
};

}  // namespace codeweaver::store
