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

/// For files in flight: read and parsed, but not yet written.
constexpr std::uint64_t in_flight_share(std::uint64_t memory_budget) noexcept {
  constexpr std::uint64_t kLeast = 64ULL << 20;
  return std::max(memory_budget, kLeast) / 3;
}

/// For the segment under construction; writing it takes about the same amount again.
constexpr std::uint64_t segment_share(std::uint64_t memory_budget) noexcept {
  return in_flight_share(memory_budget) / 4 * 3;
}

/// Memory of a file of `size_bytes` in flight: a syntax tree has 40 times the size of its text;
/// texts above 1 MiB are not parsed.
constexpr std::uint64_t in_flight_bytes(std::uint64_t size_bytes) noexcept {
  constexpr std::uint64_t kLargestTree = 1U << 20;
  return size_bytes * (size_bytes > kLargestTree ? 6 : 48);
}

/// Memory of a file of `size_bytes` whose terms and vectors wait to be added to a segment: a string
/// for each distinct word of a chunk.
constexpr std::uint64_t prepared_bytes(std::uint64_t size_bytes) noexcept {
  return size_bytes * 16;
}

/// For data waiting to be committed: source text or vectors.
constexpr std::uint64_t batch_share(std::uint64_t memory_budget) noexcept {
  constexpr std::uint64_t kMost = 16ULL << 20;
  return std::min(in_flight_share(memory_budget) / 2, kMost);
}

/// The window of files that a run processes at once; `bytes_of` returns the memory of a file. More
/// than 64 files would not use the cores better.
inline base::Window in_flight_window(std::uint64_t memory_budget,
                                     std::function<std::uint64_t(std::size_t file)> bytes_of) {
  constexpr std::size_t kMostFiles = 64;
  return {kMostFiles, in_flight_share(memory_budget), std::move(bytes_of)};
}

}  // namespace codeweaver::engine
