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

/// The list of segments of a generation, stored in a small file that is replaced atomically.
/// Segments are shared: each tree of a state has its own manifest in the same folder.
struct Manifest {
  std::uint64_t generation = 0;
  std::size_t dimension = 0;
  VectorIndexKind vector_index = VectorIndexKind::kScan;
  struct Entry {
    std::string file;                          ///< name, as SegmentBuilder::write() returned it
    std::vector<std::uint32_t> deleted_files;  ///< indexes of deleted files in the segment,
                                               ///< ascending
    /// Identity of the file when it was written. While it is unchanged, the checksums need not be
    /// compared.
    std::optional<base::FileIdentity> verified{};
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  std::vector<Entry> segments;
  /// How many of the tree's files the segments contain: `files` of `of`.
  struct Coverage {
    std::uint64_t files = 0, of = 0;
    friend bool operator==(const Coverage&, const Coverage&) = default;
  };
  std::optional<Coverage> coverage{};  ///< unset: all; only set until the first run has ended
  /// The name of the tree, if it is stored only in its rows in the database; else empty.
  std::string tree{};
  friend bool operator==(const Manifest&, const Manifest&) = default;
};
/// Names of manifests: of the indexed folder, and the suffix for other trees.
inline constexpr std::string_view kManifestName = "manifest";
inline constexpr std::string_view kManifestEnding = ".manifest";
/// Errors: kNotFound (no manifest yet), kCorruption ("MANIFEST_CORRUPT").
Result<Manifest> read_manifest(const std::filesystem::path& folder,
                               std::string_view name = kManifestName);
Result<void> write_manifest(const std::filesystem::path& folder, const Manifest& manifest,
                            std::string_view name = kManifestName);
/// Names of the manifests in a folder, in order.
Result<std::vector<std::string>> list_manifests(const std::filesystem::path& folder);
/// A lock in the folder of segments, held while a merged segment is written.
inline constexpr std::string_view kMergeLock = "merge.lock";
/// Deletes the segment files that no manifest of the folder lists, left-over temporary files (those
/// of merges only if kMergeLock is free), and unreadable manifests. Open snapshots keep their
/// segments mapped. The caller must have the right to write manifests, because unfinished ones are
/// deleted as left over. Returns how many segments and temporary files it deleted. Errors: kIo.
Result<std::size_t> remove_unlisted(const std::filesystem::path& folder);

}  // namespace codeweaver::store
