// SnapshotHead: what the first bytes of a snapshot say of the rest.
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
  std::size_t contents = 0;  ///< that it holds
  std::size_t packed = 0;    ///< bytes in the file
  std::size_t unpacked = 0;  ///< bytes of what it packs
  std::string sha256{};      ///< of the packed bytes, 64 hex digits
  friend bool operator==(const SnapshotPart&, const SnapshotPart&) = default;
};

/// Members as in SnapshotFacts.
struct SnapshotHead {
  std::string version{}, settings{}, model{}, tree{};
  std::vector<std::string> bases{};
  std::size_t files = 0, contents = 0, chunks = 0;
  SnapshotPart directory{};           ///< key and size of each content
  std::vector<SnapshotPart> parts{};  ///< the contents, in the order of the directory
  friend bool operator==(const SnapshotHead&, const SnapshotHead&) = default;
};

/// As JSON: the same head, the same text.
std::string head_text(const SnapshotHead& head);
/// Errors: kCorruption "SNAPSHOT_CORRUPT".
Result<SnapshotHead> read_head(std::string_view text);

/// The error for bytes that are not what they should be; `what` says where.
Error corrupt_snapshot(std::string_view what);

}  // namespace codeweaver::engine
