// Tables of composed characters; used by composition.hpp.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace codeweaver::tokens::tables {

/// A character and its full decomposition; 0: no further part.
struct Decomposition {
  char32_t whole, first, second = 0, third = 0, fourth = 0;
};
/// Two characters that compose to one.
struct Composition {
  char32_t first, second, whole;
};
/// Marks from first to last, and their combining class.
struct Order {
  char32_t first, last;
  std::uint32_t place;
};

// Each in ascending order, without Hangul, which is computed.
std::span<const Decomposition> decompositions() noexcept;
std::span<const Composition> compositions() noexcept;
std::span<const Order> orders() noexcept;

}  // namespace codeweaver::tokens::tables
