// Parses internet addresses.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace codeweaver::os {

/// The bytes of an address in network order; nullopt: `text` is not an address.
std::optional<std::array<std::uint8_t, 4>> parse_ipv4(const std::string& text) noexcept;
std::optional<std::array<std::uint8_t, 16>> parse_ipv6(const std::string& text) noexcept;

}  // namespace codeweaver::os
