// Keeping state to its owner: what is made, and what older versions made.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>

#include "codeweaver/result.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {

/// Takes what others may do from the files of a state. Older versions left that to the umask.
/// Whatever else lies in the folder stays as it is.
void make_state_private(const StatePaths& paths);
/// The same for the list of projects, the logs and the folders of states in a data folder.
void make_data_private(const std::filesystem::path& data_dir);

/// Makes the folder of a state where it lacks, and what lies in it private. Errors: kIo.
Result<void> prepare_state(const StatePaths& paths);

}  // namespace codeweaver::engine
