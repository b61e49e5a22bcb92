// counted: a number with its noun.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace codeweaver::base {

/// "1 file", "2 files". `noun`: singular, with a regular plural; an "-es" plural comes as `plural`.
inline std::string counted(std::uint64_t count, std::string_view noun,
                           std::string_view plural = {}) {
  std::string out = std::to_string(count) + ' ';
  if (count == 1) return out.append(noun);
  return plural.empty() ? out.append(noun).append("s") : out.append(plural);
}

}  // namespace codeweaver::base
