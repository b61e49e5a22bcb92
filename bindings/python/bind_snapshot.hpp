// What the methods of CodeWeaver about snapshots call.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "codeweaver/snapshot.hpp"
#include "codeweaver/workspace.hpp"
#include "workspace.hpp"

namespace codeweaver::python {

/// Writes one; errors are raised.
SnapshotFacts make_snapshot(CodeWeaver& workspace, std::filesystem::path file,
                            const std::vector<std::filesystem::path>& bases,
                            const std::optional<std::filesystem::path>& private_key);

/// Fetches and verifies one with its bases; errors are raised.
std::shared_ptr<const Snapshot> fetch_snapshot(
    const Workspace& workspace, const std::string& place,
    const std::vector<std::filesystem::path>& bases,
    const std::optional<std::filesystem::path>& public_key,
    const std::optional<std::string>& token);

}  // namespace codeweaver::python
