// ByteLists: many growing byte strings in shared memory blocks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace codeweaver::store {

/// Stores byte lists that grow at their ends, in slices of doubling size. Most lists are a few
/// bytes long; a string or an allocation for each would need several times the memory.
class ByteLists {
 public:
  /// The state of a list, kept by its owner. A new one is empty.
  struct List {
    std::uint32_t first = 0, last = 0;  // slices
    std::uint16_t slices = 0;
    std::uint16_t room = 0;  // bytes left in the last slice

    std::size_t size() const noexcept { return payload_of_first(slices) - room; }
  };

  void append(List& list, std::string_view bytes) {
    while (!bytes.empty()) {
      if (list.room == 0) add_slice(list);
      const std::size_t count = std::min<std::size_t>(bytes.size(), list.room);
      std::memcpy(at(list.last) + slice_bytes(list.slices - 1U) - list.room, bytes.data(), count);
      list.room = static_cast<std::uint16_t>(list.room - count);
      bytes.remove_prefix(count);
    }
  }

  /// Calls visit(std::string_view) with the bytes, piece by piece.
  template <class Visit>
  void for_each_piece(const List& list, Visit&& visit) const {
    std::uint32_t slice = list.first;
    for (std::uint32_t i = 0; i < list.slices; ++i) {
      const std::size_t unused = i + 1U == list.slices ? list.room : 0U;
      visit(std::string_view(at(slice) + kLink, slice_bytes(i) - kLink - unused));
      std::memcpy(&slice, at(slice), kLink);
    }
  }

  /// Prefetches the start of a list for reading, or its end for appending.
  void fetch(const List& list) const noexcept {
    if (list.slices != 0) __builtin_prefetch(at(list.first));
  }
  void fetch_end(const List& list) const noexcept {
    if (list.room != 0)
      __builtin_prefetch(at(list.last) + slice_bytes(list.slices - 1U) - list.room, 1);
  }

  std::size_t memory_bytes() const noexcept { return blocks_.size() * kBlockBytes; }

 private:
  // A slice starts with the number of the next slice; numbers count units of 8 bytes.
  static constexpr std::size_t kLink = sizeof(std::uint32_t), kUnit = 8;
  static constexpr std::size_t kBlockBytes = std::size_t{1} << 20;
  static constexpr std::uint32_t kDoublings = 9;  // 8 bytes to 4 KiB

  static constexpr std::size_t slice_bytes(std::uint32_t i) noexcept {
    return kUnit << std::min(i, kDoublings);
  }
  static constexpr std::size_t payload_of_first(std::uint32_t slices) noexcept {
    const std::uint32_t doubled = std::min(slices, kDoublings);
    return kUnit * ((std::size_t{1} << doubled) - 1) +
           (slices - doubled) * slice_bytes(kDoublings) - slices * kLink;
  }

  char* at(std::uint32_t slice) noexcept {
    const std::size_t byte = slice * kUnit;
    return blocks_[byte / kBlockBytes].get() + byte % kBlockBytes;
  }
  const char* at(std::uint32_t slice) const noexcept {
    const std::size_t byte = slice * kUnit;
    return blocks_[byte / kBlockBytes].get() + byte % kBlockBytes;
  }

  void add_slice(List& list) {
    const std::size_t bytes = slice_bytes(list.slices);
    if (blocks_.size() * kBlockBytes - end_ < bytes) {
      end_ = blocks_.size() * kBlockBytes;
      blocks_.push_back(std::make_unique_for_overwrite<char[]>(kBlockBytes));
    }
    const auto slice = static_cast<std::uint32_t>(end_ / kUnit);
    end_ += bytes;
    if (list.slices == 0)
      list.first = slice;
    else
      std::memcpy(at(list.last), &slice, kLink);
    list.last = slice;
    list.room = static_cast<std::uint16_t>(bytes - kLink);
    ++list.slices;
  }

  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t end_ = 0;
};

}  // namespace codeweaver::store
