// The file of ProjectRegistry, projects.json, and its copy.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "codeweaver/project.hpp"
#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::engine {

/// Members of the file that this version does not know. They are ignored, but written again. The
/// checksum does not include them.
struct UnknownMembers {
  json::Object of_list{};
  std::map<std::string, json::Object> of_projects{};  ///< by project_id
};

struct RegistryContent {
  std::vector<Project> projects;  ///< by project_id
  std::string active;             ///< project_id; empty: none
  bool is_sealed = true;          ///< the file has a checksum; older versions wrote none
  std::string restored{};         ///< the source of the list if the file is damaged; else empty
  UnknownMembers unknown{};
};

/// Reads the registry. A missing file is an empty registry. If the file is damaged or unreadable,
/// the copy is used; if that fails too, the list is rebuilt from the state folders. Errors: none
/// except standard library exceptions.
RegistryContent read_registry(const std::filesystem::path& data_dir);

/// Reads, changes and replaces the file under a lock that excludes other writers. A damaged file is
/// kept as projects.json.damaged. Errors: those of `change`; kIo; kUnavailable "INDEX_LOCKED".
Result<void> update_registry(const std::filesystem::path& data_dir,
                             const std::function<Result<void>(RegistryContent&)>& change);

}  // namespace codeweaver::engine
