// States of many paths below one folder, asked for on all cores. Private to this room.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <sys/stat.h>

#include <vector>

namespace codeweaver::corpus {

/// What lies at each of `paths`, links not followed; a mode of 0: nothing, or it cannot be asked
/// for. `root` is a descriptor, the paths are relative to it. Cost: 1 to 2 microseconds a path.
std::vector<struct stat> stat_paths(int root, const std::vector<const char*>& paths);

}  // namespace codeweaver::corpus
