// Lists of names of the Java library.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace codeweaver::graph {

template <std::size_t N>
using JavaNames = std::array<std::string_view, N>;

template <std::size_t N>
constexpr bool is_java_name(const JavaNames<N>& list, std::string_view name) {
  return std::ranges::find(list, name) != list.end();
}

/// True for types with a type of keys and a type of values.
constexpr bool is_java_map(std::string_view type, std::size_t arguments) {
  return arguments == 2 &&
         (type.ends_with("Map") || type == "Hashtable" || type.ends_with("Entry"));
}

}  // namespace codeweaver::graph
