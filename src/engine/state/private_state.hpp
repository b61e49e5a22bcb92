// Restricts state files to their owner, including files of older versions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>

#include "codeweaver/result.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {

/// Removes the permissions of other users from the files of a state; older versions left them to
/// the umask. Other files in the folder are not changed.
void make_state_private(const StatePaths& paths);
/// The same for the list of projects, the logs and the state folders in a data folder.
void make_data_private(const std::filesystem::path& data_dir);

/// Creates the folder of a state if it is missing and makes its files private. Errors: kIo.
Result<void> prepare_state(const StatePaths& paths);

}  // namespace codeweaver::engine
