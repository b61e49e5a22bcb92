// Integers as defined by JSON Schema.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "json/value.hpp"

namespace codeweaver::json {

/// The integer value: 3.0 and 3e0 are 3. nullopt: a fraction, beyond int64, or not a number.
inline std::optional<std::int64_t> as_integer(const Value& value) noexcept {
  if (const auto* integer = value.if_integer()) return *integer;
  const auto number = value.if_number();
  constexpr double kBeyond = 9223372036854775808.0;  // 2^63
  if (!number || !(*number >= -kBeyond && *number < kBeyond)) return std::nullopt;
  const auto whole = static_cast<std::int64_t>(*number);
  return static_cast<double>(whole) == *number ? std::optional(whole) : std::nullopt;
}

}  // namespace codeweaver::json
