// Numbers in messages: with grouped thousands, and with a noun.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace codeweaver::base {

/// "12,345".
inline std::string grouped(std::uint64_t number) {
  auto digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

/// "1 file", "1,234 files". `noun`: singular, with a regular plural; an "-es" plural comes as
/// `plural`.
inline std::string counted(std::uint64_t count, std::string_view noun,
                           std::string_view plural = {}) {
  std::string out = grouped(count) + ' ';
  if (count == 1) return out.append(noun);
  return plural.empty() ? out.append(noun).append("s") : out.append(plural);
}

}  // namespace codeweaver::base
