// Shares of a run's memory budget.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "base/thread_pool.hpp"

namespace codeweaver::engine {

/// For files in flight: read, parsed and not yet written.
constexpr std::uint64_t in_flight_share(std::uint64_t memory_budget) noexcept {
  constexpr std::uint64_t kLeast = 64ULL << 20;
  return std::max(memory_budget, kLeast) / 3;
}

/// For the segment under construction; writing it takes about as much once more.
constexpr std::uint64_t segment_share(std::uint64_t memory_budget) noexcept {
  return in_flight_share(memory_budget) / 4 * 3;
}

/// What a file of `size_bytes` takes in flight: a syntax tree has 40 times the bytes of its text,
/// and texts above 1 MiB get none.
constexpr std::uint64_t in_flight_bytes(std::uint64_t size_bytes) noexcept {
  constexpr std::uint64_t kLargestTree = 1U << 20;
  return size_bytes * (size_bytes > kLargestTree ? 6 : 48);
}

/// What a file of `size_bytes` takes while its terms and vectors wait to be added to a segment: a
/// string for each distinct word of a chunk.
constexpr std::uint64_t prepared_bytes(std::uint64_t size_bytes) noexcept {
  return size_bytes * 16;
}

/// What waits to be committed: source text that a run holds, or vectors.
constexpr std::uint64_t batch_share(std::uint64_t memory_budget) noexcept {
  constexpr std::uint64_t kMost = 16ULL << 20;
  return std::min(in_flight_share(memory_budget) / 2, kMost);
}

/// The files that a run works on at once; `bytes_of` tells what one of them takes. More than 64
/// would keep no core busier.
inline base::Window in_flight_window(std::uint64_t memory_budget,
                                     std::function<std::uint64_t(std::size_t file)> bytes_of) {
  constexpr std::size_t kMostFiles = 64;
  return {kMostFiles, in_flight_share(memory_budget), std::move(bytes_of)};
}

}  // namespace codeweaver::engine
