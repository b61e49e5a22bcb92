// SnapshotFile: the bytes of a snapshot, taken apart and verified, or put together.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/snapshot.hpp"
#include "engine/snapshot/snapshot_head.hpp"

namespace codeweaver::engine {

/// Owns the bytes of a file that were verified: each by a hash that the head has, the head by its
/// own and by a signature where there is one.
class SnapshotFile {
 public:
  /// `name` is what errors call the bytes. `trusted`: raw public key that must have signed it;
  /// empty: any, or nobody. Errors: kCorruption "SNAPSHOT_CORRUPT", "SIGNATURE_INVALID";
  /// kUnsupported "SNAPSHOT_TOO_NEW", "NO_SIGNATURES".
  static Result<SnapshotFile> parse(std::string bytes, const std::string& name,
                                    std::string_view trusted);

  const SnapshotHead& head() const noexcept { return head_; }
  SnapshotFacts facts() const;
  /// Writes all of it to a file that others may read; after a crash the old or the new one is
  /// there. Errors: kIo.
  Result<void> write(const std::filesystem::path& file) const;
  /// The packed bytes of the directory and of the parts, valid as long as this object.
  std::string_view directory() const noexcept;
  std::string_view part(std::size_t index) const noexcept;

 private:
  SnapshotFile() = default;
  Result<void> take_apart(std::string_view trusted);

  std::string name_, bytes_, id_, public_key_;
  SnapshotHead head_;
  std::vector<std::size_t> places_;  // of the parts in the file, the directory first
};

/// The bytes of a file up to its parts: what says what they are, signed with a key where one is
/// given. Errors: those of signing::sign().
Result<std::string> file_head(const SnapshotHead& head, const std::filesystem::path& private_key);

}  // namespace codeweaver::engine
