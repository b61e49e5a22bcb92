// Manifest: the list of segments of a generation, a small text file with a checksum.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.hpp"
#include "codeweaver/result.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::store {

/// The list of segments of a generation, as stored in a small file that is replaced atomically.
/// Segments are shared: each tree of a state has its own manifest over the same folder.
struct Manifest {
  std::uint64_t generation = 0;
  std::size_t dimension = 0;
  VectorIndexKind vector_index = VectorIndexKind::kScan;
  struct Entry {
    std::string file;                          ///< name as SegmentBuilder::write returned it
    std::vector<std::uint32_t> deleted_files;  ///< segment file indexes, ascending
    /// The file as its writer left it: as long as it is that, its checksums need no comparing.
    std::optional<base::FileIdentity> verified{};
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  std::vector<Entry> segments;
  /// Of how many files it holds what segments hold of them.
  struct Coverage {
    std::uint64_t files = 0, of = 0;
    friend bool operator==(const Coverage&, const Coverage&) = default;
  };
  std::optional<Coverage> coverage{};  ///< unset: of all; set only until a first run has ended
  /// The name of the tree, where nothing but its own rows in the database has it; else empty.
  std::string tree{};
  friend bool operator==(const Manifest&, const Manifest&) = default;
};
/// Names of manifests: of the folder that was indexed, and the ending of those of other trees.
inline constexpr std::string_view kManifestName = "manifest";
inline constexpr std::string_view kManifestEnding = ".manifest";
/// Errors: kNotFound (no manifest yet), kCorruption ("MANIFEST_CORRUPT").
Result<Manifest> read_manifest(const std::filesystem::path& folder,
                               std::string_view name = kManifestName);
Result<void> write_manifest(const std::filesystem::path& folder, const Manifest& manifest,
                            std::string_view name = kManifestName);
/// Names of the manifests in a folder, in order.
Result<std::vector<std::string>> list_manifests(const std::filesystem::path& folder);
/// Held in the folder of segments by whoever writes a merged one.
inline constexpr std::string_view kMergeLock = "merge.lock";
/// Deletes segment files that no manifest of the folder lists, left-over temporary files (those of
/// merges once nobody holds kMergeLock), and manifests that cannot be read. Open snapshots keep
/// their segments mapped. Only for who may write a manifest: it takes unfinished ones for left
/// over. Errors: kIo.
Result<std::size_t> remove_unlisted(const std::filesystem::path& folder);

}  // namespace codeweaver::store
