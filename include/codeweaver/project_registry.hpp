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
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// One known project.
struct Project {
  std::string project_id{};  ///< slug without '/'
  std::string display_name{};
  std::filesystem::path root{};
  std::filesystem::path state_dir{};
  std::string tree{};  ///< of the state directory; set for linked worktrees, which share one
  /// Settings of this project alone, in TOML, kept with its state; need not exist. Empty without
  /// a state.
  std::filesystem::path settings_file() const;
  friend bool operator==(const Project&, const Project&) = default;
};

/// The list of projects of one user, kept in one small file under the data directory, with a copy.
/// A damaged one is answered from the copy, or from what the states record.
/// Thread safety: calls may be concurrent, also from several processes.
class ProjectRegistry {
 public:
  /// `data_dir` is created on the first write.
  explicit ProjectRegistry(std::filesystem::path data_dir);

  /// Writes the list anew where it is damaged. What was found and done, for people; nullopt: it is
  /// whole.
  std::optional<std::string> repair();
  /// In order of project_id. Errors: kIo.
  Result<std::vector<Project>> list() const;
  /// By id. Errors: kNotFound "PROJECT_NOT_FOUND" (lists the known ids).
  Result<Project> find(std::string_view project_id) const;
  /// The registered project that `path` belongs to: the innermost whose root holds it. A git
  /// repository or linked worktree inside a project's folder is not part of that project. nullopt:
  /// none.
  Result<std::optional<Project>> containing(const std::filesystem::path& path) const;
  /// The project of `root` as add() returns it, but nothing is registered or written. Errors: those
  /// of add().
  Result<Project> project_at(const std::filesystem::path& root,
                             std::string_view project_id = {}) const;
  /// The project of `root`: known, or registered now under `project_id` (empty: from the folder's
  /// name, made unique). State lies in `<root>/.codeweaver` where that exists, else under the data
  /// directory, keyed by the repository and the folder in it, so that its worktrees share it, or by
  /// the real path outside git. An indexed folder is found also where the list cannot be written.
  /// Errors: kIo, kNotFound "PATH_NOT_FOUND",
  /// kInvalidArgument "NOT_A_DIRECTORY", "INVALID_PROJECT_ID", "PROJECT_ID_TAKEN".
  Result<Project> add(const std::filesystem::path& root, std::string_view project_id = {});
  /// Creates `<root>/.codeweaver` with its own ignore file and keeps the state there from now on.
  Result<Project> init(const std::filesystem::path& root, std::string_view project_id = {});
  /// Changes the display name only.
  Result<void> rename(std::string_view project_id, std::string_view display_name);
  /// Forgets the project; with `delete_state` its index goes too, of a shared one its own part. The
  /// project's files stay.
  Result<void> remove(std::string_view project_id, bool delete_state);
  /// The persistent active project, if any.
  Result<std::optional<std::string>> active() const;
  Result<void> set_active(std::string_view project_id);

 private:
  std::filesystem::path data_dir_{};
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_PROJECT_REGISTRY_HPP_
