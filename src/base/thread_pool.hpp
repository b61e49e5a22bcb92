// A fixed set of worker threads with ordered hand-over of results.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>

namespace codeweaver::base {

/// Runs `work(i, worker)` for i in [0, count) on `workers` threads (0: one a core) and calls
/// `consume(i)` on the calling thread in ascending order of i, as soon as work(i) and all before
/// it are done; at most `window` items are in flight. Returns how many items were consumed: fewer
/// than `count` only if a stop was requested. The first exception thrown by `work` or `consume`
/// is rethrown here after all workers have stopped.
std::size_t ordered_parallel(std::size_t count, std::size_t workers, std::size_t window,
                             const std::function<void(std::size_t item, std::size_t worker)>& work,
                             const std::function<void(std::size_t item)>& consume,
                             std::stop_token stop = {});

}  // namespace codeweaver::base
