// The file behind ProjectRegistry: projects.json.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "codeweaver/workspace.hpp"

namespace codeweaver::engine {

struct RegistryContent {
  std::vector<Project> projects;  ///< by project_id
  std::string active;             ///< project_id; empty: none
};

/// An absent file is an empty registry. Errors: kCorruption "REGISTRY_CORRUPT", kIo.
Result<RegistryContent> read_registry(const std::filesystem::path& data_dir);

/// Reads, changes and replaces the file under a lock that excludes other writers.
Result<void> update_registry(const std::filesystem::path& data_dir,
                             const std::function<Result<void>(RegistryContent&)>& change);

}  // namespace codeweaver::engine
