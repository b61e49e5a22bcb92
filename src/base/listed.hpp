// is_listed: whether a list of names has a name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace codeweaver::base {

/// Cost: one comparison for each name of the list.
constexpr bool is_listed(std::span<const std::string_view> list, std::string_view name) noexcept {
  return std::ranges::find(list, name) != list.end();
}

}  // namespace codeweaver::base
