// Fetches snapshots from files, folders and HTTP servers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/snapshot.hpp"
#include "codeweaver/workspace.hpp"
#include "net/transport.hpp"

namespace codeweaver::opening {

/// The place of a snapshot.
struct SnapshotPlace {
  /// A path, or a file:, http: or https: address. A folder, or an address that ends in '/', is a
  /// store: the first existing file of `names` is used.
  std::string place{};
  std::vector<std::string> names{};
  std::filesystem::path working_directory{};  ///< base of relative paths
  std::string token{};                        ///< for "Authorization: Bearer"; empty: none
  std::filesystem::path ca_file{};            ///< see RemoteModel::ca_file
};

/// Fetches a snapshot of at most 1 GiB. Follows up to five redirects, but not from https to http.
/// Does not send the token to another origin.
/// \param transport null: libcurl
/// Errors: kNotFound "SNAPSHOT_NOT_FOUND"; kUnavailable "SNAPSHOT_UNREACHABLE"; kInvalidArgument
/// "INVALID_URL"; errors of reading a file and of net::make_transport(); kCancelled.
Result<SnapshotBytes> fetch_snapshot(const SnapshotPlace& wanted, std::stop_token stop = {},
                                     std::shared_ptr<const net::Transport> transport = nullptr);

/// Fetches a snapshot for a project. From a store, takes the newest snapshot that fits the project.
/// Errors: also errors of CodeWeaver::snapshot_names(), if the place is a store.
Result<SnapshotBytes> fetch_snapshot_of(const CodeWeaver& workspace, SnapshotPlace wanted,
                                        std::stop_token stop = {});

/// A snapshot and the snapshots that it builds on.
struct SnapshotWish {
  SnapshotPlace snapshot{};
  std::vector<std::string> bases{};    ///< places, with the same working directory
  std::filesystem::path public_key{};  ///< PEM, Ed25519: must have signed all; empty: no check
};

/// Fetches and verifies a snapshot and its bases. Errors: errors of fetch_snapshot_of() and
/// Snapshot::read().
Result<std::shared_ptr<const Snapshot>> open_snapshot_of(const CodeWeaver& workspace,
                                                         SnapshotWish wish,
                                                         std::stop_token stop = {});

}  // namespace codeweaver::opening
