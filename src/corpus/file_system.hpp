// What kind of file system a folder lies on. Private to this room.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

namespace codeweaver::corpus {

/// Whether an open folder lies on one of the local file systems that are known to keep the times of
/// folders and to tell inotify of every change. Network file systems, on which other machines
/// write, and unknown ones are not.
bool is_on_local_file_system(int folder) noexcept;

}  // namespace codeweaver::corpus
