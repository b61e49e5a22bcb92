// The file behind ProjectRegistry: projects.json, and its copy.
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
  bool is_sealed = true;          ///< what was read has a checksum: older versions wrote none
  std::string restored{};         ///< what the list was made of, as the file is damaged; else empty
};

/// An absent file is an empty registry. One that is damaged or cannot be read is answered from its
/// copy, and without that from the state folders. Errors: none but of the standard library.
RegistryContent read_registry(const std::filesystem::path& data_dir);

/// Reads, changes and replaces the file under a lock that excludes other writers. What was damaged
/// is kept as projects.json.damaged. Errors: those of `change`; kIo; kUnavailable "INDEX_LOCKED".
Result<void> update_registry(const std::filesystem::path& data_dir,
                             const std::function<Result<void>(RegistryContent&)>& change);

}  // namespace codeweaver::engine
