// AnchorSearch: where in a text one of many short beginnings may lie.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace codeweaver::secrets {

/// Looks for anchors of four characters, upper and lower case alike. Wherever one lies, three of
/// them in a row begin at an even place: only those are looked up, in a set of bits that is small
/// enough to stay near. Thread safety: immutable.
class AnchorSearch {
 public:
  static constexpr std::size_t kLength = 4;
  /// Stands for a letter, digit, '_' or '-' at the end of an anchor.
  static constexpr char kAny = '?';

  /// Several numbers may share an anchor. Numbers are those of the caller.
  struct Anchor {
    std::string_view text;  ///< of kLength characters
    std::uint16_t number = 0;
  };
  explicit AnchorSearch(std::span<const Anchor> anchors);

  struct Hit {
    std::size_t position = 0;                ///< text.size(): there is none
    std::span<const std::uint16_t> numbers;  ///< whose anchor may lie there
  };
  /// The first at or after `from`.
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
