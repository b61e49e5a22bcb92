// Little-endian bytes: functions that append, and a reader that never reads past the end.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace codeweaver::store {

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
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace codeweaver::store
