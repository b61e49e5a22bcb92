// ProjectRoots: compares real paths with real roots.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/project_roots.hpp"

#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::service {
namespace {

namespace fs = std::filesystem;

Error refusal(std::string code, std::string cause, std::string action) {
  return {ErrorCategory::kInvalidArgument, std::move(code), std::move(cause),
          "checking a folder of a call", std::move(action)};
}

}  // namespace

bool is_within(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

ProjectRoots::ProjectRoots(const std::vector<fs::path>& roots) {
  for (const auto& root : roots) {
    std::error_code error;
    auto real = fs::canonical(root, error);
    if (!error && fs::is_directory(real, error)) roots_.push_back(std::move(real));
  }
  std::ranges::sort(roots_);
  const auto repeated = std::ranges::unique(roots_);
  roots_.erase(repeated.begin(), repeated.end());
}

bool ProjectRoots::holds(const fs::path& real) const {
  return std::ranges::any_of(roots_, [&](const fs::path& root) { return is_within(real, root); });
}

Result<fs::path> ProjectRoots::resolve(const fs::path& folder) const {
  const auto shown = "'" + folder.string() + "'";
  if (!folder.is_absolute() || folder.native().find('\0') != std::string::npos)
    return refusal("PATH_NOT_ABSOLUTE", shown + " is not an absolute path",
                   "Give the absolute path of the folder.");
  std::error_code error;
  const auto real = fs::weakly_canonical(folder, error);
  if (error || !holds(real)) {
    std::string allowed;
    for (const auto& root : roots_) allowed += (allowed.empty() ? "" : ", ") + root.string();
    return refusal("PATH_OUTSIDE_ROOTS", shown + " is outside the folders that calls may use",
                   "Allowed: " + (allowed.empty() ? "none" : allowed) +
                       ". The setting server.project_roots lists them.");
  }
  if (!fs::exists(real, error))
    return Error{ErrorCategory::kNotFound, error_code::kPathNotFound, shown + " does not exist",
                 "checking a folder of a call", "Check the path."};
  if (!fs::is_directory(real, error))
    return refusal("NOT_A_DIRECTORY", shown + " is not a folder", "Give the path of a folder.");
  return real;
}

Result<FolderListing> ProjectRoots::list(const fs::path& folder) const {
  FolderListing listing;
  if (folder.empty()) {
    listing.folders = roots_;
    return listing;
  }
  CODEWEAVER_ASSIGN(auto real, resolve(folder));
  std::error_code error;
  fs::directory_iterator entries(real, error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    std::error_code ignored;
    const auto name = entries->path().filename().native();
    if (name.starts_with('.') || !entries->is_directory(ignored)) continue;
    if (entries->is_symlink(ignored) && !resolve(entries->path())) continue;
    listing.is_cut = listing.folders.size() == kMostFolders;
    if (listing.is_cut) break;
    listing.folders.push_back(entries->path());
  }
  if (error)
    return refusal("FOLDER_NOT_READABLE",
                   "'" + real.string() + "' cannot be listed: " + error.message(),
                   "Check its permissions.");
  std::ranges::sort(listing.folders);
  if (const auto parent = real.parent_path(); parent != real && holds(parent))
    listing.parent = parent;
  listing.path = std::move(real);
  return listing;
}

}  // namespace codeweaver::service
