// SnapshotFile: the bytes of a snapshot, parsed and verified, or assembled.
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

/// Owns the verified bytes of a file. The header contains the hashes of the parts; the header
/// itself is verified by its hash and, if there is one, its signature.
class SnapshotFile {
 public:
  /// \param name Name of the bytes in errors.
  /// \param trusted Raw public key that must have signed it; empty: any signature or none.
  /// Errors: kCorruption "SNAPSHOT_CORRUPT", "SIGNATURE_INVALID"; kUnsupported "SNAPSHOT_TOO_NEW",
  /// "NO_SIGNATURES".
  static Result<SnapshotFile> parse(std::string bytes, const std::string& name,
                                    std::string_view trusted);

  const SnapshotHead& head() const noexcept { return head_; }
  SnapshotFacts facts() const;
  /// Writes it to a file that other users may read. After a crash either the old or the new file
  /// exists. Errors: kIo.
  Result<void> write(const std::filesystem::path& file) const;
  /// The packed bytes of the directory and of the parts, valid for the lifetime of this object.
  std::string_view directory() const noexcept;
  std::string_view part(std::size_t index) const noexcept;

 private:
  SnapshotFile() = default;
  Result<void> take_apart(std::string_view trusted);

  std::string name_, bytes_, id_, public_key_;
  SnapshotHead head_;
  std::vector<std::size_t> places_;  // of the parts in the file, the directory first
};

/// The bytes of a file before its parts: the header, signed if a key is given. Errors: those of
/// signing::sign().
Result<std::string> file_head(const SnapshotHead& head, const std::filesystem::path& private_key);

}  // namespace codeweaver::engine
