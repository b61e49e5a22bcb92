// Rebuilds the project list from the state folders.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "codeweaver/project.hpp"

namespace codeweaver::engine {

/// The projects with state in the data directory, sorted by project_id. Only includes projects
/// whose folder exists and still belongs to that state, and the linked worktrees that share it. The
/// name of a project is the one recorded by its last run; the name of a worktree is its folder's
/// name. State inside project folders is not found. Cost: opens the database of each state.
std::vector<Project> rescue_projects(const std::filesystem::path& data_dir);

/// Makes a project id from a folder's name, in lower case; see is_key_part().
std::string project_slug(std::string_view name);

/// Returns `wanted`, with the first number appended that makes it unique if another project has
/// that id.
std::string unique_id(const std::vector<Project>& projects, const std::string& wanted);

}  // namespace codeweaver::engine
