// States of many paths below one folder, asked for on all cores. Private to this room.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <vector>

namespace codeweaver::corpus {

/// Nanoseconds since 1970.
inline std::int64_t nanoseconds(const timespec& time) noexcept {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// What lies at each of `paths`, links not followed; a mode of 0: nothing, or it cannot be asked
/// for. `root` is a descriptor, the paths are relative to it. Cost: 1 to 2 microseconds a path.
std::vector<struct stat> stat_paths(int root, const std::vector<const char*>& paths);

}  // namespace codeweaver::corpus
