// The project list out of the state folders.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "codeweaver/workspace.hpp"

namespace codeweaver::engine {

/// The projects whose state lies under the data directory, by project_id: those whose folder is
/// there and belongs to that state still, with the linked worktrees that share it. What a project
/// was called is what its last run recorded; of worktrees it is the folder's name. States inside of
/// projects' own folders are not found. Cost: opens each state's database.
std::vector<Project> rescue_projects(const std::filesystem::path& data_dir);

/// A project id made of a folder's name, in lower case; see is_key_part().
std::string project_slug(std::string_view name);

/// `wanted`, or with the first number that makes it differ from the ids of all projects.
std::string unique_id(const std::vector<Project>& projects, const std::string& wanted);

}  // namespace codeweaver::engine
