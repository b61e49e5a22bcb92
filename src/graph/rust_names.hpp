// Lists of names of the standard library of Rust.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <string_view>

namespace codeweaver::graph {

/// True if a list of names has the name.
template <typename List>
constexpr bool is_rust_name(const List& list, std::string_view name) {
  return std::ranges::find(list, name) != list.end();
}

}  // namespace codeweaver::graph
