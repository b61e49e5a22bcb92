// Path checks: missing folders, and paths outside the project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/project_path.hpp"

#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>

#include "base/os/file_status.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;

Result<fs::path> resolve_root(const fs::path& root) {
  const auto fail = [&](ErrorCategory category, std::string code, const std::string& cause,
                        std::string action) {
    return Error{category, std::move(code), cause + root.string(), "resolving the folder to index",
                 std::move(action)};
  };
  std::error_code problem;
  if (root.empty())
    return fail(ErrorCategory::kNotFound, error_code::kPathNotFound, "Repository path is empty",
                "Give the path of a folder and try again");
  auto resolved = fs::canonical(root, problem);
  if (problem == std::errc::no_such_file_or_directory || problem == std::errc::not_a_directory)
    return fail(ErrorCategory::kNotFound, error_code::kPathNotFound,
                "Repository path does not exist: ", "Verify the path and try again");
  const bool is_folder = !problem && fs::is_directory(resolved, problem);
  if (problem)
    return fail(ErrorCategory::kIo, "PATH_UNREADABLE",
                "Repository path cannot be read (" + problem.message() + "): ",
                "Check the permissions of the path and try again");
  if (!is_folder)
    return fail(ErrorCategory::kInvalidArgument, "NOT_A_DIRECTORY",
                "Repository path is not a directory: ",
                "Give the path of the folder that contains the code");
  if (!os::may_list(resolved.c_str()))
    return fail(ErrorCategory::kIo, "PATH_UNREADABLE",
                "Repository path cannot be read (" + std::generic_category().message(errno) + "): ",
                "Check the permissions of the path and try again");
  return resolved;
}

bool is_inside(const fs::path& root, const fs::path& path) noexcept {
  const std::string_view outer = root.native();
  const std::string_view inner = path.native();
  if (outer == "/") return true;
  return inner.starts_with(outer) && (inner.size() == outer.size() || inner[outer.size()] == '/');
}

Result<fs::path> resolve_inside(const fs::path& root, const fs::path& path) {
  auto base = resolve_root(root);
  if (!base) return base;
  std::error_code problem;
  auto resolved = fs::weakly_canonical(*base / path, problem);
  if (problem)
    return Error{ErrorCategory::kInvalidArgument, "PATH_OUTSIDE_PROJECT",
                 "Path cannot be resolved: " + path.string() + " (" + problem.message() + ")",
                 "resolving a path in " + base->string(), "Give a path inside the project"};
  if (!resolved.has_filename()) resolved = resolved.parent_path();  // "dir/" and "missing/."
  if (is_inside(*base, resolved)) return resolved;
  return Error{ErrorCategory::kInvalidArgument, "PATH_OUTSIDE_PROJECT",
               "Path is outside the project: " + path.string(),
               "resolving a path in " + base->string(), "Give a path inside the project"};
}

Result<std::string> path_within(const fs::path& root, std::string_view path) {
  auto normal = (root / path).lexically_normal();
  if (!normal.has_filename()) normal = normal.parent_path();
  if (!is_inside(root, normal)) {
    CODEWEAVER_ASSIGN(normal, resolve_inside(root, path));
  }
  auto out = normal.lexically_relative(root).generic_string();
  return out == "." ? std::string() : out;
}

}  // namespace codeweaver::corpus
