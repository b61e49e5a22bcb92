// Snapshot: a file with the results of parsing a project, to index other copies of it faster.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_SNAPSHOT_HPP_
#define CODEWEAVER_SNAPSHOT_HPP_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Description of a snapshot.
struct SnapshotFacts {
  std::string name{};                ///< name of the file that was read or written
  std::string id{};                  ///< SHA-256 of its head, which contains the hashes of the rest
  std::string tree{};                ///< SHA-256 of the paths and contents of its source tree
  std::vector<std::string> bases{};  ///< ids of the snapshots that contain the omitted data
  std::string version{};             ///< library version that made it
  std::string settings{};            ///< settings that affect chunking
  std::string model{};               ///< model of its vectors; empty: no vectors
  std::string public_key{};          ///< key of its signature, 64 hex digits; empty: not signed
  std::size_t files = 0;             ///< in the source tree
  std::size_t contents = 0;          ///< distinct contents in this file, without its bases
  std::size_t chunks = 0;            ///< chunks of these contents
  std::uint64_t bytes = 0;           ///< size of the file
  friend bool operator==(const SnapshotFacts&, const SnapshotFacts&) = default;
};

/// A snapshot in memory.
struct SnapshotBytes {
  std::string name{};  ///< name to show in messages
  std::string bytes{};
};

/// Parsed contents of a file tree: one snapshot file, and the base snapshots that have the rest of
/// its data. If IndexRequest::snapshot is set, the index run does not parse files whose content is
/// in the snapshot. A snapshot has no file texts, paths, times or machine names, and no data of
/// files with secrets. It does have derived strings that may not be in a file in this form, for
/// example unwrapped comments. Thread safety: immutable.
class Snapshot {
 public:
  /// Reads and verifies the files. With a `public_key` (PEM, Ed25519), each file must be signed by
  /// that key. Without one, signatures are verified with the key that the file names, which does
  /// not show who signed. Errors: file errors;
  /// kCorruption "SNAPSHOT_CORRUPT", "SIGNATURE_INVALID"; kUnsupported "SNAPSHOT_TOO_NEW",
  /// "NO_SIGNATURES"; kInvalidArgument "KEY_INVALID", "SNAPSHOT_OF_OTHER_SETTINGS" (the files were
  /// made with different settings).
  static Result<std::shared_ptr<const Snapshot>> open(
      const std::vector<std::filesystem::path>& files,
      const std::filesystem::path& public_key = {});
  /// The same for snapshots in memory.
  static Result<std::shared_ptr<const Snapshot>> read(std::vector<SnapshotBytes> files,
                                                      const std::filesystem::path& public_key = {});
  ~Snapshot();

  /// One entry per file, in the given order.
  const std::vector<SnapshotFacts>& facts() const noexcept;

  struct Impl;
  /// For the engine only.
  const Impl& impl() const noexcept { return *impl_; }

 private:
  explicit Snapshot(std::unique_ptr<const Impl> impl) noexcept;
  std::unique_ptr<const Impl> impl_;
};

/// How to make a snapshot.
struct SnapshotRequest {
  /// File to write; replaces an existing file. It may be a folder: the file in it gets the first
  /// name of CodeWeaver::snapshot_names(), and tracked files must not differ from HEAD.
  std::filesystem::path file{};
  std::shared_ptr<const Snapshot> base{};  ///< omits the contents that it has; null: omits nothing
  std::filesystem::path private_key{};     ///< PEM, Ed25519; empty: do not sign
  std::size_t workers = 0;                 ///< threads; 0: one per core. Does not affect the file
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_SNAPSHOT_HPP_
