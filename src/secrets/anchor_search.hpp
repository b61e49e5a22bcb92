// AnchorSearch: finds positions in a text where one of many short strings may be.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace codeweaver::secrets {

/// Finds anchors of four characters, ignoring case. Every anchor contains three characters in a row
/// that begin at an even position. Only these are looked up, in a bit set that fits into the CPU
/// cache. Thread safety: immutable.
class AnchorSearch {
 public:
  static constexpr std::size_t kLength = 4;
  /// Matches a letter, digit, '_' or '-' at the end of an anchor.
  static constexpr char kAny = '?';

  /// An anchor and a number that the caller chooses. Several numbers may share an anchor.
  struct Anchor {
    std::string_view text;  ///< kLength characters
    std::uint16_t number = 0;
  };
  explicit AnchorSearch(std::span<const Anchor> anchors);

  struct Hit {
    std::size_t position = 0;                ///< text.size(): not found
    std::span<const std::uint16_t> numbers;  ///< numbers whose anchor may be at this position
  };
  /// Returns the first hit at or after `from`.
  Hit next(std::string_view text, std::size_t from) const noexcept;

 private:
  static constexpr std::size_t kSetBits = 1 << 15, kSlots = 1 << 12;
  struct Slot {
    std::uint32_t gram = 0;  ///< 0: free
    std::uint32_t list = 0;
  };
  void add(const char* anchor, std::uint16_t number);
  std::size_t slot_of(std::uint32_t gram) const noexcept;
  bool may_hold(const char* three) const noexcept;

  std::array<std::uint64_t, kSetBits / 64> set_{};
  std::vector<Slot> slots_ = std::vector<Slot>(kSlots);
  std::vector<std::vector<std::uint16_t>> lists_;
};

}  // namespace codeweaver::secrets
