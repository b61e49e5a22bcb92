// zstd frames of snapshots: packed as small as possible, and unpacked safely if damaged.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::store {

/// Most bytes that a frame may unpack to.
inline constexpr std::size_t kMostFrameBytes = std::size_t{1} << 28;

/// The same bytes give the same frame, for one version of zstd. Cost: about 0.3 s per MB. Errors:
/// kInternal (out of memory).
Result<std::string> pack_frame(std::string_view bytes);

/// Errors: kCorruption "SNAPSHOT_CORRUPT" (not a frame of `size` bytes, or `size` is above
/// kMostFrameBytes).
Result<std::string> unpack_frame(std::string_view frame, std::size_t size);

}  // namespace codeweaver::store
