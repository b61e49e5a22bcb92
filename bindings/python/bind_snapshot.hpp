// Functions for the snapshot methods of CodeWeaver.
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

/// Writes a snapshot; raises errors.
SnapshotFacts make_snapshot(CodeWeaver& workspace, std::filesystem::path file,
                            const std::vector<std::filesystem::path>& bases,
                            const std::optional<std::filesystem::path>& private_key);

/// Downloads and verifies a snapshot with its bases; raises errors.
std::shared_ptr<const Snapshot> fetch_snapshot(
    const Workspace& workspace, const std::string& place,
    const std::vector<std::filesystem::path>& bases,
    const std::optional<std::filesystem::path>& public_key,
    const std::optional<std::string>& token);

}  // namespace codeweaver::python
