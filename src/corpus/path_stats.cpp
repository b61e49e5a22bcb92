// States of many paths: equal shares for each thread.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/path_stats.hpp"

#include <algorithm>
#include <thread>

#include "base/begin_thread.hpp"

namespace codeweaver::corpus {
namespace {

constexpr std::size_t kLeastShare = 500;  // starting a thread costs as much as 50 paths

}  // namespace

void stat_paths(os::Handle root, const std::vector<const char*>& paths,
                const std::function<void(std::size_t, const os::FileStatus&)>& visit) {
  const auto look = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      os::FileStatus status;
      os::status_at(root, paths[i], status);
      visit(i, status);
    }
  };
  const std::size_t cores =
      std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostStatThreads);
  const std::size_t shares = std::clamp<std::size_t>(paths.size() / kLeastShare, 1, cores);
  const auto bound = [&](std::size_t share) { return paths.size() * share / shares; };
  std::vector<std::jthread> threads;
  for (std::size_t share = 1; share < shares; ++share) {
    const auto look_at_share = [&, share] { look(bound(share), bound(share + 1)); };
    threads.push_back(base::begin_thread(look_at_share));
    if (!threads.back().joinable()) look_at_share();
  }
  look(0, bound(1));
}

}  // namespace codeweaver::corpus
