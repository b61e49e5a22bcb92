// A fixed set of worker threads that delivers results in order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

namespace codeweaver::base {

/// Limits the items in flight: started but not yet consumed.
struct Window {
  Window(std::size_t most_items) : items(most_items) {}
  Window(std::size_t most_items, std::uint64_t most_bytes,
         std::function<std::uint64_t(std::size_t item)> size)
      : items(most_items), bytes(most_bytes), bytes_of(std::move(size)) {}

  std::size_t items;
  std::uint64_t bytes = UINT64_MAX;  ///< a larger item is in flight alone
  std::function<std::uint64_t(std::size_t item)> bytes_of{};
};

/// Runs `work(i, worker)` for i in [0, count) on `workers` threads (0: one per core). Calls
/// `consume(i)` on the calling thread in ascending order of i, as soon as work(i) and all earlier
/// items are done. At most `window` is in flight.
/// \return how many items were consumed; fewer than `count` only if a stop was requested.
/// The first exception of `work` or `consume` is rethrown after all workers have stopped.
std::size_t ordered_parallel(std::size_t count, std::size_t workers, const Window& window,
                             const std::function<void(std::size_t item, std::size_t worker)>& work,
                             const std::function<void(std::size_t item)>& consume,
                             std::stop_token stop = {});

}  // namespace codeweaver::base
