// zstd frames of snapshots.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/snapshot/packed_frame.hpp"

#include <zstd.h>

#include "codeweaver/error_codes.hpp"

namespace codeweaver::store {
namespace {

// High, because a file is packed once and downloaded many times.
constexpr int kSnapshotLevel = 19;

}  // namespace

Result<std::string> pack_frame(std::string_view bytes) {
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), kSnapshotLevel);
  if (ZSTD_isError(size) != 0)
    return Error{ErrorCategory::kInternal, "COMPRESSION_FAILED",
                 std::string("Packing failed: ") + ZSTD_getErrorName(size), "writing a snapshot",
                 "Give the program more memory."};
  frame.resize(size);
  return frame;
}

Result<std::string> unpack_frame(std::string_view frame, std::size_t size) {
  std::string bytes;
  if (size <= kMostFrameBytes && ZSTD_getFrameContentSize(frame.data(), frame.size()) == size) {
    bytes.resize(size);
    if (ZSTD_decompress(bytes.data(), size, frame.data(), frame.size()) == size) return bytes;
  }
  return Error{ErrorCategory::kCorruption, error_code::kSnapshotCorrupt,
               "A part of the snapshot cannot be unpacked", "reading a snapshot",
               "Fetch the snapshot again."};
}

}  // namespace codeweaver::store
