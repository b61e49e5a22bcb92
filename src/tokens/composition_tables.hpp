// Tables of characters that others make up; composition.hpp looks them up.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace codeweaver::tokens::tables {

/// A character, and what is left of it when all is taken apart; 0: no further part.
struct Decomposition {
  char32_t whole, first, second = 0, third = 0, fourth = 0;
};
/// Two characters that become one.
struct Composition {
  char32_t first, second, whole;
};
/// Marks from first to last, and their place among marks at one letter (combining class).
struct Order {
  char32_t first, last;
  std::uint32_t place;
};

// Each in ascending order, without Hangul, which is arithmetic.
std::span<const Decomposition> decompositions() noexcept;
std::span<const Composition> compositions() noexcept;
std::span<const Order> orders() noexcept;

}  // namespace codeweaver::tokens::tables
