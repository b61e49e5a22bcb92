// States of many paths below one folder, asked for on all cores. Private to this module.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/os/file_status.hpp"

namespace codeweaver::corpus {

inline constexpr std::size_t kMostStatThreads = 4;  // the kernel's own locks allow no more

/// Tells what lies at each of `paths`, links not followed; kUnknown: nothing, or it cannot be asked
/// for. `root` is an open folder, the paths are relative to it. `visit` gets the number of a
/// path, and is called from several threads. Cost: about 1 microsecond a path.
void stat_paths(os::Handle root, const std::vector<const char*>& paths,
                const std::function<void(std::size_t, const os::FileStatus&)>& visit);

}  // namespace codeweaver::corpus
