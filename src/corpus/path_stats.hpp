// States of many paths below one folder, asked for on all cores. Private to this room.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace codeweaver::corpus {

/// Tells what lies at each of `paths`, links not followed; a mode of 0: nothing, or it cannot be
/// asked for. `root` is a descriptor, the paths are relative to it. `visit` gets the number of a
/// path, and is called from several threads. Cost: about 1 microsecond a path.
void stat_paths(int root, const std::vector<const char*>& paths,
                const std::function<void(std::size_t, const struct stat&)>& visit);

}  // namespace codeweaver::corpus
