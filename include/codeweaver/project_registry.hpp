// ProjectRegistry: the list of projects of one user.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_PROJECT_REGISTRY_HPP_
#define CODEWEAVER_PROJECT_REGISTRY_HPP_

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/project.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// The list of a user's projects, in one small file in the data directory, with a backup copy. If
/// the file is damaged, the list is restored from the copy or from the state directories.
/// Thread safety: calls may be concurrent, also from several processes.
class ProjectRegistry {
 public:
  /// `data_dir` is created on the first write.
  explicit ProjectRegistry(std::filesystem::path data_dir);

  /// Restores the list if it is damaged, and returns a report for users. nullopt: the list is
  /// intact.
  std::optional<std::string> repair();
  /// Ordered by project_id. Errors: kIo.
  Result<std::vector<Project>> list() const;
  /// Finds a project by id. Errors: kNotFound "PROJECT_NOT_FOUND" (lists the known ids).
  Result<Project> find(std::string_view project_id) const;
  /// Returns the registered project whose root contains `path`; of several, the one with the
  /// innermost root. A git repository or linked worktree inside a project's folder is not part of
  /// the project. nullopt: no registered project contains `path`.
  Result<std::optional<Project>> containing(const std::filesystem::path& path) const;
  /// Returns the project that add() would return, but does not register it and writes nothing. If
  /// `root` does not exist, returns the project that is registered with this path. Errors: those of
  /// add().
  Result<Project> project_at(const std::filesystem::path& root,
                             std::string_view project_id = {}) const;
  /// Returns the project of the folder `root`, and registers it if it is new.
  /// - `project_id` is the id of the project. Empty: the known id, or for a new project a unique id
  ///   made from the folder's name.
  /// - The state directory is the folder .codeweaver in `root` if that exists, otherwise a folder
  ///   in the data directory. The worktrees of a git repository share that folder, one for each
  ///   subfolder of the repository that is a project. Outside git, the real path of `root`
  ///   determines the folder.
  /// - If the list of projects cannot be written, an indexed folder is returned anyway.
  ///
  /// Errors: kIo, kNotFound "PATH_NOT_FOUND", kInvalidArgument "NOT_A_DIRECTORY",
  /// "INVALID_PROJECT_ID", "PROJECT_ID_TAKEN".
  Result<Project> add(const std::filesystem::path& root, std::string_view project_id = {});
  /// Like add(), but first creates the folder .codeweaver in `root`, which will contain the state.
  /// An ignore file in it keeps it out of git.
  Result<Project> init(const std::filesystem::path& root, std::string_view project_id = {});
  /// Changes only the display name.
  Result<void> rename(std::string_view project_id, std::string_view display_name);
  /// Removes the project from the list. With `delete_state`, also deletes its index; from an index
  /// that worktrees share, only the part of this project. Never deletes files of the project.
  /// Errors: kNotFound "PROJECT_NOT_FOUND"; kIo; kUnavailable "INDEX_LOCKED" (another process is
  /// indexing the project; nothing was removed).
  Result<void> remove(std::string_view project_id, bool delete_state);
  /// Returns the id of the active project; nullopt: none is active. The choice is stored on disk.
  Result<std::optional<std::string>> active() const;
  Result<void> set_active(std::string_view project_id);

 private:
  std::filesystem::path data_dir_{};
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_PROJECT_REGISTRY_HPP_
