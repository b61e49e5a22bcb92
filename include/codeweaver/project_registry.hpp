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

/// The list of projects of one user, in one small file in the data directory, with a backup copy.
/// If the file is damaged, the copy or the state directories replace it.
/// Thread safety: calls may be concurrent, also from several processes.
class ProjectRegistry {
 public:
  /// `data_dir` is created on the first write.
  explicit ProjectRegistry(std::filesystem::path data_dir);

  /// Rewrites the list if it is damaged. Returns a report for people; nullopt: the list is intact.
  std::optional<std::string> repair();
  /// Ordered by project_id. Errors: kIo.
  Result<std::vector<Project>> list() const;
  /// Finds a project by id. Errors: kNotFound "PROJECT_NOT_FOUND" (lists the known ids).
  Result<Project> find(std::string_view project_id) const;
  /// Returns the registered project that contains `path`. If the roots of several projects contain
  /// `path`, the innermost root counts. A git repository or linked worktree inside a project's
  /// folder is not part of the project. nullopt: no registered project contains `path`.
  Result<std::optional<Project>> containing(const std::filesystem::path& path) const;
  /// Returns the project that add() would return, but does not register it and writes nothing. If
  /// the folder `root` does not exist: returns the registered project with that path. Errors: as
  /// add().
  Result<Project> project_at(const std::filesystem::path& root,
                             std::string_view project_id = {}) const;
  /// Returns the project of `root`. Registers it under `project_id` if it is new.
  /// - Empty `project_id`: a unique id from the folder's name.
  /// - The state is in `<root>/.codeweaver` if that folder exists, else in a folder of the data
  ///   directory. In git, the repository and the subfolder determine the name of this folder, so
  ///   that worktrees share the state. Outside git, the real path determines it.
  /// - If the list of projects cannot be written, an indexed folder is still returned.
  ///
  /// Errors: kIo, kNotFound "PATH_NOT_FOUND", kInvalidArgument "NOT_A_DIRECTORY",
  /// "INVALID_PROJECT_ID", "PROJECT_ID_TAKEN".
  Result<Project> add(const std::filesystem::path& root, std::string_view project_id = {});
  /// Creates `<root>/.codeweaver` with an ignore file, and keeps the state there from now on.
  Result<Project> init(const std::filesystem::path& root, std::string_view project_id = {});
  /// Changes only the display name.
  Result<void> rename(std::string_view project_id, std::string_view display_name);
  /// Removes the project from the list. With `delete_state`, also deletes its index, or its part of
  /// a shared one. Never deletes files of the project. Errors: kNotFound "PROJECT_NOT_FOUND", kIo;
  /// kUnavailable "INDEX_LOCKED" (another process is indexing it, and nothing was removed).
  Result<void> remove(std::string_view project_id, bool delete_state);
  /// Returns the active project, if one is set. The setting persists.
  Result<std::optional<std::string>> active() const;
  Result<void> set_active(std::string_view project_id);

 private:
  std::filesystem::path data_dir_{};
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_PROJECT_REGISTRY_HPP_
