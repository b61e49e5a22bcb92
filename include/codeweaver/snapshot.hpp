// Snapshot: what parsing a project's files gave, in one file, for whoever has the same files.
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

/// What a snapshot says of itself.
struct SnapshotFacts {
  std::string name{};                ///< of the file, as it was read or written
  std::string id{};                  ///< SHA-256 of its head, which has those of all the rest
  std::string tree{};                ///< SHA-256 over the paths and contents that it was made of
  std::vector<std::string> bases{};  ///< ids of those that hold what it leaves out
  std::string version{};             ///< of the library that made it
  std::string settings{};            ///< what else decides how files are cut
  std::string model{};               ///< whose vectors it holds; empty: none
  std::string public_key{};          ///< of who signed it, 64 hex digits; empty: nobody did
  std::size_t files = 0;             ///< of the tree
  std::size_t contents = 0;          ///< that it holds: different ones, without those of its bases
  std::size_t chunks = 0;            ///< of those
  std::uint64_t bytes = 0;           ///< of the file
  friend bool operator==(const SnapshotFacts&, const SnapshotFacts&) = default;
};

/// The bytes of a snapshot that came from elsewhere.
struct SnapshotBytes {
  std::string name{};  ///< what messages call it
  std::string bytes{};
};

/// One snapshot, or one with those that it builds on. A run that is given it (IndexRequest) cuts no
/// file whose content it holds. It has no text, path, time or name of a machine in it, and nothing
/// of files with secrets; strings that are in no text, such as unwrapped comments, are.
/// Thread safety: immutable.
class Snapshot {
 public:
  /// Reads the files and verifies all of them. With a `public_key` (PEM, Ed25519) each must be
  /// signed by it; a signature is verified without one, too. Errors: those of reading; kCorruption
  /// "SNAPSHOT_CORRUPT", "SIGNATURE_INVALID"; kUnsupported "SNAPSHOT_TOO_NEW", "NO_SIGNATURES";
  /// kInvalidArgument "KEY_INVALID", "SNAPSHOT_OF_OTHER_SETTINGS" (they differ among the files).
  static Result<std::shared_ptr<const Snapshot>> open(
      const std::vector<std::filesystem::path>& files,
      const std::filesystem::path& public_key = {});
  /// The same of bytes that are at hand.
  static Result<std::shared_ptr<const Snapshot>> read(std::vector<SnapshotBytes> files,
                                                      const std::filesystem::path& public_key = {});
  ~Snapshot();

  /// Of each file, in the order they were given.
  const std::vector<SnapshotFacts>& facts() const noexcept;

  struct Impl;
  /// What the engine reads.
  const Impl& impl() const noexcept { return *impl_; }

 private:
  explicit Snapshot(std::unique_ptr<const Impl> impl) noexcept;
  std::unique_ptr<const Impl> impl_;
};

/// How a snapshot is made.
struct SnapshotRequest {
  /// What is there is replaced. A folder: a store of snapshots, where the file gets the first of
  /// CodeWeaver::snapshot_names(); then nothing tracked may differ from HEAD.
  std::filesystem::path file{};
  std::shared_ptr<const Snapshot> base{};  ///< leaves out what this holds; null: nothing
  std::filesystem::path private_key{};     ///< PEM, Ed25519; empty: it is not signed
  std::size_t workers = 0;                 ///< threads; 0: one a core. Never changes the file
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_SNAPSHOT_HPP_
