// SnapshotHead: the header of a snapshot, which describes the rest of the file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::engine {

/// A packed part of the file.
struct SnapshotPart {
  std::size_t contents = 0;  ///< number of contents
  std::size_t packed = 0;    ///< bytes in the file
  std::size_t unpacked = 0;  ///< bytes before packing
  std::string sha256{};      ///< of the packed bytes, 64 hex digits
  friend bool operator==(const SnapshotPart&, const SnapshotPart&) = default;
};

/// Members as in SnapshotFacts.
struct SnapshotHead {
  std::string version{}, settings{}, model{}, tree{};
  std::vector<std::string> bases{};
  std::size_t files = 0, contents = 0, chunks = 0;
  SnapshotPart directory{};           ///< keys and sizes of the contents
  std::vector<SnapshotPart> parts{};  ///< the contents, in directory order
  friend bool operator==(const SnapshotHead&, const SnapshotHead&) = default;
};

/// The header as JSON; equal headers give the same text.
std::string head_text(const SnapshotHead& head);
/// Errors: kCorruption "SNAPSHOT_CORRUPT".
Result<SnapshotHead> read_head(std::string_view text);

/// The error for damaged bytes; `what` names the damage.
Error corrupt_snapshot(std::string_view what);

}  // namespace codeweaver::engine
