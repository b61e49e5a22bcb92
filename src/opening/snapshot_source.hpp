// Where snapshots are fetched from: files, folders, and what serves files over HTTP.
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

/// What is asked for.
struct SnapshotPlace {
  /// A path, or a file:, http: or https: address. A folder, or an address that ends in '/', is a
  /// store: the first of `names` that is there is taken.
  std::string place{};
  std::vector<std::string> names{};
  std::filesystem::path working_directory{};  ///< of relative paths
  std::string token{};                        ///< "Authorization: Bearer"; empty: none
  std::filesystem::path ca_file{};            ///< see RemoteModel::ca_file
};

/// Fetches the bytes, of 1 GiB at most; follows redirects, without the token where they lead
/// elsewhere, never from https to http. `transport` null: over libcurl. Errors: kNotFound
/// "SNAPSHOT_NOT_FOUND"; kUnavailable "SNAPSHOT_UNREACHABLE"; kInvalidArgument "INVALID_URL"; those
/// of reading a file and of net::make_transport(); kCancelled.
Result<SnapshotBytes> fetch_snapshot(const SnapshotPlace& wanted, std::stop_token stop = {},
                                     std::shared_ptr<const net::Transport> transport = nullptr);

/// The same for a project: of a store, the newest that fits it. Errors: also those of
/// CodeWeaver::snapshot_names(), where the place is a store.
Result<SnapshotBytes> fetch_snapshot_of(const CodeWeaver& workspace, SnapshotPlace wanted,
                                        std::stop_token stop = {});

/// A snapshot for a project, with those that it builds on.
struct SnapshotWish {
  SnapshotPlace snapshot{};
  std::vector<std::string> bases{};    ///< places like that of the snapshot, from the same folder
  std::filesystem::path public_key{};  ///< PEM, Ed25519, that must have signed all; empty: any
};

/// Fetches and verifies all of it. Errors: those of fetch_snapshot_of() and Snapshot::read().
Result<std::shared_ptr<const Snapshot>> open_snapshot_of(const CodeWeaver& workspace,
                                                         SnapshotWish wish,
                                                         std::stop_token stop = {});

}  // namespace codeweaver::opening
