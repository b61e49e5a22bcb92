// Parses addresses with inet_pton(3).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/addresses.hpp"

#include <arpa/inet.h>

namespace codeweaver::os {
namespace {

template <std::size_t kBytes>
std::optional<std::array<std::uint8_t, kBytes>> parse_address(int family,
                                                              const std::string& text) noexcept {
  std::array<std::uint8_t, kBytes> bytes{};
  if (::inet_pton(family, text.c_str(), bytes.data()) != 1) return std::nullopt;
  return bytes;
}

}  // namespace

std::optional<std::array<std::uint8_t, 4>> parse_ipv4(const std::string& text) noexcept {
  return parse_address<4>(AF_INET, text);
}

std::optional<std::array<std::uint8_t, 16>> parse_ipv6(const std::string& text) noexcept {
  return parse_address<16>(AF_INET6, text);
}

}  // namespace codeweaver::os
