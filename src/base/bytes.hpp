// Little-endian bytes: functions that append, and a reader that never reads past the end.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace codeweaver::base {

static_assert(std::endian::native == std::endian::little,
              "stored integers are little-endian and read in place");

/// Appends `value` as 1 to 10 bytes of 7 bits, low bits first.
inline void put_varint(std::string& out, std::uint64_t value) {
  while (value >= 128) {
    out += static_cast<char>(value | 128);
    value >>= 7;
  }
  out += static_cast<char>(value);
}

/// Differences 0, -1, 1, -2 ... as 0, 1, 2, 3 ...
inline std::uint64_t coded_difference(std::uint32_t value, std::uint32_t before) noexcept {
  const std::int64_t difference = std::int64_t{value} - std::int64_t{before};
  return (static_cast<std::uint64_t>(difference) << 1) ^
         static_cast<std::uint64_t>(difference >> 63);
}

/// Appends the difference of `value` to `before`, so that near values take one byte.
inline void put_difference(std::string& out, std::uint32_t value, std::uint32_t before) {
  put_varint(out, coded_difference(value, before));
}

/// The same for a value or `none`, which takes one byte.
inline void put_difference_or(std::string& out, std::uint32_t value, std::uint32_t before,
                              std::uint32_t none) {
  put_varint(out, value == none ? 0 : coded_difference(value, before) + 1);
}

inline void put_text(std::string& out, std::string_view text) {
  put_varint(out, text.size());
  out += text;
}

/// Appends the bytes of a fixed-size value.
template <class T>
  requires std::is_trivially_copyable_v<T>
void put_raw(std::string& out, const T& value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}

/// Reads the output of the functions above. After the first failure, ok() is false and every read
/// returns zero or an empty view, so callers can check once at the end.
class ByteReader {
 public:
  ByteReader() = default;
  explicit ByteReader(std::string_view bytes) noexcept : rest_(bytes) {}

  bool ok() const noexcept { return ok_; }
  bool at_end() const noexcept { return rest_.empty(); }
  std::size_t remaining() const noexcept { return rest_.size(); }

  std::uint64_t varint() noexcept {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (rest_.empty()) break;
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 127) << shift;
      if (byte < 128) return value;
    }
    fail();
    return 0;
  }
  /// A varint that must fit 32 bits.
  std::uint32_t varint32() noexcept {
    const std::uint64_t value = varint();
    if (value > UINT32_MAX) {
      fail();
      return 0;
    }
    return static_cast<std::uint32_t>(value);
  }
  /// The value that put_difference() wrote with the same `before`.
  std::uint32_t difference(std::uint32_t before) noexcept { return decoded(varint(), before); }
  /// The same for put_difference_or().
  std::uint32_t difference_or(std::uint32_t before, std::uint32_t none) noexcept {
    const std::uint64_t coded = varint();
    return coded == 0 ? none : decoded(coded - 1, before);
  }
  std::string_view take(std::uint64_t size) noexcept {
    if (size > rest_.size()) {
      fail();
      return {};
    }
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(size));
    rest_.remove_prefix(taken.size());
    return taken;
  }
  std::string_view text() noexcept { return take(varint()); }
  template <class T>
    requires std::is_trivially_copyable_v<T>
  T raw() noexcept {
    T value{};
    if (const auto bytes = take(sizeof(T)); bytes.size() == sizeof(T))
      std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
  }
  void fail() noexcept {
    ok_ = false;
    rest_ = {};
  }

 private:
  std::uint32_t decoded(std::uint64_t coded, std::uint32_t before) noexcept {
    const auto difference =
        static_cast<std::int64_t>(coded >> 1) ^ -static_cast<std::int64_t>(coded & 1);
    // Check the range first: adding a large difference to 32 bits could overflow.
    const bool is_near =
        difference >= -std::int64_t{UINT32_MAX} && difference <= std::int64_t{UINT32_MAX};
    const std::int64_t value = is_near ? std::int64_t{before} + difference : -1;
    if (value < 0 || value > std::int64_t{UINT32_MAX}) {
      fail();
      return 0;
    }
    return static_cast<std::uint32_t>(value);
  }

  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace codeweaver::base
